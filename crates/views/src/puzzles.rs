//! Puzzles: the puzzle of the day, a person's answers, and the data of a puzzle's page.

use std::sync::{Arc, LazyLock};

use kernel::{BadPuzzle, Match, Puzzle, Scene, Seat, Viewer, options};
use maud::Markup;
use model::{Day, PuzzleAnswer, Timestamp, days_in_a_row};
use pages::{
    Chapter, GamePuzzles, PuzzleMark, PuzzlePage, SeatInfo, ShownAnswer, ShownChoice, TablePage, TodayAct, TodayCard,
    Visitor,
};
use roster::GameEntry;
use serde_json::Value;
use table::fault::{Code, Fault};
use text::t;

use crate::audience::ViewOptions;

/// Returns the number of a day; all days before 1970 have the number 0.
fn number_of(day: Day) -> u32 {
    u32::try_from(day.0).unwrap_or_default()
}

/// Returns how many puzzles each game has, in the order of the games, without games that have none.
/// The list is made once.
pub fn counts() -> &'static [(&'static dyn GameEntry, usize)] {
    static COUNTS: LazyLock<Vec<(&'static dyn GameEntry, usize)>> = LazyLock::new(|| {
        let with_puzzles = roster::GAMES.iter().filter_map(|title| Some((*title, title.puzzles()?.count())));
        with_puzzles.filter(|(_, count)| *count > 0).collect()
    });
    &COUNTS
}

/// A day and its puzzle, found once per page.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleDay {
    /// The number of the day.
    pub number: u32,
    /// Its puzzle: another game each day, and the puzzles of each game in order.
    pub puzzle: Option<(&'static dyn GameEntry, u32)>,
}

impl PuzzleDay {
    /// Returns the day of this moment.
    pub fn of(moment: Timestamp) -> PuzzleDay {
        PuzzleDay::new(number_of(Day::of(moment)))
    }

    /// Returns the day of this number.
    pub fn new(number: u32) -> PuzzleDay {
        let (counts, day) = (counts(), number as usize);
        let puzzle = day.checked_div(counts.len()).map(|turn| {
            let (title, count) = counts[day % counts.len()];
            (title, (turn % count) as u32 + 1)
        });
        PuzzleDay { number, puzzle }
    }

    /// Returns whether this is the puzzle of the day.
    pub fn has(&self, game: &str, number: u32) -> bool {
        self.puzzle.is_some_and(|(title, of_day)| of_day == number && title.meta().id == game)
    }
}

/// A puzzle with its match at the decision.
pub struct LaidPuzzle {
    /// Its number.
    pub number: u32,
    /// Its game.
    pub title: &'static dyn GameEntry,
    /// The position and the worth of its moves.
    pub puzzle: Puzzle,
    /// The match.
    pub table: Box<dyn Match>,
    /// The seat that decides.
    pub seat: Seat,
    /// How many puzzles the game has.
    pub count: u32,
    /// The number of playouts behind each move.
    pub playouts: u32,
}

impl std::fmt::Debug for LaidPuzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LaidPuzzle({}, {})", self.title.meta().id, self.number)
    }
}

impl LaidPuzzle {
    /// Finds the puzzle of a game with this number.
    ///
    /// # Errors
    /// If there is none, or it cannot be laid out.
    pub fn find(game: &str, number: u32) -> Result<LaidPuzzle, Fault> {
        let title = roster::find(game)?;
        let puzzles = title.puzzles().ok_or(BadPuzzle::None { number: number as usize })?;
        let puzzle = puzzles.get(number as usize)?;
        let table = title.open_puzzle(&puzzle)?;
        let seat = table.asked_first().ok_or(BadPuzzle::Choices)?;
        let (count, playouts) = (puzzles.count() as u32, puzzles.header()?.playouts);
        Ok(LaidPuzzle { number, title, puzzle, table, seat, count, playouts })
    }

    /// Returns the page of the puzzle for a visitor who has given these answers.
    ///
    /// # Errors
    /// If the game does not take its options.
    pub fn page(
        &self,
        visitor: &Visitor,
        answers: &Answers,
        today: &PuzzleDay,
        view: ViewOptions,
    ) -> Result<Markup, Fault> {
        let meta = self.title.meta();
        let options = options::complete(meta.options, &Value::Object(self.puzzle.options.clone()))?;
        let answer = answers.to(meta.id, self.number, today).map(|answer| ShownAnswer {
            solved: answer.solved,
            streak: answers.streak(today.number),
            choices: self.choices(answer.choice),
            playouts: self.playouts,
        });
        let mut scene = self.scene(view.at);
        // An answered puzzle takes no other answer.
        if let Some(scene) = scene.as_mut().filter(|_| answer.is_some()) {
            scene.moves.clear();
        }
        let person = || Some(visitor.name.unwrap_or(t!("You")).into());
        let seats = Seat::all(self.puzzle.seats).map(|seat| match seat == self.seat {
            true => SeatInfo { seat, person: person(), you: true, ..SeatInfo::default() },
            false => SeatInfo { seat, bot: Some("reference".into()), ..SeatInfo::default() },
        });
        let table = TablePage {
            seats: seats.collect(),
            step: self.table.ply(),
            at: view.at,
            chronicle: self.chronicle().into_iter().map(Arc::new).collect(),
            hand_order: view.hand_order,
            confirm: view.confirm,
            picked: view.pick,
            theme: visitor.theme,
            ..TablePage::new(meta, &options, scene, Viewer::Seat(self.seat))
        };
        let page = PuzzlePage {
            table: &table,
            number: self.number,
            count: self.count,
            today: today.has(meta.id, self.number),
            words: self.title.puzzle_words(),
            answer,
        };
        Ok(pages::puzzle(visitor, &page))
    }

