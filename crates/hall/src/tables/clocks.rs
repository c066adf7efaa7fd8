//! The clocks of tables: the kernel's arithmetic, on the time in which the hall was open.
//!
//! Nothing of a clock is kept but when each step was taken, who took it, and when the hall was open. From these the clocks of a match
//! are worked out whenever it comes from its journal.

use std::{sync::Arc, time::Duration};

use kernel::{Clocks, Pace, Seat, SeatSet};
use text::t;

use super::table::LiveTable;
use crate::{
    fault::Fault,
    store::{Occupant, Store, StoreError, TableStatus, Timestamp, Write, now},
};

/// The pace of this name.
///
/// # Errors
/// If there is none.
pub(crate) fn pace(name: &str) -> Result<Pace, Fault> {
    let names = || Pace::ALL.map(Pace::name).join(", ");
    Pace::named(name).ok_or_else(|| Fault::bad(t!("there is no pace {name:?}; it can be {}", names())))
}

/// How often the hall notes that it is open: so much of a player's time may be given back after it was killed.
const NOTED: Duration = Duration::from_secs(20);

/// The time in which the hall was open, counted in milliseconds: it stands still while the hall is closed.
#[derive(Clone, Default, Debug)]
pub(crate) struct HallTime {
    /// From when until when the hall was closed, in order.
    closed: Vec<(Timestamp, Timestamp)>,
    /// How many times as fast as usual it passes, less one: tests do not wait for days.
    haste: u32,
}

impl HallTime {
    /// The time of a hall that was open from, and until, each of these moments, and was opened again at `opened`. Where several
    /// processes are one hall it was open while any of them was, and each was for a while longer than it was last seen to be.
    pub(super) fn new(openings: &[(Timestamp, Timestamp)], opened: Timestamp, shared: bool, haste: u32) -> HallTime {
        let longer = if shared { (2 * NOTED).as_millis() as Timestamp } else { 0 };
        let mut ends = openings.iter().map(|(_, seen)| *seen).collect::<Vec<_>>();
        for n in 1..ends.len() {
            ends[n] = ends[n].max(ends[n - 1]);
        }
        let starts = openings.iter().skip(1).map(|(from, _)| *from).chain([opened]);
        HallTime { closed: ends.into_iter().zip(starts).filter(|(end, start)| end + longer < *start).collect(), haste }
    }

    /// How much of it had passed at a moment.
    pub(super) fn at(&self, moment: Timestamp) -> i64 {
        let shut = |(end, start): &(Timestamp, Timestamp)| (moment.min(*start) - end).max(0);
        (moment - self.closed.iter().map(shut).sum::<i64>()) * self.speed()
    }

    /// The moment at which so much more of it will have passed, if the hall stays open.
    pub(super) fn after(&self, left: i64) -> Timestamp {
        now() + (left + self.speed() - 1) / self.speed()
    }

    fn speed(&self) -> i64 {
        i64::from(self.haste) + 1
    }
}

