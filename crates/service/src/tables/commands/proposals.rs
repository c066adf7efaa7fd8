//! Proposals: changes of a match that others must agree to. A spectator takes over the seat of a
//! bot, a player takes steps back that others have learned from, all end the match, or the host
//! removes a player.
//!
//! The state of a proposal is in the header of its table, so it survives a restart, and all
//! processes know it.

use std::{collections::BTreeSet, sync::Arc};

use kernel::{EarlyEnd, Seat, record::IncidentKind};
use store::{Occupant, Person, Proposal, Proposed, TableStatus, Write, now};
use text::t;

use super::{ending, invitations, leaving, undo, vacations};
use crate::{
    fault::{Code, Fault},
    random,
    tables::{
        runtime::{LockedTable, TableRegistry, agreed, apply},
        state::{TableState, opening},
    },
};

/// Proposes a change. If somebody else has proposed the same, the caller agrees to that. A proposal
/// to which nobody need agree is carried out at once.
///
/// # Errors
/// If the caller may not propose it, nobody could agree, or it was refused before.
pub async fn propose(registry: &Arc<TableRegistry>, me: &Person, id: &str, what: Proposed) -> Result<(), Fault> {
    apply(registry, id, me.clone(), move |registry, mut guard, me| async move {
        check_may_propose(&guard, &me.id, what)?;
        if matches!(what, Proposed::Seat { .. }) {
            invitations::check_may_meet(&registry, &guard, &me.id).await?;
        }
        guard.handle().note_seen(&me.id);
        match guard.proposal(what).cloned() {
            Some(before) if before.person == me.id && before.refused => {
                return Err(Fault::new(Code::NotYourSeat, t!("you have asked for that, and it was refused")));
            }
            Some(before) if before.person == me.id => return Ok(()),
            Some(before) if !before.refused => {
                if let Proposed::Seat { .. } = what {
                    return Err(Fault::new(Code::SeatTaken, t!("{} has asked for that seat already", before.name)));
                }
                return agree(&registry, &mut guard, before, me.id).await;
            }
            Some(_) | None => {}
        }
        if guard.electors(|person| guard.handle().is_here(person), what, &me.id).is_empty() {
            let (alone, text) = match what {
                Proposed::Seat { .. } => {
                    (guard.is_host(&me.id), t!("no player is here to agree; ask again when one is back"))
                }
                Proposed::TakeBack { .. } | Proposed::End | Proposed::Remove { .. } => {
                    (false, t!("nobody else plays here who could agree"))
                }
            };
            if !alone {
                return Err(Fault::new(Code::NotYourSeat, text));
            }
        }
        let mut proposals = guard.header.proposals.clone();
        proposals.retain(|proposal| proposal.what != what);
        let (n, agreed) = (guard.next_proposal(), BTreeSet::new());
        proposals.push(Proposal { n, what, person: me.id, name: me.name, agreed, refused: false });
        decide(&registry, &mut guard, proposals, n).await
    })
    .await
}

/// Returns the proposal to take over a seat.
///
/// # Errors
/// If no table has such a seat.
pub fn seat(seat: u64) -> Result<Proposed, Fault> {
    let seat = u8::try_from(seat).map_err(|_| Fault::bad(t!("there is no seat {seat}")))?;
    Ok(Proposed::Seat { seat: Seat(seat) })
}

