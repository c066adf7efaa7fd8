//! Lists of tables, as one person sees them.

use std::{collections::HashMap, sync::Arc, time::Duration};

pub(crate) use ::views::lists::games;
use ::views::lists::{MINUTE, card, match_state};
use kernel::Seat;
use pages::{MatchState, TableCard};
use roster::GameEntry;

use crate::{
    fault::{Code, Fault},
    people,
    store::{ListCounts, Occupant, Store, StoreError, TableHeader, TableList, TableStatus, Timestamp, Turn, now},
    tables::{TableHandle, TableRegistry},
};

/// How many tables a list shows.
pub(crate) const LISTED: usize = 30;
/// How many open tables are checked to find those whose host is present.
const LOOKED_AT: u32 = 300;
/// How long a table stays open to everybody, in milliseconds.
const OFFERED: Timestamp = 24 * 60 * MINUTE;
/// How recently the host must have been present.
const PRESENT: Duration = Duration::from_secs(60);
/// How long an idle match still counts as waiting for its players, in milliseconds.
const WAITS: Timestamp = 30 * 24 * 60 * MINUTE;

/// A page of a list of a person's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ListPage {
    /// Which list.
    pub(crate) list: TableList,
    /// Its number, from 1.
    pub(crate) page: u32,
}

/// Returns the length of each list of a person's tables, in the order of [`TableList::ALL`].
///
/// # Errors
/// If the store fails.
pub(crate) async fn counts(store: &Store, me: &str) -> Result<ListCounts, StoreError> {
    store.count_tables_of(me, TableList::ALL, now() - WAITS).await
}

/// Returns the tables of a page of a list.
///
/// # Errors
/// If the store fails.
pub(crate) async fn page_of(store: &Store, me: &str, wanted: ListPage) -> Result<Vec<TableHeader>, StoreError> {
    let before = (wanted.page.max(1) - 1).saturating_mul(LISTED as u32);
    store.tables_of(me, &[wanted.list], now() - WAITS, (before, LISTED as u32)).await
}

/// Returns the first tables of these lists of a person, one list after the other.
///
/// # Errors
/// If the store fails.
pub(crate) async fn first_of(store: &Store, me: &str, lists: &[TableList]) -> Result<Vec<TableHeader>, StoreError> {
    store.tables_of(me, lists, now() - WAITS, (0, LISTED as u32)).await
}

/// Returns how many matches wait for a person, not counting the one at the table `beside`.
///
/// # Errors
/// If the store fails.
pub(crate) async fn count_waiting(store: &Store, me: Option<&str>, beside: Option<&str>) -> Result<usize, StoreError> {
    let Some(me) = me else { return Ok(0) };
    let [all] = store.count_tables_of(me, [TableList::Waiting], now() - WAITS).await?;
    let all = all as usize;
    let here = match beside {
        Some(table) if all > 0 => store.is_waiting_at(me, table, now() - WAITS).await?,
        _ => false,
    };
    Ok(all - usize::from(here).min(all))
}

/// Returns the matches that wait for a person, the nearest deadline first.
///
/// # Errors
/// If the store fails.
pub(crate) async fn waiting(store: &Store, me: Option<&str>) -> Result<Vec<Turn>, StoreError> {
    match me {
        Some(me) => store.waiting_for(me, now() - WAITS).await,
        None => Ok(Vec::new()),
    }
}

/// A table of a list, with the names of its players and whether the person must act.
pub(crate) struct Entry {
    /// The game, if the roster has it.
    pub(super) title: Option<&'static dyn GameEntry>,
    pub(super) slot: Arc<TableHandle>,
    pub(crate) header: TableHeader,
    pub(super) names: HashMap<Seat, String>,
    /// The name of the host, while people take seats.
    pub(crate) host: Option<String>,
    pub(super) your_turn: bool,
    /// The state of a match of the person's that is under way.
    state: Option<MatchState>,
    /// When something last happened there.
    changed: Timestamp,
}

