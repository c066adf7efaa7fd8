//! Access to a table, decided by its host.
//!
//! Before the match only the host fills and empties seats and starts the match. Everybody else may
//! sit in a free seat and leave their own seat. A removed person cannot sit there again until the
//! host lets them in.

use std::{sync::Arc, time::Duration};
use store::{Access, Occupant, RemovedPerson, TableStatus, Timestamp, Write, now};
use text::t;

use super::{
    handle::{TableEvent, TableHandle},
    locked::LockedTable,
    registry::TableRegistry,
    state::TableState,
    to_completion,
};
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

    /// Returns whether the table is offered to everybody who wants to sit down.
    pub fn is_offered(&self) -> bool {
        self.header.access.public && self.header.status == TableStatus::Open
    }

    /// Returns whether the host has removed a person from the table.
    pub fn is_removed(&self, person: &str) -> bool {
        self.removed.iter().any(|removed| removed.person == person)
    }

    /// Returns the number of spectators: followers of the table who neither sit here nor are the
    /// host.
    pub fn watching(&self, slot: &TableHandle) -> usize {
        slot.watching(|person| !self.is_at_table(Some(person)))
    }

    /// Returns whether something on the table's page is for this person alone.
    pub fn concerns(&self, person: &str) -> bool {
        self.is_at_table(Some(person)) || self.is_removed(person)
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
    pub(super) fn check_host(&self, person: &str, told: &str) -> Result<(), Fault> {
        match self.is_host(person) {
            true => Ok(()),
            false => Err(Fault::new(Code::NotYourSeat, told)),
        }
    }
}

impl TableRegistry {
    /// Waits for the lock of a table that a person wants to look at.
    ///
    /// # Errors
    /// If there is no such table, it cannot be read or replayed, or it is closed to them.
    pub async fn look(&self, id: &str, person: Option<&str>) -> Result<(Arc<TableHandle>, LockedTable), Fault> {
        let (slot, guard) = self.lock(id).await?;
        guard.check_may_look(person)?;
        self.check_opened(&guard, person).await?;
        Ok((slot, guard))
    }

    /// Does the same as [`TableRegistry::look`] if the lock is free.
    ///
    /// # Errors
    /// If no table can have this id, or it is closed to them.
    pub fn try_look(&self, id: &str, person: Option<&str>) -> Result<Option<(Arc<TableHandle>, LockedTable)>, Fault> {
        let Some((slot, guard)) = self.try_lock(id)? else { return Ok(None) };
        guard.check_may_look(person)?;
        // Only the store knows whether the match of a day is opened.
        Ok((guard.is_at_table(person) || guard.header.daily.is_none()).then_some((slot, guard)))
    }
}

/// Sets who may come to a table. A table that becomes public replaces the host's other tables in
/// the public list.
///
/// # Errors
/// If the caller is not its host.
pub async fn set_access(registry: &Arc<TableRegistry>, me: &str, id: &str, change: AccessChange) -> Result<(), Fault> {
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        guard.check_host(&me, t!("only the host of a table decides who may come"))?;
        if guard.header.daily.is_some() {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("the match of a day is played alone, and opened to all when the day is over"),
            ));
        }
        let access = change.on(guard.header.access);
        if access == guard.header.access {
            return Ok(());
        }
        registry.commit(&mut guard, Write::SetAccess { table: id.clone(), access }).await?;
        guard.header.access = access;
        slot.notify(TableEvent::Seats(guard.step()));
        drop(guard);
        keep_one_offer(&registry, &id).await
    })
    .await
}

/// Makes the host's other public tables private if this one is offered to everybody. To be called
/// after it has become public, with no table locked.
pub(super) async fn keep_one_offer(registry: &TableRegistry, id: &str) -> Result<(), Fault> {
    // One at a time: if two tables become public at once, one stays public.
    let _one = registry.offers.lock().await;
    let (_, guard) = registry.lock(id).await?;
    let (host, offered) = (guard.header.host.clone(), guard.is_offered());
    drop(guard);
    if !offered {
        return Ok(());
    }
    for other in registry.store.offered_by(&host).await? {
        if other == id {
            continue;
        }
        let (slot, mut guard) = registry.lock(&other).await?;
        let access = Access { public: false, ..guard.header.access };
        registry.commit(&mut guard, Write::SetAccess { table: other, access }).await?;
        guard.header.access = access;
        slot.notify(TableEvent::Seats(guard.step()));
    }
    Ok(())
}

