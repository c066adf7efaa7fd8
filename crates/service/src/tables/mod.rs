//! Live tables: matches in memory, and the actions of people and bots.
//!
//! Every change takes the same path: lock the table, check whether the change is allowed, make it
//! in memory, and commit it to the store. Only then are the others notified and the table unlocked.
//! A caller who hangs up does not leave a change half done: a task completes it.
//!
//! | module | content |
//! |---|---|
//! | `state`, `journal` | a table in memory, and its replay from the journal |
//! | `registry`, `handle`, `locked` | the tables in memory, a lock for each, their followers |
//! | `refresh`, `peers`, `shared`, `leases` | tables that several processes share |
//! | `create`, `rematch`, `seats`, `lobby` | new tables, next tables, seats, access and hosts |
//! | `daily`, `reference` | the daily match, and the scores of bots with its seed |
//! | `account_removal` | account deletion, at all tables |
//! | `completion` | changes that are completed when their caller has gone |
//! | `progress` | the state of a match as JSON for programs |
//! | `moves`, `undo` | steps, chance outcomes entered by hand, and undo |
//! | `chat` | chat, and reactions to steps |
//! | `auto_actions`, `premoves` | actions that the server repeats; actions chosen in advance |
//! | `puzzles` | playing on from a puzzle, for practice |
//! | `figures` | counters for operators |
//! | `ranked` | matches that count for ratings: permissions and limits |
//! | `results` | the results of a finished match for each seat |
//! | `analysis`, `retry` | the analysis of a finished match, and playing it again for practice |
//! | `absence`, `clocks` | absent players and bots that replace them; time limits |
//! | `timers` | times at which tables are looked at without a request |
//! | `takeover` | people who take over the seat of a bot in a match |
//! | `bots`, `hints` | bots that act on their seats, and their advice to players |
//! | `bot_executor`, `scheduler` | the cores for bots, and whose bot is next |

pub mod absence;
pub mod account_removal;
mod analysis;
pub mod auto_actions;
mod bot_executor;
mod bots;
pub mod characters;
pub mod chat;
pub mod clocks;
mod completion;
pub mod create;
pub mod daily;
mod figures;
mod hall_time;
mod handle;
pub mod hints;
mod journal;
mod leases;
pub mod lobby;
mod locked;
pub mod moves;
mod peers;
pub mod premoves;
mod progress;
pub mod puzzles;
mod ranked;
pub mod reference;
mod refresh;
mod registry;
pub mod rematch;
mod results;
pub mod retry;
mod scheduler;
pub mod seals;
pub mod seats;
mod shared;
mod state;
pub mod takeover;
mod timers;
pub mod undo;

use std::{sync::Arc, time::Duration};

use tokio::sync::mpsc;

use store::{Store, StoreError};

use crate::Calendar;
use completion::to_completion;
use hall_time::HallTime;

pub use absence::Absence;
pub use analysis::Analysed;
pub use handle::{EventReader, Presence, SeatNames, TableEvent, TableHandle};
pub use journal::{finished as finished_record, verify};
pub use locked::LockedTable;
pub use progress::Progress;
pub use registry::{Call, TableRegistry, check_id};
pub use results::catch_up;
pub use state::{Expected, TableState, level_option};

/// How tables are run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long bots pause before they move.
    pub bot_pause: Duration,
    /// How long a table that nobody touches stays in memory.
    pub idle: Duration,
    /// How long the decisions of a finished match are analysed; zero for not at all.
    pub analysis: Duration,
    /// How long a player who is away and must act is waited for, before a bot may stand in.
    pub absence: Duration,
    /// The clock by which days change.
    pub calendar: Calendar,
    /// How many matches bots play of each day's match, for others to be measured by.
    pub reference_matches: u32,
    /// How many times as fast as usual clocks run, less one.
    pub clock_haste: u32,
    /// After how long away of the host a player at the table may take it on.
    pub host_absence: Duration,
    /// How long a guest must have been known to play ranked matches.
    pub ranked_after: Duration,
}

/// Opens the registry of all tables and starts its tasks. Bots act, those of matches under way
/// first, and tables that nobody touches for a while leave memory. From now on the server notes
/// that it is open.
///
/// # Errors
/// If it cannot be read when the hall was open before.
pub async fn open(store: Store, settings: Settings) -> Result<Arc<TableRegistry>, StoreError> {
    let idle = settings.idle;
    let (mut registry, calls) = TableRegistry::new(store.clone(), settings.bot_pause, idle, settings.analysis);
    let opened = registry.opened;
    registry.time = Arc::new(HallTime::new(&store.openings().await?, opened, store.is_shared(), settings.clock_haste));
    registry.calendar = settings.calendar;
    registry.reference_matches = settings.reference_matches;
    registry.patience = settings.absence;
    registry.host_absence = settings.host_absence;
    registry.ranked_after = settings.ranked_after;
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

/// Notes the time until which the server was open.
///
/// # Errors
/// If the store fails.
pub async fn close(registry: &TableRegistry) -> Result<(), StoreError> {
    hall_time::note(&registry.store, &registry.time).await
}
