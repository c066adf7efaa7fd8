//! Reference scores: the results of bots with the seed of a day, for comparison with people's. They
//! are computed once, in the background.

use std::{
    collections::{BTreeMap, HashSet},
    sync::{Arc, Mutex, PoisonError, Weak},
    time::{Duration, Instant},
};

use kernel::{DailyMatch, Seed};
use model::Day;
use roster::GameEntry;
use store::{DailyWrite, Sealed, Write};

use super::TableRegistry;
use crate::contained::{self, Place};

/// The length of a slice of work, during which matches are played.
const SLICE: Duration = Duration::from_millis(10);
/// The rest after each slice, as a multiple of its length: one core is busy for at most a fifth of
/// the time.
const REST: u32 = 4;

/// The days for which the reference is being computed.
#[derive(Default, Debug)]
pub(crate) struct UnderWay(Mutex<HashSet<(Day, String)>>);

impl UnderWay {
    fn enter(&self, of: &(Day, String)) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(of.clone())
    }

    fn leave(&self, of: &(Day, String)) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(of);
    }
}

/// Starts to compute the reference of a day, unless it is known or under way. Another process may
/// do the same, and gets the same result.
pub fn begin(registry: &Arc<TableRegistry>, sealed: &Sealed) {
    let of = (sealed.day, sealed.game.clone());
    if sealed.reference.is_some() || registry.settings.reference_matches == 0 || !registry.references.enter(&of) {
        return;
    }
    let (weak, sealed) = (Arc::downgrade(registry), sealed.clone());
    let mut stopping = registry.stopping();
    tokio::spawn(async move {
        tokio::select! {
            () = work_out(&weak, sealed) => {}
            _ = stopping.wait_for(|stop| *stop) => {}
        }
        if let Some(registry) = weak.upgrade() {
            registry.references.leave(&of);
        }
    });
}

async fn work_out(registry: &Weak<TableRegistry>, sealed: Sealed) {
    let Some(open) = registry.upgrade() else { return };
    let (one_at_a_time, all) = (open.reference_turn.clone(), open.settings.reference_matches);
    let Ok(title) = open.roster().find(&sealed.game) else { return };
    drop(open);
    // The semaphore is never closed while the server is open, so waiting for it cannot fail.
    let Ok(_turn) = one_at_a_time.acquire().await else { return };
    let Some(reference) = scores(title, &sealed, all.into()).await else {
        tracing::warn!("bots cannot play the match of {} of {}", sealed.day, sealed.game);
        return;
    };
    let Some(registry) = registry.upgrade() else { return };
    let write = DailyWrite::KeepReference { day: sealed.day, game: sealed.game, reference };
    if let Err(error) = registry.store.write(Write::Daily(Box::new(write))).await {
        tracing::warn!("how bots fare with a day's seed was not kept: {error}");
    }
}

/// Returns how often bots get each score, the lowest first, in `all` matches. A match that breaks
/// off has no score.
async fn scores(title: &'static dyn GameEntry, sealed: &Sealed, all: u64) -> Option<Vec<(i64, u64)>> {
    let words = title.daily(u64::try_from(sealed.day.0).ok()?)?.words;
    let daily = Arc::new(DailyMatch { words, seats: sealed.seats, options: sealed.options.clone() });
    let options = Arc::new(daily.options.clone());
    let place = Place { table: format!("of the day {}", sealed.day), game: sealed.game.clone(), options, step: 0 };
    let (mut counts, mut done, mut together) = (BTreeMap::new(), 0, 1);
    while done < all {
        let (daily, seed) = (daily.clone(), Seed(sealed.seed));
        let numbers = done..all.min(done + together);
        done = numbers.end;
        let began = Instant::now();
        let played = tokio::task::spawn_blocking(move || title.reference_scores(&daily, &seed, numbers));
        for score in played.await.ok()?.ok()? {
            match score {
                Ok(score) => *counts.entry(score).or_default() += 1,
                Err(panicked) => contained::report("a match of bots with the seed of the day", &place, &panicked),
            }
        }
        let took = began.elapsed();
        together = if took < SLICE { together * 2 } else { (together / 2).max(1) };
        tokio::time::sleep(took * REST).await;
    }
    Some(counts.into_iter().collect())
}
