//! Time controls: a setting of a table, and the arithmetic of its clocks.
//!
//! This module reads no clock. Moments are milliseconds on any scale that never goes back, and the
//! caller says how much time passed for a seat between two of them. The same moments give the same
//! clocks, so a caller can compute them again from a journal.
//!
//! Clocks are not stored. They are computed from the times of the steps, who took them, who sat down
//! or rested meanwhile, and when the server was open, so they survive a restart and an undo. A
//! clock that has run out changes only who decides: a bot makes that one move, and the journal says
//! so.

use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet};

const SECOND: i64 = 1000;
const DAY: i64 = 86_400 * SECOND;

/// The time that players have: a setting of the table, and no rule of any game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub enum Pace {
    /// No limit.
    #[default]
    #[serde(rename = "none")]
    Free,
    /// In one sitting, with time to think.
    #[serde(rename = "relaxed")]
    Relaxed,
    /// In one sitting, quickly.
    #[serde(rename = "brisk")]
    Brisk,
    /// A day for each step.
    #[serde(rename = "1-day")]
    OneDay,
    /// Three days for each step.
    #[serde(rename = "3-days")]
    ThreeDays,
    /// A week for each step.
    #[serde(rename = "7-days")]
    SevenDays,
}

impl Pace {
    /// Every pace, from the table in one sitting to the slowest.
    pub const ALL: [Pace; 6] = [Pace::Free, Pace::Relaxed, Pace::Brisk, Pace::OneDay, Pace::ThreeDays, Pace::SevenDays];

    /// Returns its name in forms, JSON and the store.
    pub const fn name(self) -> &'static str {
        match self {
            Pace::Free => "none",
            Pace::Relaxed => "relaxed",
            Pace::Brisk => "brisk",
            Pace::OneDay => "1-day",
            Pace::ThreeDays => "3-days",
            Pace::SevenDays => "7-days",
        }
    }

    /// Returns the pace of this name.
    pub fn named(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// Returns the time that each seat has; `None` without a limit.
    pub const fn allowance(self) -> Option<TimeBudget> {
        let (bank, increment) = match self {
            Pace::Free => return None,
            Pace::Relaxed => (600 * SECOND, 30 * SECOND),
            Pace::Brisk => (180 * SECOND, 10 * SECOND),
            Pace::OneDay => (DAY, DAY),
            Pace::ThreeDays => (3 * DAY, 3 * DAY),
            Pace::SevenDays => (7 * DAY, 7 * DAY),
        };
        Some(TimeBudget { bank, increment })
    }

    /// Whether the match is played over days, so that players need not be present.
    pub const fn is_over_days(self) -> bool {
        matches!(self, Pace::OneDay | Pace::ThreeDays | Pace::SevenDays)
    }
}

/// The time of a seat, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// The time at the start, and the maximum at any time.
    pub bank: i64,
    /// The time that a seat gets back with each of its own steps.
    pub increment: i64,
}

/// The clocks of a match, one a seat. A seat's clock runs while the seat is awaited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    allowance: TimeBudget,
    seats: Vec<SeatClock>,
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SeatClock {
    /// The time left. For an awaited seat it is the time left when the wait began.
    left: i64,
    /// The moment at which the wait began.
    since: Option<i64>,
    /// Whether its time ran out before its last step.
    ran_out: bool,
}

impl Clocks {
    /// Creates the clocks of a match that begins at `at`, with these seats awaited.
    pub fn new(allowance: TimeBudget, seats: u8, awaited: SeatSet, at: i64) -> Clocks {
        let clock =
            |seat| SeatClock { left: allowance.bank, since: awaited.contains(seat).then_some(at), ran_out: false };
        Clocks { allowance, seats: Seat::all(seats).map(clock).collect() }
    }

    /// Notes that `seat` took a step at `at`, after which these seats are awaited. A bot's step
    /// does not change the seat's time, unless the bot took it because the time had run out.
    /// `passed` returns how much time passed for a seat between two moments.
    pub fn step(
        &mut self,
        seat: Seat,
        by_bot: bool,
        awaited: SeatSet,
        at: i64,
        passed: impl Fn(Seat, i64, i64) -> i64,
    ) {
        let TimeBudget { bank, increment } = self.allowance;
        for (n, clock) in self.seats.iter_mut().enumerate() {
            let here = Seat(n as u8);
            let (acts, stays) = (here == seat, awaited.contains(here));
            if let Some(since) = clock.since.filter(|_| acts || !stays) {
                let left = clock.left - passed(here, since, at).max(0);
                if acts {
                    clock.ran_out = left <= 0;
                }
                // The answer of a bot for a seat that has time left does not change the time.
                if !by_bot || !acts || left <= 0 {
                    clock.left = left.max(0);
                    if acts {
                        clock.left = (clock.left + increment).min(bank);
                    }
                }
                clock.since = None;
            }
            if stays && clock.since.is_none() {
                clock.since = Some(at);
            }
        }
    }

