//! Groups: people who play together often. Anybody with an account makes one, and people join by
//! its link.
//!
//! Members alone see a group. Its owner, at first the person who made it, changes its name, its
//! note and its link, sets its webhook, and removes members. A removed member does not come back by
//! the old link.

use model::MEMBERS;
use serde_json::Value;
use store::{Group, GroupWrite, Store, StoreError, now};
use text::t;

use super::{
    create::{self, DiceRequest, NewTable, SeatRequest},
    settings::clean_note,
};
use crate::{
    fault::{Code, Fault},
    people::clean_name,
    random,
    tables::runtime::TableRegistry,
};

/// The length of a group's id.
const ID: usize = 10;
/// The length of the secret of a link.
const LINK: usize = 20;
/// The most groups of a person.
const GROUPS: usize = 20;
/// The maximal length of a mention, in characters.
const LONGEST_MENTION: usize = 64;
/// Mentions that would call more people than one.
const CALLS_ALL: [&str; 4] = ["all", "channel", "everyone", "here"];

/// Makes a group, and returns its id.
///
/// # Errors
/// If the person has no account or too many groups, or the name or the note is not allowed.
pub async fn make(store: &Store, me: &str, name: &str, note: &str) -> Result<String, Fault> {
    if store.account(me).await?.is_none() {
        return Err(Fault::new(
            Code::NotYourSeat,
            t!("a group is made by somebody with an account; make an account first"),
        ));
    }
    check_count(store, me).await?;
    let group = Group {
        id: random::id::<ID>(),
        name: clean_name(name)?,
        note: clean_note(note)?,
        owner: me.to_owned(),
        link: random::id::<LINK>(),
        created: now(),
    };
    let id = group.id.clone();
    store.write(GroupWrite::Make(group).into()).await?;
    Ok(id)
}

/// Returns a group of a person.
///
/// # Errors
/// If there is no such group, or the person is not a member.
pub async fn of_member(store: &Store, me: &str, id: &str) -> Result<Group, Fault> {
    let group = if store.is_member(id, me).await? { store.group(id).await? } else { None };
    group.ok_or_else(|| Fault::new(Code::NotFound, t!("there is no such group among yours; ask a member for its link")))
}

/// Returns a group that a person owns.
///
/// # Errors
/// If there is no such group, the person is not a member, or somebody else owns it.
pub async fn of_owner(store: &Store, me: &str, id: &str) -> Result<Group, Fault> {
    let group = of_member(store, me, id).await?;
    match group.owner == me {
        true => Ok(group),
        false => Err(Fault::new(Code::NotYourSeat, t!("only the owner of the group does this"))),
    }
}

/// Returns the group of a link.
///
/// # Errors
/// If there is none.
pub async fn by_link(store: &Store, link: &str) -> Result<Group, Fault> {
    let group = store.group_by_link(link).await?;
    group.ok_or_else(|| Fault::new(Code::NotFound, t!("this link leads to no group; ask a member for the present one")))
}

/// Changes the name and the note of a group.
///
/// # Errors
/// If the person does not own it, or the name or the note is not allowed.
pub async fn change(store: &Store, me: &str, id: &str, name: &str, note: &str) -> Result<(), Fault> {
    let group = of_owner(store, me, id).await?;
    let group = Group { name: clean_name(name)?, note: clean_note(note)?, ..group };
    Ok(store.write(GroupWrite::Change(group).into()).await?)
}

/// Renews the link of a group, so that nobody joins by the old one.
///
/// # Errors
/// If the person does not own it.
pub async fn renew_link(store: &Store, me: &str, id: &str) -> Result<(), Fault> {
    let group = Group { link: random::id::<LINK>(), ..of_owner(store, me, id).await? };
    Ok(store.write(GroupWrite::Change(group).into()).await?)
}

