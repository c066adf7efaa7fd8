//! Tables: the headers of their journals, and the people who sit there.

use std::{collections::BTreeSet, sync::Arc};

use kernel::{
    Answer, EarlyEnd, LuckKind, Pace, RealLuck, TableTalk,
    record::{Giver, Incident},
};
use model::{Day, Rest};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Access, Occupant, Options, Proposal, StepRow, TableStatus, Timestamp};

/// A table without its steps: the header of its journal.
#[derive(Clone, PartialEq, Debug)]
pub struct TableHeader {
    /// Its id, which is also the invitation to it.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// All options, defaults included.
    pub options: Options,
    /// The title that its host has given it; empty for none.
    pub title: String,
    /// A note of its host for those who come; empty for none.
    pub note: String,
    /// The id of the group to which it belongs.
    pub group: Option<Arc<String>>,
    /// The occupants of the seats, one entry a seat.
    pub seats: Vec<Occupant>,
    /// The id of the host: the person who made the table, or to whom it was handed.
    pub host: String,
    /// Whether the table is public, and whether spectators may watch.
    pub access: Access,
    /// The ids of people who sit there and are not ready for the match, before it begins.
    pub unready: BTreeSet<String>,
    /// Its status.
    pub status: TableStatus,
    /// The server's seed for the dice; `None` where all dice and cards are real ones.
    pub seed: Option<[u8; 32]>,
    /// The kind of luck that is real nevertheless, where the seed decides only the other one.
    pub real: Option<LuckKind>,
    /// The shares of the players, fixed at the start.
    pub shares: Vec<String>,
    /// The giver of each share.
    pub givers: Vec<Giver>,
    /// The outcomes of the setup; `None` until all are known.
    pub setup: Option<Vec<Answer>>,
    /// Whether it is played at a level that its players have not unlocked.
    pub practice: bool,
    /// The number of the game's lesson that it is, counted from 1: its outcomes are scripted, and no
    /// list shows it. `None` for a match.
    pub lesson: Option<u8>,
    /// The day of its daily match, if it is one. In practice it does not count as a try.
    pub daily: Option<Day>,
    /// The id of the table of the race to which it belongs. The race's own table has its own id.
    pub race: Option<Arc<String>>,
    /// Whether it counts for ratings: the players are known, and nobody gets hints.
    pub ranked: bool,
    /// How much chat is allowed.
    pub talk: TableTalk,
    /// The time that players have.
    pub pace: Pace,
    /// The times in which clocks of days stand still.
    pub rest: Rest,
    /// When the match began, if that is known.
    pub started: Option<Timestamp>,
    /// The outcome of the match.
    pub outcome: Option<Box<Value>>,
    /// How the players ended the match, if they did so before the rules did.
    pub ended: Option<EarlyEnd>,
    /// The decisions of the people about the match, in order.
    pub incidents: Vec<IncidentRow>,
    /// The proposals, by number.
    pub proposals: Vec<Proposal>,
    /// The table of the rematch.
    pub next: Option<Arc<String>>,
    /// When it was made.
    pub created: Timestamp,
    /// When it was last touched.
    pub touched: Timestamp,
    /// The counters by which several processes recognise changes.
    pub version: TableVersion,
}

/// A decision of the people at a table about its match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IncidentRow {
    /// The id of the person whom it concerns.
    pub person: String,
    /// The decision.
    #[serde(flatten)]
    pub incident: Incident,
    /// When it was made; `None` for those that were stored without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// For the beginning of a vacation: when it is to end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

impl TableHeader {
    /// Returns an open table of this host, with default options and pace and without a seed.
    pub fn open(id: String, game: String, rules: u32, host: String, seats: Vec<Occupant>, created: Timestamp) -> Self {
        TableHeader {
            id,
            game,
            rules,
            options: Options::default(),
            title: String::new(),
            note: String::new(),
            group: None,
            seats,
            host,
            access: Access::default(),
            unready: BTreeSet::new(),
            status: TableStatus::Open,
            seed: None,
            real: None,
            shares: Vec::new(),
            givers: Vec::new(),
            setup: None,
            practice: false,
            lesson: None,
            daily: None,
            race: None,
            ranked: false,
            talk: TableTalk::Free,
            pace: Pace::Free,
            rest: Rest::default(),
            started: None,
            outcome: None,
            ended: None,
            incidents: Vec::new(),
            proposals: Vec::new(),
            next: None,
            created,
            touched: created,
            version: TableVersion::default(),
        }
    }
}

impl TableHeader {
    /// Returns when a finished match with this journal ended.
    pub fn ended_at(&self, steps: &[StepRow]) -> Timestamp {
        match steps.last() {
            Some(last) if self.ended.is_none() => last.at,
            // Nothing touches the table after its match.
            _ => self.touched,
        }
    }

    /// Returns the kinds of luck that are real.
    pub const fn real_luck(&self) -> RealLuck {
        RealLuck::of(self.seed.is_some(), self.real)
    }

    /// Returns whether the match counts for its players: it is neither practice nor a lesson, and
    /// no luck is real.
    pub fn counts(&self) -> bool {
        !self.practice && self.lesson.is_none() && self.real_luck() == RealLuck::None
    }

    /// Returns the ids of the people who sit there, each once, in seat order.
    pub fn people(&self) -> Vec<&str> {
        let mut listed = BTreeSet::new();
        self.seats.iter().filter_map(Occupant::person).filter(|id| listed.insert(*id)).collect()
    }

    /// Returns whether it is the table of a race: the place of all racers, without a match.
    pub fn is_race(&self) -> bool {
        self.race.as_deref() == Some(&self.id)
    }

    /// Returns the id of the race that it is one racer's match of.
    pub fn raced_in(&self) -> Option<&str> {
        self.race.as_deref().map(String::as_str).filter(|race| *race != self.id)
    }

    /// Returns the day of its daily match if it is a person's one try; `None` for practice.
    pub fn tried_day(&self) -> Option<Day> {
        self.daily.filter(|_| !self.practice)
    }
}

/// Counters of the changes to a table. They matter where several processes share a database: a
/// process changes only the version that it has read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableVersion {
    /// The number of all changes.
    pub changes: i64,
    /// The number of steps undone.
    pub branch: i64,
    /// The number of changes other than a step that does not end the match.
    pub asides: i64,
}
