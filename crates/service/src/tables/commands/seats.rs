//! Seats: sitting down, leaving, and handing over to bots.

use std::sync::Arc;

use kernel::{Seat, record::IncidentKind};
use store::{Occupant, TableHeader, TableStatus, Write, now};
use table::race;
use text::t;

use super::{absence, invitations, leaving, lobby, ranked, vacations};
use crate::{
    fault::{Code, Fault},
    people, random,
    tables::{
        runtime::{TableRegistry, agreed, apply},
        state::{BotChoice, TableState, opening::sit},
    },
};

/// A change of the occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatChange {
    /// Sit down.
    Take {
        /// The share to add to the seed.
        share: Option<String>,
        /// The name of the player there, for a person who has another seat too; empty for their own
        /// name. On a seat that they have already it replaces the name.
        called: Option<String>,
    },
    /// Leave the seat, or dismiss the bot.
    Leave,
    /// Let a bot sit there.
    Bot(BotChoice),
}

/// Changes the occupant of a seat.
///
/// # Errors
/// If the caller may not do that with the seat; nothing has changed then.
pub async fn change(
    registry: &Arc<TableRegistry>,
    me: &str,
    id: &str,
    seat: u64,
    what: SeatChange,
) -> Result<(), Fault> {
    apply(registry, id, (me.to_owned(), what), move |registry, mut guard, (me, what)| async move {
        let table = guard.header.id.clone();
        let (seat, was) = guard.occupant(seat)?;
        let was = was.clone();
        if let (SeatChange::Bot(choice), TableStatus::Playing, Some(person)) =
            (&what, guard.header.status, was.person())
            && person != me
        {
            // An absent player gets their seat back when they come.
            let bot = choice.bot()?;
            drop(guard);
            return absence::let_stand_in(&registry, &me, &table, seat.0.into(), bot).await;
        }
        check_allowed(&guard, &me, &was, &what)?;
        let name = match &what {
            SeatChange::Take { called: Some(given), .. } => {
                check_several(&guard, &me, seat)?;
                Some(people::player_name(&registry.store, &me, given).await?)
            }
            _ => None,
        };
        if let (Some(name), true) = (&name, was.person() == Some(&me)) {
            let (person, name) = (me, name.clone());
            if was.called() != name.as_deref() {
                registry.change(&mut guard, Write::NamePlayer { table, seat, person, name }).await?;
            }
            return Ok(());
        }
        if let (SeatChange::Leave, Some(other)) = (&what, was.person().filter(|id| *id != me)) {
            return lobby::remove(&registry, &mut guard, other).await;
        }
        let occupant = match what {
            SeatChange::Take { share, .. } => {
                invitations::check_may_meet(&registry, &guard, &me).await?;
                ranked::check_known(&registry, &guard.header, &me).await?;
                sit(me, share, random::share)?.under(name.flatten())
            }
            SeatChange::Leave => Occupant::Nobody,
            SeatChange::Bot(choice) => Occupant::Bot(choice.seated(guard.title, &guard.header.seats)?),
        };
        if occupant == was || occupant.person().is_some() && occupant.person() == was.person() {
            return Ok(());
        }
        if guard.header.is_race() {
            let mut after = guard.header.clone();
            after.seats[seat.index()].clone_from(&occupant);
            race::check(guard.title.meta(), &after)?;
        }
        let left = guard.left_at(seat, now());
        let write = match occupant.person().filter(|person| guard.header.unready.contains(*person)) {
            // They are ready for the match as it is now.
            Some(person) if guard.header.status == TableStatus::Open => {
                let mut header = TableHeader { touched: now(), ..guard.header.clone() };
                header.unready.remove(person);
                header.seats[seat.index()] = occupant;
                Write::SetLobby(Box::new(header))
            }
            _ => {
                let changed = match (was.person(), occupant.person()) {
                    (_, Some(person)) => Some((person, IncidentKind::Joined)),
                    (person, None) => person.map(|person| (person, IncidentKind::Left)),
                };
                let incident = match changed.filter(|_| guard.header.status == TableStatus::Playing) {
                    Some((person, what)) => Some(leaving::incident(&registry, &guard, seat, person, what).await?),
                    None => None,
                };
                let proposals = guard.proposals_of_newcomers();
                let change = Write::ChangeSeat { table, seat, was, now: occupant };
                agreed(&mut guard, vec![change], proposals, incident)
            }
        };
        registry.change(&mut guard, write).await?;
        vacations::review(&registry, &mut guard).await?;
        Ok(leaving::note(&registry, left).await?)
    })
    .await
}

