//! How bots fare with the seed of a day, for people to be measured by: worked out once, beside everything else that the hall does.

use std::{
    collections::{BTreeMap, HashSet},
    sync::{Arc, Mutex, PoisonError, Weak},
    time::{Duration, Instant},
};

use kernel::{DailyMatch, Seed};
use model::Day;
use store::{DailyWrite, Sealed, Write};

use super::registry::TableRegistry;
use crate::contained::{self, Place};

/// For about so long matches are played at a time.
const SLICE: Duration = Duration::from_millis(10);
/// After each time it rests for so many times as long: one core is kept busy for a fifth at most.
const REST: u32 = 4;

/// The days for which it is being worked out.
#[derive(Default, Debug)]
pub(super) struct UnderWay(Mutex<HashSet<(Day, String)>>);

impl UnderWay {
    fn enter(&self, of: &(Day, String)) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(of.clone())
    }

    fn leave(&self, of: &(Day, String)) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(of);
    }
}

/// Begins to work out how bots fare with the seed of a day, unless that is known or under way. Another process may do the same, and
/// comes to the same.
pub fn begin(registry: &Arc<TableRegistry>, sealed: &Sealed) {
    let of = (sealed.day, sealed.game.clone());
    if sealed.reference.is_some() || registry.reference_matches == 0 || !registry.references.enter(&of) {
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
    let Some((one_at_a_time, all)) =
        registry.upgrade().map(|registry| (registry.reference_turn.clone(), registry.reference_matches))
    else {
        return;
    };
    // Never given up while the hall is open, so that waiting for it cannot fail.
    let Ok(_turn) = one_at_a_time.acquire().await else { return };
    let Some(reference) = scores(&sealed, all.into()).await else {
        tracing::warn!("bots cannot play the match of {} of {}", sealed.day, sealed.game);
        return;
    };
    let Some(registry) = registry.upgrade() else { return };
    let write = DailyWrite::KeepReference { day: sealed.day, game: sealed.game, reference };
    if let Err(error) = registry.store.write(Write::Daily(Box::new(write))).await {
        tracing::warn!("how bots fare with a day's seed was not kept: {error}");
    }
}

/// How often bots come to each score, the lowest first, in so many matches. A match that breaks off has no score.
async fn scores(sealed: &Sealed, all: u64) -> Option<Vec<(i64, u64)>> {
    let title = roster::find(&sealed.game).ok()?;
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
