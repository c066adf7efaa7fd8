//! The list of all games, and the step from typed games to games known only at run time.

// A browser has no use for encodings, laws, the search for puzzles, and traces of matches.
#![cfg_attr(target_arch = "wasm32", allow(dead_code, unused_imports))]

mod analysis;
mod daily;
mod encoded;
mod entry;
mod estimate;
mod game_entry;
mod laws;
mod player;
mod puzzles;
mod simulation;
mod standings;

use std::{fmt, sync::Arc};

use kernel::{
    ActError, BadOptions, BadRecord, Character, Judge, LessonTable, Match, Measured, Present, Record, Source,
    likely_meant,
};
use serde_json::{Value, json};
use text::t;

pub use analysis::{Analysis, ChapterMark, Curve, Luck, Odds, Roll, TurningPoint};
pub use daily::{CHALLENGER, ONE_IN};
pub use encoded::{EncodedGame, EncodedMatch, LegalMoves, NotMarked};
use entry::Entry;
pub use game_entry::{Advice, GameEntry, MoveEstimate, NoDuel};
pub use laws::{BrokenLaw, Trial};
pub use player::{Decider, NoPrograms, Player, Turn};
pub use puzzles::{FoundPuzzle, PuzzleSearch};
pub use simulation::{BrokenMatch, MatchSummary, Setting, Simulation, TakenDecision};
pub use standings::Standing;

/// The page of encodings, whose example runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/encodings.md")]
struct EncodingsPage;

/// Every game of the product. To add a game, add its folder, one line here, and one in this crate's
/// `Cargo.toml`.
pub static GAMES: &[&dyn GameEntry] = &[
    // In the order in which the lists show them.
    &Entry::<rogue_ascension::RogueAscension>::NEW,
    &Entry::<accursed_tomb::AccursedTomb>::NEW,
    &Entry::<gloombah::Gloombah>::NEW,
    &Entry::<dungeon_rummy::DungeonRummy>::NEW,
    &Entry::<crimsonbranch::Crimsonbranch>::NEW,
];

/// An id that no game has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", match likely_meant(id, ids()) {
    Some(meant) => t!("there is no game {id:?}; there are {}; did you mean {meant}?", ids().join(", ")),
    None => t!("there is no game {id:?}; there are {}", ids().join(", ")),
})]
pub struct UnknownGame {
    /// The requested id: the first 40 characters.
    pub id: String,
}

/// The games that a program knows: those of the product, and any that the program adds. Lists of
/// games that people choose from show only those of the product.
///
/// ```
/// # use kernel::{Source, Seed};
/// # use roster::Roster;
/// let roster = Roster::default().with(roster::entry::<pig::Pig>());
/// let options = serde_json::json!({ "goal": 20 });
/// let table = roster.find("pig")?.open(&options, 2, Source::Seed(Seed::from(1), vec![]))?;
/// assert_eq!(table.meta().title, "Pig");
/// assert!(Roster::default().find("pig").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Roster {
    added: Vec<&'static dyn GameEntry>,
}

impl Roster {
    /// Adds a game.
    #[must_use]
    pub fn with(mut self, title: &'static dyn GameEntry) -> Roster {
        self.added.push(title);
        self
    }

    /// Returns the game with this id.
    ///
    /// # Errors
    /// If there is none; the message lists those of the product.
    pub fn find(&self, id: &str) -> Result<&'static dyn GameEntry, UnknownGame> {
        let mut games = GAMES.iter().chain(&self.added).copied();
        games
            .find(|title| title.meta().id == id)
            .ok_or_else(|| UnknownGame { id: id.chars().filter(|c| !c.is_control()).take(40).collect() })
    }

    /// Opens a match of any game from its record.
    ///
    /// # Errors
    /// If the game is unknown or the record is wrong.
    pub fn load(&self, record: &Record) -> Result<Box<dyn Match>, NoTable> {
        Ok(self.find(&record.header.game)?.load(record)?)
    }
}

impl fmt::Debug for dyn GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meta().id)
    }
}

/// Returns the entry of a game, for [`Roster::with`].
pub const fn entry<G: Measured + Present + Judge>() -> &'static dyn GameEntry {
    const { &Entry::<G>::NEW }
}

/// Returns the game of the product with this id.
///
/// # Errors
/// If there is none; the message lists those that exist.
pub fn find(id: &str) -> Result<&'static dyn GameEntry, UnknownGame> {
    Roster::default().find(id)
}

/// Returns the ids of all games of the product.
pub fn ids() -> Vec<&'static str> {
    GAMES.iter().map(|title| title.meta().id).collect()
}

/// Returns the list of games in the format of the engine protocol and the HTTP interface.
pub fn list() -> Value {
    GAMES.iter().map(|title| described(*title)).collect()
}

/// Returns the entry of a game in such a [`list`].
pub fn described(title: &dyn GameEntry) -> Value {
    let meta = title.meta();
    let character = |one: &Character| {
        json!({
            "id": one.id,
            "name": one.name,
            "level": one.level,
            "temperament": one.temperament,
            "about": one.about.as_str(),
        })
    };
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
}

/// The reason why a record cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoTable {
    /// Its game is not in the roster.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It is malformed or wrong.
    #[error(transparent)]
    Record(#[from] BadRecord),
}

/// Opens a match of a game of the product from its record.
///
/// # Errors
/// If the game is unknown or the record is wrong.
pub fn load(record: &Record) -> Result<Box<dyn Match>, NoTable> {
    Roster::default().load(record)
}

/// The reason why a record does not hold, though each of its steps could be played again.
#[derive(Debug, thiserror::Error)]
pub enum FalseRecord {
    /// It lacks a part that records of its kind have, or has one that they have not.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// A card told by hand cannot be right.
    #[error("step {step} draws {card:?}, of which no copy was left")]
    Told {
        /// The number of the step; the setup is 0.
        step: usize,
        /// The card.
        card: String,
    },
}

/// Checks what a record claims beyond its steps; `table` was [loaded](load) from it.
///
/// # Errors
/// The first claim that does not hold.
pub fn verify(record: &Record, table: &dyn Match) -> Result<(), FalseRecord> {
    record.is_complete(record.outcome.is_some() || table.outcome().is_some())?;
    match table.contradictions().first() {
        Some((step, outcome)) => Err(FalseRecord::Told { step: *step, card: outcome.answer().0 }),
        None => Ok(()),
    }
}

/// Opens a lesson of a game, by its number from 1, at its beginning.
///
/// # Errors
/// If there is no such game, or it has no such lesson that can be played.
pub fn lesson(id: &str, number: u8) -> Result<LessonTable, NoLesson> {
    let title = find(id)?;
    let lesson = title.lesson(number)?.ok_or(NoLesson::None { title: title.meta().title, number })?;
    let header = &lesson.record.header;
    let table = title.open(&Value::Object(header.options.clone()), header.seats.into(), Source::Manual)?;
    Ok(LessonTable::opened(table, Arc::new(lesson))?)
}

/// The reason why there is no lesson.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoLesson {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game has no lesson of this number.
    #[error("{}", t!("{title} has no lesson {number}"))]
    None {
        /// The game.
        title: &'static str,
        /// The number asked for.
        number: u8,
    },
    /// Its text is malformed.
    #[error(transparent)]
    Text(#[from] BadRecord),
    /// The game refuses its options.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// It cannot be set up.
    #[error(transparent)]
    Refused(#[from] ActError),
}