/// Checks that a person may propose a change.
fn check_may_propose(live: &TableState, me: &str, what: Proposed) -> Result<(), Fault> {
    let own = live.seats_of(Some(me));
    let foreign = |text: &str| Err(Fault::new(Code::NotYourSeat, text));
    if let Proposed::Seat { seat } = what {
        if live.header.status != TableStatus::Playing {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("before a match a bot's seat can just be taken, and after it no more"),
            ));
        }
        live.check_no_try(t!("nobody takes the seat of a bot in the ranked try of a day"))?;
        let (_, occupant) = live.occupant(seat.0.into())?;
        if occupant.bot().is_none() {
            return Err(Fault::new(Code::SeatTaken, t!("you can ask only for the seat of a bot")));
        }
        if !own.is_empty() {
            return Err(Fault::new(Code::SeatTaken, t!("you play already; the seat is for somebody who looks on")));
        }
        return match live.is_removed(me) {
            true => foreign(t!("the host has taken you off this table; you can sit down again when they let you in")),
            false => Ok(()),
        };
    }
    live.check_goes_on()?;
    if own.is_empty() {
        return foreign(t!("only those who play can propose that"));
    }
    match what {
        Proposed::Seat { .. } | Proposed::End => Ok(()),
        Proposed::TakeBack { step } => {
            let actor = live.playing()?.actor(step);
            match actor.is_some_and(|seat| own.contains(seat)) {
                true => Ok(()),
                false => foreign(&t!("step {step} is not yours; you can ask to take back a step of your own")),
            }
        }
        Proposed::Remove { seat } => {
            live.check_host(me, t!("only the host of a table proposes to remove somebody"))?;
            let (_, occupant) = live.occupant(seat.0.into())?;
            match occupant.person().is_some_and(|person| person != me) {
                true => Ok(()),
                false => Err(Fault::bad(t!("seat {seat} is not the seat of somebody else", seat = seat.0))),
            }
        }
    }
}

/// Agrees to a proposal, or refuses it.
///
/// # Errors
/// If there is no such proposal, or the caller does not play.
pub async fn answer(registry: &Arc<TableRegistry>, me: &str, id: &str, n: u64, accept: bool) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let proposal = guard.header.proposals.iter().find(|proposal| proposal.n == n).cloned();
        give_answer(&registry, &mut guard, proposal, me, accept).await
    })
    .await
}

/// Answers the proposal of this change.
///
/// # Errors
/// If nobody has proposed it, or the caller does not play.
pub async fn answer_to(
    registry: &Arc<TableRegistry>,
    me: &str,
    id: &str,
    what: Proposed,
    accept: bool,
) -> Result<(), Fault> {
    apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        let proposal = guard.proposal(what).cloned();
        give_answer(&registry, &mut guard, proposal, me, accept).await
    })
    .await
}

async fn give_answer(
    registry: &TableRegistry,
    guard: &mut LockedTable,
    proposal: Option<Proposal>,
    me: String,
    accept: bool,
) -> Result<(), Fault> {
    if guard.seats_of(Some(&me)).is_empty() {
        return Err(Fault::new(Code::NotYourSeat, t!("only those who play can answer that")));
    }
    let Some(proposal) = proposal.filter(|proposal| !proposal.refused) else {
        return Err(Fault::new(Code::NotAsked, t!("nobody asks for that any more")));
    };
    let spared = match proposal.what {
        Proposed::Remove { seat } => guard.person_at(seat) == Some(&me),
        Proposed::Seat { .. } | Proposed::TakeBack { .. } | Proposed::End => false,
    };
    if proposal.person == me || spared {
        return Err(Fault::new(Code::NotYourSeat, t!("this is for the others to answer")));
    }
    guard.handle().note_seen(&me);
    if accept {
        return agree(registry, guard, proposal, me).await;
    }
    let (n, mut proposals) = (proposal.n, guard.header.proposals.clone());
    proposals.iter_mut().filter(|one| one.n == n).for_each(|one| one.refused = true);
    decide(registry, guard, proposals, n).await
}

async fn agree(registry: &TableRegistry, guard: &mut LockedTable, proposal: Proposal, me: String) -> Result<(), Fault> {
    let (n, mut proposals) = (proposal.n, guard.header.proposals.clone());
    for one in proposals.iter_mut().filter(|one| one.n == n) {
        one.agreed.insert(me.clone());
    }
    decide(registry, guard, proposals, n).await
}

/// Withdraws a proposal of the caller's.
///
/// # Errors
/// If there is no such table, or the store fails.
pub async fn withdraw(registry: &Arc<TableRegistry>, me: &str, id: &str, n: u64) -> Result<(), Fault> {
    remove(registry, me, id, move |proposal| proposal.n == n).await
}

