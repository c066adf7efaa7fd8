//! A table in memory: its header, its match folded from the journal, and what it needs to go on.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use kernel::{
    Mode, Record, Seat, SeatSet, Seed, Source, Table, Viewer,
    record::{FORMAT, Header, VERSION},
};
use roster::Advice;
use serde_json::Value;

use crate::{
    error::{Code, Fault},
    store::{End, Head, Moment, Phase, Sitter, StepRow, Unlock},
};

/// A table in memory. What is here is a cache: the journal can make it anew at any time.
pub(crate) struct Live {
    /// The header.
    pub(crate) head: Head,
    /// The match, once it has begun.
    pub(crate) table: Option<Box<dyn Table>>,
    /// The steps that were asked for under a name of the caller's.
    pub(crate) requests: HashMap<String, usize>,
    /// When each step was taken.
    pub(crate) times: Vec<Moment>,
    /// The step that waits for outcomes told by hand: who took it, and under which name it was asked for.
    pub(crate) pending: Option<(Seat, Option<String>)>,
    /// What was advised since the match last changed.
    pub(crate) hints: HashMap<Seat, Arc<Advice>>,
    /// Another one after every change of the match: so a thought knows whether it comes too late.
    pub(crate) moment: Arc<()>,
    /// Something changed here that may not have reached the store: to be made anew before anybody sees it.
    pub(crate) doubtful: bool,
}

impl Live {
    /// Folds a table from its journal.
    pub(crate) fn fold(head: Head, steps: Vec<StepRow>) -> Result<Live, Fault> {
        let table = match head.phase {
            Phase::Open => None,
            Phase::Playing | Phase::Over => Some(open(&head, &steps)?),
        };
        let requests = steps.iter().filter_map(|row| Some((row.request.clone()?, row.step.n))).collect();
        let times = steps.iter().map(|row| row.at).collect();
        Ok(Live {
            head,
            table,
            requests,
            times,
            pending: None,
            hints: HashMap::new(),
            moment: Arc::default(),
            doubtful: false,
        })
    }

    /// The match.
    pub(crate) fn playing(&self) -> Result<&dyn Table, Fault> {
        self.table
            .as_deref()
            .ok_or_else(|| Fault::new(Code::WrongPhase, "the match has not begun; fill the seats and start it"))
    }

    /// The number of steps taken.
    pub(crate) fn step(&self) -> usize {
        self.table.as_deref().map_or(0, Table::ply)
    }

    /// The seats of a person.
    pub(crate) fn seats_of(&self, person: Option<&str>) -> SeatSet {
        let seats = self.head.seats.iter().enumerate();
        seats.filter(|(_, sitter)| person.is_some() && sitter.person() == person).map(|(n, _)| Seat(n as u8)).collect()
    }

    /// The people at the table, each once, in seat order.
    pub(crate) fn people(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        self.head.seats.iter().filter_map(Sitter::person).filter(|id| seen.insert(*id)).collect()
    }

    /// Who sits in a seat.
    pub(crate) fn sitter(&self, seat: u64) -> Result<(Seat, &Sitter), Fault> {
        let found = usize::try_from(seat).ok().and_then(|n| self.head.seats.get(n));
        let count = self.head.seats.len();
        let missing = || Fault::bad(format!("there is no seat {seat}; this table has seats 0 to {}", count - 1));
        Ok((Seat(seat as u8), found.ok_or_else(missing)?))
    }

    /// A seat of a person's own; `limit` says what they can do only there.
    pub(crate) fn own_seat(&self, seat: u64, person: &str, limit: &str) -> Result<Seat, Fault> {
        let (seat, sitter) = self.sitter(seat)?;
        match sitter.person() == Some(person) {
            true => Ok(seat),
            false => Err(Fault::new(Code::NotYourSeat, format!("seat {seat} is not yours; {limit}"))),
        }
    }

    /// The match is another one than before: what was advised holds no more.
    pub(crate) fn changed(&mut self) {
        self.hints.clear();
        self.moment = Arc::default();
    }

