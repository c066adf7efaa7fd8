//! Taking over a bot's seat in a match. A spectator asks for the seat, and sits down when all
//! players who are present have agreed; one refusal is enough to reject them.
//!
//! Requests and agreements stay in memory and are lost after a restart.

use std::{collections::BTreeSet, sync::Arc};

use kernel::Seat;
use store::{Occupant, Person, TableStatus, Write};
use text::t;

use crate::{
    fault::{Code, Fault},
    random,
    tables::{
        runtime::{LockedTable, TableRegistry, apply},
        state::{Application, opening::sit},
    },
};

/// Requests the seat of a bot. The host of a table at which no person plays sits down at once.
///
/// # Errors
/// If no bot sits there, the match is not on, the caller plays already, or somebody was first.
pub async fn ask(registry: &Arc<TableRegistry>, me: &Person, id: &str, seat: u64) -> Result<(), Fault> {
    apply(registry, id, me.clone(), move |registry, mut guard, me| async move {
        let (seat, occupant) = guard.occupant(seat)?;
        if guard.header.status != TableStatus::Playing {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("before a match a bot's seat can just be taken, and after it no more"),
            ));
        }
        guard.check_no_try(t!("nobody takes the seat of a bot in the ranked try of a day"))?;
        if occupant.bot().is_none() {
            return Err(Fault::new(Code::SeatTaken, t!("you can ask only for the seat of a bot")));
        }
        if !guard.seats_of(Some(&me.id)).is_empty() {
            return Err(Fault::new(Code::SeatTaken, t!("you play already; the seat is for somebody who looks on")));
        }
        match guard.applications.get(&seat) {
            Some(before) if before.person == me.id && before.refused => {
                return Err(Fault::new(Code::NotYourSeat, t!("you have asked for that seat, and it was refused")));
            }
            Some(before) if before.person == me.id => return Ok(()),
            Some(before) if !before.refused => {
                return Err(Fault::new(Code::SeatTaken, t!("{} has asked for that seat already", before.name)));
            }
            Some(_) | None => {}
        }
        let alone = guard.handle().voters(&guard, &me.id).next().is_none();
        if alone && guard.header.host != me.id {
            return Err(Fault::new(Code::NotYourSeat, t!("no player is here to agree; ask again when one is back")));
        }
        let application = Application { person: me.id, name: me.name, agreed: BTreeSet::new(), refused: false };
        guard.applications.insert(seat, application);
        decide(&registry, &mut guard, seat).await
    })
    .await
}

/// Agrees to a request for the seat of a bot, or refuses it.
///
/// # Errors
/// If nobody has asked for it, or the caller does not play.
pub async fn answer(registry: &Arc<TableRegistry>, me: &str, id: &str, seat: u64, accept: bool) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let (seat, _) = guard.occupant(seat)?;
        if guard.seats_of(Some(&me)).is_empty() {
            return Err(Fault::new(Code::NotYourSeat, t!("only those who play can say who joins them")));
        }
        guard.handle().note_seen(&me);
        let Some(application) = guard.applications.get_mut(&seat).filter(|application| !application.refused) else {
            return Err(Fault::new(Code::NotAsked, t!("nobody asks for that seat")));
        };
        application.refused = !accept;
        application.agreed.insert(me);
        decide(&registry, &mut guard, seat).await
    })
    .await
}

/// Withdraws the caller's request for the seat of a bot.
///
/// # Errors
/// If the table has no such seat.
pub async fn withdraw(registry: &Arc<TableRegistry>, me: &str, id: &str, seat: u64) -> Result<(), Fault> {
    let mut guard = registry.lock(id).await?;
    let (seat, _) = guard.occupant(seat)?;
    if guard.applications.get(&seat).is_some_and(|application| application.person == me && !application.refused) {
        guard.applications.remove(&seat);
        registry.changed(&guard);
    }
    Ok(())
}

/// Seats the person who asks for a bot's seat once nobody is left who must agree, and notifies
/// everybody of the new state.
pub(crate) async fn decide(registry: &TableRegistry, guard: &mut LockedTable, seat: Seat) -> Result<(), Fault> {
    let ready = guard.applications.get(&seat).filter(|application| !application.refused).cloned();
    let ready = ready.filter(|_| guard.handle().undecided(guard, seat).is_empty());
    if let Some(application) = ready {
        let (_, was) = guard.occupant(seat.0.into())?;
        let (was, now) = (was.clone(), sit(application.person, None, random::share)?);
        guard.applications.remove(&seat);
        if matches!(was, Occupant::Bot(_)) {
            let table = guard.header.id.clone();
            return Ok(registry.change(guard, Write::ChangeSeat { table, seat, was, now }).await?);
        }
    }
    registry.changed(guard);
    Ok(())
}
