//! Tables: how far they have come, who sits there and who may come.

use kernel::record::GivenBy;

use crate::Timestamp;

/// How far a table has come; the database and the JSON interface call it its phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    /// Seats are still being taken.
    Open,
    /// The match is on.
    Playing,
    /// The match has ended.
    Over,
}

impl TableStatus {
    /// As the JSON interface and the store spell it.
    pub const fn name(self) -> &'static str {
        match self {
            TableStatus::Open => "open",
            TableStatus::Playing => "playing",
            TableStatus::Over => "over",
        }
    }

    /// The status of this name.
    pub fn named(name: &str) -> Option<TableStatus> {
        [TableStatus::Open, TableStatus::Playing, TableStatus::Over].into_iter().find(|status| status.name() == name)
    }
}

/// A list of a person's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableList {
    /// Matches that wait for the person, the nearest deadline first.
    Waiting,
    /// Other tables that are not over, the last touched first.
    UnderWay,
    /// Matches that are over, the last first.
    Finished,
}

impl TableList {
    /// Every list, in the order in which pages show them.
    pub const ALL: [TableList; 3] = [TableList::Waiting, TableList::UnderWay, TableList::Finished];

    /// As addresses and the JSON interface spell it.
    pub const fn name(self) -> &'static str {
        match self {
            TableList::Waiting => "waiting",
            TableList::UnderWay => "under-way",
            TableList::Finished => "finished",
        }
    }

    /// The list of this name.
    pub fn named(name: &str) -> Option<TableList> {
        TableList::ALL.into_iter().find(|list| list.name() == name)
    }
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Occupant {
    /// Nobody.
    #[default]
    Nobody,
    /// A person, by id, with what it gives towards the dice.
    Person {
        /// Its id.
        id: String,
        /// What is given for it towards the dice.
        share: String,
        /// Who chose that.
        by: GivenBy,
        /// The bot that plays for it until it comes back, by name.
        stand_in: Option<String>,
    },
    /// A bot.
    Bot(SeatedBot),
}

impl Occupant {
    /// Whether nobody sits there.
    pub fn is_free(&self) -> bool {
        *self == Occupant::Nobody
    }

    /// The id of the person who sits there.
    pub fn person(&self) -> Option<&str> {
        match self {
            Occupant::Person { id, .. } => Some(id),
            Occupant::Nobody | Occupant::Bot(_) => None,
        }
    }

    /// The name of the bot that sits there.
    pub fn bot(&self) -> Option<&str> {
        match self {
            Occupant::Bot(bot) => Some(&bot.name),
            Occupant::Nobody | Occupant::Person { .. } => None,
        }
    }

    /// The id of the character whom the bot plays that sits there.
    pub fn character(&self) -> Option<&str> {
        match self {
            Occupant::Bot(bot) => bot.character.as_deref(),
            Occupant::Nobody | Occupant::Person { .. } => None,
        }
    }

    /// The name of the bot that plays for the person who sits there.
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
    /// The id of the game's character whom it plays.
    pub character: Option<String>,
}

/// One without a name of its own.
impl<T: Into<String>> From<T> for SeatedBot {
    fn from(name: T) -> SeatedBot {
        SeatedBot { name: name.into(), character: None }
    }
}

/// Who may come to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Whether it stands in the hall's lists; if not, only who has the link finds it.
    pub public: bool,
    /// Whether those who do not sit there may look on.
    pub spectators: bool,
}

/// Private, and whoever has the link may look on.
impl Default for Access {
    fn default() -> Access {
        Access { public: false, spectators: true }
    }
}

/// Somebody whom the host has taken off a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemovedPerson {
    /// Its number at the table, from 1.
    pub n: u64,
    /// Its id.
    pub person: String,
    /// How it was called then.
    pub name: String,
}

/// How somebody follows a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Attendance {
    /// How many pages listen.
    pub open: u32,
    /// When they last asked for the table: pages without scripts listen to nothing, nor do most programs.
    pub last: Timestamp,
    /// When the last page ceased to listen.
    pub left: Timestamp,
}

impl Attendance {
    /// The same person here and elsewhere.
    #[must_use]
    pub fn and(self, other: Attendance) -> Attendance {
        Attendance {
            open: self.open.saturating_add(other.open),
            last: self.last.max(other.last),
            left: self.left.max(other.left),
        }
    }
}
