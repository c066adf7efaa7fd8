//! The clocks of tables: the kernel's arithmetic, on the time in which the server was open and
//! nobody rested.
//!
//! Clocks are not stored; they are computed from the journal whenever a match is replayed. The
//! journal has the time and the player of each step, who sat down during the match, and the
//! vacations; the header has the nights and weekends in which the table rests. The store also knows
//! when the server was open. Each deadline is computed here, so all processes, pages and
//! calendars agree.

use std::sync::Arc;

use crate::rows::{Occupant, TableStatus, Timestamp};
use kernel::{Clocks, Pace, Seat, SeatSet, record::IncidentKind};
use model::Pauses;
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
    /// Returns the moment at which this much more time will have passed, from a moment that is not
    /// in the past.
    fn after(&self, from: Timestamp, left: i64) -> Timestamp;
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
    /// The moment at which it will have run out; `None` while it stands still because the player
    /// need not act.
    pub until: Option<Timestamp>,
    /// The moment at which it goes on, if it stands still because the player or the table rests.
    pub rests_until: Option<Timestamp>,
    /// The moment until which the player is on vacation, if they are now.
    pub vacation: Option<Timestamp>,
}

/// The time that passes for one seat.
struct SeatTime<'a> {
    time: &'a dyn TableTime,
    pauses: Pauses,
}

impl SeatTime<'_> {
    /// Returns how much time passed between two moments.
    fn passed(&self, from: Timestamp, to: Timestamp) -> i64 {
        let (mut passed, mut from) = (0, self.pauses.runs_from(from));
        while from < to {
            let end = self.pauses.next(from).map_or(to, |next| next.min(to));
            passed += self.time.at(end) - self.time.at(from);
            from = self.pauses.runs_from(end);
        }
        passed
    }

    /// Returns the moment at which this much more time will have passed, from now on.
    fn after(&self, now: Timestamp, left: i64) -> Timestamp {
        let (mut left, mut from) = (left, self.pauses.runs_from(now));
        loop {
            let end = self.time.after(from, left);
            let Some(pause) = self.pauses.next(from).filter(|pause| *pause < end) else { return end };
            left -= self.time.at(pause) - self.time.at(from);
            from = self.pauses.runs_from(pause);
        }
    }
}

impl TableState {
    /// Computes the clocks again from the journal. There are none if the pace has none, before the
    /// match, and if the start of the match is not known.
    pub fn set_clocks(&mut self, time: Arc<dyn TableTime>) {
        let revision = time.revision();
        // Check this before any moment is used: the server may not have run just now.
        time.now();
        self.clocks = self.computed_clocks(&*time).map(|clocks| RunningClocks { clocks, time, revision });
    }

    fn computed_clocks(&self, time: &dyn TableTime) -> Option<Clocks> {
        let (allowance, table) = (self.header.pace.allowance()?, self.table.as_deref()?);
        let (course, passed) = (table.awaited_course(), self.passed(time));
        let awaited = |n: usize| course.get(n).copied().unwrap_or(SeatSet::EMPTY);
        let mut clocks = Clocks::new(allowance, self.header.seats.len() as u8, awaited(0), self.header.started?);
        let mut joined = self.joined().peekable();
        for (n, taken) in self.taken.iter().enumerate() {
            while let Some((seat, at)) = joined.next_if(|(_, at)| *at <= taken.at) {
                clocks.reset(seat, at);
            }
            if let Some(seat) = table.actor(n + 1) {
                clocks.step(seat, self.bots.contains_key(&(n + 1)), awaited(n + 1), taken.at, &passed);
            }
        }
        joined.for_each(|(seat, at)| clocks.reset(seat, at));
        Some(clocks)
    }

    /// Returns the seats that somebody took during the match, with the moments.
    fn joined(&self) -> impl Iterator<Item = (Seat, Timestamp)> {
        let joined = self.header.incidents.iter().filter(|row| row.incident.what == IncidentKind::Joined);
        joined.filter_map(|row| Some((row.incident.seat, row.at?)))
    }

