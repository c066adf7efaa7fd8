//! The clock that determines the present day.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use model::{Day, Timestamp};

use store::now;

/// The clock by which days change: the system's, or one that is ahead of it, so that tests need not
/// wait for midnight.
#[derive(Clone, Default, Debug)]
pub struct Calendar {
    ahead: Arc<AtomicI64>,
}

impl Calendar {
    /// Returns the present time.
    pub fn now(&self) -> Timestamp {
        now() + self.ahead.load(Ordering::Relaxed)
    }

    /// Returns the present day.
    pub fn today(&self) -> Day {
        Day::of(self.now())
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        self.ahead.fetch_add(by.as_millis() as Timestamp, Ordering::Relaxed);
    }
}
