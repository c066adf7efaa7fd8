//! Per-key rate limiter: burst and refill interval, for one process or for all that share the
//! database.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use store::{RateLimit, Store, StoreError, Timestamp};

use crate::fault::Fault;

/// Per-key rate limiter (token bucket). Each process has its own buckets; processes that share a
/// database have shared buckets there as well.
#[derive(Debug)]
pub struct RateLimiter {
    /// How many uses are allowed at once.
    burst: u32,
    /// How long the refill of one use takes.
    refill: Duration,
    /// For each key in use, the time at which its bucket is full again.
    until: Mutex<HashMap<String, Instant>>,
}

impl RateLimiter {
    /// Makes a limiter that allows `burst` uses at once, then one in every `refill`.
    pub fn new(burst: u32, refill: Duration) -> RateLimiter {
        RateLimiter { burst, refill, until: Mutex::default() }
    }

    /// Takes one use from the bucket of `who`.
    ///
    /// # Errors
    /// If the bucket is empty, with how long to wait; `what` names what was done too often.
    pub fn count(&self, who: &str, what: &str) -> Result<(), Fault> {
        self.count_at(Instant::now(), who, what)
    }

    fn count_at(&self, now: Instant, who: &str, what: &str) -> Result<(), Fault> {
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if until.len() == until.capacity() {
            // Full buckets are dropped before the map grows, and not again before it has doubled.
            until.retain(|_, until| *until > now);
            let left = until.len();
            until.reserve(left);
        }
        let then = until.get(who).copied().unwrap_or(now).max(now) + self.refill;
        let early = then.saturating_duration_since(now + self.refill * self.burst);
        if !early.is_zero() {
            return Err(Fault::too_fast(what, early));
        }
        until.insert(who.to_owned(), then);
        Ok(())
    }

    /// Takes one use from the bucket of `who` that all processes share, if there are several;
    /// `name` is the name of the limit.
    ///
    /// # Errors
    /// If the bucket is empty, or the store fails.
    pub async fn count_shared(&self, store: &Store, name: &str, who: &str, what: &str) -> Result<(), Fault> {
        let Some(peers) = store.peers() else { return Ok(()) };
        let limit = RateLimit { burst: self.burst, refill: self.refill.as_millis() as Timestamp };
        match peers.spend(name, who, limit).await? {
            true => Ok(()),
            false => Err(Fault::too_fast(what, self.refill)),
        }
    }

    /// Takes one use from both buckets of `who`: that of this process, and the shared one.
    ///
    /// # Errors
    /// If one of them is empty, or the store fails.
    pub async fn count_in(&self, store: &Store, name: &str, who: &str, what: &str) -> Result<(), Fault> {
        self.count(who, what)?;
        self.count_shared(store, name, who, what).await
    }

    /// Fills the buckets of `who` again, for all processes.
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
        let limiter = RateLimiter::new(8, Duration::from_secs(3));
        let start = Instant::now();
        let count = |who: &str, at: u64| limiter.count_at(start + Duration::from_millis(at), who, "you are too fast");
        assert!((0..8).all(|_| count("ada", 0).is_ok()));
        let early = count("ada", 1).unwrap_err();
        assert_eq!((early.code, early.wait), (Code::TooFast, Some(3)), "whole seconds, rounded up");
        assert!(count("ben", 1).is_ok(), "others are not held up");
        assert!(count("ada", 2_999).is_err() && count("ada", 3_000).is_ok());
        assert!(count("ada", 3_001).is_err());
    }

    #[test]
    fn drops_full_buckets_before_it_grows() {
        let limiter = RateLimiter::new(1, Duration::from_micros(100));
        let start = Instant::now();
        for n in 0..10_000 {
            limiter.count_at(start + Duration::from_micros(n), &n.to_string(), "too fast").unwrap();
        }
        let kept = limiter.until.lock().unwrap().len();
        assert!((100..1_000).contains(&kept), "{kept}");
    }
}