    /// Returns how much time passes for a seat between two moments.
    fn passed<'a>(&self, time: &'a dyn TableTime) -> impl Fn(Seat, Timestamp, Timestamp) -> i64 + use<'a> {
        let seats = Seat::all(self.header.seats.len() as u8);
        let times: Vec<_> = seats.map(|seat| SeatTime { time, pauses: self.pauses(seat) }).collect();
        move |seat, from, to| times.get(seat.index()).map_or(0, |time| time.passed(from, to))
    }

    /// Returns the times in which the clock of a seat stands still.
    fn pauses(&self, seat: Seat) -> Pauses {
        match self.person_at(seat).filter(|_| self.header.pace.is_over_days()) {
            Some(person) => Pauses { rest: self.header.rest, vacations: self.vacations(person) },
            None => Pauses::default(),
        }
    }

    /// Notes in the clocks that a step was taken.
    pub fn clock_step(&mut self, seat: Seat, by_bot: bool, at: Timestamp) {
        let Some(mut running) = self.clocks.take() else { return };
        running.time.now();
        let awaited = self.table.as_deref().map(|table| table.awaited()).unwrap_or_default();
        running.clocks.step(seat, by_bot, awaited, at, self.passed(&*running.time));
        self.clocks = Some(running);
    }

    /// Computes the clocks again if the server's account of its past has changed.
    pub fn review_clocks(&mut self) {
        if self.clocks.as_ref().is_some_and(|running| running.revision != running.time.revision()) {
            self.compute_clocks();
        }
    }

    /// Computes the clocks again after a change of the journal other than a step: steps were taken
    /// back, somebody sat down, or a vacation began or ended.
    pub fn compute_clocks(&mut self) {
        if let Some(time) = self.clocks.as_ref().map(|running| running.time.clone()) {
            self.set_clocks(time);
        }
    }

    /// Notes that a seat has another occupant from now on.
    pub fn seat_taken(&mut self, seat: Seat, by: Occupant) {
        self.header.seats[seat.index()] = by;
        self.decides_itself(seat);
    }

    /// Returns the state of a person's clock; `None` if there is none, and for bots.
    pub fn clock(&self, seat: Seat) -> Option<ClockState> {
        let running = self.clocks.as_ref()?;
        let occupant = self.header.seats.get(seat.index())?;
        let person = occupant.person()?;
        let playing = self.header.status == TableStatus::Playing;
        let runs = playing && occupant.stand_in().is_none() && running.clocks.awaited_since(seat).is_some();
        let (now, time) = (running.time.now(), SeatTime { time: &*running.time, pauses: self.pauses(seat) });
        let left = running.clocks.left(seat, now, |from, to| time.passed(from, to));
        Some(ClockState {
            left,
            until: runs.then(|| time.after(now, left)),
            rests_until: Some(time.pauses.runs_from(now)).filter(|on| playing && *on > now),
            vacation: self
                .open_vacation(person)
                .filter(|vacation| playing && vacation.covers(now))
                .map(|one| one.until),
        })
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

#[cfg(test)]
mod tests {
    use model::{Day, Night, Rest, Vacation};

    use super::*;

    const HOUR: i64 = 3_600_000;
    /// A Monday.
    const MONDAY: Timestamp = 20_787 * Day::LENGTH;

    /// The time of a server that was closed between two moments.
    #[derive(Debug)]
    struct Closed(Timestamp, Timestamp);

    impl TableTime for Closed {
        fn now(&self) -> Timestamp {
            MONDAY
        }

        fn at(&self, moment: Timestamp) -> i64 {
            moment - (moment.min(self.1) - self.0).max(0)
        }

        fn after(&self, from: Timestamp, left: i64) -> Timestamp {
            from + left
        }

        fn revision(&self) -> u64 {
            0
        }
    }

    fn at(day: i64, hour: i64) -> Timestamp {
        MONDAY + day * Day::LENGTH + hour * HOUR
    }

    fn pauses(vacations: Vec<Vacation>) -> Pauses {
        let night = Some(Night { from: 22, to: 6 });
        Pauses { rest: Rest { night, weekends: true, zone: 0 }, vacations }
    }

    #[test]
    fn time_passes_neither_in_pauses_nor_while_the_hall_is_closed() {
        let closed = Closed(at(1, 4), at(1, 8));
        let time = SeatTime { time: &closed, pauses: pauses(Vec::new()) };
        assert_eq!(time.passed(at(0, 20), at(0, 23)), 2 * HOUR);
        assert_eq!(time.passed(at(0, 20), at(1, 10)), 4 * HOUR, "from 20 to 22, and from 8 to 10");
        assert_eq!([time.passed(at(0, 23), at(1, 5)), time.passed(at(1, 10), at(0, 10))], [0, 0]);
        assert_eq!(time.passed(at(4, 21), at(7, 7)), 2 * HOUR, "over the weekend");
        let always = SeatTime { time: &closed, pauses: Pauses::default() };
        assert_eq!(always.passed(at(0, 20), at(1, 10)), 10 * HOUR);
    }

    #[test]
    fn a_deadline_is_as_far_as_the_time_that_passes_until_it() {
        let closed = Closed(at(-2, 0), at(-1, 0));
        let vacation = Vacation { began: at(2, 0), until: at(8, 12) };
        let time = SeatTime { time: &closed, pauses: pauses(vec![vacation]) };
        for (now, left) in [(at(0, 20), HOUR), (at(0, 20), 3 * HOUR), (at(0, 23), 0), (at(1, 7), 24 * HOUR)] {
            let end = time.after(now, left);
            assert_eq!(time.passed(now, end), left, "{now} {left}");
        }
        assert_eq!(time.after(at(0, 23), HOUR), at(1, 7));
        assert_eq!(time.after(at(1, 21), 2 * HOUR), at(8, 13));
    }
}
