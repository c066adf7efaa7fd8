//! The people at a table who are here, and the players who are missed.

use kernel::{Pace, Seat};
use store::{TableStatus, Timestamp, now};

use super::TableHandle;
use crate::tables::state::TableState;

/// A player who has the page open but does not act may be replaced after this many times the
/// patience with absent players. It applies where no clock runs.
const IDLE: u32 = 10;

/// A player who must act and is missed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// Their seat.
    pub seat: Seat,
    /// The time since which they have been away.
    pub since: Timestamp,
    /// Whether they have the page open nevertheless.
    pub looks_on: bool,
    /// Whether others who sit there may let a bot replace them.
    pub offered: bool,
    /// The seats of the players who have agreed to that.
    pub agreed: Vec<Seat>,
    /// The seats of the players who have not agreed yet.
    pub missing: Vec<Seat>,
}

impl TableState {
    /// Returns the players who must act and are missed.
    pub fn absences(&self, slot: &TableHandle) -> Vec<Absence> {
        let awaited = self.people_to_act();
        awaited.into_iter().filter_map(|(seat, person)| self.absence(slot, seat, person)).collect()
    }

    /// Returns the absence of the person on a seat, if they are missed.
    pub(crate) fn absence(&self, slot: &TableHandle, seat: Seat, person: &str) -> Option<Absence> {
        let patience = slot.patience().as_millis() as Timestamp;
        let gone = slot.gone_since(person);
        let since = gone.unwrap_or_else(|| slot.time.as_if_open(self.last_change()));
        let offered = match gone {
            None => self.idle_at(slot).is_some_and(|idle| idle <= now()),
            Some(_) if self.header.pace.is_over_days() => self.ran_out(seat),
            Some(since) => !self.is_competitive() || now() - since >= patience,
        };
        if gone.is_none() && !offered {
            return None;
        }
        let (agreed, missing) = self.voters(slot, person).partition(|(_, voter)| self.has_agreed(seat, voter));
        let seats = |voters: Vec<(Seat, &str)>| voters.into_iter().map(|(seat, _)| seat).collect();
        Some(Absence { seat, since, looks_on: gone.is_none(), offered, agreed: seats(agreed), missing: seats(missing) })
    }

    /// Returns the people who must act themselves, with their seats.
    pub(crate) fn people_to_act(&self) -> Vec<(Seat, &str)> {
        let playing = self.header.status == TableStatus::Playing;
        let Some(table) = self.table.as_deref().filter(|_| playing) else { return Vec::new() };
        let person = |seat: Seat| {
            let occupant = self.header.seats.get(seat.index())?;
            Some((seat, occupant.person()?)).filter(|_| occupant.stand_in().is_none())
        };
        table.awaited().iter().filter_map(person).collect()
    }

    /// Returns when players who have the page open but do not act may be replaced.
    fn idle_at(&self, slot: &TableHandle) -> Option<Timestamp> {
        let idle = (slot.patience() * IDLE).as_millis() as Timestamp;
        (self.header.pace == Pace::Free).then(|| slot.time.as_if_open(self.last_change()) + idle)
    }

    /// Returns the people who are here and play, except `but`, each with the first of their seats.
    pub(crate) fn voters<'a>(&'a self, slot: &'a TableHandle, but: &'a str) -> impl Iterator<Item = (Seat, &'a str)> {
        self.players().filter(move |(_, person)| *person != but && slot.is_here(person))
    }

    pub(crate) fn has_agreed(&self, seat: Seat, person: &str) -> bool {
        self.agreed.get(&seat).is_some_and(|agreed| agreed.contains(person))
    }

    /// Returns when the next of the players who must act will be missed, or may be replaced.
    pub(crate) fn next_absence(&self, slot: &TableHandle) -> Option<Timestamp> {
        let patience = slot.patience().as_millis() as Timestamp;
        let people = self.people_to_act();
        let moments = people.iter().flat_map(|(_, person)| match slot.gone_since(person) {
            Some(since) => [Some(since + patience), None],
            None => [slot.here_until(person), self.idle_at(slot)],
        });
        moments.flatten().filter(|moment| *moment > now()).min()
    }
}

impl TableState {
    /// Returns when the host may begin the match without people who are not ready.
    pub fn waited_until(&self, slot: &TableHandle) -> Timestamp {
        self.header.touched + slot.patience().as_millis() as Timestamp
    }

    /// Returns the number of spectators: followers of the table who neither sit here nor are the
    /// host.
    pub fn watching(&self, slot: &TableHandle) -> usize {
        slot.watching(|person| !self.is_at_table(Some(person)))
    }
}
