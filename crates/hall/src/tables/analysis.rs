//! The analysis of finished matches: worked out beside the server's own threads, one match at a time, on a copy.
//!
//! It begins when a match ends, or when somebody asks for a finished table that has come from its journal. What it told is
//! kept with the table in memory, and never stored: the same journal tells the same again.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use kernel::{Seat, SeatSet, Table};
use roster::{Analysis, TurningPoint};
use tokio::sync::{Semaphore, watch};

use super::{slot::TableSlot, table::LiveTable};
use crate::store::{Occupant, TableStatus};

/// How many finished matches may wait for their analysis; of others it is asked again when somebody looks at them.
const WAITING: usize = 16;
/// How many times as long as reckoned the search for turning points may take, on a slow or busy machine, before it is given up.
const PATIENCE: u32 = 8;

/// What is known of a finished match by now.
#[derive(Clone, Default, Debug)]
pub(crate) struct Analysed {
    /// Its course and its luck.
    pub(crate) analysis: Option<Arc<Analysis>>,
    /// The turning points of the people who played, each having at most one.
    pub(crate) turning_points: Option<Arc<[TurningPoint]>>,
}

/// Where analyses are worked out.
pub(super) struct Analysts {
    /// How long to look for turning points, on the machine that the games' pace was measured on.
    effort: Duration,
    core: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    stopping: watch::Receiver<bool>,
}

impl Analysts {
    /// They look for turning points for about `effort` a match, and stop when told to; if it is nothing no match is analysed.
    pub(super) fn new(effort: Duration, stopping: watch::Receiver<bool>) -> Analysts {
        let permits = |count| Arc::new(Semaphore::new(count));
        Analysts { effort, core: permits(1), queue: permits(WAITING), stopping }
    }

    /// Begins the analysis of a match, if it is over and nobody has analysed it or does so now. What it
    /// tells is kept with the table, which then looks different to those who follow it.
    pub(super) fn begin(&self, slot: &Arc<TableSlot>, live: &LiveTable) {
        if live.header.status != TableStatus::Over || live.analysed.turning_points.is_some() {
            return;
        }
        let (Some(table), Ok(place)) = (live.table.as_deref(), self.queue.clone().try_acquire_owned()) else { return };
        if slot.analysed.swap(true, Ordering::Relaxed) {
            return;
        }
        let people = live.header.seats.iter().enumerate().filter(|(_, occupant)| occupant.person().is_some());
        let work = Work {
            slot: slot.clone(),
            table: table.branch().into(),
            people: people.map(|(n, _): (usize, &Occupant)| Seat(n as u8)).collect(),
            effort: self.effort,
            stopping: self.stopping.clone(),
        };
        let core = self.core.clone();
        tokio::spawn(async move {
            if let Ok(_core) = core.acquire_owned().await {
                work.run().await;
            }
            work.slot.analysed.store(false, Ordering::Relaxed);
            drop(place);
        });
    }
}

/// One match to be analysed.
struct Work {
    slot: Arc<TableSlot>,
    table: Arc<dyn Table>,
    people: SeatSet,
    effort: Duration,
    stopping: watch::Receiver<bool>,
}

impl Work {
    async fn run(&self) {
        if self.effort.is_zero() {
            return self.keep(|analysed| analysed.turning_points = Some(Arc::from([]))).await;
        }
        let Ok(title) = roster::find(self.table.meta().id) else { return };
        let table = self.table.clone();
        let analysis = tokio::task::spawn_blocking(move || title.analyse(table.as_ref())).await;
        let analysis = analysis.ok().flatten().map(Arc::new);
        self.keep(|analysed| analysed.analysis = analysis).await;
        let (table, people, effort) = (self.table.clone(), self.people, self.effort);
        let (stopping, late) = (self.stopping.clone(), Instant::now() + PATIENCE * effort);
        let points = tokio::task::spawn_blocking(move || {
            let go_on = || !*stopping.borrow() && Instant::now() < late;
            title.turning_points(table.as_ref(), people, effort, &go_on)
        });
        let points = points.await.unwrap_or_default().into();
        self.keep(|analysed| analysed.turning_points = Some(points)).await;
    }

    /// Notes what has been found out, unless the table has left memory since, and tells those who look at it.
    async fn keep(&self, note: impl FnOnce(&mut Analysed)) {
        let mut live = self.slot.live.lock().await;
        let Some(live) = live.as_mut().filter(|live| live.header.status == TableStatus::Over) else { return };
        note(&mut live.analysed);
        self.slot.changed();
    }
}
