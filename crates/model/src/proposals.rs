//! Proposals at a table: something that one person wants and others must agree to.

use std::collections::BTreeSet;

use kernel::Seat;
use serde::{Deserialize, Serialize};

/// A proposal at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// Its number at the table, from 1.
    pub n: u64,
    /// The change that is proposed.
    pub what: Proposed,
    /// The id of the person who proposes it.
    pub person: String,
    /// The name of that person.
    pub name: String,
    /// The ids of the people who have agreed.
    pub agreed: BTreeSet<String>,
    /// Whether somebody has refused it.
    pub refused: bool,
}

/// A change that people at a table must agree to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Proposed {
    /// The person takes the seat of a bot. The players who are present must agree.
    Seat {
        /// The seat.
        seat: Seat,
    },
    /// The person takes back a step of theirs, with all steps after it.
    TakeBack {
        /// The number of the step.
        step: usize,
    },
    /// The match ends.
    End,
    /// The player of a seat is removed from the table, and a bot plays on.
    Remove {
        /// The seat.
        seat: Seat,
    },
}
