//! Vacations in the journal of a table: their effect on the clocks, and the lines that explain it.
//!
//! The store has the vacations of a person. A table that is played over days has a line in its
//! journal for each beginning and end that concerns it, with the moment. Its clocks are computed
//! from these lines alone.

use kernel::record::IncidentKind;
use model::Vacation;

use crate::{
    TableState,
    rows::{IncidentRow, TableStatus, Timestamp},
};

impl TableState {
    /// Returns whether vacations matter to the clocks of the match.
    pub fn heeds_vacations(&self) -> bool {
        self.header.status == TableStatus::Playing && self.clocks.is_some() && self.header.pace.is_over_days()
    }

    /// Returns the vacations of a person in the journal.
    pub(crate) fn vacations(&self, person: &str) -> Vec<Vacation> {
        let mut all: Vec<Vacation> = Vec::new();
        for row in self.header.incidents.iter().filter(|row| row.person == person) {
            match (row.incident.what, row.at, row.until) {
                (IncidentKind::VacationBegan, Some(began), Some(until)) => all.push(Vacation { began, until }),
                (IncidentKind::VacationEnded, Some(at), _) => {
                    all.last_mut().into_iter().for_each(|last| last.until = last.until.min(at));
                }
                _ => {}
            }
        }
        all
    }

    /// Returns the vacation of a person whose end the journal does not have yet.
    pub fn open_vacation(&self, person: &str) -> Option<Vacation> {
        let is_of_vacation =
            |row: &&IncidentRow| matches!(row.incident.what, IncidentKind::VacationBegan | IncidentKind::VacationEnded);
        let mut rows = self.header.incidents.iter().filter(|row| row.person == person);
        let last = rows.rfind(is_of_vacation)?;
        let begun = last.incident.what == IncidentKind::VacationBegan;
        begun.then(|| Some(Vacation { began: last.at?, until: last.until? }))?
    }

    /// Returns when the next vacation ends whose end the journal does not have yet.
    pub fn next_return(&self) -> Option<Timestamp> {
        let people = self.header.people().into_iter().filter(|_| self.heeds_vacations());
        people.filter_map(|person| Some(self.open_vacation(person)?.until)).min()
    }

