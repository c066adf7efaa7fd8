//! Rest at tables that are played over days: the times in which a clock stands still.
//!
//! A table may have sleeping hours and free weekends, by one offset from UTC: the server does not
//! know where its players live. A person may take vacation, at all their tables at once, for so many
//! days a year.

use serde::{Deserialize, Serialize};

use crate::{Day, Timestamp};

const MINUTE: Timestamp = 60 * 1000;
const HOUR: Timestamp = 60 * MINUTE;
/// The number of days of a week from Monday to Friday.
const WORKDAYS: i64 = 5;

/// How many days of vacation a person may take in a year. A day that has begun counts, and all days
/// of a vacation count for the year in which it began.
pub const VACATION_DAYS: u32 = 30;

/// The most hours of a day in which a table may rest.
pub const LONGEST_NIGHT: u8 = 12;

/// The offsets from UTC that places have, in minutes.
pub const ZONES: [i16; 40] = [
    -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -150, -120, -60, 0, 60, 120, 180, 210, 240,
    270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 825, 840,
];

/// The sleeping hours of a table, in its own time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Night {
    /// The hour at which they begin, from 0 to 23.
    pub from: u8,
    /// The hour at which they end, from 0 to 23.
    pub to: u8,
}

impl Night {
    /// Returns its length, in hours.
    const fn hours(self) -> u8 {
        (self.to + 24 - self.from) % 24
    }
}

/// The rest of a table: a setting beside its pace.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Rest {
    /// The sleeping hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub night: Option<Night>,
    /// Whether clocks stand still on Saturdays and Sundays.
    #[serde(default)]
    pub weekends: bool,
    /// The offset of the table's time from UTC, in minutes.
    #[serde(default)]
    pub zone: i16,
}

impl Rest {
    /// Returns whether clocks never stand still.
    pub fn is_none(self) -> bool {
        self.night.is_none() && !self.weekends
    }

    /// Returns whether a table may rest like this.
    pub fn is_possible(self) -> bool {
        let possible = |night: Night| night.from < 24 && night.to < 24 && (1..=LONGEST_NIGHT).contains(&night.hours());
        ZONES.contains(&self.zone) && self.night.is_none_or(possible)
    }

    /// Returns the day of a moment and the moment's time of that day, both in the table's time.
    fn local(self, moment: Timestamp) -> (Day, Timestamp) {
        let local = moment + self.offset();
        (Day::of(local), local.rem_euclid(Day::LENGTH))
    }

    fn offset(self) -> Timestamp {
        Timestamp::from(self.zone) * MINUTE
    }

    /// Returns the moment of a time of a day in the table's time.
    fn moment(self, day: Day, time: Timestamp) -> Timestamp {
        day.begins() + time - self.offset()
    }

    /// Returns when the night or the weekend that covers a moment ends.
    fn ends(self, moment: Timestamp) -> Option<Timestamp> {
        let (day, time) = self.local(moment);
        if self.weekends && day.weekday() >= WORKDAYS {
            return Some(self.moment(Day(day.0 + 7 - day.weekday()), 0));
        }
        let Night { from, to } = self.night?;
        let [from, to] = [from, to].map(|hour| Timestamp::from(hour) * HOUR);
        let (evening, morning) = (time >= from, time < to);
        match if from < to { evening && morning } else { evening || morning } {
            true if morning => Some(self.moment(day, to)),
            true => Some(self.moment(Day(day.0 + 1), to)),
            false => None,
        }
    }

    /// Returns when the next night or weekend after a moment begins.
    fn next(self, moment: Timestamp) -> Option<Timestamp> {
        let (day, time) = self.local(moment);
        let weekend =
            (self.weekends && day.weekday() < WORKDAYS).then(|| self.moment(Day(day.0 + WORKDAYS - day.weekday()), 0));
        let night = self.night.map(|night| {
            let from = Timestamp::from(night.from) * HOUR;
            self.moment(if time < from { day } else { Day(day.0 + 1) }, from)
        });
        [weekend, night].into_iter().flatten().min()
    }
}

/// A vacation of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacation {
    /// When it began.
    pub began: Timestamp,
    /// When it ends or has ended.
    pub until: Timestamp,
}

impl Vacation {
    /// Returns how many days it takes from the year's allowance.
    pub const fn days(self) -> u32 {
        ((self.until - self.began + Day::LENGTH - 1) / Day::LENGTH) as u32
    }

    /// Returns whether it covers a moment.
    pub const fn covers(self, moment: Timestamp) -> bool {
        self.began <= moment && moment < self.until
    }
}

/// Whether a person is on vacation, and what is left of the year's allowance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VacationState {
    /// When the present vacation ends; `None` for a person who is not on vacation.
    pub until: Option<Timestamp>,
    /// How many days are left this year. Those of the present vacation do not count as left.
    pub left: u32,
}

/// Returns how many days of vacation a person has left in the year of a moment.
pub fn vacation_left(taken: &[Vacation], moment: Timestamp) -> u32 {
    let year = Day::of(moment).year();
    let days = taken.iter().filter(|vacation| Day::of(vacation.began).year() == year).map(|vacation| vacation.days());
    VACATION_DAYS.saturating_sub(days.sum())
}

/// All times in which the clock of a seat stands still.
#[derive(Clone, Default, Debug)]
pub struct Pauses {
    /// The rest of the table.
    pub rest: Rest,
    /// The vacations of the person on the seat.
    pub vacations: Vec<Vacation>,
}

