//! Account deletion and renames: no table waits for a deleted person, and all tables show a new
//! name.

use std::sync::Arc;

use bots::Bot;
use store::TableStatus;

use super::{
    leaving,
    seats::{self, SeatChange},
};
use crate::{
    fault::{Code, Fault},
    tables::{runtime::TableRegistry, state::BotChoice},
};

/// Gives up all seats of a person: a bot plays on in a match under way, and the seat becomes free
/// before a match.
///
/// # Errors
/// If the store fails; some seats may be given up by then.
pub async fn give_up_seats(registry: &Arc<TableRegistry>, person: &str) -> Result<(), Fault> {
    for (id, seat) in registry.store.seats_held(person).await? {
        let status = match registry.lock(&id).await {
            Ok(guard) if guard.header.raced_in().is_some() => {
                drop(guard);
                leave_race(registry, person, &id).await?;
                continue;
            }
            Ok(guard) => guard.header.status,
            // Nobody waits at a table that cannot be opened.
            Err(fault) if fault.code != Code::Internal => continue,
            Err(fault) => return Err(fault),
        };
        let change = match status {
            TableStatus::Open => SeatChange::Leave,
            TableStatus::Playing => SeatChange::Bot(BotChoice::Unnamed(Bot::Normal)),
            TableStatus::Over => continue,
        };
        match seats::change(registry, person, &id, seat.0.into(), change).await {
            Ok(()) => {}
            // The match has ended, or another request has given the seat away.
            Err(fault) if matches!(fault.code, Code::WrongPhase | Code::NotYourSeat | Code::SeatTaken) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(())
}

/// Ends a racer's match: nobody else plays it on.
async fn leave_race(registry: &Arc<TableRegistry>, person: &str, id: &str) -> Result<(), Fault> {
    match leaving::leave(registry, person, id).await {
        // The match has ended.
        Err(fault) if fault.code == Code::WrongPhase => Ok(()),
        left => left,
    }
}

/// Shows a person under another name at all tables in memory, and has their pages drawn again.
pub async fn rename(registry: &TableRegistry, person: &str, name: &str) {
    for (_, slot) in registry.slots() {
        let mut live = slot.live.lock().await;
        let Some(live) = live.as_mut() else { continue };
        let sits = !live.seats_of(Some(person)).is_empty();
        let decided = live.rename(person, name);
        if sits || decided || live.header.host == person || live.talk.is_voice(person) {
            live.talk.rename(person, name);
            slot.changed();
        }
    }
}
