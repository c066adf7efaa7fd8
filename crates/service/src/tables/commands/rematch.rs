//! Rematches: the next table for the players of a finished match.
//!
//! The first player who asks makes the next table, and takes along all who are still there. Each
//! sits one seat further round; the seats of absent players stay free for them.
//!
//! Creating a rematch is idempotent: the new table is created and linked in one transaction. A
//! table is locked before the one that followed it, never after. A match taken up again for
//! practice has the same seed; a win there unlocks nothing.

use std::sync::Arc;

use kernel::Seat;
use serde_json::Value;
use store::{Occupant, TableHeader, TableStatus, Write};
use text::t;

use super::{
    create::{self, DiceRequest, NewTable, SeatRequest, Start},
    invitations, lobby,
    seats::{self, SeatChange},
};
use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{LockedTable, TableRegistry, apply},
        state::{
            TableEvent, level_option,
            opening::{self, further},
        },
    },
};

/// Goes on to another table of the same kind, at this level if one is given. The first player who
/// asks makes it, later ones join it. The match begins at once if nobody is missing.
///
/// # Errors
/// If the match is not over, the caller did not play it, or the game has no such level.
pub async fn rematch(
    registry: &Arc<TableRegistry>,
    me: &str,
    id: &str,
    level: Option<u32>,
    dice: DiceRequest,
) -> Result<String, Fault> {
    apply(registry, id, (me.to_owned(), dice), move |registry, mut guard, (me, dice)| async move {
        if guard.header.status != TableStatus::Over {
            return Err(Fault::new(Code::WrongPhase, t!("a rematch comes after the end; this match is not over")));
        }
        guard.check_may_look(Some(&me))?;
        if let Some(next) = guard.header.next.as_deref().cloned() {
            let seats = &guard.header.seats;
            let own = guard
                .seats_of(Some(&me))
                .iter()
                .map(|seat| (further(seat.index(), seats.len()), seats[seat.index()].called().map(str::to_owned)));
            let own: Vec<(usize, Option<String>)> = own.collect();
            drop(guard);
            join(&registry, &me, &next, &own, dice.share).await?;
            return Ok(next);
        }
        if guard.seats_of(Some(&me)).is_empty() {
            return Err(Fault::new(Code::NotYourSeat, t!("only those who played can ask for a rematch")));
        }
        let next = next_header(&registry, &guard, &me, level, dice).await?;
        let (next_id, host, full) = (next.id.clone(), next.host.clone(), !next.seats.contains(&Occupant::Nobody));
        let write = Write::CreateRematch { after: guard.header.id.clone(), next: Box::new(next) };
        registry.commit(&mut guard, write).await?;
        guard.header.next = Some(Arc::new(next_id.clone()));
        registry.slot(&next_id)?.note_seen(&host);
        // The match begins before the others hear of it, so that they come to a match and not to a
        // lobby.
        if full {
            create::start(&registry, &host, &next_id, Start::default()).await?;
        }
        guard.handle().notify(TableEvent::Seats(guard.step()));
        drop(guard);
        lobby::keep_one_offer(&registry, &next_id).await?;
        Ok(next_id)
    })
    .await
}

/// Goes on from a person's last match with other people: to the table where the others have gone
/// on, or to a new one with the same settings. The seats of people who are not there stay free.
///
/// # Errors
/// If there is no such match, or its rules are of another version.
pub async fn as_last_time(registry: &Arc<TableRegistry>, me: &str, dice: DiceRequest) -> Result<String, Fault> {
    let none = || Fault::new(Code::NotFound, t!("you have not played with others yet; open a table and send the link"));
    let last = registry.store.last_with_others(me).await?.ok_or_else(none)?;
    let gone_on = match &last.next {
        Some(next) => registry.lock(next).await?.header.status == TableStatus::Over,
        None => false,
    };
    if !gone_on {
        return rematch(registry, me, &last.id, None, dice).await;
    }
    // The others have finished their next match without this person.
    let guard = registry.lock(&last.id).await?;
    let header = next_header(registry, &guard, me, None, dice).await?;
    drop(guard);
    let (id, host) = (header.id.clone(), header.host.clone());
    registry.store.write(Write::CreateTable(Box::new(header))).await?;
    registry.slot(&id)?.note_seen(&host);
    lobby::keep_one_offer(registry, &id).await?;
    Ok(id)
}