    /// Returns the answer of a person who chooses this move now.
    ///
    /// # Errors
    /// If the move cannot be made here.
    pub fn answer(&self, action: &Value, at: Timestamp) -> Result<PuzzleAnswer, Fault> {
        let (place, game, today) = (self.place(action)?, self.title.meta().id, PuzzleDay::of(at));
        Ok(PuzzleAnswer {
            day: if today.has(game, self.number) { today.number } else { 0 },
            game: game.to_owned(),
            number: self.number,
            choice: place as u32,
            solved: place == self.puzzle.best(),
            at,
        })
    }

    /// Returns the table from the seat that decides, after `at` steps or now.
    fn scene(&self, at: Option<usize>) -> Option<Scene> {
        let mut scene = self.table.scene(Viewer::Seat(self.seat), at)?;
        scene.standing.clear();
        Some(scene)
    }

    /// Returns the last entries of the chronicle that the seat may read.
    fn chronicle(&self) -> Vec<Chapter> {
        let (mut chapters, mut shown) = (Vec::new(), 0);
        for step in (0..=self.table.ply()).rev() {
            let lines = self.table.chronicle(Viewer::Seat(self.seat), step);
            let chapter = Chapter { step, seat: self.table.actor(step), lines, by_bot: false };
            shown += pages::shown_lines(&chapter).count();
            chapters.push(chapter);
            if shown >= pages::LATEST {
                break;
            }
        }
        chapters.reverse();
        chapters
    }

    /// Returns the place of a move among the choices.
    ///
    /// # Errors
    /// If it is none of them.
    fn place(&self, action: &Value) -> Result<usize, Fault> {
        let place = self.puzzle.choices.iter().position(|choice| choice.action == *action);
        place.ok_or_else(|| {
            Fault::new(Code::IllegalAction, t!("this move cannot be made here; choose one of those shown"))
        })
    }

    /// Returns the worth of each move, best first; `own` is the person's answer.
    fn choices(&self, own: u32) -> Vec<ShownChoice> {
        let moves = self.table.scene(Viewer::Seat(self.seat), None).map(|scene| scene.moves).unwrap_or_default();
        let most = self.puzzle.choices.get(self.puzzle.best()).map_or(0.0, |best| best.worth);
        let shown = |(place, (choice, one)): (usize, (&kernel::PuzzleMove, kernel::Move))| ShownChoice {
            text: one.wording.text,
            worth: choice.worth,
            behind: most - choice.worth,
            margin: choice.margin,
            best: place == self.puzzle.best(),
            reference: place == self.puzzle.reference,
            own: place == own as usize,
        };
        let mut shown: Vec<ShownChoice> = self.puzzle.choices.iter().zip(moves).enumerate().map(shown).collect();
        shown.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        shown
    }
}

/// The answers of a person, by game and number, the oldest first for each puzzle.
#[derive(Debug, Default)]
pub struct Answers(Vec<PuzzleAnswer>);

impl Answers {
    /// Creates the list from answers in any order.
    pub fn new(mut answers: Vec<PuzzleAnswer>) -> Answers {
        answers.sort_by(|one, other| puzzle_of(one).cmp(&puzzle_of(other)));
        Answers(answers)
    }

    /// Returns their answer to a puzzle. On its day the puzzle is asked again, and only that day's
    /// answer counts.
    pub fn to(&self, game: &str, number: u32, today: &PuzzleDay) -> Option<&PuzzleAnswer> {
        let first = self.0.partition_point(|answer| puzzle_of(answer) < (game, number));
        let mut these = self.0[first..].iter().take_while(|answer| puzzle_of(answer) == (game, number));
        let of_today = today.has(game, number);
        these.find(|answer| !of_today || answer.day == today.number)
    }

