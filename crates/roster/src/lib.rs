//! The one list of games, and the step from typed games to games known only at run time.

mod analysis;
mod daily;
mod estimate;
mod puzzles;
mod simulation;
mod standings;

use std::{
    ops::Range,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use bots::{Bot, Budget, Decision, Estimate, Policy};
use kernel::{
    Achievement, BadOptions, BadPuzzle, BadRecord, Character, DailyMatch, ExactOdds, Imagine, Judge, Lesson,
    LessonTable, Measured, Meta, OptionSpec, Picture, Present, Preview, Puzzle, PuzzleWords, Puzzles, Reached, Record,
    Referee, Refusal, Refused, Seat, SeatSet, Seed, Sentence, Source, Table, TableTalk, Viewer,
    measure::{Duel, Measures},
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use text::{Text, t};

pub use analysis::{Analysis, ChapterMark, Curve, Luck, Odds, Roll, TurningPoint};
pub use daily::{CHALLENGER, ONE_IN};
pub use puzzles::{FoundPuzzle, PuzzleSearch};
use simulation::Matches;
pub use simulation::{MatchSummary, Setting, Simulation};
pub use standings::Standing;

/// Every game of the hall. Adding a game is its folder, one line here, and one in this crate's `Cargo.toml`.
pub const GAMES: &[&dyn Title] = &[
    // In the order in which the hall shows them.
    &Entry::<rogue_ascension::RogueAscension>::NEW,
    &Entry::<accursed_tomb::AccursedTomb>::NEW,
    &Entry::<gloombah::Gloombah>::NEW,
    &Entry::<dungeon_rummy::DungeonRummy>::NEW,
    &Entry::<crimsonbranch::Crimsonbranch>::NEW,
];

/// A game in the roster.
pub trait Title: Send + Sync {
    /// Its data sheet.
    fn meta(&self) -> &'static Meta;

    /// Lays out a match.
    ///
    /// # Errors
    /// If the game does not take these options or so many seats.
    fn open(&self, options: &Value, seats: u64, source: Source) -> Result<Box<dyn Table>, BadOptions>;

    /// Opens a match from its record, checking every step.
    ///
    /// # Errors
    /// At the first thing in it that is not right.
    fn load(&self, record: &Record) -> Result<Box<dyn Table>, BadRecord>;

    /// What `bot` would do at `table` on an awaited `seat`: an action, and how it reads. `None` if the seat is not
    /// awaited or the table is one of another game. `seed` is all the luck that the bot has. It may take as long as
    /// `budget` allows, on the caller's thread.
    fn advise(&self, table: &dyn Table, seat: Seat, bot: Bot, seed: u64, budget: &Budget) -> Option<Advice>;

    /// The course that a match has taken so far and the luck in it; `None` if the table is one of another game. It tells of all
    /// that is hidden, so it is for matches that are over.
    fn analyse(&self, table: &dyn Table) -> Option<Analysis>;

    /// The turning point of each of `seats` that has one. Takes about `effort` of the caller's thread; the number of playouts
    /// depends on `effort` and on nothing else. Gives nothing once `go_on`, which is asked every few milliseconds, says no.
    fn turning_points(
        &self,
        table: &dyn Table,
        seats: SeatSet,
        effort: Duration,
        go_on: &dyn Fn() -> bool,
    ) -> Vec<TurningPoint>;

    /// What a match has come to for each seat, over or not; `None` if the table is one of another game.
    fn standings(&self, _table: &dyn Table) -> Option<Vec<Standing>> {
        None
    }

    /// What can be earned in its matches.
    fn achievements(&self) -> Vec<&'static Achievement> {
        Vec::new()
    }

    /// What each seat has earned by a match, by seat; nothing while it goes on, or if the table is one of another game.
    fn earned(&self, _table: &dyn Table) -> Vec<Vec<&'static Achievement>> {
        Vec::new()
    }

    /// Every picture that its tables can show, and the one on its box.
    fn pictures(&self) -> Vec<Picture>;

    /// Its guided first match, if it has one.
    ///
    /// # Errors
    /// If its text is no lesson.
    fn lesson(&self) -> Result<Option<Lesson>, BadRecord> {
        Ok(None)
    }

    /// How many minutes its guided first match takes, if it has one.
    fn lesson_minutes(&self) -> Option<u32> {
        None
    }

    /// Its puzzles; none where nobody has looked for any.
    fn puzzles(&self) -> Option<Puzzles> {
        None
    }

    /// What its puzzles ask for, if it is not how the match ends.
    fn puzzle_words(&self) -> Option<PuzzleWords> {
        None
    }

    /// The match of a puzzle of this game, at its decision.
    ///
    /// # Errors
    /// If the puzzle is none by today's rules.
    fn open_puzzle(&self, _puzzle: &Puzzle) -> Result<Box<dyn Table>, BadPuzzle> {
        Err(BadPuzzle::None { number: 0 })
    }

    /// Looks for a puzzle in a match of the reference policy: match `number` of the search. Gives nothing once `go_on`, which
    /// is asked before each decision, says no.
    ///
    /// # Errors
    /// If the game does not take its own suggestions.
    fn find_puzzle(
        &self,
        _search: &PuzzleSearch,
        _number: u64,
        _go_on: &dyn Fn() -> bool,
    ) -> Result<Option<FoundPuzzle>, BadOptions> {
        Ok(None)
    }

    /// Its match of a day, counted from 1970-01-01, if it has one.
    fn daily(&self, _day: u64) -> Option<DailyMatch> {
        None
    }

    /// How far a seat has come in a match of a day; `None` if the table is one of another game, or the game has no such match.
    fn reached(&self, _table: &dyn Table, _seat: Seat) -> Option<Reached> {
        None
    }

    /// The scores of the [`CHALLENGER`] in these matches by bots, by number, each with the same seed; none if the game has no match a
    /// day.
    ///
    /// # Errors
    /// If the game does not take the options or so many seats.
    fn reference_scores(
        &self,
        _daily: &DailyMatch,
        _seed: &Seed,
        _numbers: Range<u64>,
    ) -> Result<Vec<i64>, BadOptions> {
        Ok(Vec::new())
    }

    /// Bots with a name, in the order in which they sit down.
    fn characters(&self) -> &'static [Character] {
        &[]
    }

    /// The bot of this id.
    fn character(&self, id: &str) -> Option<&'static Character> {
        self.characters().iter().find(|character| character.id == id)
    }

    /// What its players say to each other again and again, ready-made.
    fn phrases(&self) -> &'static [Text];

    /// How much may be said at a table with these options and so many seats, if its host does not choose.
    ///
    /// # Errors
    /// If the game does not take these options.
    fn table_talk(&self, options: &Value, seats: u8) -> Result<TableTalk, BadOptions>;

    /// What a match with these options would be about; those left out are the usual ones.
    ///
    /// # Errors
    /// If the game does not take these options.
    fn preview(&self, options: &Value) -> Result<Option<Preview>, BadOptions>;

    /// A good value for a text option, another for another `number`.
    fn suggestion(&self, option: &str, number: u64) -> Option<String>;

    /// What its matches are measured by.
    fn measures(&self) -> &'static Measures;

    /// Matches to be played by bots alone.
    ///
    /// # Errors
    /// If the game does not take these options or so many seats.
    fn simulation(&self, setting: &Setting) -> Result<Box<dyn Simulation>, BadOptions>;

    /// What can be asked about exact odds; nothing where the game offers none.
    fn questions(&self) -> &'static [OptionSpec];

    /// The fight that these answers describe; those left out are the usual ones.
    ///
    /// # Errors
    /// If an answer is not allowed, the answers do not go together, or the game offers no odds.
    fn duel(&self, answers: &Value) -> Result<Box<dyn Duel>, NoDuel>;
}