/// Makes the occupant of a seat the host. Either the host hands the table on, or a player who sits
/// there takes over from a host who has been away for long.
///
/// # Errors
/// If nobody sits there, or the caller may not.
pub async fn set_host(registry: &Arc<TableRegistry>, me: &str, id: &str, seat: u64) -> Result<(), Fault> {
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        let (seat, occupant) = guard.occupant(seat)?;
        let host = occupant.person().map(str::to_owned);
        let host = host.ok_or_else(|| Fault::bad(t!("nobody sits in seat {seat}; a person must", seat = seat.0)))?;
        if guard.is_host(&host) {
            return Ok(());
        }
        if host != me || !may_take_on(&registry, &slot, &guard, &me) {
            let told = t!(
                "only the host can hand the table on, or a seated player when the host has been away for some minutes"
            );
            guard.check_host(&me, told)?;
        }
        registry.commit(&mut guard, Write::SetHost { table: id.clone(), host: host.clone() }).await?;
        guard.header.host = host;
        slot.notify(TableEvent::Seats(guard.step()));
        drop(guard);
        keep_one_offer(&registry, &id).await
    })
    .await
}

/// Returns whether a person may take over as host: they sit there, and the host has been away for
/// long.
pub fn may_take_on(registry: &TableRegistry, slot: &TableHandle, live: &TableState, me: &str) -> bool {
    let seated = !live.seats_of(Some(me)).is_empty() && !live.is_host(me);
    let gone =
        slot.gone_since(&live.header.host).map(|since| Duration::from_millis((now() - since).max(0).unsigned_abs()));
    seated && gone.is_some_and(|gone| gone >= registry.host_absence)
}

/// Returns when players who sit there may take over from a host who is away.
pub(super) fn next_take_on(registry: &TableRegistry, slot: &TableHandle, live: &TableState) -> Option<Timestamp> {
    let others = live.header.seats.iter().filter_map(Occupant::person).any(|person| !live.is_host(person));
    let gone = slot.gone_since(&live.header.host).filter(|_| others);
    let moment = gone.map(|gone| gone + registry.host_absence.as_millis() as Timestamp);
    moment.filter(|moment| *moment > now())
}

/// Removes a person from a table and from all their seats. The caller has checked the permission
/// and holds the table's lock.
pub(super) async fn remove(registry: &TableRegistry, guard: &mut LockedTable, person: &str) -> Result<(), Fault> {
    let found = registry.store.person(person).await?;
    let name = found.map(|person| person.name).unwrap_or_default();
    let n = guard.removed.last().map_or(1, |last| last.n + 1);
    let removed = RemovedPerson { n, person: person.to_owned(), name };
    let write = Write::RemovePerson { table: guard.header.id.clone(), removed: removed.clone() };
    registry.commit(guard, write).await?;
    for occupant in guard.header.seats.iter_mut().filter(|occupant| occupant.person() == Some(person)) {
        *occupant = Occupant::Nobody;
    }
    guard.removed.push(removed);
    Ok(())
}

/// Lets in again the person with number `n` among the removed.
///
/// # Errors
/// If the caller is not the host, or nobody has that number.
pub async fn let_in(registry: &Arc<TableRegistry>, me: &str, id: &str, n: u64) -> Result<(), Fault> {
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        guard.check_host(&me, t!("only the host of a table lets people in again"))?;
        let removed = guard.removed.iter().find(|removed| removed.n == n);
        let person = removed.ok_or_else(|| Fault::bad(t!("nobody was removed as number {n}")))?.person.clone();
        registry.commit(&mut guard, Write::LetIn { table: id.clone(), person }).await?;
        guard.removed.retain(|removed| removed.n != n);
        slot.notify(TableEvent::Seats(guard.step()));
        Ok(())
    })
    .await
}
