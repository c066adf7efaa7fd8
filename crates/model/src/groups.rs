//! Groups: people who play together often, with tables and boards of their own.

use crate::{Entrant, HERE, Timestamp};

/// The most members of a group.
pub const MEMBERS: u32 = 50;

/// A group of people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A note for its members; empty for none.
    pub note: String,
    /// The id of the person who made it, or to whom it fell when that one left.
    pub owner: String,
    /// The secret of the link by which people join.
    pub link: String,
    /// When it was made.
    pub created: Timestamp,
}

/// A group in a list of groups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupOf {
    /// The group.
    pub group: Group,
    /// The number of its members.
    pub members: u32,
}

/// A member of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
    /// Whether they have no account.
    pub guest: bool,
    /// When they joined.
    pub joined: Timestamp,
    /// The time at which they were last here, to a minute; `None` if it is not shown.
    pub seen: Option<Timestamp>,
    /// The name or id by which the chat service of the group's webhook mentions them; empty for
    /// none.
    pub mention: String,
}

impl Member {
    /// Returns whether the member is here at this time.
    pub fn is_here(&self, now: Timestamp) -> bool {
        self.seen.is_some_and(|seen| now - seen < HERE)
    }
}

/// The sums of a member's matches of a game at the tables of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupScore {
    /// Id of the game.
    pub game: String,
    /// The member.
    pub entrant: Entrant,
    /// Number of matches in which at least two members played to the end.
    pub matches: u32,
    /// Number of these that the member won.
    pub won: u32,
    /// The points: a match gives one for each member whom the member placed ahead of; a match on one
    /// side gives one for a win.
    pub points: u32,
    /// The highest score, in games that rank by more than winning.
    pub best: Option<i64>,
}

/// A person for whom a match at a table of a group waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueMember {
    /// The id of the group.
    pub group: String,
    /// The table.
    pub table: String,
    /// Id of the game.
    pub game: String,
    /// The id of the person.
    pub person: String,
    /// Their name.
    pub name: String,
    /// The name or id by which the chat service mentions them; empty for none.
    pub mention: String,
    /// The time since which the match waits.
    pub since: Timestamp,
}
