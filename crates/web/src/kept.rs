//! The rows of tables as JSON, as the browser's database has them.

use std::sync::Arc;

use kernel::{
    Answer, EarlyEnd, LuckKind, Pace, Seat, Seed, TableTalk,
    record::{GivenBy, Giver, Step},
};
use model::Day;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::{
    fault::Fault,
    import::bad_record,
    rows::{IncidentRow, Occupant, SeatedBot, StepRow, TableHeader, TableStatus, Timestamp, shared_options},
};
use text::t;

use crate::{ME, other};

/// The header of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeptTable {
    id: String,
    game: String,
    rules: u32,
    options: Map<String, Value>,
    seats: Vec<KeptSeat>,
    status: String,
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    real: Option<LuckKind>,
    shares: Vec<String>,
    givers: Vec<Giver>,
    setup: Option<Vec<Answer>>,
    practice: bool,
    /// The day whose match it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    daily: Option<i64>,
    lesson: bool,
    /// The number of the lesson, if it is not the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lesson_number: Option<u8>,
    started: Option<Timestamp>,
    outcome: Option<Box<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<EarlyEnd>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    incidents: Vec<IncidentRow>,
    next: Option<String>,
    created: Timestamp,
    touched: Timestamp,
}

/// The occupant of a seat: the one person of this hall, or a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum KeptSeat {
    Person {
        share: String,
        by: GivenBy,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        called: Option<String>,
        /// Whether somebody else played there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        other: bool,
    },
    Bot {
        bot: String,
        character: Option<String>,
    },
}

/// A step of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeptStep {
    step: Step,
    at: Timestamp,
}

impl KeptTable {
    /// Returns what is kept of a header. Free seats are none: a match begins when all are taken.
    pub fn of(header: &TableHeader) -> KeptTable {
        let seat = |occupant: &Occupant| match occupant {
            Occupant::Person { id, share, by, called, .. } => {
                Some(KeptSeat::Person { share: share.clone(), by: *by, called: called.clone(), other: id != ME })
            }
            Occupant::Bot(bot) => Some(KeptSeat::Bot { bot: bot.name.clone(), character: bot.character.clone() }),
            Occupant::Nobody => None,
        };
        KeptTable {
            id: header.id.clone(),
            game: header.game.clone(),
            rules: header.rules,
            options: (*header.options).clone(),
            seats: header.seats.iter().filter_map(seat).collect(),
            status: header.status.name().into(),
            seed: header.seed.map(|seed| Seed(seed).to_hex()),
            real: header.real,
            shares: header.shares.clone(),
            givers: header.givers.clone(),
            setup: header.setup.clone(),
            practice: header.practice,
            daily: header.daily.map(|Day(day)| day),
            lesson: header.lesson.is_some(),
            lesson_number: header.lesson.filter(|number| *number > 1),
            started: header.started,
            outcome: header.outcome.clone(),
            ended: header.ended.clone(),
            incidents: header.incidents.clone(),
            next: header.next.as_deref().cloned(),
            created: header.created,
            touched: header.touched,
        }
    }

    /// Returns the header.
    ///
    /// # Errors
    /// If it is none.
    pub fn header(self) -> Result<TableHeader, Fault> {
        let unfit = || bad_record(t!("this match is not stored as this hall stores matches"));
        let all = Seat::all(self.seats.len() as u8);
        let seats = self.seats.into_iter().zip(all).map(|(kept, seat)| match kept {
            KeptSeat::Person { share, by, called, other: is_other } => {
                let id = if is_other { other(seat) } else { ME.into() };
                Occupant::Person { id, share, by, stand_in: None, called }
            }
            KeptSeat::Bot { bot, character } => Occupant::Bot(SeatedBot { name: bot, character }),
        });
        let seed = match self.seed {
            Some(seed) => Some(Seed::from_hex(&seed).ok_or_else(unfit)?.0),
            None => None,
        };
        Ok(TableHeader {
            options: shared_options(self.options),
            status: TableStatus::named(&self.status).ok_or_else(unfit)?,
            seed,
            real: self.real,
            shares: self.shares,
            givers: self.givers,
            setup: self.setup,
            practice: self.practice,
            daily: self.daily.map(Day),
            lesson: self.lesson.then(|| self.lesson_number.unwrap_or(1)),
            started: self.started,
            outcome: self.outcome,
            ended: self.ended,
            incidents: self.incidents,
            next: self.next.map(Arc::new),
            touched: self.touched,
            talk: TableTalk::None,
            pace: Pace::Free,
            ..TableHeader::open(self.id, self.game, self.rules, ME.into(), seats.collect(), self.created)
        })
    }
}

impl KeptStep {
    /// Returns what is kept of a step.
    pub fn of(row: &StepRow) -> KeptStep {
        KeptStep { step: row.step.clone(), at: row.at }
    }

    /// Returns the step.
    pub fn row(self) -> StepRow {
        StepRow { step: self.step, request: None, at: self.at }
    }
}
