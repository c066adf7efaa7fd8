//! The clocks of tables: the kernel's arithmetic, on the time in which the server was open.
//!
//! Clocks are not stored; they are computed from the stored steps whenever a match is replayed. The
//! store has the time and the player of each step, and when the server was open.

use std::sync::Arc;

use crate::rows::{Occupant, TableStatus, Timestamp};
use kernel::{Clocks, Pace, Seat, SeatSet};
use text::t;

use super::TableState;
use crate::fault::Fault;

/// Returns the pace of this name.
///
/// # Errors
/// If there is none.
pub fn pace(name: &str) -> Result<Pace, Fault> {
    let names = || Pace::ALL.map(Pace::name).join(", ");
    Pace::named(name).ok_or_else(|| Fault::bad(t!("there is no pace {name:?}; it can be {}", names())))
}

/// The time by which clocks count: it stands still while the server does not run.
pub trait TableTime: Send + Sync + std::fmt::Debug {
    /// Returns the present time by the host's clock.
    fn now(&self) -> Timestamp;
    /// Returns how much of this time had passed at a moment.
    fn at(&self, moment: Timestamp) -> i64;
    /// Returns the moment at which this much more time will have passed.
    fn after(&self, left: i64) -> Timestamp;
    /// Returns the revision of its account of the past.
    fn revision(&self) -> u64;
}

/// The clocks of a match, with the time by which they count.
#[derive(Clone, Debug)]
pub struct RunningClocks {
    clocks: Clocks,
    time: Arc<dyn TableTime>,
    /// The revision of the server's time from which they were computed.
    revision: u64,
}

/// The state of a seat's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// The time left, in milliseconds.
    pub left: i64,
    /// The moment at which it will have run out; `None` while it stands still.
    pub until: Option<Timestamp>,
}

impl TableState {
    /// Computes the clocks again from the times and players of the steps. There are none if the
    /// pace has none, before the match, and if the start of the match is not known.
    pub fn set_clocks(&mut self, time: Arc<dyn TableTime>) {
        let (Some(allowance), Some(table), Some(started)) =
            (self.header.pace.allowance(), self.table.as_deref(), self.header.started)
        else {
            self.clocks = None;
            return;
        };
        let revision = time.revision();
        // Check this before any moment is used: the server may not have run just now.
        time.now();
        let course = table.awaited_course();
        let awaited = |n: usize| course.get(n).copied().unwrap_or(SeatSet::EMPTY);
        let mut clocks = Clocks::new(allowance, self.header.seats.len() as u8, awaited(0), time.at(started));
        for (n, taken) in self.taken.iter().enumerate() {
            if let Some(seat) = table.actor(n + 1) {
                clocks.step(seat, self.bots.contains_key(&(n + 1)), awaited(n + 1), time.at(taken.at));
            }
        }
        self.clocks = Some(RunningClocks { clocks, time, revision });
    }

    /// Notes in the clocks that a step was taken.
    pub fn clock_step(&mut self, seat: Seat, by_bot: bool, at: Timestamp) {
        let awaited = self.table.as_deref().map(|table| table.awaited()).unwrap_or_default();
        if let Some(running) = &mut self.clocks {
            running.time.now();
            running.clocks.step(seat, by_bot, awaited, running.time.at(at));
        }
    }

    /// Computes the clocks again if the server's account of its past has changed.
    pub fn review_clocks(&mut self) {
        let outdated = self.clocks.as_ref().filter(|running| running.revision != running.time.revision());
        if let Some(time) = outdated.map(|running| running.time.clone()) {
            self.set_clocks(time);
        }
    }

    /// Notes that a seat has another occupant from now on.
    pub fn seat_taken(&mut self, seat: Seat, by: Occupant) {
        self.header.seats[seat.index()] = by;
        self.decides_itself(seat);
        if let Some(running) = &mut self.clocks {
            running.clocks.reset(seat, running.time.at(running.time.now()));
        }
    }

    /// Computes the clocks again after a step was taken back.
    pub fn clocks_taken_back(&mut self) {
        if let Some(time) = self.clocks.as_ref().map(|running| running.time.clone()) {
            self.set_clocks(time);
        }
    }

    /// Returns the state of a person's clock; `None` if there is none, and for bots.
    pub fn clock(&self, seat: Seat) -> Option<ClockState> {
        let running = self.clocks.as_ref()?;
        let occupant = self.header.seats.get(seat.index())?;
        occupant.person()?;
        let playing = self.header.status == TableStatus::Playing;
        let runs = playing && occupant.stand_in().is_none() && running.clocks.awaited_since(seat).is_some();
        let left = running.clocks.left(seat, running.time.at(running.time.now()));
        Some(ClockState { left, until: runs.then(|| running.time.after(left)) })
    }

    /// Returns whether the person on a seat must act and has no time left.
    pub fn is_out_of_time(&self, seat: Seat) -> bool {
        self.clock(seat).is_some_and(|clock| clock.left <= 0 && clock.until.is_some())
    }

    /// Returns whether a seat's time had run out when it last took a step.
    pub fn ran_out(&self, seat: Seat) -> bool {
        self.clocks.as_ref().is_some_and(|running| running.clocks.ran_out(seat))
    }

    /// Returns when the next clock runs out, if one runs.
    pub fn next_out_of_time(&self) -> Option<Timestamp> {
        let seats = Seat::all(self.header.seats.len() as u8);
        seats.filter_map(|seat| self.clock(seat).filter(|clock| clock.left > 0)?.until).min()
    }

    /// Returns the bot that decides for a seat now: its occupant, or the bot that replaces its
    /// absent person. When the person's time has run out, the usual bot takes that one decision.
    pub fn deciding_bot(&self, seat: Seat) -> Option<&str> {
        match self.header.seats.get(seat.index())? {
            Occupant::Bot(bot) => Some(&bot.name),
            Occupant::Person { stand_in: Some(name), .. } => Some(name),
            Occupant::Person { .. } if self.is_out_of_time(seat) => Some(::bots::Bot::Normal.name()),
            Occupant::Person { .. } | Occupant::Nobody => None,
        }
    }
}