impl Entry {
    /// Returns the names of people who wait for others: those in seats who are present, and the
    /// host.
    pub(crate) fn waiting(&self) -> Vec<&str> {
        let seated = self.header.seats.iter().zip(Seat::all(self.header.seats.len() as u8));
        let seated = seated.filter(|(occupant, _)| occupant.person().is_some_and(|id| self.slot.is_here(id)));
        let mut names: Vec<&str> = seated.filter_map(|(_, seat)| Some(self.names.get(&seat)?.as_str())).collect();
        let host = self
            .host
            .as_deref()
            .filter(|_| self.header.seats.iter().all(|one| one.person() != Some(&self.header.host)));
        names.extend(host);
        names.dedup();
        names
    }

    /// Returns how many seats are taken.
    pub(crate) fn taken(&self) -> usize {
        self.header.seats.iter().filter(|occupant| **occupant != Occupant::Nobody).count()
    }
}

/// Returns the tables that are open to everybody: public, with a free seat, and with a host who is
/// or was recently present.
///
/// # Errors
/// If the store fails.
pub(crate) async fn offered(registry: &TableRegistry, store: &Store, me: Option<&str>) -> Result<Vec<Entry>, Fault> {
    let mut headers = store.open_tables(now() - OFFERED, LOOKED_AT).await?;
    registry.who_follows(headers.iter().map(|header| header.id.clone()).collect()).await?;
    headers.retain(|header| registry.slot(&header.id).is_ok_and(|slot| slot.seen_within(&header.host, PRESENT)));
    if let Some(me) = me {
        // People whom a block keeps apart cannot sit down there.
        let apart = store.kept_apart(me).await?;
        headers.retain(|header| !apart.contains(&header.host) && header.people().iter().all(|id| !apart.contains(*id)));
    }
    headers.truncate(LISTED);
    entries(registry, store, me, headers).await
}

/// Returns the tables of a list, as far as `me` may see them.
///
/// # Errors
/// If the store fails.
pub(crate) async fn entries(
    registry: &TableRegistry,
    store: &Store,
    me: Option<&str>,
    headers: Vec<TableHeader>,
) -> Result<Vec<Entry>, Fault> {
    let mut entries = Vec::with_capacity(headers.len());
    let ids: Vec<&str> = headers.iter().map(|header| header.id.as_str()).collect();
    let mut names_at = people::names_at_each(store, &ids).await?;
    for header in headers {
        if registry.is_closed(&header.id) {
            continue;
        }
        let names = names_at.remove(&header.id).unwrap_or_default();
        let slot = registry.slot(&header.id)?;
        let known = me.is_some() && header.status == TableStatus::Playing;
        let mine = known && header.seats.iter().any(|occupant| occupant.person() == me);
        // The list also has a match of another version of the rules, which cannot go on: its page
        // says why.
        let (mut your_turn, mut state, mut changed) = (false, None, header.touched);
        if mine {
            match registry.lock(&header.id).await {
                Ok(guard) => {
                    let own = guard.seats_of(me);
                    state = match_state(&guard, me);
                    changed = guard.last_change();
                    your_turn =
                        state.as_ref().is_some_and(|state| state.awaited.iter().any(|seat| own.contains(*seat)));
                }
                Err(fault) if fault.code == Code::Internal => return Err(fault),
                Err(_) => {}
            }
        }
        let host = match header.status {
            TableStatus::Open => store.person(&header.host).await?.map(|person| person.name),
            TableStatus::Playing | TableStatus::Over => None,
        };
        let title = registry.roster().find(&header.game).ok();
        entries.push(Entry { title, slot, header, names, host, your_turn, state, changed });
    }
    Ok(entries)
}

/// Returns the cards of a list of tables.
pub(crate) fn cards<'a>(entries: &'a [Entry], me: Option<&str>) -> Vec<TableCard<'a>> {
    let here = |entry: &Entry, n: usize| entry.slot.is_connected(&entry.header.seats[n]);
    let card = |entry: &'a Entry| {
        let card = card(entry.title, &entry.header, &entry.names, me, |n| here(entry, n), [entry.changed, now()]);
        TableCard { your_turn: entry.your_turn, waiting: entry.waiting(), state: entry.state.clone(), ..card }
    };
    entries.iter().map(card).collect()
}

/// Returns when something happened, in words.
pub(crate) fn when(moment: Timestamp) -> String {
    ::views::lists::when(moment, now())
}
