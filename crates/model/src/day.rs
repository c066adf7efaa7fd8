//! Days in UTC.

use std::{fmt, str::FromStr};

use crate::Timestamp;

/// A day in UTC, counted from 1970-01-01. As text it is `2026-11-21`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(pub i64);

impl Day {
    /// The length of a day, in milliseconds.
    pub const LENGTH: Timestamp = 24 * 60 * 60 * 1000;

    /// Returns the day of a moment.
    pub const fn of(moment: Timestamp) -> Day {
        Day(moment.div_euclid(Day::LENGTH))
    }

    /// Returns the moment at which it begins.
    pub const fn begins(self) -> Timestamp {
        self.0 * Day::LENGTH
    }

    /// Returns the moment at which it ends.
    pub const fn ends(self) -> Timestamp {
        (self.0 + 1) * Day::LENGTH
    }

    /// Returns the day before.
    pub const fn before(self) -> Day {
        Day(self.0 - 1)
    }

    /// Returns the day of the week, from 0 for Monday.
    pub const fn weekday(self) -> i64 {
        // 1970-01-01 was a Thursday.
        (self.0 + 3).rem_euclid(7)
    }

    /// Returns the year.
    pub const fn year(self) -> i64 {
        self.date().0
    }

    /// Returns year, month and day of the month of the Gregorian calendar. The calculation begins
    /// years in March, so that a leap day is the last of its year. It counts them in eras of 400,
    /// which are all equally long.
    const fn date(self) -> (i64, i64, i64) {
        let shifted = self.0 + 719_468;
        let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let next_year = if month <= 2 { 1 } else { 0 };
        (400 * era + year_of_era + next_year, month, day)
    }
}

text::displayed!(Day);

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The text is not a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a day is written as 2026-11-21")]
pub struct BadDay;

impl FromStr for Day {
    type Err = BadDay;

    fn from_str(text: &str) -> Result<Day, BadDay> {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
        let (Some(Some(year)), Some(Some(month)), Some(Some(day))) = (parts.next(), parts.next(), parts.next()) else {
            return Err(BadDay);
        };
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(BadDay);
        }
        let from_march = (month + 9) % 12;
        let year = year - i64::from(month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * from_march + 2) / 5 + day - 1;
        let found = Day(era * 146_097 + 365 * of_era + of_era / 4 - of_era / 100 + of_year - 719_468);
        // Rejects day 31 in a month of 30 days.
        if found.to_string() == text { Ok(found) } else { Err(BadDay) }
    }
}

/// Maximum number of days in a row that are counted.
pub const LONGEST_STREAK: u32 = 1000;

/// Counts how many of `days`, newest first, follow each other up to `today`. As long as today is
/// still open, they may end with the day before.
pub fn days_in_a_row(days: &[Day], today: Day, open: bool) -> usize {
    let last = days.first().filter(|day| **day == today || open && **day == today.before());
    let Some(last) = last else { return 0 };
    days.iter().zip(0..).take_while(|(day, n)| day.0 == last.0 - n).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_read_as_dates_and_back() {
        for (day, text) in [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_778, "2026-11-21")] {
            assert_eq!(Day(day).to_string(), text);
        }
        for day in -1..40_000 {
            assert_eq!(Day(day).to_string().parse(), if day < 0 { Err(BadDay) } else { Ok(Day(day)) });
        }
        for text in ["", "2026", "2026-11", "2026-11-31", "2026-1-1", "2025-02-29", "x-11-21", "2026-11-21-3"] {
            assert_eq!(text.parse::<Day>(), Err(BadDay), "{text}");
        }
    }

    #[test]
    fn days_in_a_row_count_up_to_today_or_while_open_to_yesterday() {
        let row =
            |days: &[i64], open| days_in_a_row(&days.iter().map(|day| Day(*day)).collect::<Vec<_>>(), Day(9), open);
        assert_eq!([row(&[9, 8, 7, 5], true), row(&[8, 7], true), row(&[7, 6], true), row(&[], true)], [3, 2, 0, 0]);
        assert_eq!([row(&[9, 8], false), row(&[8, 7], false)], [2, 0]);
    }

    #[test]
    fn a_day_ends_when_the_next_begins() {
        let day = Day::of(1_795_305_599_999);
        assert_eq!((day.ends(), Day::of(day.ends()).before()), (day.begins() + Day::LENGTH, day));
        assert_eq!(Day::of(-1), Day(-1));
    }
}
