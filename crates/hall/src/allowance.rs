//! How often something may be done: some times at once, and then once every so often, counted for each who does it.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use crate::{
    fault::Fault,
    store::{Often, Store, StoreError, Timestamp, now},
};

/// How many are remembered before those are dropped whose allowance is whole again.
const REMEMBERED: usize = 1_000;

/// How often something may be done.
#[derive(Debug)]
pub(crate) struct Allowance {
    /// How many times at once.
    at_once: Timestamp,
    /// How long it takes until one more is allowed, in milliseconds.
    rest: Timestamp,
    /// For each who has just done it, when all of it will be forgotten.
    until: Mutex<HashMap<String, Timestamp>>,
}

impl Allowance {
    /// So many times at once, and then once in every `rest`.
    pub(crate) fn new(at_once: u32, rest: Duration) -> Allowance {
        Allowance { at_once: at_once.into(), rest: rest.as_millis() as Timestamp, until: Mutex::default() }
    }

    /// Counts that somebody does it.
    ///
    /// # Errors
    /// If it comes too soon, with how long to wait; `what` says what was done too often.
    pub(crate) fn count(&self, who: &str, now: Timestamp, what: &str) -> Result<(), Fault> {
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if until.len() >= REMEMBERED {
            until.retain(|_, until| *until > now);
        }
        let then = until.get(who).copied().unwrap_or(now).max(now) + self.rest;
        let early = then - now - self.at_once * self.rest;
        if early > 0 {
            return Err(Fault::too_fast(what, Duration::from_millis(early.unsigned_abs())));
        }
        until.insert(who.to_owned(), then);
        Ok(())
    }

    /// Counts that somebody does it at whichever process of the hall; `name` tells it from other things that are counted.
    ///
    /// # Errors
    /// If it comes too soon, or the store fails.
    pub(crate) async fn count_in(&self, store: &Store, name: &str, who: &str, what: &str) -> Result<(), Fault> {
        self.count(who, now(), what)?;
        let Some(peers) = store.peers() else { return Ok(()) };
        let often = Often { at_once: self.at_once as u32, rest: self.rest };
        match peers.spend(name, who, often).await? {
            true => Ok(()),
            false => Err(Fault::too_fast(what, Duration::from_millis(self.rest.unsigned_abs()))),
        }
    }

    /// Forgets what somebody did, at whichever process of the hall.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn forget_in(&self, store: &Store, name: &str, who: &str) -> Result<(), StoreError> {
        self.until.lock().unwrap_or_else(PoisonError::into_inner).remove(who);
        match store.peers() {
            Some(peers) => peers.forgive(name, who).await,
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Code;

    #[test]
    fn whoever_comes_too_often_is_told_how_long_to_wait() {
        const REST: Timestamp = 3_000;
        let allowance = Allowance::new(8, Duration::from_secs(3));
        let count = |who: &str, now: Timestamp| allowance.count(who, now, "you are too fast");
        assert!((0..8).all(|_| count("ada", 0).is_ok()));
        let early = count("ada", 1).unwrap_err();
        assert_eq!((early.code, early.wait), (Code::TooFast, Some(3)), "whole seconds, rounded up");
        assert!(count("ben", 1).is_ok(), "others are not held up");
        assert!(count("ada", REST - 1).is_err() && count("ada", REST).is_ok());
        assert!(count("ada", REST + 1).is_err());
    }
}