/// Adds a person to the group of a link, and returns its id. A member stays one.
///
/// # Errors
/// If there is no such group, it is full, or the person has too many groups.
pub async fn join(store: &Store, me: &str, link: &str) -> Result<String, Fault> {
    let group = by_link(store, link).await?;
    if store.is_member(&group.id, me).await? {
        return Ok(group.id);
    }
    check_count(store, me).await?;
    match store.write(GroupWrite::Join { link: link.to_owned(), person: me.to_owned() }.into()).await {
        Ok(()) => Ok(group.id),
        Err(StoreError::Conflict) => {
            Err(Fault::new(Code::WrongPhase, t!("the group has {MEMBERS} members; somebody must leave first")))
        }
        Err(error) => Err(error.into()),
    }
}

/// Removes a member from a group: the person, or by its owner another one.
///
/// # Errors
/// If the person is no member, or removes another one and is not the owner.
pub async fn leave(store: &Store, me: &str, id: &str, person: &str) -> Result<(), Fault> {
    let other = me != person;
    if other {
        of_owner(store, me, id).await?;
    }
    let write =
        GroupWrite::Leave { group: id.to_owned(), person: person.to_owned(), link: other.then(random::id::<LINK>) };
    match store.write(write.into()).await {
        Err(StoreError::Conflict) => Err(Fault::new(Code::NotFound, t!("this person is not a member of the group"))),
        done => Ok(done?),
    }
}

/// Sets the name or id by which the chat service of the group's webhook mentions a person.
///
/// # Errors
/// If the person is no member, or it is not such a name.
pub async fn set_mention(store: &Store, me: &str, id: &str, mention: &str) -> Result<(), Fault> {
    of_member(store, me, id).await?;
    let mention = mention.trim().trim_start_matches('@');
    let plain = mention.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    if !plain || mention.len() > LONGEST_MENTION || CALLS_ALL.contains(&mention.to_ascii_lowercase().as_str()) {
        return Err(Fault::bad(t!(
            "a mention is the name or the id of one person: at most {LONGEST_MENTION} letters, digits, dots, hyphens and underscores"
        )));
    }
    let write = GroupWrite::SetMention { group: id.to_owned(), person: me.to_owned(), mention: mention.to_owned() };
    Ok(store.write(write.into()).await?)
}

/// Opens a private table for a group, and invites its members; returns its id. It has the settings
/// of the group's last table, if that was one of the same game.
///
/// # Errors
/// If the person is no member, or there is no such game.
pub async fn open(
    registry: &TableRegistry,
    me: &str,
    id: &str,
    game: &str,
    dice: DiceRequest,
) -> Result<String, Fault> {
    of_member(&registry.store, me, id).await?;
    let last = registry.store.last_of_group(id).await?.filter(|last| last.game == game);
    let usual = create::for_friends(registry, game, dice)?;
    let wanted = match last {
        Some(last) => {
            let race = last.is_race();
            let mut seats = vec![SeatRequest::Open; last.seats.len()];
            seats[0].clone_from(&usual.seats[0]);
            NewTable {
                options: Value::Object((*last.options).clone()),
                real: last.real_luck(),
                title: last.title,
                note: last.note,
                seats,
                ranked: last.ranked,
                access: last.access,
                talk: Some(last.talk),
                pace: last.pace,
                rest: last.rest,
                race,
                ..usual
            }
        }
        None => usual,
    };
    let wanted = NewTable { group: Some(id.to_owned()), ..wanted };
    let (table, _) = create::create_waiting(registry, me, wanted).await?;
    invite(registry, me, id, &table).await?;
    Ok(table)
}

/// Invites the other members of a group to a table.
///
/// # Errors
/// If the store fails.
pub(super) async fn invite(registry: &TableRegistry, me: &str, group: &str, table: &str) -> Result<(), StoreError> {
    let write = GroupWrite::Invite { group: group.to_owned(), table: table.to_owned(), inviter: me.to_owned() };
    registry.store.write(write.into()).await
}

async fn check_count(store: &Store, me: &str) -> Result<(), Fault> {
    match store.groups_of(me).await?.len() < GROUPS {
        true => Ok(()),
        false => Err(Fault::new(Code::WrongPhase, t!("you are in {GROUPS} groups; leave one first"))),
    }
}
