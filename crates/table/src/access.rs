//! Access to a table: its host, its players, the people who were removed, and spectators.

use crate::rows::{Access, TableStatus};
use kernel::{Seat, SeatSet};
use text::t;

use super::TableState;
use crate::fault::{Code, Fault};

/// A change of the access to a table; omitted settings stay as they are.
#[derive(Clone, Copy, Default, Debug)]
pub struct AccessChange {
    /// Whether the table is in the public lists.
    pub public: Option<bool>,
    /// Whether people who do not sit there may look on.
    pub spectators: Option<bool>,
}

impl AccessChange {
    /// Returns the access after the change.
    pub fn on(self, before: Access) -> Access {
        Access {
            public: self.public.unwrap_or(before.public),
            spectators: self.spectators.unwrap_or(before.spectators),
        }
    }
}

impl TableState {
    /// Returns whether a person is the host.
    pub fn is_host(&self, person: &str) -> bool {
        self.header.host == person
    }

    /// Returns whether a person sits here or is the host.
    pub fn is_at_table(&self, person: Option<&str>) -> bool {
        person.is_some_and(|person| self.is_host(person)) || !self.seats_of(person).is_empty()
    }

    /// Returns whether a person who sits here is not ready for the match; the host always is.
    pub fn is_unready(&self, person: &str) -> bool {
        self.header.unready.contains(person) && !self.is_host(person)
    }

    /// Returns the seats of the people who are not ready for the match.
    pub fn unready_seats(&self) -> SeatSet {
        Seat::all(self.header.seats.len() as u8)
            .filter(|seat| self.person_at(*seat).is_some_and(|person| self.is_unready(person)))
            .collect()
    }

    /// Returns whether the table is offered to everybody who wants to sit down.
    pub fn is_offered(&self) -> bool {
        self.header.access.public && self.header.status == TableStatus::Open
    }

    /// Returns whether the host has removed a person from the table.
    pub fn is_removed(&self, person: &str) -> bool {
        self.removed.iter().any(|removed| removed.person == person)
    }

    /// Returns whether something on the table's page is for this person alone: before the match
    /// everybody sees the name with which they would sit down.
    pub fn concerns(&self, person: &str) -> bool {
        self.header.status == TableStatus::Open || self.is_at_table(Some(person)) || self.is_removed(person)
    }

    /// Checks that a person may look at the table. Until the match begins everybody with the link
    /// may, because they may want to sit down.
    ///
    /// # Errors
    /// If it is closed to spectators and they are one.
    pub fn check_may_look(&self, person: Option<&str>) -> Result<(), Fault> {
        let open = self.header.access.spectators || self.header.status == TableStatus::Open;
        match open || self.is_at_table(person) {
            true => Ok(()),
            false => {
                Err(Fault::new(Code::NoSpectators, t!("only those who play at this table see it; its host decided so")))
            }
        }
    }

    /// Checks that a person is the host; `told` is the error text for anybody else.
    pub fn check_host(&self, person: &str, told: &str) -> Result<(), Fault> {
        match self.is_host(person) {
            true => Ok(()),
            false => Err(Fault::new(Code::NotYourSeat, told)),
        }
    }

    /// Returns the people who must act themselves, with their seats.
    pub fn people_to_act(&self) -> Vec<(Seat, &str)> {
        let playing = self.header.status == TableStatus::Playing;
        let Some(table) = self.table.as_deref().filter(|_| playing) else { return Vec::new() };
        let person = |seat: Seat| {
            let occupant = self.header.seats.get(seat.index())?;
            Some((seat, occupant.person()?)).filter(|_| occupant.stand_in().is_none())
        };
        table.awaited().iter().filter_map(person).collect()
    }

    /// Returns whether a person has agreed that a bot replaces the person on a seat.
    pub fn has_agreed(&self, seat: Seat, person: &str) -> bool {
        self.agreed.get(&seat).is_some_and(|agreed| agreed.contains(person))
    }
}