/// What a bot would do.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The action.
    pub action: Value,
    /// How it reads.
    pub text: Sentence,
    /// What the bot thinks of each legal move, in the order of the legal list; empty if it did not compare them.
    pub estimates: Vec<MoveEstimate>,
}

/// What a bot thinks of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveEstimate {
    /// The move.
    pub action: Value,
    /// How it reads.
    pub text: Sentence,
    /// How the match will end for the seat, on average: 0 is lost, 1 is won.
    pub estimate: f32,
    /// The number of playouts behind it.
    pub visits: u32,
}

/// An id that no game has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", t!("there is no game {id:?}; there are {}", ids().join(", ")))]
pub struct UnknownGame {
    /// The id asked for.
    pub id: String,
}

static REGISTERED: RwLock<Vec<&'static dyn Title>> = RwLock::new(Vec::new());

/// Adds a game that is not in [`GAMES`] to those that [`find`] knows, for as long as the program runs: for tests, and for
/// programs that bring a game of their own. The lists of games that people choose from stay as they are. A game that is
/// known already is left alone.
///
/// ```
/// # use kernel::{Source, Seed};
/// assert!(roster::find("pig").is_err());
/// roster::register(roster::entry::<pig::Pig>());
/// let table = roster::find("pig")?.open(&serde_json::json!({ "goal": 20 }), 2, Source::Seed(Seed::from(1), vec![]))?;
/// assert_eq!(table.meta().title, "Pig");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn register(title: &'static dyn Title) {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if !known(&registered).any(|other| other.meta().id == title.meta().id) {
        registered.push(title);
    }
}

