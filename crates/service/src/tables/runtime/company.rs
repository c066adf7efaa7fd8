//! The people at a table who are here, and the players who are missed.

use kernel::{Pace, Seat};
use store::{Timestamp, now};
use table::{Absence, Around};

use super::TableHandle;
use crate::tables::state::TableState;

/// A player who has the page open but does not act may be replaced after this many times the
/// patience with absent players. It applies where no clock runs.
const IDLE: u32 = 10;

impl TableHandle {
    /// Returns the players who must act and are missed.
    pub fn absences(&self, live: &TableState) -> Vec<Absence> {
        let awaited = live.people_to_act();
        awaited.into_iter().filter_map(|(seat, person)| self.absence(live, seat, person)).collect()
    }

    /// Returns the absence of the person on a seat, if they are missed.
    pub(crate) fn absence(&self, live: &TableState, seat: Seat, person: &str) -> Option<Absence> {
        let patience = self.patience().as_millis() as Timestamp;
        let gone = self.gone_since(person);
        let since = gone.unwrap_or_else(|| self.time.as_if_open(live.last_change()));
        let offered = match gone {
            None => self.idle_at(live).is_some_and(|idle| idle <= now()),
            Some(_) if live.header.pace.is_over_days() => live.ran_out(seat),
            Some(since) => !live.is_competitive() || now() - since >= patience,
        };
        if gone.is_none() && !offered {
            return None;
        }
        let (agreed, missing) =
            live.voters(|one| self.is_here(one), person).partition(|(_, voter)| live.has_agreed(seat, voter));
        let seats = |voters: Vec<(Seat, &str)>| voters.into_iter().map(|(seat, _)| seat).collect();
        Some(Absence { seat, since, looks_on: gone.is_none(), offered, agreed: seats(agreed), missing: seats(missing) })
    }

    /// Returns when players who have the page open but do not act may be replaced.
    fn idle_at(&self, live: &TableState) -> Option<Timestamp> {
        let idle = (self.patience() * IDLE).as_millis() as Timestamp;
        (live.header.pace == Pace::Free).then(|| self.time.as_if_open(live.last_change()) + idle)
    }

    /// Returns when the next of the players who must act will be missed, or may be replaced.
    pub(crate) fn next_absence(&self, live: &TableState) -> Option<Timestamp> {
        let patience = self.patience().as_millis() as Timestamp;
        let people = live.people_to_act();
        let moments = people.iter().flat_map(|(_, person)| match self.gone_since(person) {
            Some(since) => [Some(since + patience), None],
            None => [self.here_until(person), self.idle_at(live)],
        });
        moments.flatten().filter(|moment| *moment > now()).min()
    }
}

impl TableHandle {
    /// Returns when the host may begin the match without people who are not ready.
    pub fn waited_until(&self, live: &TableState) -> Timestamp {
        live.header.touched + self.patience().as_millis() as Timestamp
    }

    /// Returns the number of spectators: followers of the table who neither sit here nor are the
    /// host.
    pub fn spectators(&self, live: &TableState) -> usize {
        self.watching(|person| !live.is_at_table(Some(person)))
    }

    /// Returns the surroundings of a table as a person sees them.
    pub fn around(&self, live: &TableState, me: Option<&str>) -> Around {
        let people = live.header.people().into_iter();
        Around {
            now: now(),
            revision: self.revision(),
            version: self.version(me),
            connected: live.header.seats.iter().map(|occupant| self.is_connected(occupant)).collect(),
            here: people.filter(|person| self.is_here(person)).map(str::to_owned).collect(),
            watching: self.spectators(live),
            may_begin_without: self.waited_until(live) <= now(),
            absences: self.absences(live),
        }
    }
}
