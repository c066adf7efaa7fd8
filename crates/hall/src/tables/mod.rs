//! Live tables: matches in memory, and what people and bots do with them.
//!
//! Every change goes the same way: lock the table, check whether the change is allowed, make it in memory, commit it to the
//! store, and only then notify the others and unlock. A change runs in a task of its own, so that a caller who hangs up does
//! not leave it half done.
//!
//! | module | what it holds |
//! |---|---|
//! | `table`, `journal` | a table in memory, and how it is rebuilt from its journal |
//! | `registry`, `slot` | which tables are in memory, a lock for each, who follows which |
//! | `create`, `rematch`, `seats`, `lobby` | new tables and matches begun; where players go on to; who sits where; who may come, and what the host decides |
//! | `departures` | somebody who goes for good, from all tables |
//! | `moves`, `undo` | steps, chance outcomes entered by hand, and what is taken back |
//! | `talk` | what is said, and how steps are taken |
//! | `orders`, `armed` | standing orders, carried out step by step; acts decided upon while another's answer is waited for |
//! | `figures` | what is counted |
//! | `analysis`, `retry` | what a finished match can tell, and a match taken up again for practice |
//! | `bots`, `hints`, `thinking`, `turns` | bots that act on their seats, and what a bot would do on a person's; the cores they share, and whose turn it is |

mod analysis;
pub(crate) mod armed;
mod bots;
pub(crate) mod create;
pub(crate) mod departures;
mod figures;
pub(crate) mod hints;
mod journal;
pub(crate) mod lobby;
pub(crate) mod moves;
pub(crate) mod orders;
mod registry;
pub(crate) mod rematch;
pub(crate) mod retry;
mod seals;
pub(crate) mod seats;
mod slot;
mod table;
pub(crate) mod talk;
mod thinking;
mod turns;
pub(crate) mod undo;

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use crate::{
    fault::{Code, Fault},
    store::Store,
};

pub(crate) use analysis::Analysed;
pub(crate) use journal::verify;
pub(crate) use registry::{TableGuard, TableRegistry};
pub(crate) use slot::{Presence, TableEvent, TableSlot};
pub(crate) use table::{Expected, LiveTable, level_option};
pub(crate) use talk::LONGEST as LONGEST_REMARK;
pub use talk::Reaction;

/// Opens the registry of all tables, and starts its tasks: bots act, those of matches under way first, and tables that nobody
/// touches for `idle` leave memory. The turning points of a finished match are looked for during about `analysis`. A table whose
/// host has been away for `host_absence` can be taken on.
pub(crate) fn open(
    store: Store,
    bot_pause: Duration,
    idle: Duration,
    analysis: Duration,
    host_absence: Duration,
) -> Arc<TableRegistry> {
    let (registry, calls) = TableRegistry::new(store, bot_pause, idle, analysis, host_absence);
    let registry = Arc::new(registry);
    tokio::spawn(bots::serve(Arc::downgrade(&registry), calls));
    tokio::spawn(bots::resume_all(registry.clone()));
    tokio::spawn(registry::sweep_regularly(Arc::downgrade(&registry), idle));
    registry
}

/// Runs a change to its end even if the caller hangs up.
async fn to_completion<T: Send + 'static>(
    change: impl Future<Output = Result<T, Fault>> + Send + 'static,
) -> Result<T, Fault> {
    tokio::spawn(change).await.unwrap_or_else(|error| {
        tracing::error!("a change to a table broke off: {error}");
        Err(Fault::new(Code::Internal, "that went wrong on our side; the table is as it was before"))
    })
}
