//! What goes wrong.

use std::path::PathBuf;

use bots::UnknownBot;
use kernel::BadOptions;
use roster::{NoDuel, UnknownGame};

/// Why the lab does not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// The game does not take these options or so many seats.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// Neither one bot for all seats nor one for each.
    #[error("name one bot for all seats or one for each of the {seats}, not {found}")]
    Bots {
        /// The number of seats.
        seats: u64,
        /// The number of bots named.
        found: usize,
    },
    /// Not `key=value`.
    #[error("{0:?} sets no option; it must be an option and its value, such as ascension=2")]
    Setting(String),
    /// Not a sweep.
    #[error("{text:?} is no sweep: {why}; it must be an option and its values, such as ascension=0..5 or kind=a,b")]
    Sweep {
        /// What was written.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// An option with two values, or with two sets of them.
    #[error("the option {0:?} is given more than once")]
    Twice(String),
    /// The game offers no exact odds.
    #[error("{game} offers no exact odds; those that do are {known}")]
    NoOdds {
        /// The game asked about.
        game: &'static str,
        /// The games that do.
        known: String,
    },
    /// There is no such fight.
    #[error(transparent)]
    Duel(#[from] NoDuel),
    /// Nobody can ever be hurt.
    #[error("this fight never ends: nobody in it can be hurt")]
    Endless,
    /// There are not so many puzzles in so many matches.
    #[error("{game} has only {found} puzzles in {matches} matches; ask for fewer, or with another seed")]
    FewPuzzles {
        /// The game.
        game: &'static str,
        /// How many were found.
        found: usize,
        /// Where they were looked for.
        matches: u64,
    },
    /// A match broke off: the game or a bot panicked.
    #[error("{what}; look at it with: {command}")]
    Broken {
        /// Which match, and where.
        what: String,
        /// The command that plays the same match again.
        command: String,
    },
    /// Nothing can be written under that name.
    #[error("cannot write to {}: {why}", path.display())]
    Target {
        /// The name.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A chart cannot be drawn.
    #[error("cannot draw a chart: {0}")]
    Chart(String),
    /// There are no threads to be had.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

impl LabError {
    /// Whether it is for whoever asked to mend.
    pub fn is_input(&self) -> bool {
        match self {
            LabError::Game(_)
            | LabError::Bot(_)
            | LabError::Options(_)
            | LabError::Bots { .. }
            | LabError::Setting(_)
            | LabError::Sweep { .. }
            | LabError::Twice(_)
            | LabError::Target { .. }
            | LabError::NoOdds { .. }
            | LabError::Duel(_)
            | LabError::Endless => true,
            LabError::Broken { .. }
            | LabError::FewPuzzles { .. }
            | LabError::File { .. }
            | LabError::Chart(_)
            | LabError::Threads(_) => false,
        }
    }
}