    /// Gives a seat its whole time back, because another player took it at `at`.
    pub fn reset(&mut self, seat: Seat, at: i64) {
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            *clock = SeatClock { left: self.allowance.bank, since: clock.since.map(|_| at), ran_out: false };
        }
    }

    /// Returns the time that a seat has left at `at`, in milliseconds. `passed` returns how much time
    /// passed for the seat between two moments.
    pub fn left(&self, seat: Seat, at: i64, passed: impl Fn(i64, i64) -> i64) -> i64 {
        let Some(clock) = self.seats.get(seat.index()) else { return 0 };
        (clock.left - clock.since.map_or(0, |since| passed(since, at).max(0))).max(0)
    }

    /// Returns the moment since which a seat is awaited; `None` if it is not awaited.
    pub fn awaited_since(&self, seat: Seat) -> Option<i64> {
        self.seats.get(seat.index())?.since
    }

    /// Whether a seat's time had run out when it last took a step.
    pub fn ran_out(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|clock| clock.ran_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);

    fn only(seat: Seat) -> SeatSet {
        SeatSet::only(seat)
    }

    /// All time between two moments passes for a seat.
    fn all(_: Seat, from: i64, to: i64) -> i64 {
        to - from
    }

    fn left(clocks: &Clocks, seat: Seat, at: i64) -> i64 {
        clocks.left(seat, at, |from, to| to - from)
    }

    fn clocks() -> Clocks {
        Clocks::new(TimeBudget { bank: 100, increment: 10 }, 2, only(A), 1000)
    }

    #[test]
    fn a_clock_runs_while_its_seat_is_due_and_gains_with_steps() {
        let mut clocks = clocks();
        assert_eq!([left(&clocks, A, 1030), left(&clocks, B, 1030)], [70, 100]);
        clocks.step(A, false, only(B), 1030, all);
        assert_eq!([left(&clocks, A, 1050), left(&clocks, B, 1050)], [80, 80]);
        clocks.step(B, false, only(A), 1031, all);
        assert_eq!(left(&clocks, B, 2000), 100, "never more than the bank");
        assert_eq!((clocks.awaited_since(A), clocks.awaited_since(B)), (Some(1031), None));
    }

    #[test]
    fn time_runs_out_once_and_is_given_back_by_steps() {
        let mut clocks = clocks();
        assert_eq!(left(&clocks, A, 1100), 0);
        clocks.step(A, true, only(A), 1105, all);
        assert_eq!((left(&clocks, A, 1105), clocks.ran_out(A)), (10, true));
        clocks.step(A, false, only(B), 1107, all);
        assert_eq!((left(&clocks, A, 9999), clocks.ran_out(A)), (18, false));
    }

    #[test]
    fn what_a_bot_does_in_time_takes_and_gives_nothing() {
        let mut clocks = clocks();
        clocks.step(A, false, only(A), 1050, all);
        for at in [1060, 1090, 1110] {
            clocks.step(A, true, only(A), at, all);
        }
        assert_eq!((left(&clocks, A, 1110), clocks.ran_out(A)), (60, false));
    }

    #[test]
    fn seats_asked_at_once_each_spend_their_own_time() {
        let both = only(A).with(B);
        let mut clocks = Clocks::new(TimeBudget { bank: 100, increment: 10 }, 2, both, 0);
        clocks.step(A, false, only(B), 20, all);
        assert_eq!([left(&clocks, A, 50), left(&clocks, B, 50)], [90, 50], "B has been asked since the start");
        clocks.step(B, false, only(A), 50, all);
        clocks.step(A, false, both, 60, all);
        assert_eq!([left(&clocks, A, 60), left(&clocks, B, 60)], [90, 60]);
        clocks.step(A, false, only(A), 80, all);
        assert_eq!(left(&clocks, B, 500), 40, "a question that lapsed has taken its time");
    }

    #[test]
    fn days_are_for_each_step() {
        let Some(allowance) = Pace::ThreeDays.allowance() else { panic!("days are an allowance") };
        let mut clocks = Clocks::new(allowance, 2, only(A), 0);
        clocks.step(A, false, only(A), 2 * DAY, all);
        assert_eq!(left(&clocks, A, 3 * DAY), 2 * DAY, "the next three days began with the step");
    }

    #[test]
    fn who_sits_down_later_has_the_whole_time() {
        let mut clocks = clocks();
        clocks.reset(A, 1080);
        assert_eq!(left(&clocks, A, 1090), 90);
    }

    #[test]
    fn time_that_does_not_pass_for_a_seat_takes_nothing() {
        let mut clocks = clocks();
        let none_for_a = |seat: Seat, from, to| if seat == A { 0 } else { to - from };
        clocks.step(B, false, only(A).with(B), 1040, none_for_a);
        assert_eq!(clocks.left(A, 1090, |_, _| 0), 100);
        clocks.step(A, false, only(B), 1090, none_for_a);
        assert_eq!([left(&clocks, A, 1090), left(&clocks, B, 1090)], [100, 50]);
    }

    #[test]
    fn paces_are_known_by_their_names() {
        for pace in Pace::ALL {
            assert_eq!(Pace::named(pace.name()), Some(pace));
            assert_eq!(serde_json::json!(pace), pace.name());
            assert_eq!(pace.allowance().is_none(), pace == Pace::Free);
        }
        assert_eq!(Pace::named("bullet"), None);
    }
}
