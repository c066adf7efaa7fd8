//! The errors of the lab.

use std::path::PathBuf;

use bots::UnknownBot;
use kernel::BadOptions;
use roster::{NoDuel, UnknownGame};

/// The reason why the lab refuses or fails.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// The game refuses these options or this number of seats.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// Neither one bot for all seats nor one for each.
    #[error("name one bot for all seats or one for each of the {seats}, not {found}")]
    Bots {
        /// The number of seats.
        seats: u64,
        /// The number of bots given.
        found: usize,
    },
    /// Not `key=value`.
    #[error("{0:?} sets no option; it must be an option and its value, such as ascension=2")]
    Setting(String),
    /// Not a sweep.
    #[error("{text:?} is no sweep: {why}; it must be an option and its values, such as ascension=0..5 or kind=a,b")]
    Sweep {
        /// The text.
        text: String,
        /// The reason.
        why: String,
    },
    /// An option with two values, or with two sets of them.
    #[error("the option {0:?} is given more than once")]
    Twice(String),
    /// Not an aim.
    #[error("{0:?} is no aim; it must be a figure and a range, such as rounds=8..11")]
    Aim(String),
    /// There is no such figure.
    #[error("there is no figure {name:?}; there are {known}")]
    Figure {
        /// The name.
        name: String,
        /// The figures that exist.
        known: String,
    },
    /// The game takes no packs of cards.
    #[error("{0} takes no packs of cards")]
    NoPacks(&'static str),
    /// The game offers no exact odds.
    #[error("{game} offers no exact odds; those that do are {known}")]
    NoOdds {
        /// The game asked about.
        game: &'static str,
        /// The games that offer them.
        known: String,
    },
    /// There is no such fight.
    #[error(transparent)]
    Duel(#[from] NoDuel),
    /// The fight cannot end, because no side can be hurt.
    #[error("this fight never ends: nobody in it can be hurt")]
    Endless,
    /// The matches contain too few puzzles.
    #[error("{game} has only {found} puzzles in {matches} matches; ask for fewer, or with another seed")]
    FewPuzzles {
        /// The game.
        game: &'static str,
        /// The number of puzzles found.
        found: usize,
        /// The number of matches searched.
        matches: u64,
    },
    /// A run beyond the last match.
    #[error("matches are numbered up to {last}; a run of {games} from {first} on goes beyond")]
    Range {
        /// Number of the first match.
        first: u64,
        /// The number of matches.
        games: u64,
        /// The highest number.
        last: u64,
    },
    /// A file is no summary, or not one that this program can add to others.
    #[error("{} cannot be read as a summary of the lab: {why}", path.display())]
    Summary {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// A summary or a checkpoint of other matches.
    #[error("{} belongs to another run: {why}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The difference.
        why: String,
    },
    /// Two summaries have the same matches.
    #[error("{} has matches that an earlier file has too: {matches}", path.display())]
    Overlap {
        /// The later file.
        path: PathBuf,
        /// The first range that both have.
        matches: String,
    },
    /// A match failed: the game or a bot panicked.
    #[error("{what}; look at it with: {command}")]
    Broken {
        /// The match, and the place in it.
        what: String,
        /// The command that plays the same match again.
        command: String,
    },
    /// The target cannot be written under that name.
    #[error("cannot write to {}: {why}", path.display())]
    Target {
        /// The name.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The system has no threads.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

impl LabError {
    /// Whether the user can correct the error.
    pub fn is_input(&self) -> bool {
        match self {
            LabError::Game(_)
            | LabError::Bot(_)
            | LabError::Options(_)
            | LabError::Bots { .. }
            | LabError::Setting(_)
            | LabError::Aim(_)
            | LabError::Figure { .. }
            | LabError::NoPacks(_)
            | LabError::Sweep { .. }
            | LabError::Twice(_)
            | LabError::Target { .. }
            | LabError::Range { .. }
            | LabError::Summary { .. }
            | LabError::OtherRun { .. }
            | LabError::Overlap { .. }
            | LabError::NoOdds { .. }
            | LabError::Duel(_)
            | LabError::Endless => true,
            LabError::Broken { .. } | LabError::FewPuzzles { .. } | LabError::File { .. } | LabError::Threads(_) => {
                false
            }
        }
    }
}
