//! Tables: the headers of their journals, and who sits there.

use std::collections::BTreeSet;

use kernel::{
    Answer, Pace, TableTalk,
    record::{GivenBy, Giver},
};
use serde_json::Value;

use super::{Timestamp, Write};
use crate::{calendar::Day, store::Options};

/// A table without its steps: the header of its journal.
#[derive(Clone, PartialEq, Debug)]
pub struct TableHeader {
    /// Its id, and the invitation to it.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// All options, defaults included.
    pub options: Options,
    /// Who sits there; one entry a seat.
    pub seats: Vec<Occupant>,
    /// Who made the table, or was handed it.
    pub host: String,
    /// Who may come.
    pub access: Access,
    /// How far it has come.
    pub status: TableStatus,
    /// The hall's share of the dice; `None` where they are real ones.
    pub seed: Option<[u8; 32]>,
    /// What was given towards the dice, fixed at the start.
    pub shares: Vec<String>,
    /// Who gave each of these.
    pub givers: Vec<Giver>,
    /// The outcomes that laying out took; `None` until they are all known.
    pub setup: Option<Vec<Answer>>,
    /// Whether it is played at a level that its players have not reached.
    pub practice: bool,
    /// Whether it is the game's lesson: its luck is written down, and it stands in no list.
    pub lesson: bool,
    /// The day whose match it is, of those that all can try once. Played for practice it is none of those tries.
    pub daily: Option<Day>,
    /// Whether it counts for ratings: who plays is known, and nobody is given hints.
    pub ranked: bool,
    /// How much may be said there.
    pub talk: TableTalk,
    /// How long its players may take.
    pub pace: Pace,
    /// When the match began, where that is known.
    pub started: Option<Timestamp>,
    /// How it ended.
    pub outcome: Option<Box<Value>>,
    /// The table that its players went on to.
    pub next: Option<String>,
    /// When it was made.
    pub created: Timestamp,
    /// When something last happened.
    pub touched: Timestamp,
    /// What several processes of a hall know its changes by.
    pub version: TableVersion,
}

impl TableHeader {
    /// An open table of this host's, made at this time, at which nothing has been said yet of options, luck or time.
    pub fn open(id: String, game: String, rules: u32, host: String, seats: Vec<Occupant>, created: Timestamp) -> Self {
        TableHeader {
            id,
            game,
            rules,
            options: Options::default(),
            seats,
            host,
            access: Access::default(),
            status: TableStatus::Open,
            seed: None,
            shares: Vec::new(),
            givers: Vec::new(),
            setup: None,
            practice: false,
            lesson: false,
            daily: None,
            ranked: false,
            talk: TableTalk::Free,
            pace: Pace::Free,
            started: None,
            outcome: None,
            next: None,
            created,
            touched: created,
            version: TableVersion::default(),
        }
    }
}

impl TableHeader {
    /// The ids of the people who sit there, each once, in seat order.
    pub fn people(&self) -> Vec<&str> {
        let mut listed = BTreeSet::new();
        self.seats.iter().filter_map(Occupant::person).filter(|id| listed.insert(*id)).collect()
    }
}

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

    pub(in crate::store) fn from_name(name: &str) -> Option<TableStatus> {
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

/// How often a table has been changed. It is counted where several processes share a database: a change is made only of the
/// version that it was thought up at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableVersion {
    /// How often anything was changed.
    pub changes: i64,
    /// How often a step was taken back.
    pub branch: i64,
    /// How often something else than the steps was changed.
    pub asides: i64,
}

impl TableVersion {
    /// The version after a change.
    pub(crate) fn after(self, write: &Write) -> TableVersion {
        let [branch, asides] = write.counts();
        TableVersion { changes: self.changes + 1, branch: self.branch + branch, asides: self.asides + asides }
    }
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
