//! Absent players: who is missed, the bots that replace them, and how they come back.
//!
//! A player is missed if they must act and do not follow the table. Where all win or lose together,
//! anybody who sits there may let a bot replace them at once. Rivals wait a while, and then all who
//! are there must agree. Nobody is expected to be present at tables played over days. There, others
//! may let a bot replace a player only when the player's time has run out. A player who comes back
//! plays on at once.
//!
//! A stand-in bot does not own the seat; the absent player keeps it, with view, secrets and shares.
//! The bot is gone when the player looks. The agreement of the others is in memory alone.

use std::sync::Arc;

use ::bots::Bot;
use kernel::Seat;
use store::{StoreError, TableStatus, Write};
use text::t;

use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{LockedTable, TableRegistry, apply},
        state::check_playouts,
    },
};

/// Agrees to let a bot replace a missing player. The bot replaces them once all who must agree have
/// done so.
///
/// # Errors
/// If nobody is missed there, it is too early, or the caller does not play.
pub async fn let_stand_in(registry: &Arc<TableRegistry>, me: &str, id: &str, seat: u64, bot: Bot) -> Result<(), Fault> {
    let bot = check_playouts(bot)?;
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let (seat, occupant) = guard.occupant(seat)?;
        if guard.header.status != TableStatus::Playing {
            return Err(Fault::new(Code::WrongPhase, t!("a bot can replace a player only during the match")));
        }
        guard.check_no_race(t!("in a race everybody plays for themselves"))?;
        guard.check_no_try(t!("no bot can replace a player in the ranked try of a day"))?;
        let person = occupant.person().map(str::to_owned);
        let Some(person) = person.filter(|person| *person != me) else {
            return Err(Fault::bad(t!("seat {seat} is not the seat of somebody else", seat = seat.0)));
        };
        if occupant.stand_in().is_some() {
            return Ok(());
        }
        if guard.seats_of(Some(&me)).is_empty() {
            return Err(Fault::new(Code::NotYourSeat, t!("only the players can let a bot replace somebody")));
        }
        // A player who asks is here.
        guard.handle().note_seen(&me);
        check_offered(&guard, seat, &person)?;
        guard.agreed.entry(seat).or_default().insert(me);
        let agrees = |(_, voter): (Seat, &str)| guard.has_agreed(seat, voter);
        if !guard.is_competitive() || guard.voters(|one| guard.handle().is_here(one), &person).all(agrees) {
            return Ok(set(&registry, &mut guard, seat, Some(bot)).await?);
        }
        registry.changed(&guard);
        Ok(())
    })
    .await
}

/// Checks that the player on a seat is missed, and has been for long enough.
fn check_offered(live: &LockedTable, seat: Seat, person: &str) -> Result<(), Fault> {
    let early = |why: &str| Err(Fault::new(Code::NotYourSeat, why));
    let awaited = live.people_to_act().iter().any(|(awaited, _)| *awaited == seat);
    match live.handle().absence(live, seat, person).filter(|_| awaited) {
        Some(absence) if absence.offered => Ok(()),
        Some(_) if live.header.pace.is_over_days() => {
            early(t!("this table is played over days; a bot can replace a player only when their time has run out"))
        }
        Some(_) => early(t!("a bot can take over that seat only when its player has been away for a minute")),
        None => early(t!("a bot can replace only a player who must act and is away")),
    }
}

/// Takes back the caller's agreement; on the caller's own seat, dismisses the bot that replaces
/// them.
///
/// # Errors
/// If the table has no such seat, or the store fails.
pub async fn end_stand_in(registry: &Arc<TableRegistry>, me: &str, id: &str, seat: u64) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let (seat, occupant) = guard.occupant(seat)?;
        if occupant.person() == Some(&me) {
            return Ok(come_back(&registry, &mut guard, &me).await?);
        }
        if guard.agreed.get_mut(&seat).is_some_and(|agreed| agreed.remove(&me)) {
            registry.changed(&guard);
        }
        Ok(())
    })
    .await
}

/// Notes that a person has asked for the table: they are here, and play on themselves if they sit
/// there.
///
/// # Errors
/// If the store fails.
pub async fn arrive(registry: &Arc<TableRegistry>, me: &str, id: &str) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        if guard.seats_of(Some(&me)).is_empty() {
            return Ok(());
        }
        guard.handle().note_seen(&me);
        come_back(&registry, &mut guard, &me).await?;
        registry.wake(&guard);
        Ok(())
    })
    .await
}

/// Ends all replacements of a person by bots: they play on themselves.
pub(crate) async fn come_back(registry: &TableRegistry, guard: &mut LockedTable, me: &str) -> Result<(), StoreError> {
    let own = guard.seats_of(Some(me));
    for seat in own.iter() {
        guard.agreed.remove(&seat);
        let stands_in = guard.header.seats.get(seat.index()).is_some_and(|occupant| occupant.stand_in().is_some());
        if stands_in && guard.header.status == TableStatus::Playing {
            set(registry, guard, seat, None).await?;
        }
    }
    Ok(())
}

/// Lets bots replace the missing players for whom all who are still here have agreed.
pub(crate) async fn review(registry: &TableRegistry, guard: &mut LockedTable) -> Result<(), StoreError> {
    let all = guard.handle().absences(guard).into_iter().filter(|absence| absence.offered);
    let due: Vec<Seat> =
        all.filter(|one| one.missing.is_empty() && !one.agreed.is_empty()).map(|one| one.seat).collect();
    for seat in due {
        set(registry, guard, seat, Some(Bot::Normal)).await?;
    }
    Ok(())
}

/// Sets the bot that replaces the person on a seat.
async fn set(
    registry: &TableRegistry,
    guard: &mut LockedTable,
    seat: Seat,
    bot: Option<Bot>,
) -> Result<(), StoreError> {
    let Some(person) = guard.person_at(seat).map(str::to_owned) else { return Ok(()) };
    let (table, bot) = (guard.header.id.clone(), bot.map(|bot| bot.to_string()));
    registry.change(guard, Write::SetStandIn { table, seat, person, bot }).await
}