/// Returns the header of the next table: every bot and every player who is still there sit one seat
/// further round.
async fn next_header(
    registry: &TableRegistry,
    live: &LockedTable,
    me: &str,
    level: Option<u32>,
    dice: DiceRequest,
) -> Result<TableHeader, Fault> {
    let (header, slot) = (&live.header, live.handle());
    let going_on = invitations::going_on(registry, live, me).await?;
    let seats = opening::rotated(live, |occupant| match occupant {
        Occupant::Person { id, .. } if id == me => SeatRequest::Me(dice.share.clone()),
        Occupant::Person { id, .. } if going_on.contains(id) => SeatRequest::Other(id.clone()),
        Occupant::Person { .. } | Occupant::Nobody | Occupant::Bot(_) => SeatRequest::Open,
    });
    let mut options = (*header.options).clone();
    if let (Some(level), Some(spec)) = (level, level_option(live.title.meta())) {
        options.insert(spec.key.to_owned(), level.into());
    }
    let wanted = NewTable {
        game: header.game.clone(),
        options: Value::Object(options),
        called: opening::rotated_names(live),
        title: header.title.clone(),
        note: header.note.clone(),
        group: header.group.as_deref().cloned(),
        seats,
        real: header.real_luck(),
        ranked: header.ranked,
        lesson: None,
        race: header.is_race(),
        access: header.access,
        talk: Some(header.talk),
        pace: header.pace,
        rest: header.rest,
        seal: dice.seal,
    };
    let apart = registry.store.kept_apart(me).await?.contains(&header.host);
    let host = if slot.is_here(&header.host) && !apart { &header.host } else { me };
    Ok(TableHeader { host: host.to_owned(), ..create::new_header(registry, me, wanted).await? })
}

/// Seats a player at the next table: in their own seats, or else in a free one. If there is none,
/// or they may not sit there, they look on.
async fn join(
    registry: &Arc<TableRegistry>,
    me: &str,
    next: &str,
    own: &[(usize, Option<String>)],
    share: Option<String>,
) -> Result<(), Fault> {
    let guard = registry.lock(next).await?;
    let there = !guard.seats_of(Some(me)).is_empty();
    let free = guard.header.seats.iter().position(|occupant| *occupant == Occupant::Nobody);
    drop(guard);
    if there || own.is_empty() {
        return Ok(());
    }
    let mut seated = false;
    for (seat, _) in own {
        seated |= sat_down(seats::change(registry, me, next, *seat as u64, take(&share, None)).await)?;
    }
    if let Some(seat) = free.filter(|_| !seated) {
        sat_down(seats::change(registry, me, next, seat as u64, take(&share, None)).await)?;
    }
    // A player who shares the browser keeps their name, once all seats are taken.
    for (seat, called) in own.iter().filter(|(_, called)| called.is_some()) {
        let own = registry.lock(next).await?.person_at(Seat(*seat as u8)) == Some(me);
        if own {
            sat_down(seats::change(registry, me, next, *seat as u64, take(&share, called.clone())).await)?;
        }
    }
    Ok(())
}

fn take(share: &Option<String>, called: Option<String>) -> SeatChange {
    SeatChange::Take { share: share.clone(), called }
}

/// Returns whether the player sat down; a refusal is not an error.
fn sat_down(done: Result<(), Fault>) -> Result<bool, Fault> {
    match done {
        Ok(()) => Ok(true),
        Err(fault)
            if matches!(fault.code, Code::SeatTaken | Code::WrongPhase | Code::NotYourSeat | Code::BadRequest) =>
        {
            Ok(false)
        }
        Err(fault) => Err(fault),
    }
}