/// Withdraws the caller's proposal of this change.
///
/// # Errors
/// If there is no such table, or the store fails.
pub async fn withdraw_from(registry: &Arc<TableRegistry>, me: &str, id: &str, what: Proposed) -> Result<(), Fault> {
    remove(registry, me, id, move |proposal| proposal.what == what).await
}

/// Removes an open proposal of the caller's. One that was refused remains, so that it cannot be
/// made again at once.
async fn remove(
    registry: &Arc<TableRegistry>,
    me: &str,
    id: &str,
    meant: impl Fn(&Proposal) -> bool + Clone + Send + Sync + 'static,
) -> Result<(), Fault> {
    apply(registry, id, (me.to_owned(), meant), |registry, mut guard, (me, meant)| async move {
        let mut proposals = guard.header.proposals.clone();
        proposals.retain(|proposal| proposal.person != me || proposal.refused || !meant(proposal));
        store(&registry, &mut guard, proposals).await
    })
    .await
}

/// Carries out the proposals for which all who are left have agreed.
pub(crate) async fn review(registry: &TableRegistry, guard: &mut LockedTable) -> Result<(), Fault> {
    let open: Vec<u64> = guard.header.proposals.iter().map(|proposal| proposal.n).collect();
    for n in open {
        let proposals = guard.header.proposals.clone();
        decide(registry, guard, proposals, n).await?;
    }
    Ok(())
}

/// Stores these proposals, and carries out the one of this number if all have agreed to it.
async fn decide(
    registry: &TableRegistry,
    guard: &mut LockedTable,
    mut proposals: Vec<Proposal>,
    n: u64,
) -> Result<(), Fault> {
    let all_agree = |proposal: &Proposal| {
        // A newcomer may come to a table at which nobody plays; everything else needs consent.
        let asked = matches!(proposal.what, Proposed::Seat { .. }) || !proposal.agreed.is_empty();
        asked && !proposal.refused && guard.undecided(|person| guard.handle().is_here(person), proposal).is_empty()
    };
    let place = proposals.iter().position(|proposal| proposal.n == n && all_agree(proposal));
    let Some(place) = place else { return store(registry, guard, proposals).await };
    let Proposal { what, person, name, .. } = proposals.remove(place);
    let seat = guard.seats_of(Some(&person)).lowest();
    match what {
        Proposed::Seat { seat } => {
            let (_, was) = guard.occupant(seat.0.into())?;
            let (table, was) = (guard.header.id.clone(), was.clone());
            if !matches!(was, Occupant::Bot(_)) {
                return store(registry, guard, proposals).await;
            }
            let joined = guard.incident(seat, &person, &name, IncidentKind::Joined, now());
            let now = opening::sit(person, None, random::share)?;
            let write = agreed(guard, vec![Write::ChangeSeat { table, seat, was, now }], proposals, Some(joined));
            registry.change(guard, write).await?;
            vacations::review(registry, guard).await
        }
        Proposed::TakeBack { step } => {
            let actor = guard.playing()?.actor(step).or(seat).unwrap_or_default();
            let steps = (guard.step() + 1).saturating_sub(step);
            let mut incident = guard.incident(actor, &person, &name, IncidentKind::TookBack { steps }, now());
            incident.incident.after = step.saturating_sub(1);
            undo::take_back(registry, guard, step, Some(incident)).await.map(drop)
        }
        Proposed::End => {
            let incident = guard.incident(seat.unwrap_or_default(), &person, &name, IncidentKind::Ended, now());
            ending::end(registry, guard, EarlyEnd::Agreement, incident).await
        }
        Proposed::Remove { seat } => {
            let Some(person) = guard.person_at(seat).map(str::to_owned) else { return Ok(()) };
            leaving::give_to_bots(registry, guard, &person, IncidentKind::Removed).await
        }
    }
}

/// Stores the proposals if they have changed, and notifies everybody.
async fn store(registry: &TableRegistry, guard: &mut LockedTable, proposals: Vec<Proposal>) -> Result<(), Fault> {
    if proposals == guard.header.proposals {
        registry.changed(guard);
        return Ok(());
    }
    let write = agreed(guard, Vec::new(), proposals, None);
    Ok(registry.change(guard, write).await?)
}
