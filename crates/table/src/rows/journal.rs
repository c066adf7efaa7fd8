//! The stored parts of a match other than the header of its table: steps, chat and results.

use kernel::{Seat, record::Step};
use serde_json::Value;
use translations::KeptText;

use super::{MatchResults, Timestamp};

/// A step in the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRow {
    /// The step.
    pub step: Step,
    /// The id that the client gave the request.
    pub request: Option<String>,
    /// When it was taken.
    pub at: Timestamp,
}

/// The changes that the end of a match makes, other than to the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEnd {
    /// The outcome.
    pub outcome: Value,
    /// The levels that its players have unlocked.
    pub unlocks: Vec<Unlock>,
    /// The results by seat.
    pub results: MatchResults,
    /// The result of the try, if it was one of a daily match.
    pub try_result: Option<TryResult>,
}

/// The result of a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TryResult {
    /// The score; higher is better.
    pub score: i64,
    /// The score in words that follow a name: `climbed to 9`.
    pub words: KeptText,
    /// Whether it is the highest possible result.
    pub top: bool,
    /// Whether the match was played to its end; if not, the score is the one reached in time.
    pub finished: bool,
    /// The time of the last step that counts.
    pub at: Timestamp,
}

/// A person may play a game up to a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlock {
    /// The id of the person.
    pub person: String,
    /// The id of the game.
    pub game: String,
    /// The highest level.
    pub level: u32,
}

/// A chat message at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Its number at the table, from 1.
    pub n: u64,
    /// The id of the person who wrote it.
    pub person: String,
    /// The seat of that person then.
    pub seat: Seat,
    /// The name of that person then.
    pub name: String,
    /// The number of steps before it.
    pub step: usize,
    /// The text.
    pub text: String,
    /// When it was written.
    pub at: Timestamp,
}

/// A player's reaction to a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReactionRow {
    /// The step.
    pub step: usize,
    /// The id of the person who reacts.
    pub person: String,
    /// The seat of that person then.
    pub seat: Seat,
    /// The name of that person then.
    pub name: String,
    /// The name of the reaction.
    pub reaction: String,
}
