//! Seals that are shown before there is a table: whoever asked for one chooses their share of the dice when they have seen it.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use kernel::Seed;

use crate::{fault::Fault, random};

/// How many seals may wait for their table; then the oldest is forgotten.
const WAITING: usize = 4096;
/// How long a seal waits.
const LIFE: Duration = Duration::from_secs(600);

/// The seeds whose seals have been shown. Each is for one table: a seed that was opened once must never be sealed again.
#[derive(Default)]
pub(crate) struct Seals(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    seeds: HashMap<String, [u8; 32]>,
    order: VecDeque<(Instant, String)>,
}

impl Seals {
    /// Draws a seed, and gives its seal.
    pub(crate) fn draw(&self) -> String {
        let seed = Seed(random::bytes());
        let seal = seed.seal();
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.forget_late(Instant::now());
        while waiting.order.len() >= WAITING {
            waiting.forget_first();
        }
        waiting.order.push_back((Instant::now(), seal.clone()));
        waiting.seeds.insert(seal.clone(), seed.0);
        seal
    }

    /// The seed behind a seal, which is then used up.
    ///
    /// # Errors
    /// If the seal is not known, or not any more.
    pub(super) fn take(&self, seal: &str) -> Result<[u8; 32], Fault> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.forget_late(Instant::now());
        let text = "that seal is not known, used, or older than ten minutes; ask for a new one";
        waiting.seeds.remove(seal).ok_or_else(|| Fault::bad(text))
    }
}

impl Waiting {
    fn forget_late(&mut self, now: Instant) {
        while self.order.front().is_some_and(|(at, _)| now.duration_since(*at) > LIFE) {
            self.forget_first();
        }
    }

    fn forget_first(&mut self) {
        if let Some((_, seal)) = self.order.pop_front() {
            self.seeds.remove(&seal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_for_one_table() {
        let seals = Seals::default();
        let seal = seals.draw();
        let seed = seals.take(&seal).unwrap();
        assert_eq!(Seed(seed).seal(), seal);
        assert!(seals.take(&seal).is_err() && seals.take("none").is_err());
    }

    #[test]
    fn many_seals_do_not_pile_up() {
        let seals = Seals::default();
        let first = seals.draw();
        let second = seals.draw();
        for _ in 0..WAITING - 1 {
            seals.draw();
        }
        assert!(seals.take(&first).is_err() && seals.take(&second).is_ok());
    }

    #[test]
    fn a_seal_does_not_wait_for_ever() {
        let seals = Seals::default();
        let seal = seals.draw();
        seals.0.lock().unwrap().forget_late(Instant::now() + LIFE + Duration::from_secs(1));
        assert!(seals.take(&seal).is_err());
    }
}