/// Checks that a person has another seat too: only then do several people share the browser.
fn check_several(live: &TableState, me: &str, seat: Seat) -> Result<(), Fault> {
    match live.seats_of(Some(me)).iter().any(|other| other != seat) {
        true => Ok(()),
        false => Err(Fault::bad(t!(
            "a seat has a name of its own where you have several seats at the table; here change your own name"
        ))),
    }
}

/// Checks that a person may make this change to a seat.
fn check_allowed(live: &TableState, me: &str, was: &Occupant, what: &SeatChange) -> Result<(), Fault> {
    let taken = |why: &str| Err(Fault::new(Code::SeatTaken, why));
    let foreign = |why: &str| Err(Fault::new(Code::NotYourSeat, why));
    let open = live.header.status == TableStatus::Open;
    if live.header.status == TableStatus::Over {
        return Err(Fault::new(Code::WrongPhase, t!("the match is over; ask for a rematch to play on")));
    }
    live.check_no_race(t!("in a race everybody plays for themselves; you can leave your match"))?;
    match (what, was) {
        (SeatChange::Take { .. }, _) if live.is_removed(me) => {
            foreign(t!("the host has taken you off this table; you can sit down again when they let you in"))
        }
        (SeatChange::Take { .. }, Occupant::Nobody)
            if !open && live.is_competitive() && !live.seats_of(Some(me)).is_empty() =>
        {
            taken(t!("you play against that seat; leave it to somebody else, or let a bot play there"))
        }
        (SeatChange::Take { .. }, Occupant::Nobody) => Ok(()),
        (SeatChange::Take { .. }, Occupant::Person { id, .. }) if id == me => Ok(()),
        (SeatChange::Take { .. }, Occupant::Person { .. }) => {
            taken(t!("somebody sits there already; take another seat"))
        }
        (SeatChange::Take { .. }, Occupant::Bot(_)) if open => Ok(()),
        (SeatChange::Take { .. }, Occupant::Bot(_)) => {
            taken(t!("a bot plays that seat; ask for it, and the players decide"))
        }
        (SeatChange::Leave, Occupant::Nobody) => Ok(()),
        (SeatChange::Leave, Occupant::Person { id, .. }) if id == me => Ok(()),
        (SeatChange::Bot(_), Occupant::Person { id, .. }) if id == me && !open => Ok(()),
        (SeatChange::Leave | SeatChange::Bot(_), Occupant::Bot(_)) if !open => {
            taken(t!("a bot plays that seat to the end"))
        }
        _ if open && !live.is_host(me) => {
            live.check_host(me, t!("only the host of a table fills and empties seats before the match"))
        }
        (SeatChange::Bot(_), Occupant::Person { id, .. }) if open && id != me => {
            taken(t!("somebody sits there; take them off the table first"))
        }
        _ if open => Ok(()),
        (SeatChange::Leave, Occupant::Person { .. }) => foreign(t!("that seat is not yours to leave")),
        _ if !live.is_at_table(Some(me)) => foreign(t!("only those who sit at the table, or made it, can do that")),
        (SeatChange::Bot(_), Occupant::Person { .. }) => foreign(t!("somebody sits there; a bot can have a free seat")),
        (SeatChange::Leave | SeatChange::Bot(_), _) => Ok(()),
    }
}
