//! Lookups for a table's page: the names of the people, and the table where the players went on.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Achievement, Seat};
use pages::{Invitee, NextTable};

use super::{achievements, company};
use crate::{
    fault::{Code, Fault},
    store::{Silence, Store, TableStatus},
    tables::{SeatNames, TableHandle, TableRegistry, TableState, create, lobby},
};

/// The facts that the server looks up for a table's page, as one person sees it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lookups {
    /// The names of the people in the seats.
    pub(crate) names: SeatNames,
    /// The people whose words the person does not read.
    pub(crate) muted: BTreeMap<String, Silence>,
    /// The people who chat here and with whom the person has finished a match: their links work.
    pub(crate) known: BTreeSet<String>,
    /// Before the match, for those at the table: the people to invite.
    pub(crate) to_invite: Vec<Invitee>,
    /// Before the match: the group to which the table belongs, for its members, by id and name.
    pub(crate) group: Option<(String, String)>,
    /// Before the match, for the host: their groups, by id and name.
    pub(crate) groups: Vec<(String, String)>,
    /// The name of the host, before the match.
    pub(crate) host: Option<String>,
    /// Before the match, the name of a person who may choose another one; empty for a visitor who is
    /// not known yet, and `None` for an account.
    pub(crate) naming: Option<String>,
    /// Before the match, for the host: the highest level that everybody at the table may play.
    pub(crate) unlocked: u32,
    /// Whether the person may become the host, because the host is away.
    pub(crate) may_take_on: bool,
    /// The table to which the players of a finished match went on.
    pub(crate) next: Option<NextTable>,
    /// The achievements that the person has earned for the first time by this match, if it is
    /// finished.
    pub(crate) earned: Vec<&'static Achievement>,
    /// Whether the dice become public once the match is over.
    pub(crate) opened: bool,
}

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
    let player = me.filter(|me| live.header.status == TableStatus::Over && !live.seats_of(Some(me)).is_empty());
    let earned = match player {
        Some(me) => achievements::first_earned_at(store, live.title, &live.header.id, me).await?,
        None => Vec::new(),
    };
    let linking: BTreeSet<&str> = live.talk.linking().filter(|other| Some(*other) != me).collect();
    let known = match me {
        Some(me) => store.companions_among(me, &linking).await?,
        None => BTreeSet::new(),
    };
    Ok(Lookups {
        group: groups.iter().find(|(id, _)| Some(id) == live.header.group.as_deref()).cloned(),
        groups,
        earned,
        known,
        to_invite: company::to_invite(store, live, me).await?,
        names: slot.names(store, &live.header).await?,
        muted,
        host,
        naming,
        unlocked,
        may_take_on: me.is_some_and(|me| lobby::may_take_on(registry, slot, live, me)),
        next: next_table(registry, store, live, me).await?,
        opened: registry.may_open(live).await?,
    })
}

/// Returns the table to which the players went on, if the person may see it. It is locked after the
/// one before it, as in a rematch.
async fn next_table(
    registry: &TableRegistry,
    store: &Store,
    live: &TableState,
    me: Option<&str>,
) -> Result<Option<NextTable>, Fault> {
    let Some(id) = live.header.next.as_deref().map(str::to_owned) else { return Ok(None) };
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
    Ok(Some(NextTable { id, people, seated: !own.is_empty(), free }))
}