/// The entry of a game, for [`register`].
pub const fn entry<G: Measured + ExactOdds + Imagine + Present + Judge>() -> &'static dyn Title {
    const { &Entry::<G>::NEW }
}

fn known(registered: &[&'static dyn Title]) -> impl Iterator<Item = &'static dyn Title> {
    GAMES.iter().chain(registered).copied()
}

/// The game with this id: one of [`GAMES`], or one that the program has [registered](register).
///
/// # Errors
/// If there is none; the message lists those there are.
pub fn find(id: &str) -> Result<&'static dyn Title, UnknownGame> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    known(&registered).find(|title| title.meta().id == id).ok_or_else(|| UnknownGame { id: id.to_owned() })
}

/// The ids of all games that [`find`] knows.
pub fn ids() -> Vec<&'static str> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    known(&registered).map(|title| title.meta().id).collect()
}

/// The list of games as the engine protocol and the HTTP interface give it.
pub fn list() -> Value {
    let one = |title: &&dyn Title| {
        let meta = title.meta();
        let character = |one: &Character| json!({ "id": one.id, "name": one.name, "level": one.level, "temperament": one.temperament, "about": one.about.as_str() });
        json!({
            "id": meta.id,
            "title": meta.title,
            "tagline": meta.tagline.as_str(),
            "spirit": meta.mode,
            "seats": [meta.seats.0, meta.seats.1],
            "usual_seats": meta.usual_seats,
            "options": kernel::options::schema(meta.options),
            "bots": bots::names(),
            "characters": title.characters().iter().map(character).collect::<Vec<_>>(),
            "rules": meta.rules,
        })
    };
    GAMES.iter().map(one).collect()
}

/// Why a record cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoTable {
    /// Its game is not in the roster.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It is not a good record.
    #[error(transparent)]
    Record(#[from] BadRecord),
}

/// Why there is no such fight.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoDuel {
    /// An answer is not allowed.
    #[error(transparent)]
    Answer(#[from] BadOptions),
    /// The answers do not go together.
    #[error("{0}")]
    Refused(Refusal),
}

/// Opens a match of any game from its record.
///
/// # Errors
/// If the game is unknown or the record is not right.
pub fn load(record: &Record) -> Result<Box<dyn Table>, NoTable> {
    Ok(find(&record.header.game)?.load(record)?)
}

