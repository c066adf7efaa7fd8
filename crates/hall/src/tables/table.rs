//! A table in memory: its header, its match replayed from the journal, and what is kept beside them.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use kernel::{Mode, OptionSpec, Record, Seat, SeatSet, Seed, Table, Viewer};
use roster::Advice;
use serde_json::Value;

use super::journal;
use crate::{
    fault::{Code, Fault, PresentState},
    store::{MatchEnd, Occupant, StepRow, TableHeader, TableStatus, Timestamp, Unlock},
};

/// The option of a game that its levels are chosen by, if it has levels.
pub(crate) fn level_option(meta: &kernel::Meta) -> Option<&'static OptionSpec> {
    meta.options.iter().find(|spec| spec.unlocked_by_winning)
}

/// The level that a table is played at, for games that have levels.
pub(super) fn level(header: &TableHeader) -> Option<u32> {
    let spec = level_option(roster::find(&header.game).ok()?.meta())?;
    header.options.get(spec.key)?.as_u64()?.try_into().ok()
}

/// A table in memory. It is a cache: the journal can make it anew at any time.
pub(crate) struct LiveTable {
    /// The header.
    pub(crate) header: TableHeader,
    /// The match, once it has begun.
    pub(crate) table: Option<Box<dyn Table>>,
    /// The step that each idempotency key made.
    pub(crate) requests: HashMap<String, usize>,
    /// When each step was taken.
    pub(crate) times: Vec<Timestamp>,
    /// The step that waits for chance outcomes entered by hand: who took it, and its idempotency key.
    pub(crate) pending: Option<(Seat, Option<String>)>,
    /// The hints given since the match last changed.
    pub(crate) hints: HashMap<Seat, Arc<Advice>>,
    /// Replaced after every change of the match, so that whoever thought about an older version notices.
    pub(crate) version: Arc<()>,
    /// Something changed here that may not have reached the store: the table is to be replayed before anybody sees it.
    pub(crate) uncommitted: bool,
}

impl LiveTable {
    /// Replays a table from its journal.
    pub(crate) fn from_journal(header: TableHeader, steps: Vec<StepRow>) -> Result<LiveTable, Fault> {
        let table = match header.status {
            TableStatus::Open => None,
            TableStatus::Playing | TableStatus::Over => Some(journal::replay(&header, &steps)?),
        };
        let requests = steps.iter().filter_map(|row| Some((row.request.clone()?, row.step.n))).collect();
        let times = steps.iter().map(|row| row.at).collect();
        Ok(LiveTable {
            header,
            table,
            requests,
            times,
            pending: None,
            hints: HashMap::new(),
            version: Arc::default(),
            uncommitted: false,
        })
    }

    /// The match.
    ///
    /// # Errors
    /// If it has not begun.
    pub(crate) fn playing(&self) -> Result<&dyn Table, Fault> {
        self.table
            .as_deref()
            .ok_or_else(|| Fault::new(Code::WrongPhase, "the match has not begun; fill the seats and start it"))
    }

    /// The number of steps taken.
    pub(crate) fn step(&self) -> usize {
        self.table.as_deref().map_or(0, Table::ply)
    }

    /// Whether the step under way waits for a chance outcome to be entered.
    pub(crate) fn has_question(&self) -> bool {
        self.table.as_deref().is_some_and(|table| table.question().is_some())
    }

    /// How many chance outcomes of the step under way have been entered.
    pub(crate) fn answers(&self) -> usize {
        self.table.as_deref().map_or(0, |table| table.pending_outcomes().len())
    }

    /// Notes that the match is another one than before: hints given hold no more.
    pub(crate) fn changed(&mut self) {
        self.hints.clear();
        self.version = Arc::default();
    }

    /// The SHA-256 of the seed.
    pub(crate) fn seal(&self) -> Option<String> {
        self.header.seed.map(|seed| Seed(seed).seal())
    }

    /// When something last happened.
    pub(crate) fn last_change(&self) -> Timestamp {
        self.times.last().copied().unwrap_or(self.header.touched)
    }
}

/// Who sits where.
impl LiveTable {
    /// The seats of a person.
    pub(crate) fn seats_of(&self, person: Option<&str>) -> SeatSet {
        let seats = self.header.seats.iter().enumerate();
        let own = seats.filter(|(_, occupant)| person.is_some() && occupant.person() == person);
        own.map(|(n, _)| Seat(n as u8)).collect()
    }

    /// Who sits in a seat.
    ///
    /// # Errors
    /// If the table has no such seat.
    pub(crate) fn occupant(&self, seat: u64) -> Result<(Seat, &Occupant), Fault> {
        let found = usize::try_from(seat).ok().and_then(|n| self.header.seats.get(n));
        let count = self.header.seats.len();
        let missing = || Fault::bad(format!("there is no seat {seat}; this table has seats 0 to {}", count - 1));
        Ok((Seat(seat as u8), found.ok_or_else(missing)?))
    }

    /// A seat of a person's own; `limit` says what they can do only there.
    ///
    /// # Errors
    /// If there is no such seat, or somebody else has it.
    pub(crate) fn own_seat(&self, seat: u64, person: &str, limit: &str) -> Result<Seat, Fault> {
        let (seat, occupant) = self.occupant(seat)?;
        match occupant.person() == Some(person) {
            true => Ok(seat),
            false => Err(Fault::new(Code::NotYourSeat, format!("seat {seat} is not yours; {limit}"))),
        }
    }