    /// Returns the lines that the journal lacks about the vacations of a person of this name; `last`
    /// is their latest vacation.
    pub fn vacation_news(&self, person: &str, name: &str, last: Option<Vacation>, now: Timestamp) -> Vec<IncidentRow> {
        let Some(seat) = self.seats_of(Some(person)).lowest().filter(|_| self.heeds_vacations()) else {
            return Vec::new();
        };
        let current = last.filter(|vacation| vacation.until > now);
        let noted = self.open_vacation(person);
        let mut news = Vec::new();
        if noted.map(|vacation| vacation.until) == current.map(|vacation| vacation.until) {
            return news;
        }
        if let Some(noted) = noted {
            // It has ended as planned, early, or with the beginning of the next one.
            let end = match (current, last) {
                (Some(current), _) => current.began,
                (None, Some(last)) => last.until,
                (None, None) => now,
            };
            let at = end.min(noted.until).min(now).max(noted.began);
            news.push(self.incident(seat, person, name, IncidentKind::VacationEnded, at));
        }
        if let Some(current) = current {
            // Earlier than that the person did not play here.
            let since = self.header.incidents.iter().filter(|row| row.person == person).filter_map(|row| row.at).max();
            let at = [Some(current.began), self.header.started, since].into_iter().flatten().max().unwrap_or(now);
            let began = self.incident(seat, person, name, IncidentKind::VacationBegan, at);
            news.push(IncidentRow { until: Some(current.until), ..began });
        }
        news
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::{Pace, record::GivenBy};
    use roster::Roster;

    use super::*;
    use crate::{
        clocks::TableTime,
        rows::{Occupant, TableHeader},
    };

    /// A time that passes always.
    #[derive(Debug)]
    struct Always;

    impl TableTime for Always {
        fn now(&self) -> Timestamp {
            1_000
        }

        fn at(&self, moment: Timestamp) -> i64 {
            moment
        }

        fn after(&self, from: Timestamp, left: i64) -> Timestamp {
            from + left
        }

        fn revision(&self) -> u64 {
            0
        }
    }

    fn table(pace: Pace) -> TableState {
        let ada = Occupant::Person {
            id: "ada".into(),
            share: String::new(),
            by: GivenBy::Hall,
            stand_in: None,
            called: None,
        };
        let header = TableHeader {
            pace,
            status: TableStatus::Playing,
            seed: Some([7; 32]),
            started: Some(100),
            ..TableHeader::open("t".into(), "rogue-ascension".into(), 1, "ada".into(), vec![ada], 0)
        };
        let mut table = TableState::from_journal(&Roster::default(), header, Vec::new()).unwrap();
        table.set_clocks(Arc::new(Always));
        table
    }

    /// Adds the missing lines at a moment, and returns what they say and when.
    fn note(table: &mut TableState, last: Option<(i64, i64)>, now: i64) -> Vec<(IncidentKind, i64)> {
        let last = last.map(|(began, until)| Vacation { began, until });
        let news = table.vacation_news("ada", "Ada", last, now);
        table.header.incidents.extend(news.clone());
        news.into_iter().map(|row| (row.incident.what, row.at.unwrap())).collect()
    }

    #[test]
    fn a_vacation_has_a_line_for_its_beginning_and_its_end() {
        use IncidentKind::{VacationBegan, VacationEnded};
        let mut table = table(Pace::OneDay);
        assert_eq!(note(&mut table, None, 500), []);
        assert_eq!(note(&mut table, Some((500, 900)), 500), [(VacationBegan, 500)]);
        assert_eq!(note(&mut table, Some((500, 900)), 899), []);
        assert_eq!(table.next_return(), Some(900));
        assert_eq!(note(&mut table, Some((500, 900)), 950), [(VacationEnded, 900)]);
        assert_eq!(note(&mut table, Some((960, 2_000)), 970), [(VacationBegan, 960)]);
        assert_eq!(note(&mut table, Some((960, 980)), 990), [(VacationEnded, 980)], "early");
        let all = [(500, 900), (960, 980)].map(|(began, until)| Vacation { began, until });
        assert_eq!(table.vacations("ada"), all);
        assert_eq!((table.next_return(), note(&mut table, Some((960, 980)), 3_000)), (None, vec![]));
    }

    #[test]
    fn lines_that_were_missed_have_the_moments_of_the_vacation() {
        use IncidentKind::{VacationBegan, VacationEnded};
        let mut late = table(Pace::OneDay);
        assert_eq!(note(&mut late, Some((50, 2_000)), 500), [(VacationBegan, 100)], "not before the match");
        let other = [(VacationEnded, 600), (VacationBegan, 600)];
        assert_eq!(note(&mut late, Some((600, 3_000)), 700), other, "another vacation has begun");
        assert_eq!(note(&mut late, None, 800), [(VacationEnded, 800)], "the person is gone");
        let mut missed = table(Pace::OneDay);
        assert_eq!(note(&mut missed, Some((200, 300)), 500), [], "it changed nothing that is still to come");
        assert_eq!(note(&mut table(Pace::Brisk), Some((200, 900)), 500), []);
    }

    #[test]
    fn a_clock_stands_still_for_the_vacation_and_tells_its_end() {
        let mut table = table(Pace::OneDay);
        note(&mut table, Some((600, 5_000)), 600);
        table.compute_clocks();
        let clock = table.clock(kernel::Seat(0)).unwrap();
        let day = model::Day::LENGTH;
        assert_eq!((clock.left, clock.until), (day - 500, Some(5_000 + day - 500)));
        assert_eq!((clock.rests_until, clock.vacation), (Some(5_000), Some(5_000)));
        note(&mut table, Some((600, 700)), 700);
        table.compute_clocks();
        let clock = table.clock(kernel::Seat(0)).unwrap();
        assert_eq!((clock.left, clock.rests_until, clock.vacation), (day - 800, None, None));
    }
}
