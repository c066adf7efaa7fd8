//! What is kept of a match beside the header of its table: its steps, what was said, what it came to.

use kernel::{Seat, record::Step};
use serde_json::Value;

use super::Timestamp;
use crate::{MatchResults, TryResult};

/// A step in the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRow {
    /// The step.
    pub step: Step,
    /// The name its caller gave the request.
    pub request: Option<String>,
    /// When it was taken.
    pub at: Timestamp,
}

/// What the end of a match changes beside the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEnd {
    /// The outcome.
    pub outcome: Value,
    /// The levels that its players may play from now on.
    pub unlocks: Vec<Unlock>,
    /// What it came to.
    pub results: MatchResults,
    /// What it came to, if it was somebody's try of the match of a day.
    pub try_result: Option<TryResult>,
}

/// A person may play a game up to a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlock {
    /// Who.
    pub person: String,
    /// Which game.
    pub game: String,
    /// The highest level.
    pub level: u32,
}

/// Something that was said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Its number at the table, from 1.
    pub n: u64,
    /// The id of who said it.
    pub person: String,
    /// Where they sat then.
    pub seat: Seat,
    /// How they were called then.
    pub name: String,
    /// The number of steps taken then.
    pub step: usize,
    /// What was said.
    pub text: String,
    /// When.
    pub at: Timestamp,
}

/// How somebody took a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReactionRow {
    /// The step.
    pub step: usize,
    /// The id of who reacts.
    pub person: String,
    /// Where they sat then.
    pub seat: Seat,
    /// How they were called then.
    pub name: String,
    /// The name of the reaction.
    pub reaction: String,
}