    /// Whether a person may change seats and start the match: the host, or anybody who sits there.
    pub(crate) fn may_manage(&self, person: &str) -> bool {
        self.header.host == person || !self.seats_of(Some(person)).is_empty()
    }

    /// Whether the seats play against each other.
    pub(crate) fn is_competitive(&self) -> bool {
        roster::find(&self.header.game).is_ok_and(|title| title.meta().mode == Mode::Competitive)
    }

    /// How a person looks at the match: from the seat that must act, if one of theirs must.
    pub(crate) fn viewer(&self, person: Option<&str>) -> Viewer {
        let own = self.seats_of(person);
        let awaited = self.table.as_deref().map_or(SeatSet::EMPTY, Table::awaited);
        let seat = own.iter().find(|seat| awaited.contains(*seat)).or(own.lowest());
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The bot that must act, with its seat.
    pub(crate) fn bot_to_act(&self) -> Option<(Seat, &str)> {
        let table = self.table.as_deref()?;
        table.awaited().iter().find_map(|seat| Some((seat, self.header.seats.get(seat.index())?.bot()?)))
    }
}

/// What a caller must have seen and may do.
impl LiveTable {
    /// Checks that a caller has seen the last step.
    ///
    /// # Errors
    /// If not; the present state is added.
    pub(crate) fn check_step(&self, step: usize, me: &str) -> Result<(), Fault> {
        match step == self.step() {
            true => Ok(()),
            false => {
                let text = format!("the table has moved on: it has {} steps, you have seen {step}", self.step());
                Err(self.with_present_state(Fault::new(Code::Stale, text), me))
            }
        }
    }

    /// Checks that a caller answers the question that is asked now, and not one before.
    ///
    /// # Errors
    /// If not; the present state is added.
    pub(crate) fn check_answers(&self, answers: usize, me: &str) -> Result<(), Fault> {
        match answers == self.answers() {
            true => Ok(()),
            false => {
                let text =
                    format!("that has been told: this step has {} outcomes, you have seen {answers}", self.answers());
                Err(self.with_present_state(Fault::new(Code::Stale, text), me))
            }
        }
    }

    /// Checks that a caller may enter chance outcomes: who moved, whom the outcome concerns, and the host.
    ///
    /// # Errors
    /// If not.
    pub(crate) fn check_may_answer(&self, me: &str) -> Result<(), Fault> {
        let question = self.table.as_deref().and_then(|table| table.question());
        let concerned =
            [question.and_then(|question| question.why.seat), self.pending.as_ref().map(|pending| pending.0)];
        let own = self.seats_of(Some(me));
        match self.header.host == me || concerned.into_iter().flatten().any(|seat| own.contains(seat)) {
            true => Ok(()),
            false => Err(Fault::new(Code::NotYourSeat, "the dice are for the player who moved, or the host, to read")),
        }
    }

    /// Adds the present state to the answer for a request that came too late.
    pub(crate) fn with_present_state(&self, mut fault: Fault, me: &str) -> Fault {
        if let (Code::Stale, Some(table), false) = (fault.code, &self.table, self.uncommitted) {
            let state = serde_json::to_value(table.state(self.seats_of(Some(me)))).unwrap_or_default();
            fault.present = Some(Box::new(PresentState { step: table.ply(), answers: self.answers(), state }));
        }
        fault
    }
}

/// The match as a file, and what follows from its end.
impl LiveTable {
    /// The record as others may have it: with everything once the match is over, and until then just its header,
    /// because outcomes and actions may be somebody's secret.
    ///
    /// # Errors
    /// If the match has not begun.
    pub(crate) fn record(&self, names: &HashMap<Seat, String>) -> Result<Record, Fault> {
        let table = self.playing()?;
        let over = table.outcome().is_some();
        let mut record = table.record(over);
        if !over {
            record.steps.clear();
            record.header.steps = None;
            record.header.setup.clear();
        }
        let seats = self.header.seats.iter().enumerate();
        record.header.players = seats
            .map(|(n, occupant)| names.get(&Seat(n as u8)).cloned().or(occupant.bot().map(|bot| format!("bot {bot}"))))
            .map(Option::unwrap_or_default)
            .collect();
        Ok(record)
    }

    /// What follows if the match is over now.
    pub(crate) fn end(&self) -> Option<MatchEnd> {
        let outcome = self.table.as_deref()?.outcome()?;
        let won = outcome["victory"] == Value::Bool(true) && !self.header.practice;
        let level = level(&self.header).filter(|_| won);
        let unlock = |person: &str, level: u32| Unlock {
            person: person.to_owned(),
            game: self.header.game.clone(),
            level: level.saturating_add(1),
        };
        let unlocks = level.map(|level| self.people().into_iter().map(|person| unlock(person, level)).collect());
        Some(MatchEnd { outcome, unlocks: unlocks.unwrap_or_default() })
    }

    /// The people at the table, each once, in seat order.
    fn people(&self) -> Vec<&str> {
        let mut listed = BTreeSet::new();
        self.header.seats.iter().filter_map(Occupant::person).filter(|id| listed.insert(*id)).collect()
    }
}
