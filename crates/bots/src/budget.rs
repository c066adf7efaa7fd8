//! What a decision may cost.

use std::{
    num::NonZero,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

/// What a bot may spend on one decision. Only bots that search spend anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The number of playouts; the bot's own measure if `None`.
    pub playouts: Option<u32>,
    /// Time after which it decides with what it has. What is chosen then depends on the machine.
    pub time: Option<Duration>,
    /// Threads to think with; at least one is used.
    pub threads: usize,
    /// What ends the search before its time, with what is known by then.
    pub stop: Option<Stop>,
}

/// Ends searches from outside: each call ends those that were asked for before it.
///
/// ```
/// let stops = bots::Stops::new();
/// let (before, budget) = (stops.next(), bots::Budget::ONE_THREAD);
/// stops.call();
/// assert!(before.is_called() && !stops.next().is_called());
/// let _ends_at_once = bots::Budget { stop: Some(before), ..budget };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stops(&'static AtomicU64);

/// The next call of [`Stops`].
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    calls: &'static AtomicU64,
    /// So many calls were made before.
    before: u64,
}

impl Stops {
    /// Nothing has been called for. It takes eight bytes for as long as the program runs.
    #[allow(clippy::new_without_default, reason = "each one takes memory that is not given back")]
    pub fn new() -> Stops {
        Stops(Box::leak(Box::default()))
    }

    /// Ends all searches that were given a [`Stop`] before.
    pub fn call(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// What a search is given that the next call ends.
    pub fn next(&self) -> Stop {
        Stop { calls: self.0, before: self.0.load(Ordering::Relaxed) }
    }
}

impl Stop {
    /// Whether the call has come.
    pub fn is_called(&self) -> bool {
        self.calls.load(Ordering::Relaxed) > self.before
    }
}

impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        std::ptr::eq(self.calls, other.calls) && self.before == other.before
    }
}

impl Eq for Stop {}

impl Budget {
    /// The bot's own measure, on one thread: for where many matches run at once.
    pub const ONE_THREAD: Budget = Budget { playouts: None, time: None, threads: 1, stop: None };

    /// The bot's own measure, on all cores: for where nothing else runs.
    pub fn all_cores() -> Budget {
        Budget { threads: cores(), ..Budget::ONE_THREAD }
    }

    /// As many playouts as fit into `time`.
    #[must_use]
    pub fn for_time(self, time: Duration) -> Budget {
        Budget { playouts: Some(u32::MAX), time: Some(time), ..self }
    }

    /// The bot's own measure, but no longer than `time`.
    #[must_use]
    pub fn within(self, time: Duration) -> Budget {
        Budget { time: Some(time), ..self }
    }

    /// So many playouts.
    #[must_use]
    pub fn with_playouts(self, playouts: u32) -> Budget {
        Budget { playouts: Some(playouts), ..self }
    }
}

/// The number of cores there are to think on.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
