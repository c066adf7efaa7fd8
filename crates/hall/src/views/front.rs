//! The front page's choice of matches for a visitor: their own, and others'.

use kernel::{Outcome, Scene, Seat, Viewer};
use model::Day;
use pages::{OwnMatch, ShownMatch, TableCard};
use roster::Roster;

use super::{
    audience,
    lists::{self, Entry},
};
use ::views::lists::MINUTE;

use crate::{
    fault::{Code, Fault},
    store::{Store, TableHeader, TableList, TableStatus, Timestamp, now},
    tables::{LockedTable, TableRegistry, level_option},
};

/// How many tables a list shows.
const LISTED: u32 = lists::LISTED as u32;
/// How long a visitor may still join a rematch, in milliseconds.
const JOINABLE: Timestamp = Day::LENGTH;
/// How recently a match must have changed to count as live, in milliseconds.
const LIVE: Timestamp = 10 * MINUTE;
/// How many of the best matches are tried, if one cannot be shown.
const TRIED: usize = 3;

/// The tables on the front page.
pub(crate) struct Tables {
    own: Option<(usize, Scene, Seat)>,
    yours: Vec<Entry>,
    rematches: Vec<Entry>,
    open: Vec<Entry>,
    last: Option<Entry>,
    shown: Option<(Entry, Scene, bool)>,
}

impl Tables {
    /// Finds the tables for `me`.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn find(registry: &TableRegistry, store: &Store, me: Option<&str>) -> Result<Tables, Fault> {
        let yours = match me {
            Some(id) => lists::first_of(store, id, &[TableList::Waiting, TableList::UnderWay]).await?,
            None => Vec::new(),
        };
        let rematches = match me {
            Some(id) => store.rematches_for(id, now() - JOINABLE, LISTED).await?,
            None => Vec::new(),
        };
        let mut open = lists::offered(registry, store, me).await?;
        open.retain(|entry| !yours.iter().chain(&rematches).any(|other| other.id == entry.header.id));
        let yours = lists::entries(registry, store, me, yours).await?;
        let rematches = lists::entries(registry, store, me, rematches).await?;
        let last = match me {
            Some(id) => store.last_with_others(id).await?,
            None => None,
        };
        let last = lists::entries(registry, store, me, last.into_iter().collect()).await?.pop();
        let own = own(registry, me, &yours).await?;
        let shown = shown(registry, store, me).await?;
        Ok(Tables { own, yours, rematches, open, last, shown })
    }

    /// Returns three lists. The first has the visitor's own tables that are not over, starting with
    /// the one to continue. The second has those to which others went on from a match of theirs,
    /// and the third has those that are open to everybody.
    pub(crate) fn cards(&self, me: Option<&str>) -> [Vec<TableCard<'_>>; 3] {
        let mut yours = lists::cards(&self.yours, me);
        if let Some((n, ..)) = self.own {
            yours[..=n].rotate_right(1);
        }
        [yours, lists::cards(&self.rematches, me), lists::cards(&self.open, me)]
    }

    /// Returns the visitor's last match with other people.
    pub(crate) fn last(&self, me: Option<&str>) -> Option<TableCard<'_>> {
        lists::cards(self.last.as_slice(), me).pop()
    }

    /// Returns the match to continue; `card` is the first of the visitor's own.
    pub(crate) fn own<'a>(&'a self, card: Option<&'a TableCard<'a>>) -> Option<OwnMatch<'a>> {
        let (_, scene, seat) = self.own.as_ref()?;
        Some(OwnMatch { card: card?, scene: scene.clone(), seat: *seat })
    }

    /// Returns the match of others to watch.
    pub(crate) fn shown(&self) -> Option<ShownMatch<'_>> {
        let (entry, scene, live) = self.shown.as_ref()?;
        let meta = entry.title?.meta();
        let here = |n: usize| entry.slot.is_connected(&entry.header.seats[n]);
        let seats = audience::seats(entry.title, &entry.header.seats, &entry.names, |_| false, here);
        Some(ShownMatch { id: &entry.header.id, meta, seats, scene: scene.clone(), live: *live })
    }
}

/// Finds the match that a person should continue, as they see it: one where it is their turn, else
/// the one that changed last.
async fn own(
    registry: &TableRegistry,
    me: Option<&str>,
    yours: &[Entry],
) -> Result<Option<(usize, Scene, Seat)>, Fault> {
    // Nobody plays at the table of a race itself.
    let playing = |entry: &&Entry| entry.header.status == TableStatus::Playing && !entry.header.is_race();
    let at = |entry: &Entry| yours.iter().position(|other| std::ptr::eq(other, entry));
    let turn = yours.iter().filter(playing).find(|entry| entry.your_turn);
    let Some(entry) = turn.or_else(|| yours.iter().find(playing)) else { return Ok(None) };
    let Some(guard) = shown_table(registry, &entry.header.id).await? else { return Ok(None) };
    let viewer = guard.viewer(me);
    let scene = guard.table.as_deref().and_then(|table| table.scene(viewer, None));
    Ok(scene.and_then(|scene| Some((at(entry)?, scene, viewer.seat()?))))
}

/// Returns a table, or `None` if it cannot be shown: its rules are of another version, or an
/// operator has closed it.
async fn shown_table(registry: &TableRegistry, id: &str) -> Result<Option<LockedTable>, Fault> {
    match registry.lock(id).await {
        Ok(guard) => Ok(Some(guard)),
        Err(fault) if fault.code == Code::Internal => Err(fault),
        Err(_) => Ok(None),
    }
}

/// Finds a match of others: one that is being played now, else the best of the last day.
async fn shown(
    registry: &TableRegistry,
    store: &Store,
    me: Option<&str>,
) -> Result<Option<(Entry, Scene, bool)>, Fault> {
    let of_others = |header: &TableHeader| me.is_none() || header.seats.iter().all(|seat| seat.person() != me);
    let mut live = store.played_since(TableStatus::Playing, now() - LIVE, LISTED).await?;
    live.retain(of_others);
    // A table of several people is better than one person alone.
    live.sort_by_key(|header| std::cmp::Reverse(header.seats.len()));
    let mut best = store.played_since(TableStatus::Over, now() - Day::LENGTH, LISTED).await?;
    best.sort_by_key(|header| std::cmp::Reverse(merit(registry.roster(), header)));
    for header in live.into_iter().take(TRIED).chain(best.into_iter().take(TRIED)) {
        let over = header.status == TableStatus::Over;
        let Some(guard) = shown_table(registry, &header.id).await? else { continue };
        let viewer = if over { Viewer::All } else { Viewer::Spectator };
        let Some(scene) = guard.table.as_deref().and_then(|table| table.scene(viewer, None)) else { continue };
        drop(guard);
        let entry = lists::entries(registry, store, None, vec![header]).await?.pop();
        return Ok(entry.map(|entry| (entry, scene, !over)));
    }
    Ok(None)
}

/// Returns the order of finished matches by interest: won before lost, then by level, then the
/// latest.
fn merit(roster: &Roster, header: &TableHeader) -> (bool, u64, Timestamp) {
    let victory = header.outcome.as_deref().and_then(Outcome::read).and_then(|outcome| outcome.victory);
    let option = roster.find(&header.game).ok().and_then(|title| level_option(title.meta()));
    let level = option.and_then(|option| header.options.get(option.key)?.as_u64()).unwrap_or_default();
    // Where players are rivals, one of them has won.
    (victory.unwrap_or(true), level, header.touched)
}
