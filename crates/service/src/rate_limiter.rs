//! Per-key rate limiter: burst and refill interval, for one process or for all that share the
//! database.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use store::{RateLimit, Store, StoreError, Timestamp, now};

use crate::fault::Fault;

/// How many keys are stored before those with a full bucket are dropped.
const REMEMBERED: usize = 1_000;

/// Per-key rate limiter (token bucket).
#[derive(Debug)]
pub struct RateLimiter {
    /// How many uses are allowed at once.
    burst: Timestamp,
    /// How long the refill of one use takes, in milliseconds.
    refill: Timestamp,
    /// For each key in use, the time at which its bucket is full again.
    until: Mutex<HashMap<String, Timestamp>>,
}

impl RateLimiter {
    /// Makes a limiter that allows `burst` uses at once, then one in every `refill`.
    pub fn new(burst: u32, refill: Duration) -> RateLimiter {
        RateLimiter { burst: burst.into(), refill: refill.as_millis() as Timestamp, until: Mutex::default() }
    }

    /// Takes one use from the bucket of `who`.
    ///
    /// # Errors
    /// If the bucket is empty, with how long to wait; `what` names what was done too often.
    pub fn count(&self, who: &str, now: Timestamp, what: &str) -> Result<(), Fault> {
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if until.len() >= REMEMBERED {
            until.retain(|_, until| *until > now);
        }
        let then = until.get(who).copied().unwrap_or(now).max(now) + self.refill;
        let early = then - now - self.burst * self.refill;
        if early > 0 {
            return Err(Fault::too_fast(what, Duration::from_millis(early.unsigned_abs())));
        }
        until.insert(who.to_owned(), then);
        Ok(())
    }

    /// Takes one use from the bucket of `who` that all processes share; `name` is the name of the
    /// limit.
    ///
    /// # Errors
    /// If the bucket is empty, or the store fails.
    pub async fn count_in(&self, store: &Store, name: &str, who: &str, what: &str) -> Result<(), Fault> {
        self.count(who, now(), what)?;
        let Some(peers) = store.peers() else { return Ok(()) };
        let limit = RateLimit { burst: self.burst as u32, refill: self.refill };
        match peers.spend(name, who, limit).await? {
            true => Ok(()),
            false => Err(Fault::too_fast(what, Duration::from_millis(self.refill.unsigned_abs()))),
        }
    }

    /// Fills the bucket of `who` again, for all processes.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn forget_in(&self, store: &Store, name: &str, who: &str) -> Result<(), StoreError> {
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
        let limiter = RateLimiter::new(8, Duration::from_secs(3));
        let count = |who: &str, now: Timestamp| limiter.count(who, now, "you are too fast");
        assert!((0..8).all(|_| count("ada", 0).is_ok()));
        let early = count("ada", 1).unwrap_err();
        assert_eq!((early.code, early.wait), (Code::TooFast, Some(3)), "whole seconds, rounded up");
        assert!(count("ben", 1).is_ok(), "others are not held up");
        assert!(count("ada", REST - 1).is_err() && count("ada", REST).is_ok());
        assert!(count("ada", REST + 1).is_err());
    }
}
