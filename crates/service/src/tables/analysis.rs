//! The analysis of finished matches: computed outside the server's own threads, one match at a
//! time, on a copy.
//!
//! It begins when a match ends, or when a caller asks for a finished table that was replayed from
//! its journal. The results are cached with the table in memory and never stored: the same journal
//! gives the same results again. They contain sentences, so the server computes them for each
//! language of its readers.
//!
//! The analysis is computed from the journal and the rules with fixed seeds, by a thread of its
//! own, when a visitor first looks. It is cached in memory alone, because the same journal gives
//! the same analysis. Effort is counted in decisions (`Judge::PACE`) and not in seconds.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use kernel::{Match, Seat, SeatSet};
use roster::{Analysis, TurningPoint};
use store::{Occupant, TableStatus};
use text::Language;
use tokio::sync::{Semaphore, watch};

use super::{handle::TableHandle, registry::TableRegistry, state::TableState};
use crate::{
    contained::{self, Place},
    fault::Fault,
};

/// How many finished matches may wait for their analysis. For others it is requested again when
/// somebody next opens their page.
const WAITING: usize = 16;
/// The search for turning points is given up after this many times its estimated time, on a slow or
/// busy machine.
const PATIENCE: u32 = 8;

/// The results for a finished match so far, in each language of its readers.
#[derive(Clone, Default, Debug)]
pub struct Analyses(Vec<(Language, Analysed)>);

impl Analyses {
    /// Returns the results in the present language.
    pub fn spoken(&self) -> Analysed {
        let spoken = Language::spoken();
        let found = self.0.iter().find(|(language, _)| *language == spoken);
        found.map(|(_, analysed)| analysed.clone()).unwrap_or_default()
    }

    /// Returns the complete results in any language that has them.
    pub fn whole(&self) -> Option<Analysed> {
        self.0.iter().map(|(_, analysed)| analysed).find(|analysed| analysed.turning_points.is_some()).cloned()
    }

    /// Notes results in a language.
    fn note(&mut self, language: Language, note: impl FnOnce(&mut Analysed)) {
        match self.0.iter_mut().find(|(own, _)| *own == language) {
            Some((_, analysed)) => note(analysed),
            None => {
                let mut analysed = Analysed::default();
                note(&mut analysed);
                self.0.push((language, analysed));
            }
        }
    }
}

/// The results for a finished match so far, in one language.
#[derive(Clone, Default, Debug)]
pub struct Analysed {
    /// The course of the match and the luck of its players.
    pub analysis: Option<Arc<Analysis>>,
    /// The turning points of the people who played, at most one each.
    pub turning_points: Option<Arc<[TurningPoint]>>,
}

/// The worker that analyses matches.
pub(super) struct Analysts {
    /// How long to search for turning points, on the machine on which the games' pace was measured.
    effort: Duration,
    core: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    stopping: watch::Receiver<bool>,
}

impl Analysts {
    /// Makes a worker that searches for turning points for about `effort` per match, and stops when
    /// asked to. If `effort` is zero, no match is analysed.
    pub(super) fn new(effort: Duration, stopping: watch::Receiver<bool>) -> Analysts {
        let permits = |count| Arc::new(Semaphore::new(count));
        Analysts { effort, core: permits(1), queue: permits(WAITING), stopping }
    }

    /// Begins the analysis of a match in the present language, if the match is over and has none
    /// yet, finished or under way. The results are stored with the table in memory, and its
    /// followers are woken.
    pub(super) fn begin(&self, slot: &Arc<TableHandle>, live: &TableState) {
        if live.header.status != TableStatus::Over || live.analysed.spoken().turning_points.is_some() {
            return;
        }
        let (Some(table), Ok(place)) = (live.table.as_deref(), self.queue.clone().try_acquire_owned()) else { return };
        if slot.analysed.swap(true, Ordering::Relaxed) {
            return;
        }
        let people = live.header.seats.iter().enumerate().filter(|(_, occupant)| occupant.person().is_some());
        let work = Work {
            language: Language::spoken(),
            slot: slot.clone(),
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

impl TableRegistry {
    /// Returns a copy of a finished public match, with its results in any language; waits until the
    /// analysis is complete.
    ///
    /// # Errors
    /// If nobody may look at it, or it has not begun.
    pub async fn thought_over(&self, id: &str) -> Result<(Box<dyn Match>, Analysed), Fault> {
        loop {
            let (slot, guard) = self.look(id, None).await?;
            let mut changed = slot.watch();
            if let Some(analysed) = guard.analysed.whole() {
                return Ok((guard.playing()?.branch(), analysed));
            }
            drop(guard);
            // The handle is held here, so it continues to notify of changes.
            let _ = changed.changed().await;
        }
    }
}

/// One match to be analysed.
struct Work {
    language: Language,
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
        let Ok(title) = roster::find(self.table.meta().id) else { return };
        let (language, table) = (self.language, self.table.clone());
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
