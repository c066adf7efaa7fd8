//! Access to a table, decided by its host.
//!
//! Before the match only the host fills and empties seats and starts the match. Everybody else may
//! sit in a free seat and leave their own seat. A removed person cannot sit there again until the
//! host lets them in.

use std::{sync::Arc, time::Duration};
use store::{Access, RemovedPerson, Write, now};
use text::t;

pub use table::access::AccessChange;

use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{LockedTable, TableHandle, TableRegistry, apply},
        state::TableState,
    },
};

/// Sets who may come to a table. A table that becomes public replaces the host's other tables in
/// the public list.
///
/// # Errors
/// If the caller is not its host.
pub async fn set_access(registry: &Arc<TableRegistry>, me: &str, id: &str, change: AccessChange) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let table = guard.header.id.clone();
        guard.check_host(&me, t!("only the host of a table decides who may come"))?;
        if guard.header.daily.is_some() {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("the match of a day is played alone, and opened to all when the day is over"),
            ));
        }
        if guard.header.raced_in().is_some() {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("in a race everybody plays alone, and the others may look when it is over"),
            ));
        }
        let access = change.on(guard.header.access);
        if access == guard.header.access {
            return Ok(());
        }
        registry.change(&mut guard, Write::SetAccess { table: table.clone(), access }).await?;
        drop(guard);
        keep_one_offer(&registry, &table).await
    })
    .await
}

/// Makes the host's other public tables private if this one is offered to everybody. To be called
/// after it has become public, with no table locked.
pub(crate) async fn keep_one_offer(registry: &TableRegistry, id: &str) -> Result<(), Fault> {
    // One at a time: if two tables become public at once, one stays public.
    let _one = registry.offers.lock().await;
    let guard = registry.lock(id).await?;
    let (host, offered) = (guard.header.host.clone(), guard.is_offered());
    drop(guard);
    if !offered {
        return Ok(());
    }
    for other in registry.store.offered_by(&host).await? {
        if other == id {
            continue;
        }
        let mut guard = registry.lock(&other).await?;
        let access = Access { public: false, ..guard.header.access };
        registry.change(&mut guard, Write::SetAccess { table: other, access }).await?;
    }
    Ok(())
}

/// Makes the occupant of a seat the host. Either the host hands the table on, or a player who sits
/// there takes over from a host who has been away for long.
///
/// # Errors
/// If nobody sits there, or the caller may not.
pub async fn set_host(registry: &Arc<TableRegistry>, me: &str, id: &str, seat: u64) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let table = guard.header.id.clone();
        let (seat, occupant) = guard.occupant(seat)?;
        let host = occupant.person().map(str::to_owned);
        let host = host.ok_or_else(|| Fault::bad(t!("nobody sits in seat {seat}; a person must", seat = seat.0)))?;
        if guard.is_host(&host) {
            return Ok(());
        }
        if host != me || !may_take_on(&registry, guard.handle(), &guard, &me) {
            let told = t!(
                "only the host can hand the table on, or a seated player when the host has been away for some minutes"
            );
            guard.check_host(&me, told)?;
        }
        registry.change(&mut guard, Write::SetHost { table: table.clone(), host }).await?;
        drop(guard);
        keep_one_offer(&registry, &table).await
    })
    .await
}

/// Returns whether a person may take over as host: they sit there, and the host has been away for
/// long.
pub fn may_take_on(registry: &TableRegistry, slot: &TableHandle, live: &TableState, me: &str) -> bool {
    let seated = !live.seats_of(Some(me)).is_empty() && !live.is_host(me);
    let gone =
        slot.gone_since(&live.header.host).map(|since| Duration::from_millis((now() - since).max(0).unsigned_abs()));
    seated && gone.is_some_and(|gone| gone >= registry.settings.host_absence)
}

/// Removes a person from a table and from all their seats. The caller has checked the permission
/// and holds the table's lock.
pub(crate) async fn remove(registry: &TableRegistry, guard: &mut LockedTable, person: &str) -> Result<(), Fault> {
    let found = registry.store.person(person).await?;
    let name = found.map(|person| person.name).unwrap_or_default();
    let n = guard.removed.last().map_or(1, |last| last.n + 1);
    let removed = RemovedPerson { n, person: person.to_owned(), name };
    let table = guard.header.id.clone();
    Ok(registry.change(guard, Write::RemovePerson { table, removed }).await?)
}

/// Lets in again the person with number `n` among the removed.
///
/// # Errors
/// If the caller is not the host, or nobody has that number.
pub async fn let_in(registry: &Arc<TableRegistry>, me: &str, id: &str, n: u64) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let table = guard.header.id.clone();
        guard.check_host(&me, t!("only the host of a table lets people in again"))?;
        let removed = guard.removed.iter().find(|removed| removed.n == n);
        let person = removed.ok_or_else(|| Fault::bad(t!("nobody was removed as number {n}")))?.person.clone();
        Ok(registry.change(&mut guard, Write::LetIn { table, person }).await?)
    })
    .await
}
