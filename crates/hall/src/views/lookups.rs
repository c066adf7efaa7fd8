//! Lookups for a table's page: the names of the people, and the table where the players went on.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ::views::audience::Lookups;
use kernel::Seat;
use pages::NextTable;

use super::{achievements, company, goals};
use crate::{
    fault::{Code, Fault},
    people,
    store::{Silence, Store, StoreError, TableStatus},
    tables::{SeatNames, TableHandle, TableRegistry, TableState, create, lobby},
};

/// Looks up the facts for a person's page of a locked table; `muted` are the people whose words they
/// do not read.
///
/// # Errors
/// If the store fails.
pub(crate) async fn look_up(
    registry: &TableRegistry,
    store: &Store,
    (slot, live): (&TableHandle, &TableState),
    me: Option<&str>,
    muted: BTreeMap<String, Silence>,
) -> Result<Lookups, Fault> {
    let host = match live.header.status {
        TableStatus::Open => store.person(&live.header.host).await?.map(|person| person.name),
        TableStatus::Playing | TableStatus::Over => None,
    };
    let naming = match (live.header.status, me) {
        (TableStatus::Open, Some(me)) => match store.guest_since(me).await? {
            Some(_) => store.person(me).await?.map(|person| person.name),
            None => None,
        },
        (TableStatus::Open, None) => Some(String::new()),
        _ => None,
    };
    let unlocked = match me.filter(|me| live.header.status == TableStatus::Open && live.is_host(me)) {
        Some(_) => create::allowed_level(registry, live.header.people(), &live.header.game).await?.unwrap_or_default(),
        None => 0,
    };
    let open = me.filter(|_| live.header.status == TableStatus::Open);
    let groups = match open.filter(|me| live.is_host(me) || live.header.group.is_some()) {
        Some(me) => store.groups_of(me).await?.into_iter().map(|one| (one.group.id, one.group.name)).collect(),
        None => Vec::new(),
    };
    let packs = match open.filter(|me| live.is_host(me) && live.title.packs().is_some()) {
        Some(me) => store.packs_for(me, &live.header.game).await?,
        None => Vec::new(),
    };
    let player = me.filter(|me| live.header.status == TableStatus::Over && !live.seats_of(Some(me)).is_empty());
    let (mut earned, mut near) = (Vec::new(), None);
    if let Some(me) = player {
        let (awards, results) = (store.awards(me).await?, store.results(&live.header.id).await?);
        earned = achievements::first_earned_at(&awards, live.title, &live.header.id);
        near = Some(goals::at_end(store, live.title, &results, &awards, me).await?);
    }
    let linking: BTreeSet<&str> = live.talk.linking().filter(|other| Some(*other) != me).collect();
    let known = match me {
        Some(me) => store.companions_among(me, &linking).await?,
        None => BTreeSet::new(),
    };
    let names = slot.names(store, &live.header).await?;
    Ok(Lookups {
        local: false,
        offline: ::offline::BUILT_IN,
        racer_names: racer_names(store, live, &names).await?,
        names,
        group: groups.iter().find(|(id, _)| Some(id) == live.header.group.as_deref()).cloned(),
        groups,
        packs,
        earned,
        goals: near,
        known,
        to_invite: company::to_invite(store, live, me).await?,
        muted,
        host,
        naming,
        unlocked,
        may_take_on: me.is_some_and(|me| lobby::may_take_on(registry, slot, live, me)),
        next: next_table(registry, store, live, me).await?,
        racers: registry.standings(slot, &live.header).await?,
        opened: registry.may_open(live).await?,
    })
}

/// Returns the names of the racers of the race to which a table belongs; `names` are those at the
/// table.
///
/// # Errors
/// If the store fails.
pub(crate) async fn racer_names(store: &Store, live: &TableState, names: &SeatNames) -> Result<SeatNames, StoreError> {
    match live.header.raced_in() {
        Some(race) => Ok(Arc::new(people::names_at(store, race).await?)),
        None => Ok(names.clone()),
    }
}

/// Returns the table to which the players went on, if the person may see it: their own one if that
/// is a race under way. It is locked after the one before it, as in a rematch.
async fn next_table(
    registry: &TableRegistry,
    store: &Store,
    live: &TableState,
    me: Option<&str>,
) -> Result<Option<NextTable>, Fault> {
    let Some(id) = live.header.next.as_deref().cloned() else { return Ok(None) };
    let (slot, next) = match registry.look(&id, me).await {
        Ok(next) => next,
        // The person has no access to it, or this server no longer supports its rules.
        Err(fault) if matches!(fault.code, Code::NoSpectators | Code::BadRecord) => return Ok(None),
        Err(fault) => return Err(fault),
    };
    let own = next.seats_of(me);
    let mut people: Vec<String> = Vec::new();
    let seated: BTreeMap<Seat, String> =
        slot.names(store, &next.header).await?.iter().map(|(seat, name)| (*seat, name.clone())).collect();
    for (seat, name) in seated {
        if !own.contains(seat) && !people.contains(&name) {
            people.push(name);
        }
    }
    let free = next.header.status != TableStatus::Over && next.header.seats.iter().any(|one| one.is_free());
    let id = registry.own_match(&next, me).await?.unwrap_or(id);
    Ok(Some(NextTable { id, people, seated: !own.is_empty(), free, curses: next.curses(me) }))
}