    /// Returns for how many days in a row, up to today or yesterday, they solved the puzzle of the
    /// day at the first try.
    pub fn streak(&self, today: u32) -> u32 {
        // A puzzle of the list, not of the day, has the day 0.
        let solved = self.0.iter().filter(|answer| answer.solved && answer.day > 0);
        let mut days: Vec<Day> = solved.map(|answer| Day(answer.day.into())).collect();
        days.sort_unstable_by(|one, other| other.cmp(one));
        // The person can still answer today's puzzle.
        let open = !self.0.iter().any(|answer| answer.day == today);
        days_in_a_row(&days, Day(today.into()), open) as u32
    }

    /// Returns all puzzles by game, with the result of each.
    fn by_game(&self, today: &PuzzleDay) -> Vec<GamePuzzles> {
        let mark = |game: &str, number: u32| PuzzleMark {
            number,
            today: today.has(game, number),
            solved: self.to(game, number, today).map(|answer| answer.solved),
        };
        let of = |(title, count): &(&'static dyn GameEntry, usize)| {
            let meta = title.meta();
            GamePuzzles { meta, puzzles: (1..=*count as u32).map(|number| mark(meta.id, number)).collect() }
        };
        counts().iter().map(of).collect()
    }
}

/// Returns the page of all puzzles.
pub fn list(visitor: &Visitor, answers: &Answers, today: &PuzzleDay) -> Markup {
    pages::puzzles(visitor, &answers.by_game(today), answers.streak(today.number))
}

/// Returns the puzzle of an answer.
fn puzzle_of(answer: &PuzzleAnswer) -> (&str, u32) {
    (&answer.game, answer.number)
}

/// Returns the front page's card for the puzzle of the day.
pub fn card(answers: &Answers, today: &PuzzleDay) -> Option<TodayCard> {
    let (title, number) = today.puzzle?;
    let meta = title.meta();
    let (text, label) = match answers.to(meta.id, number, today).map(|answer| answer.solved) {
        None => (t!("what would you do?"), t!("Try it")),
        Some(true) => (t!("you solved it."), t!("See it")),
        Some(false) => (t!("you missed it."), t!("See why")),
    };
    let row =
        Some(pages::in_a_row(answers.streak(today.number))).filter(|row| !row.is_empty()).map(|row| format!(" {row}"));
    Some(TodayCard {
        picture: meta.cover,
        title: t!("Puzzle of the day").into(),
        text: format!("{}: {text}{}", meta.title, row.unwrap_or_default()),
        act: TodayAct::Go { href: pages::puzzle_path(meta, number), label: label.into() },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn of_day(day: u32) -> Option<(&'static dyn GameEntry, u32)> {
        PuzzleDay::new(day).puzzle
    }

    fn answered(day: u32, solved: bool) -> PuzzleAnswer {
        let (title, number) = of_day(day).unwrap();
        PuzzleAnswer { game: title.meta().id.into(), number, day, choice: 0, solved, at: 0 }
    }

    #[test]
    fn puzzle_counts_are_one_list_for_all_pages() {
        assert!(std::ptr::eq(counts(), counts()));
    }

    #[test]
    fn each_day_has_another_puzzle_until_all_have_had_theirs() {
        let all: usize = counts().iter().map(|(_, count)| count).sum();
        let days: BTreeSet<(&str, u32)> = (7..7 + all as u32)
            .map(|day| of_day(day).map(|(title, number)| (title.meta().id, number)).unwrap())
            .collect();
        assert_eq!(days.len(), all);
    }

    #[test]
    fn a_streak_ends_with_a_missed_day_or_a_wrong_answer() {
        let streak = |days: &[(u32, bool)], today| {
            Answers::new(days.iter().map(|(day, solved)| answered(*day, *solved)).collect()).streak(today)
        };
        assert_eq!(streak(&[], 9), 0);
        assert_eq!(streak(&[(7, true), (8, true), (9, true)], 9), 3);
        assert_eq!(streak(&[(7, true), (8, true)], 9), 2, "today can still be solved");
        assert_eq!(streak(&[(7, true), (8, true)], 10), 0);
        assert_eq!(streak(&[(7, true), (8, false), (9, true)], 9), 1);
        assert_eq!(streak(&[(8, true), (9, false)], 9), 0);
    }

    #[test]
    fn on_its_day_a_puzzle_is_asked_anew() {
        let of_today = answered(9, true);
        let before = PuzzleAnswer { day: 0, solved: false, ..of_today.clone() };
        let (game, number) = (of_today.game.clone(), of_today.number);
        let solved = |answers: &[&PuzzleAnswer], today| {
            let answers = Answers::new(answers.iter().map(|answer| (*answer).clone()).collect());
            answers.to(&game, number, &PuzzleDay::new(today)).map(|answer| answer.solved)
        };
        assert_eq!(solved(&[&before], 9), None);
        assert_eq!(solved(&[&before, &of_today], 9), Some(true));
        assert_eq!(solved(&[&before, &of_today], 10), Some(false), "afterwards the first answer stands");
    }
}
