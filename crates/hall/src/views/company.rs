//! The people with whom somebody has played: their records, presence, evenings and invitations.

use model::{Day, HERE, LEFT_NAME};
use pages::{Invitee, ShownCompanion, ShownEvening, ShownHere, ShownInvitation, ShownPerson, ShownPlace};

use super::lists;
use crate::{
    fault::Fault,
    store::{Companion, Entrant, Evening, Invitation, PublicSeat, Store, StoreError, TableStatus, now},
    tables::{TableRegistry, TableState},
};

/// The most companions in a list.
pub(crate) const LISTED: u32 = 200;
/// The most companions that are shown as here.
const HERE_LISTED: usize = 12;
/// The most evenings in a list.
pub(crate) const EVENINGS: u32 = 20;
/// The most people that a lobby offers to invite.
const INVITED: u32 = 8;

/// Returns the companions of a person, the last first, without people who have left. If the person
/// hides that they are here, it is not shown of the others.
///
/// # Errors
/// If the store fails.
pub(crate) async fn companions(store: &Store, me: &str, limit: u32) -> Result<Vec<Companion>, StoreError> {
    let hidden = store.person(me).await?.is_some_and(|me| me.hidden);
    let mut companions = store.companions(me, limit).await?;
    companions.retain(|one| one.name != LEFT_NAME.source());
    if hidden {
        companions.iter_mut().for_each(|one| one.seen = None);
    }
    Ok(companions)
}

/// Returns a companion for the page of people; `None` if the server no longer has the game.
pub(crate) fn shown(registry: &TableRegistry, one: &Companion) -> Option<ShownCompanion> {
    let now = now();
    Some(ShownCompanion {
        person: ShownPerson { person: one.person.clone(), name: one.name.clone() },
        guest: one.guest,
        here: one.is_here(now),
        seen: one.seen.map(|seen| lists::when(seen.min(now - HERE))),
        title: title(registry, &one.game)?,
        when: lists::when(one.ended),
        matches: one.matches,
        record: one.record,
    })
}

/// Returns the companions who are here, with the public table at which each is.
///
/// # Errors
/// If the store fails.
pub(crate) async fn here(
    registry: &TableRegistry,
    store: &Store,
    companions: &[Companion],
) -> Result<Vec<ShownHere>, Fault> {
    let here: Vec<&Companion> = companions.iter().filter(|one| one.is_here(now())).take(HERE_LISTED).collect();
    let ids: Vec<&str> = here.iter().map(|one| one.person.as_str()).collect();
    let seats = if ids.is_empty() { Vec::new() } else { store.public_tables_of(&ids).await? };
    registry.who_follows(seats.iter().map(|seat| seat.table.clone()).collect()).await?;
    let is_there = |seat: &&PublicSeat| {
        registry.slot(&seat.table).is_ok_and(|slot| slot.is_here(&seat.person)) && !registry.is_closed(&seat.table)
    };
    let place = |seat: &PublicSeat| {
        Some(ShownPlace { table: seat.table.clone(), title: title(registry, &seat.game)?, open: seat.open })
    };
    let shown = |one: &Companion| ShownHere {
        person: ShownPerson { person: one.person.clone(), name: one.name.clone() },
        table: seats.iter().filter(|seat| seat.person == one.person).find(is_there).and_then(place),
    };
    Ok(here.into_iter().map(shown).collect())
}

/// Returns the invitations of a person, the latest first.
///
/// # Errors
/// If the store fails.
pub(crate) async fn invitations(
    registry: &TableRegistry,
    store: &Store,
    me: Option<&str>,
) -> Result<Vec<ShownInvitation>, StoreError> {
    let Some(me) = me else { return Ok(Vec::new()) };
    let shown = |one: Invitation| {
        Some(ShownInvitation {
            title: title(registry, &one.game)?,
            table: one.table,
            inviter: one.inviter.name,
            seats: (one.taken as usize, one.seats as usize),
            begun: one.begun,
            when: lists::when(one.at),
        })
    };
    Ok(store.invitations(me).await?.into_iter().filter_map(shown).collect())
}

/// Returns an evening for the page of people.
pub(crate) fn evening(one: Evening, me: &str) -> ShownEvening {
    let points = one.points.into_iter().map(|(Entrant { person, name }, points)| {
        let you = person == me;
        (model::shown_name(&name).to_owned(), points, you)
    });
    ShownEvening {
        first: one.first,
        day: Day::of(one.began).to_string(),
        matches: one.matches,
        points: points.collect(),
    }
}

/// Returns the people whom somebody at an open table may invite, those who are here first. Nobody
/// else is offered anybody.
///
/// # Errors
/// If the store fails.
pub(super) async fn to_invite(store: &Store, live: &TableState, me: Option<&str>) -> Result<Vec<Invitee>, StoreError> {
    let open = live.header.status == TableStatus::Open && live.is_at_table(me);
    let Some(me) = me.filter(|_| open) else { return Ok(Vec::new()) };
    let companions = companions(store, me, INVITED).await?;
    if companions.is_empty() {
        return Ok(Vec::new());
    }
    let invited = store.invited_to(&live.header.id).await?;
    let away = |one: &&Companion| live.seats_of(Some(&one.person)).is_empty() && !live.is_host(&one.person);
    let invitee = |one: &Companion| Invitee {
        person: one.person.clone(),
        name: one.name.clone(),
        here: one.is_here(now()),
        invited: invited.contains(&one.person),
    };
    let mut offered: Vec<Invitee> = companions.iter().filter(away).map(invitee).collect();
    offered.sort_by_key(|one| !one.here);
    Ok(offered)
}

fn title(registry: &TableRegistry, game: &str) -> Option<&'static str> {
    Some(registry.roster().find(game).ok()?.meta().title)
}
