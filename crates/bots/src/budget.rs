//! What a decision may cost.

use std::{num::NonZero, thread, time::Duration};

/// What a bot may spend on one decision. Only bots that search spend anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The number of playouts; the bot's own measure if `None`.
    pub playouts: Option<u32>,
    /// Time after which it decides with what it has. What is chosen then depends on the machine.
    pub time: Option<Duration>,
    /// Threads to think with; at least one is used.
    pub threads: usize,
}

impl Budget {
    /// The bot's own measure, on one thread: for where many matches run at once.
    pub const ONE_THREAD: Budget = Budget { playouts: None, time: None, threads: 1 };

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