/// Notes when the hall is open, until it closes.
pub(super) async fn note_open(store: Store, opened: Timestamp, mut stopping: tokio::sync::watch::Receiver<bool>) {
    loop {
        if let Err(error) = note(&store, opened).await {
            tracing::warn!("the time at which the hall is open could not be noted: {error}");
        }
        tokio::select! {
            () = tokio::time::sleep(NOTED) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

/// Notes that the hall, opened at `opened`, is open now.
pub(super) async fn note(store: &Store, opened: Timestamp) -> Result<(), StoreError> {
    store.write(Write::NoteOpen { opened, seen: now() }).await
}

/// The clocks of a match, with the time that they count in.
#[derive(Clone, Debug)]
pub(super) struct RunningClocks {
    clocks: Clocks,
    time: Arc<HallTime>,
}

/// How a seat's clock stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockState {
    /// How much time is left, in milliseconds.
    pub(crate) left: i64,
    /// When it will have run out; `None` while it stands still.
    pub(crate) until: Option<Timestamp>,
}

impl LiveTable {
    /// Works out the clocks anew, from when the steps were taken and by whom. There are none where the pace has none, before the
    /// match, and where it is not known when it began.
    pub(super) fn set_clocks(&mut self, time: &Arc<HallTime>) {
        let (Some(allowance), Some(table), Some(started)) =
            (self.header.pace.allowance(), self.table.as_deref(), self.header.started)
        else {
            self.clocks = None;
            return;
        };
        let course = table.awaited_course();
        let awaited = |n: usize| course.get(n).copied().unwrap_or(SeatSet::EMPTY);
        let mut clocks = Clocks::new(allowance, self.header.seats.len() as u8, awaited(0), time.at(started));
        for (n, taken) in self.taken.iter().enumerate() {
            if let Some(seat) = table.actor(n + 1) {
                clocks.step(seat, self.bots.contains_key(&(n + 1)), awaited(n + 1), time.at(taken.at));
            }
        }
        self.clocks = Some(RunningClocks { clocks, time: time.clone() });
    }

    /// Notes in the clocks that a step was taken.
    pub(super) fn clock_step(&mut self, seat: Seat, by_bot: bool, at: Timestamp) {
        let awaited = self.table.as_deref().map(|table| table.awaited()).unwrap_or_default();
        if let Some(running) = &mut self.clocks {
            running.clocks.step(seat, by_bot, awaited, running.time.at(at));
        }
    }

    /// Notes that somebody else has a seat from now on.
    pub(super) fn seat_taken(&mut self, seat: Seat, by: Occupant) {
        self.header.seats[seat.index()] = by;
        self.decides_itself(seat);
        if let Some(running) = &mut self.clocks {
            running.clocks.reset(seat, running.time.at(now()));
        }
    }

    /// Works the clocks out anew after a step was taken back.
    pub(super) fn clocks_taken_back(&mut self) {
        if let Some(time) = self.clocks.as_ref().map(|running| running.time.clone()) {
            self.set_clocks(&time);
        }
    }

    /// How a person's clock stands; `None` where there is none, and for bots.
    pub(crate) fn clock(&self, seat: Seat) -> Option<ClockState> {
        let running = self.clocks.as_ref()?;
        let occupant = self.header.seats.get(seat.index())?;
        occupant.person()?;
        let playing = self.header.status == TableStatus::Playing;
        let runs = playing && occupant.stand_in().is_none() && running.clocks.awaited_since(seat).is_some();
        let left = running.clocks.left(seat, running.time.at(now()));
        Some(ClockState { left, until: runs.then(|| running.time.after(left)) })
    }

    /// Whether the person on a seat must act and has no time left.
    pub(super) fn is_out_of_time(&self, seat: Seat) -> bool {
        self.clock(seat).is_some_and(|clock| clock.left <= 0 && clock.until.is_some())
    }

    /// Whether a seat's time had run out when it last took a step.
    pub(super) fn ran_out(&self, seat: Seat) -> bool {
        self.clocks.as_ref().is_some_and(|running| running.clocks.ran_out(seat))
    }

    /// When the next clock runs out, if one runs.
    pub(super) fn next_out_of_time(&self) -> Option<Timestamp> {
        let seats = Seat::all(self.header.seats.len() as u8);
        seats.filter_map(|seat| self.clock(seat).filter(|clock| clock.left > 0)?.until).min()
    }

    /// The bot that decides for a seat now: the one that sits there, the one that stands in for its person, or, when the
    /// person's time has run out, a usual one for that decision alone.
    pub(super) fn deciding_bot(&self, seat: Seat) -> Option<&str> {
        match self.header.seats.get(seat.index())? {
            Occupant::Bot(bot) => Some(&bot.name),
            Occupant::Person { stand_in: Some(name), .. } => Some(name),
            Occupant::Person { .. } if self.is_out_of_time(seat) => Some(::bots::Bot::Normal.name()),
            Occupant::Person { .. } | Occupant::Nobody => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stands_still_while_the_hall_is_closed() {
        let time = HallTime::new(&[(100, 200), (300, 400)], 1000, false, 0);
        let passed = |from, to| time.at(to) - time.at(from);
        assert_eq!([passed(110, 150), passed(150, 250), passed(150, 320), passed(390, 1010)], [40, 50, 70, 20]);
        assert_eq!(passed(210, 290), 0);
        let first = HallTime::new(&[], 1000, false, 0);
        assert_eq!(first.at(1500) - first.at(1000), 500);
    }

    #[test]
    fn a_hall_of_several_processes_is_open_while_one_of_them_is() {
        const HOUR: Timestamp = 3_600_000;
        let openings = [(0, 2 * HOUR), (HOUR, HOUR + 1), (3 * HOUR, 4 * HOUR)];
        let time = HallTime::new(&openings, 4 * HOUR + 30_000, true, 0);
        let passed = |from, to| time.at(to) - time.at(from);
        assert_eq!(passed(0, 2 * HOUR), 2 * HOUR, "one ended while the other went on");
        assert_eq!(passed(2 * HOUR, 3 * HOUR), 0, "nobody was there");
        assert_eq!(passed(4 * HOUR, 4 * HOUR + 30_000), 30_000, "one was seen half a minute ago");
    }

    #[test]
    fn a_hall_in_haste_counts_more_time() {
        let time = HallTime::new(&[], 0, false, 9);
        assert_eq!(time.at(50) - time.at(0), 500);
        assert!(time.after(500) - now() <= 50);
    }
}
