//! The matches of one engine, and the requests on them.

use std::{collections::HashMap, time::Duration};

use bots::{Bot, Budget, Stop};
use kernel::{
    ActError, Ask, BadAnswer, MAX_SEATS, Match, Record, Scene, Seat, SeatSet, Seed, Source, State, Viewer, contained,
};
use roster::{GameEntry, MoveEstimate};
use serde::Serialize;
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};

use super::{
    fault::{Code, Fault},
    request::{Luck, OutcomeValue, Request, Step, Wish},
};

/// The most matches open at once.
const MOST: usize = 1024;
/// The longest time that a bot thinks, whatever limit it has.
const LONGEST: Duration = Duration::from_secs(600);

/// All matches of one engine.
#[derive(Default)]
pub(crate) struct Session {
    matches: HashMap<String, Open>,
    /// The number of matches ever opened; names are not used twice.
    opened: u64,
}

/// One match.
struct Open {
    title: &'static dyn GameEntry,
    table: Box<dyn Match>,
    /// The seed of bots at this table. It comes from the seal, so the same seed gives the same
    /// bots.
    rng: u64,
}

/// The reply to a successful request.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Reply {
    /// To `games`.
    Games { games: Value },
    /// To `new` and `load`.
    Opened { r#match: String, state: State },
    /// To `clone` and `imagine`.
    Cloned { r#match: String },
    /// To `act` and `answer`.
    Moved {
        state: State,
        events: Vec<Box<RawValue>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<Value>,
    },
    /// To `state` and `undo`.
    State {
        state: State,
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<Value>,
    },
    /// To `outcomes`.
    Outcomes { outcomes: Vec<Weighted> },
    /// To `view`.
    View { view: Value },
    /// To `scene`.
    Scene { scene: Box<Scene> },
    /// To `bot`.
    Advice {
        action: Value,
        text: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        estimates: Vec<Value>,
    },
    /// To `save`.
    Saved { record: String },
    /// To `drop` and `stop`.
    Done {},
    /// To `quit`.
    Quit {},
}

/// A possible answer to a question. Its chance is its weight, of the sum of all weights.
#[derive(Serialize)]
pub(crate) struct Weighted {
    value: String,
    weight: u32,
}

impl Session {
    /// Serves a request. `stop` ends a search early.
    ///
    /// # Errors
    /// If it cannot be done; nothing has changed then.
    pub(crate) fn answer(&mut self, request: Request, stop: Stop) -> Result<Reply, Fault> {
        match request {
            Request::Games => Ok(Reply::Games { games: roster::list() }),
            Request::New { game, seats, options, luck } => self.open(&game, seats, &options, luck),
            Request::Act { at, steps, wish } => {
                let table = &mut self.get(&at)?.table;
                wish.check(table.as_ref())?;
                let ply = table.ply();
                match &steps[..] {
                    [one] => table.act(seated(table.as_ref(), one.seat)?, &one.action)?,
                    several => *table = after(table.as_ref(), several)?,
                }
                wish.moved(table.as_ref(), ply + 1)
            }
            Request::Answer { at, value, wish } => {
                let table = &mut self.get(&at)?.table;
                wish.check(table.as_ref())?;
                match (value, table.question()) {
                    (OutcomeValue::Number(found), Some(question)) if !matches!(question.ask, Ask::Die(_)) => {
                        return Err(ActError::from(BadAnswer { question: Box::new(question.clone()), found }).into());
                    }
                    // The operator of the engine sees all, so refusing an impossible outcome
                    // reveals nothing.
                    (OutcomeValue::Number(value) | OutcomeValue::Code(value), question) => {
                        question.map(|question| question.check_possible(&value)).transpose().map_err(ActError::from)?;
                        table.answer(&value)?;
                    }
                }
                wish.moved(table.as_ref(), table.ply())
            }
            Request::Outcomes { at } => {
                let outcomes = self.get(&at)?.table.question().map(|question| question.outcomes());
                let weighted = |(value, weight)| Weighted { value, weight };
                Ok(Reply::Outcomes { outcomes: outcomes.unwrap_or_default().into_iter().map(weighted).collect() })
            }
            Request::State { at, seat, wish } => {
                let table = self.get(&at)?.table.as_ref();
                let seats = seat.map(|seat| seated(table, seat)).transpose()?.map_or(everybody(), SeatSet::only);
                Ok(Reply::State { state: wish.state(table, seats), view: wish.view(table)? })
            }
            Request::View { at, seat } => {
                let table = self.get(&at)?.table.as_ref();
                Ok(Reply::View { view: table.view(viewer(table, seat)?) })
            }
            Request::Scene { at, seat } => {
                let table = self.get(&at)?.table.as_ref();
                let scene = table.scene(viewer(table, seat)?, None).ok_or_else(not_laid_out)?;
                Ok(Reply::Scene { scene: Box::new(scene) })
            }
            Request::Bot { at, seat, bot, time } => self.get(&at)?.advice(seat, bot, time, stop),
            Request::Undo { at } => {
                let table = &mut self.get(&at)?.table;
                table.undo()?;
                Ok(Reply::State { state: table.state(everybody()), view: None })
            }
            Request::Save { at } => {
                let table = self.get(&at)?.table.as_ref();
                // A record begins with a whole setup.
                if table.question().is_some() && table.scene(Viewer::Spectator, None).is_none() {
                    return Err(not_laid_out());
                }
                // The operator of the engine is the host of its matches, and the seed belongs to
                // the host.
                Ok(Reply::Saved { record: table.record(true).to_string() })
            }
            Request::Load { record } => self.load(&record),
            Request::Clone { at } => {
                self.room()?;
                let Open { title, ref table, rng } = *self.get(&at)?;
                let branch = Open { title, table: table.branch(), rng };
                Ok(Reply::Cloned { r#match: self.keep(branch) })
            }
            Request::Imagine { at, seat, seed } => {
                self.room()?;
                let Open { title, ref table, rng } = *self.get(&at)?;
                let seat = seated(table.as_ref(), seat)?;
                let world = title.imagined(table.as_ref(), seat, seed);
                let table = world.ok_or_else(|| Fault::request("there is nothing to imagine while the match asks"))?;
                Ok(Reply::Cloned { r#match: self.keep(Open { title, table, rng }) })
            }
            Request::Drop { at } => match self.matches.remove(&at) {
                Some(_) => Ok(Reply::Done {}),
                None => Err(unknown(&at)),
            },
            // The reader of requests has already ended the searches before it.
            Request::Stop => Ok(Reply::Done {}),
            Request::Quit => Ok(Reply::Quit {}),
        }
    }

    fn open(&mut self, game: &str, seats: Option<u64>, options: &Value, luck: Luck) -> Result<Reply, Fault> {
        self.room()?;
        let title = roster::find(game)?;
        let source = match luck {
            Luck::Seed(seed) => Source::Seed(seed, Vec::new()),
            Luck::Any => Source::Seed(Seed(random()?), Vec::new()),
            Luck::Manual => Source::Manual,
        };
        let seal = match &source {
            Source::Seed(seed, _) | Source::Mixed(_, seed, _) => Some(seed.seal()),
            Source::Manual => None,
        };
        let table = title.open(options, seats.unwrap_or(title.meta().usual_seats.into()), source)?;
        self.begin(title, table, seal.as_deref())
    }

    fn load(&mut self, text: &str) -> Result<Reply, Fault> {
        self.room()?;
        let record = Record::parse(text).map_err(roster::NoTable::from)?;
        let table = roster::load(&record)?;
        self.begin(roster::find(table.meta().id)?, table, record.header.seal.as_deref())
    }

    fn begin(
        &mut self,
        title: &'static dyn GameEntry,
        table: Box<dyn Match>,
        seal: Option<&str>,
    ) -> Result<Reply, Fault> {
        let sealed = seal.and_then(|seal| u64::from_str_radix(seal.get(..16)?, 16).ok());
        let rng = match sealed {
            Some(rng) => rng,
            None => u64::from_be_bytes(random()?),
        };
        let state = table.state(everybody());
        Ok(Reply::Opened { r#match: self.keep(Open { title, table, rng }), state })
    }

    fn keep(&mut self, open: Open) -> String {
        self.opened += 1;
        let name = format!("m{}", self.opened);
        self.matches.insert(name.clone(), open);
        name
    }

    fn room(&self) -> Result<(), Fault> {
        match self.matches.len() < MOST {
            true => Ok(()),
            false => Err(Fault::request(format!("{MOST} matches are open, and no more can be; drop some first"))),
        }
    }

    fn get(&mut self, at: &str) -> Result<&mut Open, Fault> {
        self.matches.get_mut(at).ok_or_else(|| unknown(at))
    }
}

impl Open {
    /// Returns the advice of a bot. The same place gives the same advice, unless the bot had a time
    /// limit or was stopped.
    fn advice(&self, seat: u64, bot: Bot, time: Option<Duration>, stop: Stop) -> Result<Reply, Fault> {
        let table = self.table.as_ref();
        let seat = seated(table, seat)?;
        if let Some(question) = table.question() {
            return Err(ActError::Asked(Box::new(question.clone())).into());
        }
        let place = (table.ply() * MAX_SEATS + seat.index()) as u64;
        let budget = Budget { stop: Some(stop), ..Budget::all_cores() };
        let budget = time.map_or(budget, |time| budget.for_time(time.min(LONGEST)));
        let advised = contained(|| self.title.advise(table, seat, bot, self.rng.wrapping_add(place), &budget));
        let broke_off = |panicked| Fault::new(Code::Internal, format!("the bot broke off: {panicked}"));
        match advised.map_err(broke_off)? {
            Some(advice) => Ok(Reply::Advice {
                action: advice.action,
                text: advice.text.plain(kernel::unnamed),
                estimates: advice.estimates.iter().map(MoveEstimate::to_json).collect(),
            }),
            None => {
                let awaited: Vec<String> = table.awaited().iter().map(|seat| seat.to_string()).collect();
                let awaited = match awaited.is_empty() {
                    true => "the match is over".into(),
                    false => format!("the match waits for seat {}", awaited.join(", ")),
                };
                Err(ActError::NotAwaited { seat, awaited }.into())
            }
        }
    }
}

impl Wish {
    /// Checks that the match has the seat.
    fn check(&self, table: &dyn Match) -> Result<(), Fault> {
        self.view.map(|seat| seated(table, seat)).transpose().map(|_| ())
    }

    /// Returns the reply after steps or an outcome: the state, and the events of all whole steps
    /// from number `first` on.
    fn moved(&self, table: &dyn Match, first: usize) -> Result<Reply, Fault> {
        let viewer = self.view.map_or(Ok(Viewer::All), |seat| seated(table, seat).map(Viewer::Seat))?;
        let whole = if table.question().is_some() { first..first } else { first..table.ply() + 1 };
        let events = whole.flat_map(|step| table.events(viewer, step)).collect();
        Ok(Reply::Moved { state: self.state(table, everybody()), events, view: self.view(table)? })
    }

    fn view(&self, table: &dyn Match) -> Result<Option<Value>, Fault> {
        self.view.map(|seat| Ok(table.view(Viewer::Seat(seated(table, seat)?)))).transpose()
    }

    fn state(&self, table: &dyn Match, seats: SeatSet) -> State {
        if self.texts {
            return table.state(seats);
        }
        let State { ply, status, ask, .. } = table.state(SeatSet::EMPTY);
        let legal = |seat: Seat| Some((seat, to_raw_value(&table.actions(seat)).ok()?));
        let awaited = table.awaited();
        State {
            ply,
            status,
            ask,
            legal: awaited.iter().filter(|seat| seats.contains(*seat)).filter_map(legal).collect(),
        }
    }
}

/// Returns the match after several steps.
///
/// # Errors
/// If one of them is refused, or a match with dice by hand waits for an outcome before the last.
fn after(table: &dyn Match, steps: &[Step]) -> Result<Box<dyn Match>, Fault> {
    let mut next = table.branch();
    for (number, step) in (1..).zip(steps) {
        let seat = seated(next.as_ref(), step.seat)?;
        next.act(seat, &step.action).map_err(|why| Fault::from(why).in_step(number))?;
    }
    Ok(next)
}

fn everybody() -> SeatSet {
    SeatSet::first(MAX_SEATS as u8)
}

fn seated(table: &dyn Match, number: u64) -> Result<Seat, Fault> {
    let seat = u8::try_from(number).ok().filter(|seat| *seat < table.seats());
    seat.map(Seat).ok_or_else(|| {
        let last = table.seats() - 1;
        Fault::request(format!("there is no seat {number}; the match has the seats 0 to {last}"))
    })
}

fn viewer(table: &dyn Match, seat: Option<u64>) -> Result<Viewer, Fault> {
    seat.map_or(Ok(Viewer::Spectator), |seat| Ok(Viewer::Seat(seated(table, seat)?)))
}

fn unknown(at: &str) -> Fault {
    Fault::new(Code::UnknownMatch, format!("there is no match {at:?}; `new`, `load` and `clone` make one"))
}

fn not_laid_out() -> Fault {
    Fault::request("the match is still being laid out; answer its questions first")
}

fn random<const N: usize>() -> Result<[u8; N], Fault> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Fault::request(format!("the system gives no random numbers ({error}); send a \"seed\"")))?;
    Ok(bytes)
}
