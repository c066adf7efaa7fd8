//! Tables: their status, their seats, and access to them.

use kernel::record::GivenBy;

use crate::Timestamp;

/// The status of a table; the database and the JSON interface call it its phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    /// Players can still take seats.
    Open,
    /// The match is in progress.
    Playing,
    /// The match has ended.
    Over,
}

impl TableStatus {
    /// Every status, in the order of a table's life.
    pub const ALL: [TableStatus; 3] = [TableStatus::Open, TableStatus::Playing, TableStatus::Over];

    /// Returns its name in the JSON interface and the store.
    pub const fn name(self) -> &'static str {
        match self {
            TableStatus::Open => "open",
            TableStatus::Playing => "playing",
            TableStatus::Over => "over",
        }
    }

    /// Returns the status of this name.
    pub fn named(name: &str) -> Option<TableStatus> {
        TableStatus::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// A list of a person's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableList {
    /// Matches that wait for the person, the nearest deadline first.
    Waiting,
    /// Other tables that are not over, the last changed first.
    UnderWay,
    /// Matches that are over, the last first.
    Finished,
    /// Tables that the person has put away, the last changed first.
    PutAway,
}

impl TableList {
    /// Every list, in the order in which pages show them.
    pub const ALL: [TableList; 4] = [TableList::Waiting, TableList::UnderWay, TableList::Finished, TableList::PutAway];

    /// Returns its name in addresses and the JSON interface.
    pub const fn name(self) -> &'static str {
        match self {
            TableList::Waiting => "waiting",
            TableList::UnderWay => "under-way",
            TableList::Finished => "finished",
            TableList::PutAway => "put-away",
        }
    }

    /// Returns the list of this name.
    pub fn named(name: &str) -> Option<TableList> {
        TableList::ALL.into_iter().find(|list| list.name() == name)
    }
}

/// The length of each list of a person's tables, in the order of [`TableList::ALL`].
pub type ListCounts = [u32; TableList::ALL.len()];

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Occupant {
    /// Nobody.
    #[default]
    Nobody,
    /// A person, by id, with its share of the dice.
    Person {
        /// Its id.
        id: String,
        /// Its share of the dice.
        share: String,
        /// The party that chose the share.
        by: GivenBy,
        /// The stand-in bot that plays for it until it comes back, by name.
        stand_in: Option<String>,
        /// The name of the player on this seat, where one person has several seats: several people
        /// share the browser. `None` for the person's own name.
        called: Option<String>,
    },
    /// A bot.
    Bot(SeatedBot),
}

impl Occupant {
    /// Whether the seat is free.
    pub fn is_free(&self) -> bool {
        *self == Occupant::Nobody
    }

    /// Returns the id of the person who has the seat.
    pub fn person(&self) -> Option<&str> {
        match self {
            Occupant::Person { id, .. } => Some(id),
            Occupant::Nobody | Occupant::Bot(_) => None,
        }
    }

    /// Returns the name of the bot that has the seat.
    pub fn bot(&self) -> Option<&str> {
        match self {
            Occupant::Bot(bot) => Some(&bot.name),
            Occupant::Nobody | Occupant::Person { .. } => None,
        }
    }

    /// Returns the id of the character of the bot that has the seat.
    pub fn character(&self) -> Option<&str> {
        match self {
            Occupant::Bot(bot) => bot.character.as_deref(),
            Occupant::Nobody | Occupant::Person { .. } => None,
        }
    }

    /// Returns the name of the player on the seat, if it has one that is not the person's own.
    pub fn called(&self) -> Option<&str> {
        match self {
            Occupant::Person { called, .. } => called.as_deref(),
            Occupant::Nobody | Occupant::Bot(_) => None,
        }
    }

    /// Returns the occupant under another name for the player; `None` for the person's own. A bot
    /// keeps its name.
    pub fn under(mut self, name: Option<String>) -> Occupant {
        if let Occupant::Person { called, .. } = &mut self {
            *called = name;
        }
        self
    }

    /// Returns the name of the stand-in bot of the person who has the seat.
    pub fn stand_in(&self) -> Option<&str> {
        match self {
            Occupant::Person { stand_in, .. } => stand_in.as_deref(),
            Occupant::Nobody | Occupant::Bot(_) => None,
        }
    }
}

/// A bot that has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedBot {
    /// The name of the bot.
    pub name: String,
    /// The id of the game's character that it plays.
    pub character: Option<String>,
}

/// Creates a bot without a character.
impl<T: Into<String>> From<T> for SeatedBot {
    fn from(name: T) -> SeatedBot {
        SeatedBot { name: name.into(), character: None }
    }
}

/// Access to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Whether it is in the hall's public lists; if not, only people with the link find it.
    pub public: bool,
    /// Whether people without a seat may watch.
    pub spectators: bool,
}

/// Private, and people with the link may watch.
impl Default for Access {
    fn default() -> Access {
        Access { public: false, spectators: true }
    }
}

/// A person whom the host has removed from a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemovedPerson {
    /// Its number at the table, from 1.
    pub n: u64,
    /// Its id.
    pub person: String,
    /// Its name at that time.
    pub name: String,
}

/// The presence of a person at a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Attendance {
    /// Number of open pages that listen to the table.
    pub open: u32,
    /// The time of the last request for the table: pages without scripts, and most programs, do not
    /// listen.
    pub last: Timestamp,
    /// The time at which the last page stopped listening.
    pub left: Timestamp,
}

impl Attendance {
    /// Merges the presence of the same person here and elsewhere.
    #[must_use]
    pub fn and(self, other: Attendance) -> Attendance {
        Attendance {
            open: self.open.saturating_add(other.open),
            last: self.last.max(other.last),
            left: self.left.max(other.left),
        }
    }
}
