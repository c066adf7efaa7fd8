//! Puzzles: the puzzle of the day, a person's answers, and the data of a puzzle's page.

use std::sync::LazyLock;

use kernel::{BadPuzzle, Match, Puzzle, Scene, Seat, Viewer};
use model::{Day, days_in_a_row};
use pages::{Chapter, GamePuzzles, PuzzleMark, ShownChoice, TodayAct, TodayCard};
use roster::GameEntry;
use text::t;

use crate::{
    fault::{Code, Fault},
    store::PuzzleAnswer,
};

/// Returns the number of a day; all days before 1970 have the number 0.
pub(crate) fn number_of(day: Day) -> u32 {
    u32::try_from(day.0).unwrap_or_default()
}

/// Returns how many puzzles each game has, in the order of the games, without games that have none.
/// The list is made once.
pub(crate) fn counts() -> &'static [(&'static dyn GameEntry, usize)] {
    static COUNTS: LazyLock<Vec<(&'static dyn GameEntry, usize)>> = LazyLock::new(|| {
        let with_puzzles = roster::GAMES.iter().filter_map(|title| Some((*title, title.puzzles()?.count())));
        with_puzzles.filter(|(_, count)| *count > 0).collect()
    });
    &COUNTS
}

/// A day and its puzzle, found once per page.
#[derive(Clone, Copy)]
pub(crate) struct PuzzleDay {
    /// The number of the day.
    pub(crate) number: u32,
    /// Its puzzle: another game each day, and the puzzles of each game in order.
    pub(crate) puzzle: Option<(&'static dyn GameEntry, u32)>,
}

impl PuzzleDay {
    /// Returns the day of this number.
    pub(crate) fn new(number: u32) -> PuzzleDay {
        let (counts, day) = (counts(), number as usize);
        let puzzle = day.checked_div(counts.len()).map(|turn| {
            let (title, count) = counts[day % counts.len()];
            (title, (turn % count) as u32 + 1)
        });
        PuzzleDay { number, puzzle }
    }

    /// Returns whether this is the puzzle of the day.
    pub(crate) fn has(&self, game: &str, number: u32) -> bool {
        self.puzzle.is_some_and(|(title, of_day)| of_day == number && title.meta().id == game)
    }
}

/// A puzzle with its match at the decision.
pub(crate) struct LaidPuzzle {
    /// Its game.
    pub(crate) title: &'static dyn GameEntry,
    /// The position and the worth of its moves.
    pub(crate) puzzle: Puzzle,
    /// The match.
    pub(crate) table: Box<dyn Match>,
    /// The seat that decides.
    pub(crate) seat: Seat,
    /// How many puzzles the game has.
    pub(crate) count: u32,
    /// The number of playouts behind each move.
    pub(crate) playouts: u32,
}

impl LaidPuzzle {
    /// Finds the puzzle of a game with this number.
    ///
    /// # Errors
    /// If there is none, or it cannot be laid out.
    pub(crate) fn find(game: &str, number: u32) -> Result<LaidPuzzle, Fault> {
        let title = roster::find(game)?;
        let puzzles = title.puzzles().ok_or(BadPuzzle::None { number: number as usize })?;
        let puzzle = puzzles.get(number as usize)?;
        let table = title.open_puzzle(&puzzle)?;
        let seat = table.asked_first().ok_or(BadPuzzle::Choices)?;
        let (count, playouts) = (puzzles.count() as u32, puzzles.header()?.playouts);
        Ok(LaidPuzzle { title, puzzle, table, seat, count, playouts })
    }

    /// Returns the table from the seat that decides, after `at` steps or now.
    pub(crate) fn scene(&self, at: Option<usize>) -> Option<Scene> {
        let mut scene = self.table.scene(Viewer::Seat(self.seat), at)?;
        scene.standing.clear();
        Some(scene)
    }

    /// Returns the last entries of the chronicle that the seat may read.
    pub(crate) fn chronicle(&self) -> Vec<Chapter> {
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
    pub(crate) fn place(&self, action: &serde_json::Value) -> Result<usize, Fault> {
        let place = self.puzzle.choices.iter().position(|choice| choice.action == *action);
        place.ok_or_else(|| {
            Fault::new(Code::IllegalAction, t!("this move cannot be made here; choose one of those shown"))
        })
    }

    /// Returns the worth of each move, best first; `own` is the person's answer.
    pub(crate) fn choices(&self, own: u32) -> Vec<ShownChoice> {
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
pub(crate) struct Answers(Vec<PuzzleAnswer>);

impl Answers {
    /// Creates the list from answers in any order.
    pub(crate) fn new(mut answers: Vec<PuzzleAnswer>) -> Answers {
        answers.sort_by(|one, other| puzzle_of(one).cmp(&puzzle_of(other)));
        Answers(answers)
    }

    /// Returns their answer to a puzzle. On its day the puzzle is asked again, and only that day's
    /// answer counts.
    pub(crate) fn to(&self, game: &str, number: u32, today: &PuzzleDay) -> Option<&PuzzleAnswer> {
        let first = self.0.partition_point(|answer| puzzle_of(answer) < (game, number));
        let mut these = self.0[first..].iter().take_while(|answer| puzzle_of(answer) == (game, number));
        let of_today = today.has(game, number);
        these.find(|answer| !of_today || answer.day == today.number)
    }

    /// Returns for how many days in a row, up to today or yesterday, they solved the puzzle of the
    /// day at the first try.
    pub(crate) fn streak(&self, today: u32) -> u32 {
        // A puzzle of the list, not of the day, has the day 0.
        let solved = self.0.iter().filter(|answer| answer.solved && answer.day > 0);
        let mut days: Vec<Day> = solved.map(|answer| Day(answer.day.into())).collect();
        days.sort_unstable_by(|one, other| other.cmp(one));
        // The person can still answer today's puzzle.
        let open = !self.0.iter().any(|answer| answer.day == today);
        days_in_a_row(&days, Day(today.into()), open) as u32
    }

    /// Returns all puzzles by game, with the result of each.
    pub(crate) fn by_game(&self, today: &PuzzleDay) -> Vec<GamePuzzles> {
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

/// Returns the puzzle of an answer.
fn puzzle_of(answer: &PuzzleAnswer) -> (&str, u32) {
    (&answer.game, answer.number)
}

/// Returns the front page's card for the puzzle of the day.
pub(crate) fn card(answers: &Answers, today: &PuzzleDay) -> Option<TodayCard> {
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
