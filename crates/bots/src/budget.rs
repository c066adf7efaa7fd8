//! The budget of a decision: playouts, time and threads.

use std::{
    num::NonZero,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

/// The resources that a bot may spend on one decision. Only bots that search use them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Number of playouts; the bot's own default if `None`.
    pub playouts: Option<u32>,
    /// Time limit, after which it decides with the results so far. The choice then depends on the
    /// machine.
    pub time: Option<Duration>,
    /// Number of threads; at least one is used.
    pub threads: usize,
    /// A stop that ends the search early, with the results so far.
    pub stop: Option<Stop>,
}

/// Ends searches from outside: each call ends the searches that got their [`Stop`] before it.
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

/// A reference to the next call of [`Stops`].
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    calls: &'static AtomicU64,
    /// Number of calls before this one.
    before: u64,
}

impl Stops {
    /// Creates a value without calls. It takes eight bytes until the program ends.
    #[allow(clippy::new_without_default, reason = "each one takes memory that is not given back")]
    pub fn new() -> Stops {
        Stops(Box::leak(Box::default()))
    }

    /// Ends all searches that got a [`Stop`] before this call.
    pub fn call(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns a value for a search, which the next call ends.
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
    /// The bot's own default, on one thread: for programs that run many matches at once.
    pub const ONE_THREAD: Budget = Budget { playouts: None, time: None, threads: 1, stop: None };

    /// Returns the bot's own default, on all cores: for programs that run nothing else.
    pub fn all_cores() -> Budget {
        Budget { threads: cores(), ..Budget::ONE_THREAD }
    }

    /// Allows any number of playouts that fit into `time`.
    #[must_use]
    pub fn for_time(self, time: Duration) -> Budget {
        Budget { playouts: Some(u32::MAX), time: Some(time), ..self }
    }

    /// Allows the bot's own default, but no longer than `time`.
    #[must_use]
    pub fn within(self, time: Duration) -> Budget {
        Budget { time: Some(time), ..self }
    }

    /// Sets the number of playouts.
    #[must_use]
    pub fn with_playouts(self, playouts: u32) -> Budget {
        Budget { playouts: Some(playouts), ..self }
    }
}

/// Returns the number of available cores.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
