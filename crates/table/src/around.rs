//! The facts about a table that are not in its state: who is there, and how often it has changed.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use kernel::Seat;

use crate::rows::Timestamp;

/// The names of the occupants of a table, by seat.
pub type SeatNames = Arc<HashMap<Seat, String>>;

/// The surroundings of a table as one person sees them, at one moment.
#[derive(Clone, Default, Debug)]
pub struct Around {
    /// The present time.
    pub now: Timestamp,
    /// The counter of changes of the table's looks.
    pub revision: u64,
    /// The version of the page that the person is shown.
    pub version: String,
    /// Whether the occupant of each seat follows the table; bots always do.
    pub connected: Vec<bool>,
    /// The people who sit at the table and follow it, or did so a moment ago.
    pub here: BTreeSet<String>,
    /// The number of spectators.
    pub watching: usize,
    /// Whether the host may begin the match without people who are not ready.
    pub may_begin_without: bool,
    /// The players who must act and are missed.
    pub absences: Vec<Absence>,
}

impl Around {
    /// Returns whether a person who sits at the table is present.
    pub fn is_here(&self, person: &str) -> bool {
        self.here.contains(person)
    }
}

/// A player who must act and is missed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// Their seat.
    pub seat: Seat,
    /// The time since which they have been away.
    pub since: Timestamp,
    /// Whether they have the page open nevertheless.
    pub looks_on: bool,
    /// Whether others who sit there may let a bot replace them.
    pub offered: bool,
    /// The seats of the players who have agreed to that.
    pub agreed: Vec<Seat>,
    /// The seats of the players who have not agreed yet.
    pub missing: Vec<Seat>,
}