/// The guided first match of a game, from its beginning.
///
/// # Errors
/// If there is no such game, or it has no lesson that can be played.
pub fn lesson(id: &str) -> Result<LessonTable, NoLesson> {
    let title = find(id)?;
    let lesson = title.lesson()?.ok_or(NoLesson::None { title: title.meta().title })?;
    let header = &lesson.record.header;
    let table = title.open(&Value::Object(header.options.clone()), header.seats.into(), Source::Manual)?;
    Ok(LessonTable::new(table, Arc::new(lesson))?)
}

/// Why there is no lesson.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoLesson {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// Nobody has written one.
    #[error("{}", t!("{title} has no lesson"))]
    None {
        /// The game.
        title: &'static str,
    },
    /// Its text is none.
    #[error(transparent)]
    Text(#[from] BadRecord),
    /// The game does not take its options.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// It cannot be laid out as it says.
    #[error(transparent)]
    Refused(#[from] Refused),
}

struct Entry<G>(std::marker::PhantomData<fn() -> G>);

impl<G> Entry<G> {
    const NEW: Entry<G> = Entry(std::marker::PhantomData);
}

impl<G: Measured + ExactOdds + Imagine + Present + Judge> Title for Entry<G> {
    fn meta(&self) -> &'static Meta {
        G::meta()
    }

    fn open(&self, options: &Value, seats: u64, source: Source) -> Result<Box<dyn Table>, BadOptions> {
        Ok(Box::new(Referee::<G>::open(options, seats, source)?))
    }

    fn load(&self, record: &Record) -> Result<Box<dyn Table>, BadRecord> {
        Ok(Box::new(Referee::<G>::load(record)?))
    }

    fn advise(&self, table: &dyn Table, seat: Seat, bot: Bot, seed: u64, budget: &Budget) -> Option<Advice> {
        if let Some((awaited, action)) = table.taught() {
            let text = table.scene(Viewer::Seat(seat), None)?.moves.into_iter().next()?.wording.text;
            return Some(Advice { action: action.clone(), text, estimates: Vec::new() }).filter(|_| awaited == seat);
        }
        let referee = table.as_any().downcast_ref::<Referee<G>>()?;
        let (game, legal) = (referee.game()?, referee.legal(seat));
        let choice = bot.choose(Decision::of(game, seat, &legal)?, seed, budget);
        let view = game.view(Viewer::Seat(seat));
        let say = |action: &G::Action| -> Option<(Value, Sentence)> {
            Some((serde_json::to_value(action).ok()?, G::wording(&view, seat, action).text))
        };
        let (action, text) = say(legal.get(choice.index)?)?;
        let estimated = |(action, estimate): (&G::Action, &Estimate)| {
            let (action, text) = say(action)?;
            Some(MoveEstimate { action, text, estimate: estimate.worth, visits: estimate.visits })
        };
        let estimates = legal.iter().zip(&choice.estimates).filter_map(estimated).collect();
        Some(Advice { action, text, estimates })
    }

    fn analyse(&self, table: &dyn Table) -> Option<Analysis> {
        Some(analysis::analyse(table.as_any().downcast_ref::<Referee<G>>()?))
    }

    fn turning_points(
        &self,
        table: &dyn Table,
        seats: SeatSet,
        effort: Duration,
        go_on: &dyn Fn() -> bool,
    ) -> Vec<TurningPoint> {
        let referee = table.as_any().downcast_ref::<Referee<G>>();
        referee.map(|referee| analysis::turning_points(referee, seats, effort, go_on)).unwrap_or_default()
    }

    fn standings(&self, table: &dyn Table) -> Option<Vec<Standing>> {
        Some(standings::standings(table.as_any().downcast_ref::<Referee<G>>()?))
    }

    fn achievements(&self) -> Vec<&'static Achievement> {
        G::achievements().iter().map(|(achievement, _)| achievement).collect()
    }

    fn earned(&self, table: &dyn Table) -> Vec<Vec<&'static Achievement>> {
        table.as_any().downcast_ref::<Referee<G>>().map(kernel::achievement::earned).unwrap_or_default()
    }

    fn pictures(&self) -> Vec<Picture> {
        G::pictures().into_iter().chain(G::meta().cover).collect()
    }

    fn lesson(&self) -> Result<Option<Lesson>, BadRecord> {
        G::lesson().map(Lesson::parse).transpose()
    }

    fn lesson_minutes(&self) -> Option<u32> {
        G::lesson().and_then(Lesson::minutes_of)
    }

    fn puzzles(&self) -> Option<Puzzles> {
        G::puzzles()
    }

    fn puzzle_words(&self) -> Option<PuzzleWords> {
        G::PUZZLE_AIM.map(|aim| aim.words)
    }

    fn open_puzzle(&self, puzzle: &Puzzle) -> Result<Box<dyn Table>, BadPuzzle> {
        Ok(Box::new(puzzles::open::<G>(puzzle)?))
    }

    fn find_puzzle(
        &self,
        search: &PuzzleSearch,
        number: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<FoundPuzzle>, BadOptions> {
        puzzles::find::<G>(search, number, go_on)
    }

    fn daily(&self, day: u64) -> Option<DailyMatch> {
        daily::of_day::<G>(day)
    }

    fn reached(&self, table: &dyn Table, seat: Seat) -> Option<Reached> {
        daily::reached::<G>(table, seat)
    }

    fn reference_scores(&self, daily: &DailyMatch, seed: &Seed, numbers: Range<u64>) -> Result<Vec<i64>, BadOptions> {
        daily::reference_scores::<G>(daily, seed, numbers)
    }

    fn characters(&self) -> &'static [Character] {
        G::characters()
    }

    fn phrases(&self) -> &'static [Text] {
        G::phrases()
    }

    fn table_talk(&self, options: &Value, seats: u8) -> Result<TableTalk, BadOptions> {
        Ok(G::table_talk(&kernel::options::read(G::meta().options, options)?, seats))
    }

    fn preview(&self, options: &Value) -> Result<Option<Preview>, BadOptions> {
        let settings = kernel::options::complete(G::meta().options, options)?;
        let example = || Value::Object(settings.clone()).to_string();
        let options: G::Options = serde_json::from_value(Value::Object(settings.clone()))
            .map_err(|_| BadOptions::NotAnObject { example: example() })?;
        G::check_options(&options, G::meta().usual_seats)?;
        Ok(G::preview(&options))
    }

    fn suggestion(&self, option: &str, number: u64) -> Option<String> {
        G::suggestion(option, number)
    }

    fn measures(&self) -> &'static Measures {
        G::measures()
    }

    fn simulation(&self, setting: &Setting) -> Result<Box<dyn Simulation>, BadOptions> {
        Ok(Box::new(Matches::<G>::new(setting)?))
    }

    fn questions(&self) -> &'static [OptionSpec] {
        G::questions()
    }

    fn duel(&self, answers: &Value) -> Result<Box<dyn Duel>, NoDuel> {
        let answers: Map<String, Value> = kernel::options::complete(G::questions(), answers)?;
        G::duel(&answers).map_err(NoDuel::Refused)
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Icon, Look, Scene, Seed};

    use super::*;

    #[test]
    fn every_game_has_an_id_of_its_own_a_rulebook_and_a_good_data_sheet() {
        for (index, title) in GAMES.iter().enumerate() {
            let meta = title.meta();
            assert!(GAMES[..index].iter().all(|other| other.meta().id != meta.id), "{} is listed twice", meta.id);
            assert_eq!(kernel::example::game_id(meta.rulebook), Some(meta.id), "the rulebook names its game");
            assert!((meta.seats.0..=meta.seats.1).contains(&meta.usual_seats));
            assert!(find(meta.id).is_ok());
            assert!(title.open(&json!({}), meta.usual_seats.into(), Source::Manual).is_ok());
        }
    }

    #[test]
    fn an_unknown_game_is_refused_with_the_list() {
        let error = find("chess").err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with(r#"there is no game "chess"; there are "#), "{error}");
    }

    /// The icons of all that a scene shows.
    fn icons(scene: &Scene) -> Vec<Icon> {
        let of = |look: &Look| match look {
            Look::Card { icon, emblem, stats, .. } => {
                [*icon].into_iter().chain(*emblem).chain(stats.iter().map(|stat| stat.icon)).collect()
            }
            Look::Token { icon, .. } | Look::Meter { icon, .. } => vec![*icon],
            Look::Tile { icon, .. } => icon.iter().copied().collect(),
            Look::Back { .. } | Look::Die { .. } | Look::Edge { .. } | Look::Text => Vec::new(),
        };
        scene.pieces().flat_map(|piece| of(&piece.look)).collect()
    }

    #[test]
    fn every_picture_that_a_game_can_name_is_drawn() {
        for title in GAMES {
            let pictures = title.pictures();
            assert!(title.meta().cover.is_some() && pictures.len() > 1, "{} has a cover and more", title.meta().id);
            for Picture(name) in pictures {
                assert!(art::picture(name).is_some(), "{}: nobody has drawn {name:?}", title.meta().id);
            }
        }
    }

    #[test]
    fn every_game_has_twelve_achievements_told_apart_by_id_and_title_and_their_pictures_are_drawn() {
        for title in GAMES {
            let (id, all) = (title.meta().id, title.achievements());
            assert_eq!(all.len(), 12, "{id}");
            for (n, one) in all.iter().enumerate() {
                let twice = all[..n].iter().any(|other| other.id == one.id || other.title == one.title);
                assert!(!twice, "{id}: {:?} is listed twice", one.id);
                assert!(one.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{id}: {:?}", one.id);
                assert!(art::picture(one.picture.0).is_some(), "{id}: nobody has drawn {:?}", one.picture.0);
                assert!(one.task.source().ends_with('.') && !one.title.source().ends_with('.'), "{id}: {one:?}");
            }
        }
    }

    #[test]
    fn whatever_random_matches_show_stands_in_the_catalogue_and_every_picture_was_announced() {
        for title in GAMES {
            let (id, announced) = (title.meta().id, title.pictures());
            let (mut seen, mut shown) = (0, Vec::new());
            for seed in 0..24 {
                let seats = if seed % 2 == 0 { title.meta().seats.0 } else { title.meta().seats.1 };
                let mut table =
                    title.open(&json!({}), seats.into(), Source::Seed(Seed([seed; 32]), Vec::new())).unwrap();
                for _ in 0..200 {
                    let Some(seat) = table.awaited().lowest() else { break };
                    let scene = table.scene(Viewer::Seat(seat), None).unwrap();
                    shown.extend(scene.pieces().filter_map(|piece| piece.picture));
                    let lines = table.chronicle(Viewer::Seat(seat), table.ply());
                    for icon in icons(&scene).into_iter().chain(lines.iter().map(|line| line.icon)) {
                        assert!(art::icon(icon.0).is_some(), "{id}: there is no icon {:?}", icon.0);
                        seen += 1;
                    }
                    let advice = title.advise(table.as_ref(), seat, Bot::Random, seen, &Budget::ONE_THREAD).unwrap();
                    table.act(seat, &advice.action).unwrap();
                }
            }
            for picture in &shown {
                assert!(announced.contains(picture), "{id} shows {:?} unannounced", picture.0);
            }
            assert!(seen > 100 && !shown.is_empty(), "{id}: {seen} icons, {} pictures", shown.len());
        }
    }

    #[test]
    fn every_worked_example_of_every_rulebook_holds() {
        for title in GAMES {
            let examples = kernel::example::parse(title.meta().rulebook).unwrap();
            assert!(!examples.is_empty(), "{} has examples", title.meta().id);
            for example in examples {
                let usual = title.meta().usual_seats.into();
                let held = example.run(usual, |options, seats, source| title.open(options, seats, source));
                held.unwrap_or_else(|failure| panic!("{}: {}: {failure}", title.meta().id, example.name));
            }
        }
    }
}
