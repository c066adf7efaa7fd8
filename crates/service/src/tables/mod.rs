//! Live tables: matches in memory, and the actions of people and bots.
//!
//! Every change takes the same path: lock the table, check whether the change is allowed, make it
//! in memory, and commit it to the store. Only then are the others notified and the table unlocked.
//! A caller who hangs up does not leave a change half done: a task completes it.
//!
//! | room | content |
//! |---|---|
//! | `state` | a table in memory as data (the crate `table`) |
//! | `runtime` | the tables in memory: locks, followers, timers, cores for bots, other processes |
//! | `commands` | the things that people do at tables, a file for each kind |
//! | `background` | the things that the server does by itself: bots, results |
//!
//! Arrows point one way: `background` → `commands` → `runtime` → `state`.

mod background;
mod commands;
mod runtime;
mod state;

use std::sync::Arc;

use tokio::sync::mpsc;

use store::{Store, StoreError, now};

use crate::hall_time::{self, HallTime};
use background::{bots, pack_trials, results};
use runtime::{peers, registry, timers};

pub(crate) use background::results::race_results;
pub use background::results::{catch_up, note_lessons};
pub use commands::{
    absence, account_removal, auto_actions, chat, create, daily, groups, hints, import, invitations, leaving, lobby,
    moves, packs, premoves, proposals, put_away, puzzles, rematch, retry, seals, seats, settings, undo, vacations,
};
pub use runtime::{EventReader, LockedTable, Presence, Settings, TableHandle, TableRegistry, check_id, reference};
pub use state::{
    ActiveAutoAction, Analysed, ArmedAct, Expected, Progress, SeatNames, TableEvent, TableState, characters, clocks,
    journal::{finished as finished_record, verify},
    level_option, race,
};

/// Opens the registry of all tables and starts its tasks. Bots act, those of matches under way
/// first, and tables that nobody touches for a while leave memory. From now on the server notes
/// that it is open.
///
/// # Errors
/// If it cannot be read when the hall was open before.
pub async fn open(store: Store, settings: Settings) -> Result<Arc<TableRegistry>, StoreError> {
    let opened = now();
    let time = HallTime::new(&store.openings().await?, opened, store.is_shared(), settings.clock_haste);
    let (mut registry, calls) = TableRegistry::new(store.clone(), settings, time);
    if store.is_shared() {
        let (line, told) = mpsc::unbounded_channel();
        registry.attendance = Some(line);
        tokio::spawn(peers::note_attendance(store.clone(), told, registry.stopping()));
    }
    let registry = Arc::new(registry);
    if let Err(error) = hall_time::beat(Arc::downgrade(&registry.time)) {
        tracing::warn!("time in which the hall cannot run is found out late: {error}");
    }
    tokio::spawn(hall_time::note_open(store, registry.time.clone(), registry.stopping()));
    tokio::spawn(bots::serve(Arc::downgrade(&registry), calls));
    tokio::spawn(results::catch_up_at_open(registry.store.clone(), registry.roster().clone()));
    tokio::spawn(results::note_left_regularly(Arc::downgrade(&registry), registry.stopping()));
    tokio::spawn(results::expire_regularly(registry.store.clone(), registry.stopping()));
    tokio::spawn(pack_trials::play(Arc::downgrade(&registry), registry.stopping()));
    let going_on = registry.clone();
    tokio::spawn(async move { going_on.resume().await });
    tokio::spawn(timers::ring_in_time(Arc::downgrade(&registry), registry.alarms.clone(), registry.stopping()));
    tokio::spawn(registry::sweep_regularly(Arc::downgrade(&registry), registry.settings.idle));
    Ok(registry)
}

/// Notes the time until which the server was open.
///
/// # Errors
/// If the store fails.
pub async fn close(registry: &TableRegistry) -> Result<(), StoreError> {
    hall_time::note(&registry.store, &registry.time).await
}
