//! Packs of house cards that people have brought.

use crate::Timestamp;

/// The most packs that a person has in the hall.
pub const PACKS: usize = 20;

/// A pack that a person has brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    /// The id of the person.
    pub person: String,
    /// The SHA-256 of the pack, in hexadecimal digits.
    pub hash: String,
    /// The id of the game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The result of its trial.
    pub trial: TrialState,
    /// Whether everybody may use it.
    pub listed: bool,
    /// When it was brought.
    pub brought: Timestamp,
}

/// The result of a pack's trial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrialState {
    /// Its matches are not played yet.
    Waiting,
    /// It may be used. In words, what there is to say of it; empty for nothing.
    Passed(String),
    /// It may not be used; the reason in words.
    Failed(String),
}

impl TrialState {
    /// Returns its name in the database and in calls.
    pub fn name(&self) -> &'static str {
        match self {
            TrialState::Waiting => "waiting",
            TrialState::Passed(_) => "passed",
            TrialState::Failed(_) => "failed",
        }
    }

    /// Returns what there is to say, in words.
    pub fn words(&self) -> &str {
        match self {
            TrialState::Waiting => "",
            TrialState::Passed(words) | TrialState::Failed(words) => words,
        }
    }

    /// Returns the trial of this name, with these words.
    pub fn named(name: &str, words: String) -> Option<TrialState> {
        match name {
            "waiting" => Some(TrialState::Waiting),
            "passed" => Some(TrialState::Passed(words)),
            "failed" => Some(TrialState::Failed(words)),
            _ => None,
        }
    }
}