    /// Whether a person may run the table: the host, or anybody who sits there.
    pub(crate) fn runs(&self, person: &str) -> bool {
        self.head.host == person || !self.seats_of(Some(person)).is_empty()
    }

    /// Whether the seats play against each other.
    pub(crate) fn rivals(&self) -> bool {
        roster::find(&self.head.game).is_ok_and(|title| title.meta().mode == Mode::Competitive)
    }

    /// The seal of the dice.
    pub(crate) fn seal(&self) -> Option<String> {
        self.head.seed.map(|seed| Seed(seed).seal())
    }

    /// The level it is played at, for games that have levels.
    pub(crate) fn level(&self) -> Option<u32> {
        level(&self.head)
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
        table.awaited().iter().find_map(|seat| Some((seat, self.head.seats.get(seat.index())?.bot()?)))
    }

    /// The journal as others may have it: with everything once the match is over, and until then just its header,
    /// because outcomes and actions may be somebody's secret.
    pub(crate) fn record(&self, names: &HashMap<Seat, String>) -> Result<Record, Fault> {
        let table = self.playing()?;
        let over = table.outcome().is_some();
        let mut record = table.record(over);
        if !over {
            record.steps.clear();
            record.header.steps = None;
            record.header.setup.clear();
        }
        let seats = self.head.seats.iter().enumerate();
        record.header.players = seats
            .map(|(n, sitter)| names.get(&Seat(n as u8)).cloned().or(sitter.bot().map(|bot| format!("bot {bot}"))))
            .map(Option::unwrap_or_default)
            .collect();
        Ok(record)
    }

    /// What follows if the match is over now.
    pub(crate) fn end(&self) -> Option<End> {
        let outcome = self.table.as_deref()?.outcome()?;
        let won = outcome["victory"] == Value::Bool(true) && !self.head.practice;
        let level = self.level().filter(|_| won);
        let unlock = |person: &str, level: u32| Unlock {
            person: person.to_owned(),
            game: self.head.game.clone(),
            level: level.saturating_add(1),
        };
        let unlocks = level.map(|level| self.people().into_iter().map(|person| unlock(person, level)).collect());
        Some(End { outcome, unlocks: unlocks.unwrap_or_default() })
    }
}

/// The level that a table is played at, for games that have levels.
pub(crate) fn level(head: &Head) -> Option<u32> {
    let spec = crate::seatwork::levels(roster::find(&head.game).ok()?.meta())?;
    head.options.get(spec.key)?.as_u64()?.try_into().ok()
}

/// Opens the match of a table: from its journal, every step checked, or anew.
pub(crate) fn open(head: &Head, steps: &[StepRow]) -> Result<Box<dyn Table>, Fault> {
    let title = roster::find(&head.game)?;
    let options = Value::Object(head.options.clone());
    if head.setup.is_none() {
        return Ok(title.open(&options, head.seats.len() as u64, source(head))?);
    }
    title.load(&journal(head, steps)).map_err(|bad| {
        let text = format!("this match cannot go on: {bad}");
        Fault::new(Code::BadRecord, text)
    })
}

/// Where the luck of a table comes from.
fn source(head: &Head) -> Source {
    head.seed.map_or(Source::Manual, |seed| Source::Seed(Seed(seed), head.shares.clone()))
}

/// The whole journal as a record.
pub(crate) fn journal(head: &Head, steps: &[StepRow]) -> Record {
    let seed = head.seed.map(Seed);
    let header = Header {
        format: FORMAT.into(),
        version: VERSION,
        game: head.game.clone(),
        rules: head.rules,
        options: head.options.clone(),
        seats: head.seats.len() as u8,
        seal: seed.as_ref().map(Seed::seal),
        seed: seed.as_ref().map(Seed::to_hex),
        shares: head.shares.clone(),
        players: Vec::new(),
        setup: head.setup.clone().unwrap_or_default(),
        steps: Some(steps.len()),
    };
    Record { header, steps: steps.iter().map(|row| row.step.clone()).collect(), outcome: None }
}
