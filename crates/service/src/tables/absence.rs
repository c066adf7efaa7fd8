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
use kernel::{Pace, Seat};
use store::{Occupant, StoreError, TableStatus, Timestamp, Write, now};
use text::t;

use super::{
    bot_executor::check_playouts,
    handle::{TableEvent, TableHandle},
    locked::LockedTable,
    registry::TableRegistry,
    state::TableState,
    to_completion,
};
use crate::fault::{Code, Fault};

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
    fn absence(&self, slot: &TableHandle, seat: Seat, person: &str) -> Option<Absence> {
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
    fn people_to_act(&self) -> Vec<(Seat, &str)> {
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
    pub(super) fn voters<'a>(&'a self, slot: &'a TableHandle, but: &'a str) -> impl Iterator<Item = (Seat, &'a str)> {
        let seats = self.header.seats.iter().enumerate();
        let people = seats.filter(|(_, occupant)| occupant.stand_in().is_none());
        let people = people.filter_map(|(n, occupant)| Some((Seat(n as u8), occupant.person()?)));
        people.filter(move |(seat, person)| {
            *person != but && slot.is_here(person) && self.seats_of(Some(person)).lowest() == Some(*seat)
        })
    }

    fn has_agreed(&self, seat: Seat, person: &str) -> bool {
        self.agreed.get(&seat).is_some_and(|agreed| agreed.contains(person))
    }

    /// Returns when the next of the players who must act will be missed, or may be replaced.
    pub(super) fn next_absence(&self, slot: &TableHandle) -> Option<Timestamp> {
        let patience = slot.patience().as_millis() as Timestamp;
        let people = self.people_to_act();
        let moments = people.iter().flat_map(|(_, person)| match slot.gone_since(person) {
            Some(since) => [Some(since + patience), None],
            None => [slot.here_until(person), self.idle_at(slot)],
        });
        moments.flatten().filter(|moment| *moment > now()).min()
    }
}

/// Agrees to let a bot replace a missing player. The bot replaces them once all who must agree have
/// done so.
///
/// # Errors
/// If nobody is missed there, it is too early, or the caller does not play.
pub async fn let_stand_in(registry: &Arc<TableRegistry>, me: &str, id: &str, seat: u64, bot: Bot) -> Result<(), Fault> {
    let bot = check_playouts(bot)?;
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        let (seat, occupant) = guard.occupant(seat)?;
        if guard.header.status != TableStatus::Playing {
            return Err(Fault::new(Code::WrongPhase, t!("a bot can replace a player only during the match")));
        }
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
        slot.note_seen(&me);
        check_offered(&slot, &guard, seat, &person)?;
        guard.agreed.entry(seat).or_default().insert(me);
        let all = !guard.is_competitive() || guard.voters(&slot, &person).all(|(_, one)| guard.has_agreed(seat, one));
        if all {
            return set(&registry, &slot, &mut guard, seat, Some(bot)).await.map_err(Fault::from);
        }
        slot.notify(TableEvent::Seats(guard.step()));
        Ok(())
    })
    .await
}

/// Checks that the player on a seat is missed, and has been for long enough.
fn check_offered(slot: &TableHandle, live: &TableState, seat: Seat, person: &str) -> Result<(), Fault> {
    let early = |why: &str| Err(Fault::new(Code::NotYourSeat, why));
    let awaited = live.people_to_act().iter().any(|(awaited, _)| *awaited == seat);
    match live.absence(slot, seat, person).filter(|_| awaited) {
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
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        let (seat, occupant) = guard.occupant(seat)?;
        if occupant.person() == Some(&me) {
            return come_back(&registry, &slot, &mut guard, &me).await.map_err(Fault::from);
        }
        if guard.agreed.get_mut(&seat).is_some_and(|agreed| agreed.remove(&me)) {
            slot.notify(TableEvent::Seats(guard.step()));
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
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        if guard.seats_of(Some(&me)).is_empty() {
            return Ok(());
        }
        slot.note_seen(&me);
        come_back(&registry, &slot, &mut guard, &me).await.map_err(Fault::from)
    })
    .await
}

/// Ends all replacements of a person by bots: they play on themselves.
pub(super) async fn come_back(
    registry: &TableRegistry,
    slot: &Arc<TableHandle>,
    guard: &mut LockedTable,
    me: &str,
) -> Result<(), StoreError> {
    let own = guard.seats_of(Some(me));
    for seat in own.iter() {
        guard.agreed.remove(&seat);
        let stands_in = guard.header.seats.get(seat.index()).is_some_and(|occupant| occupant.stand_in().is_some());
        if stands_in && guard.header.status == TableStatus::Playing {
            set(registry, slot, guard, seat, None).await?;
        }
    }
    Ok(())
}

/// Lets bots replace the missing players for whom all who are still here have agreed.
pub(super) async fn review(
    registry: &TableRegistry,
    slot: &Arc<TableHandle>,
    guard: &mut LockedTable,
) -> Result<(), StoreError> {
    let all = guard.absences(slot).into_iter().filter(|absence| absence.offered);
    let due: Vec<Seat> =
        all.filter(|one| one.missing.is_empty() && !one.agreed.is_empty()).map(|one| one.seat).collect();
    for seat in due {
        set(registry, slot, guard, seat, Some(Bot::Normal)).await?;
    }
    Ok(())
}

/// Sets the bot that replaces the person on a seat.
async fn set(
    registry: &TableRegistry,
    slot: &Arc<TableHandle>,
    guard: &mut LockedTable,
    seat: Seat,
    bot: Option<Bot>,
) -> Result<(), StoreError> {
    let Some(mut occupant) = guard.header.seats.get(seat.index()).cloned() else { return Ok(()) };
    let Some(person) = occupant.person().map(str::to_owned) else { return Ok(()) };
    let bot = bot.map(|bot| bot.to_string());
    let write = Write::SetStandIn { table: guard.header.id.clone(), seat, person, bot: bot.clone() };
    if let Occupant::Person { stand_in, .. } = &mut occupant {
        *stand_in = bot;
    }
    guard.header.seats[seat.index()] = occupant;
    registry.commit(guard, write).await?;
    guard.agreed.remove(&seat);
    guard.decides_itself(seat);
    slot.notify(TableEvent::Seats(guard.step()));
    registry.call_bots(slot, guard);
    Ok(())
}
