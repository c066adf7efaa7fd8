//! Live tables: matches in memory, and what people and bots do with them.
//!
//! Every change goes the same way: lock the table, check whether the change is allowed, make it in memory, commit it to the
//! store, and only then notify the others and unlock. A caller who hangs up does not leave a change half done: a task takes it over.
//!
//! | module | what it holds |
//! |---|---|
//! | `table`, `journal` | a table in memory, and how it is rebuilt from its journal |
//! | `registry`, `slot`, `guard` | which tables are in memory, a lock for each, who follows which |
//! | `refresh`, `peers`, `shared`, `leases` | a table that other processes of the hall change as well; who is at it there; whose bots it has |
//! | `create`, `rematch`, `seats`, `lobby` | new tables and matches begun; where players go on to; who sits where; who may come, and what the host decides |
//! | `daily`, `reference` | the match a day, which each person tries once; how bots fare with its seed |
//! | `departures` | somebody who goes for good, from all tables |
//! | `completion` | changes that are carried through when their caller has gone |
//! | `progress` | where a match stands, as programs read it |
//! | `moves`, `undo` | steps, chance outcomes entered by hand, and what is taken back |
//! | `talk` | what is said, and how steps are taken |
//! | `orders`, `armed` | standing orders, carried out step by step; acts decided upon while another's answer is waited for |
//! | `puzzles` | playing on from a puzzle, for practice |
//! | `figures` | what is counted |
//! | `ranked` | matches that count for ratings: who may play them, and how often |
//! | `results` | what a finished match came to for each seat |
//! | `analysis`, `retry` | what a finished match can tell, and a match taken up again for practice |
//! | `absence`, `clocks` | people who are away, and bots that stand in for them; how long people may take |
//! | `alarms` | tables looked at when something is due though nobody does anything |
//! | `takeover` | people who take over the seat of a bot in a match |
//! | `bots`, `hints`, `thinking`, `cores` | bots that act on their seats, and what a bot would do on a person's; the cores they share, and whose bot is next |

pub(crate) mod absence;
pub(crate) mod account_removal;
mod analysis;
pub(crate) mod auto_actions;
mod bot_executor;
mod bots;
pub(crate) mod characters;
pub(crate) mod chat;
pub(crate) mod clocks;
mod completion;
pub(crate) mod create;
pub(crate) mod daily;
mod figures;
mod hall_time;
mod handle;
pub(crate) mod hints;
mod journal;
mod leases;
pub(crate) mod lobby;
mod locked;
pub(crate) mod moves;
mod peers;
pub(crate) mod premoves;
mod progress;
pub(crate) mod puzzles;
mod ranked;
pub(crate) mod reference;
mod refresh;
mod registry;
pub(crate) mod rematch;
mod results;
pub(crate) mod retry;
mod scheduler;
pub(crate) mod seals;
pub(crate) mod seats;
mod shared;
mod state;
pub(crate) mod takeover;
mod timers;
pub(crate) mod undo;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use tokio::sync::mpsc;

use crate::{
    Config,
    store::{Store, StoreError},
};
use completion::to_completion;
use hall_time::HallTime;

pub(crate) use absence::Absence;
pub(crate) use analysis::Analysed;
pub(crate) use handle::{EventReader, Presence, SeatNames, TableEvent, TableHandle};
pub(crate) use journal::{finished as finished_record, verify};
pub(crate) use locked::LockedTable;
pub(crate) use registry::{TableRegistry, check_id};
pub(crate) use results::catch_up;
pub(crate) use state::{Expected, TableState, level_option};

/// Opens the registry of all tables, and starts its tasks: bots act, those of matches under way first, and tables that nobody
/// touches for a while leave memory. The hall notes from now on that it is open.
///
/// # Errors
/// If it cannot be read when the hall was open before.
pub(crate) async fn open(store: Store, config: &Config) -> Result<Arc<TableRegistry>, StoreError> {
    let idle = config.idle;
    let (mut registry, calls) = TableRegistry::new(store.clone(), config.bot_pause, idle, config.analysis);
    let opened = registry.opened;
    registry.time = Arc::new(HallTime::new(&store.openings().await?, opened, store.is_shared(), config.clock_haste));
    registry.calendar = config.calendar.clone();
    registry.reference_matches = config.reference_matches;
    registry.patience = config.absence;
    registry.host_absence = config.host_absence;
    registry.ranked_after = config.ranked_after;
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
    tokio::spawn(results::catch_up_at_open(registry.store.clone()));
    tokio::spawn(results::note_left_regularly(Arc::downgrade(&registry), registry.stopping()));
    tokio::spawn(results::expire_regularly(registry.store.clone(), registry.stopping()));
    let going_on = registry.clone();
    tokio::spawn(async move { bots::resume_all(&going_on).await });
    tokio::spawn(timers::ring_in_time(Arc::downgrade(&registry), registry.alarms.clone(), registry.stopping()));
    tokio::spawn(registry::sweep_regularly(Arc::downgrade(&registry), idle));
    Ok(registry)
}

/// Notes until when the hall was open.
///
/// # Errors
/// If the store fails.
pub(crate) async fn close(registry: &TableRegistry) -> Result<(), StoreError> {
    hall_time::note(&registry.store, &registry.time).await
}
