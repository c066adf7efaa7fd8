//! Invitations of people with whom one has played, and people who do not meet.
//!
//! A block holds both ways: no seat at one table, no chat, no invitation. The blocked person is not
//! told. A person who sat at a table already stays there. An invitation of a blocked person is
//! written like any other, but never shown.

use std::collections::BTreeSet;

use store::{Occupant, PeopleWrite, StoreError, TableHeader, TableList, TableStatus};
use text::t;

use super::create::{self, DiceRequest};
use crate::{
    fault::{Code, Fault},
    tables::runtime::{LockedTable, TableRegistry},
};

/// Among how many of a person's tables an open one is looked for.
const LATEST: u32 = 30;

/// Invites a person to a table.
///
/// # Errors
/// If the caller is not at the table, it has no free seat, or they have not played together.
pub async fn invite(registry: &TableRegistry, me: &str, id: &str, person: &str) -> Result<(), Fault> {
    let guard = registry.lock(id).await?;
    if !guard.is_at_table(Some(me)) {
        return Err(Fault::new(Code::NotYourSeat, t!("only those at the table invite others")));
    }
    if guard.header.status != TableStatus::Open || !has_free_seat(&guard.header) {
        return Err(Fault::new(Code::WrongPhase, t!("no seat is free at this table; open another one")));
    }
    if guard.is_removed(person) {
        return Err(Fault::new(Code::NotYourSeat, t!("the host has taken this person off the table")));
    }
    let handle = guard.handle().clone();
    drop(guard);
    check_played(registry, me, person).await?;
    let write = PeopleWrite::Invite { person: person.to_owned(), table: id.to_owned(), inviter: me.to_owned() };
    registry.store.write(write.into()).await?;
    handle.changed_for(me);
    Ok(())
}

/// Returns a table of a person's that waits for players; the last touched one.
///
/// # Errors
/// If the store fails.
pub async fn open_table(registry: &TableRegistry, me: &str) -> Result<Option<String>, StoreError> {
    let tables = registry.store.tables_of(me, &[TableList::UnderWay], 0, (0, LATEST)).await?;
    let open = |header: &TableHeader| header.status == TableStatus::Open && has_free_seat(header);
    Ok(tables.into_iter().find(open).map(|header| header.id))
}

/// Opens a private table of the game that two people played last, and invites one of them to it;
/// returns its id.
///
/// # Errors
/// If they have not played together, or the game is gone.
pub async fn open_and_invite(
    registry: &TableRegistry,
    me: &str,
    person: &str,
    dice: DiceRequest,
) -> Result<String, Fault> {
    let game = check_played(registry, me, person).await?;
    let id = create::create_for_friends(registry, me, &game, dice).await?;
    invite(registry, me, &id, person).await?;
    Ok(id)
}

/// Checks that a person may invite another; returns the game that they played last.
async fn check_played(registry: &TableRegistry, me: &str, person: &str) -> Result<String, Fault> {
    match registry.store.last_game_of(me, person).await? {
        Some(game) => Ok(game),
        None => Err(Fault::new(
            Code::NotFound,
            t!("you have not finished a match with this person, or have blocked them; send the link of a table"),
        )),
    }
}

fn has_free_seat(header: &TableHeader) -> bool {
    header.seats.iter().any(Occupant::is_free)
}

/// Sets whether a person has blocked another.
///
/// # Errors
/// If there is no such person, or it is the caller.
pub async fn block(registry: &TableRegistry, me: &str, person: &str, blocked: bool) -> Result<(), Fault> {
    if me == person {
        return Err(Fault::bad(t!("you cannot block yourself")));
    }
    if registry.store.person(person).await?.is_none() {
        return Err(Fault::new(Code::NotFound, t!("there is nobody here")));
    }
    let write = PeopleWrite::Block { person: me.to_owned(), other: person.to_owned(), blocked };
    Ok(registry.store.write(write.into()).await?)
}

/// Checks that a person may sit at a table with those who are there: no block keeps them apart. A
/// person who sits there already may stay.
pub(crate) async fn check_may_meet(registry: &TableRegistry, live: &LockedTable, me: &str) -> Result<(), Fault> {
    if live.is_at_table(Some(me)) {
        return Ok(());
    }
    let apart = registry.store.kept_apart(me).await?;
    let here = |id: &String| live.is_host(id) || !live.seats_of(Some(id)).is_empty();
    match apart.iter().any(here) {
        true => Err(Fault::new(Code::NotYourSeat, t!("you cannot sit down at this table; take a seat at another one"))),
        false => Ok(()),
    }
}

/// Returns the people of a finished match who are there and go on with a person to the next one. A
/// block keeps the later ones away.
pub(crate) async fn going_on(
    registry: &TableRegistry,
    live: &LockedTable,
    me: &str,
) -> Result<BTreeSet<String>, StoreError> {
    let mut going = BTreeSet::from([me.to_owned()]);
    for person in live.header.people() {
        if live.handle().is_here(person) && registry.store.kept_apart(person).await?.is_disjoint(&going) {
            going.insert(person.to_owned());
        }
    }
    Ok(going)
}
