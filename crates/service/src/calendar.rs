//! The clock that says which day it is.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use model::{Day, Timestamp};

use store::now;

/// The clock by which days change: the system's, or one that is ahead of it, so that tests need not wait for midnight.
#[derive(Clone, Default, Debug)]
pub struct Calendar {
    ahead: Arc<AtomicI64>,
}

impl Calendar {
    /// Now.
    pub fn now(&self) -> Timestamp {
        now() + self.ahead.load(Ordering::Relaxed)
    }

    /// The day that it is.
    pub fn today(&self) -> Day {
        Day::of(self.now())
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        self.ahead.fetch_add(by.as_millis() as Timestamp, Ordering::Relaxed);
    }
}
