//! Leaving a match, and removing somebody from it.
//!
//! A player may leave at any time; the match counts as lost for them. Where nobody else plays, or
//! one rival is left, the match ends with it. Otherwise a bot plays on. The host may remove a
//! player with the consent of the others (`proposals`); for that player the match counts neither
//! way.

use std::sync::Arc;

use ::bots::Bot;
use kernel::{EarlyEnd, Seat, record::IncidentKind};
use store::{IncidentRow, LeftMatch, Occupant, RemovedPerson, StoreError, Write, now};
use text::t;

use super::ending;
use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{LockedTable, TableRegistry, agreed, apply},
        state::BotChoice,
    },
};

/// Gives up all seats of the caller in a match under way. The match ends, or a bot plays on.
///
/// # Errors
/// If the caller does not play, or the match cannot be left.
pub async fn leave(registry: &Arc<TableRegistry>, me: &str, id: &str) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let own = guard.seats_of(Some(&me));
        let seat = own.lowest().ok_or_else(|| Fault::new(Code::NotYourSeat, t!("only players can leave a match")))?;
        guard.check_goes_on()?;
        if guard.ends_without(&me) {
            let conceded = EarlyEnd::Concession { seats: own.iter().collect() };
            let incident = incident(&registry, &guard, seat, &me, IncidentKind::Conceded).await?;
            return ending::end(&registry, &mut guard, conceded, incident).await;
        }
        let left = guard.left_at(seat, now());
        give_to_bots(&registry, &mut guard, &me, IncidentKind::Left).await?;
        Ok(note(&registry, left).await?)
    })
    .await
}

/// Gives all seats of a person to bots, and hands the table on if the person is its host. A person
/// who is removed may not sit there again until they are let in.
pub(crate) async fn give_to_bots(
    registry: &TableRegistry,
    guard: &mut LockedTable,
    person: &str,
    what: IncidentKind,
) -> Result<(), Fault> {
    let table = guard.header.id.clone();
    let removed = matches!(what, IncidentKind::Removed);
    let (mut writes, mut incidents) = (Vec::new(), Vec::new());
    for seat in guard.seats_of(Some(person)).iter() {
        incidents.push(incident(registry, guard, seat, person, what).await?);
        let (_, was) = guard.occupant(seat.0.into())?;
        let was = if removed { Occupant::Nobody } else { was.clone() };
        let bot = BotChoice::Unnamed(Bot::Normal).seated(guard.title, &guard.header.seats)?;
        writes.push(Write::ChangeSeat { table: table.clone(), seat, was, now: Occupant::Bot(bot) });
    }
    if let Some(IncidentRow { incident, .. }) = incidents.first().filter(|_| removed) {
        let n = guard.removed.last().map_or(1, |last| last.n + 1);
        let removed = RemovedPerson { n, person: person.to_owned(), name: incident.player.clone() };
        writes.insert(0, Write::RemovePerson { table: table.clone(), removed });
    }
    if guard.is_host(person)
        && let Some(host) = guard.header.people().into_iter().find(|other| *other != person)
    {
        writes.push(Write::SetHost { table, host: host.to_owned() });
    }
    let proposals = guard.proposals_of_newcomers();
    let write = agreed(guard, writes, proposals, incidents);
    Ok(registry.change(guard, write).await?)
}

/// Returns a decision about the match that concerns the person on a seat, with their name.
pub(crate) async fn incident(
    registry: &TableRegistry,
    guard: &LockedTable,
    seat: Seat,
    person: &str,
    what: IncidentKind,
) -> Result<IncidentRow, StoreError> {
    let found = registry.store.person(person).await?;
    Ok(guard.incident(seat, person, &found.map(|person| person.name).unwrap_or_default(), what, now()))
}

/// Counts a match as left.
pub(crate) async fn note(registry: &TableRegistry, left: Option<LeftMatch>) -> Result<(), StoreError> {
    let Some(left) = left else { return Ok(()) };
    match registry.store.write(Write::NoteLeft(left)).await {
        // It is known.
        Err(StoreError::Conflict) => Ok(()),
        noted => noted,
    }
}