impl Pauses {
    /// Returns the first moment, from this one on, at which the clock runs.
    pub fn runs_from(&self, moment: Timestamp) -> Timestamp {
        let mut from = moment;
        while let Some(end) = self.ends(from) {
            from = end;
        }
        from
    }

    /// Returns when the clock next stands still after a moment at which it runs.
    pub fn next(&self, moment: Timestamp) -> Option<Timestamp> {
        let vacations = self.vacations.iter().map(|vacation| vacation.began).filter(|began| *began > moment);
        vacations.chain(self.rest.next(moment)).min()
    }

    fn ends(&self, moment: Timestamp) -> Option<Timestamp> {
        let vacation = self.vacations.iter().find(|vacation| vacation.covers(moment));
        vacation.map(|vacation| vacation.until).or_else(|| self.rest.ends(moment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Monday.
    const MONDAY: Day = Day(20_787);

    /// Returns a moment of the week that begins with the Monday.
    fn at(day: i64, hour: i64) -> Timestamp {
        Day(MONDAY.0 + day).begins() + hour * HOUR
    }

    fn pauses(night: Option<(u8, u8)>, weekends: bool, zone: i16) -> Pauses {
        let night = night.map(|(from, to)| Night { from, to });
        Pauses { rest: Rest { night, weekends, zone }, vacations: Vec::new() }
    }

    #[test]
    fn nights_stand_still_over_midnight_and_within_a_day() {
        assert_eq!((MONDAY.to_string().as_str(), MONDAY.weekday()), ("2026-11-30", 0));
        let late = pauses(Some((22, 7)), false, 0);
        assert_eq!([late.runs_from(at(0, 21)), late.runs_from(at(0, 22))], [at(0, 21), at(1, 7)]);
        assert_eq!([late.runs_from(at(1, 6)), late.runs_from(at(1, 7))], [at(1, 7), at(1, 7)]);
        assert_eq!([late.next(at(1, 7)), late.next(at(1, 21))], [Some(at(1, 22)); 2]);
        let early = pauses(Some((1, 6)), false, 0);
        assert_eq!([early.runs_from(at(0, 0)), early.runs_from(at(0, 3))], [at(0, 0), at(0, 6)]);
        assert_eq!([early.next(at(0, 0)), early.next(at(0, 6))], [Some(at(0, 1)), Some(at(1, 1))]);
    }

    #[test]
    fn hours_are_those_of_the_tables_zone() {
        let berlin = pauses(Some((22, 7)), false, 60);
        assert_eq!([berlin.runs_from(at(0, 20)), berlin.runs_from(at(0, 21))], [at(0, 20), at(1, 6)]);
        let weekend = pauses(None, true, -300);
        assert_eq!([weekend.runs_from(at(5, 4)), weekend.runs_from(at(5, 5))], [at(5, 4), at(7, 5)]);
    }

    #[test]
    fn a_weekend_goes_over_into_the_night_before_monday() {
        let both = pauses(Some((22, 7)), true, 0);
        assert_eq!([both.runs_from(at(4, 22)), both.runs_from(at(6, 12))], [at(7, 7), at(7, 7)]);
        assert_eq!(both.next(at(4, 12)), Some(at(4, 22)));
        let free = pauses(None, true, 0);
        assert_eq!([free.next(at(0, 0)), free.next(at(4, 23))], [Some(at(5, 0)); 2]);
        assert_eq!(pauses(None, false, 0).next(at(0, 0)), None);
    }

    #[test]
    fn vacations_stand_still_and_join_with_the_nights() {
        let vacation = Vacation { began: at(1, 12), until: at(3, 23) };
        let pauses = Pauses { vacations: vec![vacation], ..pauses(Some((22, 7)), false, 0) };
        assert_eq!([pauses.runs_from(at(1, 11)), pauses.runs_from(at(2, 12))], [at(1, 11), at(4, 7)]);
        assert_eq!(pauses.next(at(1, 8)), Some(at(1, 12)));
    }

    #[test]
    fn days_of_vacation_are_counted_by_year() {
        let short = Vacation { began: at(0, 0), until: at(0, 1) };
        let long = Vacation { began: at(2, 0), until: at(12, 0) };
        let before = Vacation { began: at(-400, 0), until: at(-390, 0) };
        assert_eq!([short.days(), long.days()], [1, 10]);
        assert_eq!(vacation_left(&[before, short, long], at(13, 0)), VACATION_DAYS - 11);
        assert_eq!(vacation_left(&[short, long], at(60, 0)), VACATION_DAYS, "the next year has its own");
    }

    #[test]
    fn nights_are_shorter_than_half_a_day_and_zones_are_known() {
        let possible = |from, to, zone| pauses(Some((from, to)), true, zone).rest.is_possible();
        assert!(possible(22, 7, 60) && possible(20, 8, 345) && possible(0, 1, 0));
        assert!(!possible(20, 9, 0) && !possible(7, 7, 0) && !possible(24, 1, 0) && !possible(22, 7, 61));
        let text = r#"{"night":{"from":22,"to":7},"weekends":true,"zone":60}"#;
        assert_eq!(serde_json::from_str::<Rest>(text).unwrap(), pauses(Some((22, 7)), true, 60).rest);
        assert_eq!(serde_json::to_string(&Rest::default()).unwrap(), r#"{"weekends":false,"zone":0}"#);
    }
}
