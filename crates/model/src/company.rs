//! People who have played together: their records, their evenings, and invitations.

use crate::{Entrant, Timestamp};

/// The longest pause between the ends of two matches of an evening, in milliseconds: four hours.
pub const EVENING_PAUSE: Timestamp = 4 * 60 * 60 * 1000;

/// How long after their last request a person counts as here, in milliseconds. Open pages ask for
/// news three times a minute, hidden ones once, and the server notes it once a minute.
pub const HERE: Timestamp = 150 * 1000;

/// How long an invitation counts, in milliseconds: a day.
pub const INVITED: Timestamp = 24 * 60 * 60 * 1000;

/// The record of a person with another, without matches in which a bot played for one of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HeadToHead {
    /// Number of matches as rivals in which the person placed ahead of the other.
    pub ahead: u32,
    /// Number of those in which the other placed ahead.
    pub behind: u32,
    /// Number of those in which they had the same place.
    pub level: u32,
    /// Number of matches on one side.
    pub together: u32,
    /// Number of wins on one side.
    pub together_won: u32,
}

/// A person with whom another has finished a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Companion {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
    /// Whether they have no account.
    pub guest: bool,
    /// Id of the game of their last match.
    pub game: String,
    /// Number of finished matches with them that count.
    pub matches: u32,
    /// Number of these that the person won, with the companion or against them.
    pub won: u32,
    /// Their record.
    pub record: HeadToHead,
    /// The end of their last match.
    pub ended: Timestamp,
    /// The time at which they were last here, to a minute; `None` if it is not shown.
    pub seen: Option<Timestamp>,
}

impl Companion {
    /// Returns whether the companion is here at this time.
    pub fn is_here(&self, now: Timestamp) -> bool {
        self.seen.is_some_and(|seen| now - seen < HERE)
    }
}

/// Several matches in a row of the same people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evening {
    /// The table of the first match.
    pub first: String,
    /// The end of the first match.
    pub began: Timestamp,
    /// The end of the last match.
    pub ended: Timestamp,
    /// Number of matches.
    pub matches: u32,
    /// The points of each person, most first. A match gives one for each person of the evening whom
    /// they placed ahead of; a match on one side gives one for a win.
    pub points: Vec<(Entrant, u32)>,
}

/// An invitation to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The person who is invited.
    pub person: String,
    /// The table.
    pub table: String,
    /// Id of its game.
    pub game: String,
    /// The person who invites.
    pub inviter: Entrant,
    /// The time of the invitation.
    pub at: Timestamp,
    /// Whether the match has begun.
    pub begun: bool,
    /// Number of seats that are taken.
    pub taken: u32,
    /// Number of all seats.
    pub seats: u32,
}

/// A public table at which a person sits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicSeat {
    /// The id of the person.
    pub person: String,
    /// The table.
    pub table: String,
    /// Id of its game.
    pub game: String,
    /// Whether it waits for players; otherwise the match is being played.
    pub open: bool,
}

/// The reason why a person does not read the words of another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Silence {
    /// The person has muted the other.
    Muted,
    /// One of the two has blocked the other.
    Blocked,
}
