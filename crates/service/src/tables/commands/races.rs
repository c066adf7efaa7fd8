//! Races: their start, and what follows when a racer has come further.
//!
//! A race begins in one transaction, which adds a table for each racer. It is over when every
//! racer's match is over. A racer who leaves their match, or takes no step for a week, is last. The
//! last transaction stores the results of the race; until then nobody may look at the table of
//! another racer (`runtime/access`). The server looks at a race after each change of a racer's
//! table, and at all races under way when it opens, so a process that ends in between loses nothing.

use std::{collections::BTreeSet, sync::Arc};

use kernel::{EarlyEnd, Seat, record::IncidentKind};
use store::{Occupant, TableHeader, TableStatus, Write, now};
use table::race;
use text::t;

use super::{ending, leaving};
use crate::{
    fault::{Code, Fault},
    random,
    tables::{
        runtime::{ID, LockedTable, TableRegistry, apply},
        state::TableEvent,
    },
};

/// Begins a race with the people in these seats. The caller has checked the permission.
pub(super) async fn begin(
    registry: &TableRegistry,
    guard: &mut LockedTable,
    seats: Vec<Occupant>,
) -> Result<(), Fault> {
    if seats != guard.header.seats || !guard.header.unready.is_empty() {
        let header = TableHeader { seats, unready: BTreeSet::new(), touched: now(), ..guard.header.clone() };
        registry.change(guard, Write::SetLobby(Box::new(header))).await?;
    }
    let (at, rules) = (now(), guard.title.meta().rules);
    let header =
        TableHeader { status: TableStatus::Playing, rules, started: Some(at), touched: at, ..guard.header.clone() };
    let mut racers = Vec::new();
    for person in header.people() {
        let unlocked = registry.store.unlocked(person, &header.game).await?;
        racers.push(race::own_table(guard.title, &header, person, random::id::<ID>(), unlocked)?);
    }
    let write = Write::StartRace { table: header.id.clone(), rules, at, racers };
    guard.set_header(header);
    registry.commit(guard, write).await?;
    registry.changed(guard);
    Ok(())
}

/// Returns the seats with which a race begins: those of the people who are ready.
///
/// # Errors
/// If there are too few of them.
pub(super) fn starters(guard: &LockedTable) -> Result<Vec<Occupant>, Fault> {
    let ready = |occupant: &&Occupant| occupant.person().is_some_and(|person| !guard.is_unready(person));
    let seats: Vec<Occupant> = guard.header.seats.iter().filter(ready).cloned().collect();
    let least = race::RACERS.0;
    match seats.len() >= usize::from(least) {
        true => Ok(seats),
        false => Err(Fault::new(Code::WrongPhase, t!("a race needs {least} people; wait for somebody"))),
    }
}

/// Computes the standings of a race again, and ends it if all its matches are over. `moved` says
/// that a racer has come further at this process, of which other processes must hear.
///
/// # Errors
/// If the store fails.
pub(crate) async fn review(registry: &TableRegistry, id: &str, moved: bool) -> Result<(), Fault> {
    let mut guard = registry.lock(id).await?;
    if guard.header.status == TableStatus::Open {
        return Ok(());
    }
    let slot = guard.handle().clone();
    let before = slot.standings();
    let racers = registry.compute_standings(&slot, &guard.header).await?;
    let racing = guard.header.status == TableStatus::Playing;
    let (table, at) = (guard.header.id.clone(), now());
    if racing && race::is_over(&racers) {
        let results = race::results(guard.title.meta(), &guard.header, &racers, at);
        registry.change(&mut guard, Write::NoteRace { table, at, results: Some(Box::new(results)) }).await?;
    } else if racing && moved && registry.store.is_shared() {
        registry.change(&mut guard, Write::NoteRace { table, at, results: None }).await?;
    } else if before.as_ref() == Some(&racers) {
        return Ok(());
    } else {
        slot.notify(TableEvent::Seats(guard.step()));
    }
    drop(guard);
    for racer in racers.iter() {
        if let Some(own) = registry.place(&racer.table) {
            own.changed();
        }
    }
    Ok(())
}

/// Ends the match of a racer who has taken no step for long: it counts as left.
///
/// # Errors
/// If the store fails.
pub(crate) async fn lapse(registry: &Arc<TableRegistry>, id: &str) -> Result<(), Fault> {
    apply(registry, id, (), move |registry, mut guard, ()| async move {
        let (seat, person) = (Seat(0), guard.header.host.clone());
        guard.check_goes_on()?;
        let incident = leaving::incident(&registry, &guard, seat, &person, IncidentKind::Conceded).await?;
        ending::end(&registry, &mut guard, EarlyEnd::Concession { seats: vec![seat] }, incident).await
    })
    .await
}
