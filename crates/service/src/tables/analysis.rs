//! The analysis of finished matches: worked out beside the server's own threads, one match at a time, on a copy.
//!
//! It begins when a match ends, or when somebody asks for a finished table that has come from its journal. What it told is
//! kept with the table in memory, and never stored: the same journal tells the same again. It has sentences, so it is worked out for
//! each language in which somebody looks.

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

/// How many finished matches may wait for their analysis; of others it is asked again when somebody looks at them.
const WAITING: usize = 16;
/// How many times as long as reckoned the search for turning points may take, on a slow or busy machine, before it is given up.
const PATIENCE: u32 = 8;

/// What is known of a finished match by now, in each language in which somebody has looked at it.
#[derive(Clone, Default, Debug)]
pub struct Analyses(Vec<(Language, Analysed)>);

impl Analyses {
    /// What is known in the language that is spoken.
    pub fn spoken(&self) -> Analysed {
        let spoken = Language::spoken();
        let found = self.0.iter().find(|(language, _)| *language == spoken);
        found.map(|(_, analysed)| analysed.clone()).unwrap_or_default()
    }

    /// All that can be known, in whichever language it is known by now.
    pub fn whole(&self) -> Option<Analysed> {
        self.0.iter().map(|(_, analysed)| analysed).find(|analysed| analysed.turning_points.is_some()).cloned()
    }

    /// Notes what is known in a language.
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

/// What is known of a finished match by now, in one language.
#[derive(Clone, Default, Debug)]
pub struct Analysed {
    /// Its course and its luck.
    pub analysis: Option<Arc<Analysis>>,
    /// The turning points of the people who played, each having at most one.
    pub turning_points: Option<Arc<[TurningPoint]>>,
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

    /// Begins the analysis of a match in the language that is spoken, if it is over and nobody has analysed it so, or does so
    /// now. What it tells is kept with the table, which then looks different to those who follow it.
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
    /// A finished match at which anybody may look, on its own, with what it tells in any language; waits until it has been thought over.
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
            // The place is held here, so it goes on telling what changes.
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

    /// Notes what has been found out, unless the table has left memory since, and tells those who look at it.
    async fn keep(&self, note: impl FnOnce(&mut Analysed)) {
        let mut live = self.slot.live.lock().await;
        let Some(live) = live.as_mut().filter(|live| live.header.status == TableStatus::Over) else { return };
        live.analysed.note(self.language, note);
        self.slot.changed();
    }
}
