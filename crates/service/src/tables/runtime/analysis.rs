//! The analysis of finished matches: computed outside the server's own threads, one match at a
//! time, on a copy.
//!
//! It begins when a visitor first looks at a finished match. It is computed from the journal and
//! the rules with fixed seeds. The results are cached with the table in memory and never stored:
//! the same journal gives the same results again. They contain sentences, so the server computes
//! them for each language of its readers. Effort is counted in decisions (`Judge::PACE`) and not in
//! seconds.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use kernel::{Match, Seat, SeatSet};
use roster::GameEntry;
use store::{Occupant, TableStatus};
use text::Language;
use tokio::sync::{Semaphore, watch};

use super::{LockedTable, TableHandle};
use crate::{
    contained::{self, Place},
    tables::state::Analysed,
};

/// How many finished matches may wait for their analysis. For others it is requested again when
/// somebody next opens their page.
const WAITING: usize = 16;
/// The search for turning points is given up after this many times its estimated time, on a slow or
/// busy machine.
const PATIENCE: u32 = 8;

/// The worker that analyses matches.
pub(crate) struct Analysts {
    /// How long to search for turning points, on the machine on which the games' pace was measured.
    effort: Duration,
    core: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    stopping: watch::Receiver<bool>,
}

impl Analysts {
    /// Makes a worker that searches for turning points for about `effort` per match, and stops when
    /// asked to. If `effort` is zero, no match is analysed.
    pub(crate) fn new(effort: Duration, stopping: watch::Receiver<bool>) -> Analysts {
        let permits = |count| Arc::new(Semaphore::new(count));
        Analysts { effort, core: permits(1), queue: permits(WAITING), stopping }
    }

    /// Begins the analysis of a match in the present language, if the match is over and has none
    /// yet, finished or under way. The results are stored with the table in memory, and its
    /// followers are woken.
    pub(crate) fn begin(&self, live: &LockedTable) {
        if live.header.status != TableStatus::Over || live.analysed.spoken().turning_points.is_some() {
            return;
        }
        let (Some(table), Ok(place)) = (live.table.as_deref(), self.queue.clone().try_acquire_owned()) else { return };
        if live.handle().analysed.swap(true, Ordering::Relaxed) {
            return;
        }
        let people = live.header.seats.iter().enumerate().filter(|(_, occupant)| occupant.person().is_some());
        let work = Work {
            language: Language::spoken(),
            title: live.title,
            slot: live.handle().clone(),
            place: live.place(),
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
    language: Language,
    title: &'static dyn GameEntry,
    slot: Arc<TableHandle>,
    place: Place,
    table: Arc<dyn Match>,
    people: SeatSet,
    effort: Duration,
    stopping: watch::Receiver<bool>,
}

impl Work {
    async fn run(&self) {
        if self.effort.is_zero() {
            return self.keep(|analysed| analysed.turning_points = Some(Arc::from([]))).await;
        }
        let (language, title, table) = (self.language, self.title, self.table.clone());
        let analysed = move || language.speak(|| title.analyse(table.as_ref()));
        let analysis = contained::beside("the analysis of a match", self.place.clone(), analysed).await;
        let analysis = analysis.flatten().map(Arc::new);
        self.keep(|analysed| analysed.analysis = analysis).await;
        let (table, people, effort) = (self.table.clone(), self.people, self.effort);
        let (stopping, late) = (self.stopping.clone(), Instant::now() + PATIENCE * effort);
        let points = move || {
            let go_on = || !*stopping.borrow() && Instant::now() < late;
            language.speak(|| title.turning_points(table.as_ref(), people, effort, &go_on))
        };
        let points = contained::beside("the search for turning points", self.place.clone(), points).await;
        let points = points.unwrap_or_default().into();
        self.keep(|analysed| analysed.turning_points = Some(points)).await;
    }

    /// Notes results and notifies the followers, unless the table has left memory since.
    async fn keep(&self, note: impl FnOnce(&mut Analysed)) {
        let mut live = self.slot.live.lock().await;
        let Some(live) = live.as_mut().filter(|live| live.header.status == TableStatus::Over) else { return };
        live.analysed.note(self.language, note);
        self.slot.changed();
    }
}
