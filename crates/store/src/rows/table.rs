//! Tables: the headers of their journals, and who sits there.

use std::collections::BTreeSet;

use kernel::{Answer, Pace, TableTalk, record::Giver};
use model::Day;
use serde_json::Value;

use super::{Access, Occupant, TableStatus, Timestamp, Write};
use crate::Options;

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
    pub fn after(self, write: &Write) -> TableVersion {
        let [branch, asides] = write.counts();
        TableVersion { changes: self.changes + 1, branch: self.branch + branch, asides: self.asides + asides }
    }
}
