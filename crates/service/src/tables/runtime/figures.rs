//! Counters of tables and bots, for operators.

use prometheus_client::metrics::{
    counter::Counter,
    family::Family,
    histogram::{Histogram, exponential_buckets},
};

/// How long something took, for bots that hardly think (`quick`) and those that search
/// (`searching`).
pub(crate) type TimesByKind = Family<[(&'static str, &'static str); 1], Histogram, fn() -> Histogram>;

/// The counters of tables and bots.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The number of steps taken by people and bots.
    pub moves: Counter,
    /// How long bots have waited for a core.
    pub waited: TimesByKind,
    /// How long bots have thought.
    pub thought: TimesByKind,
}

impl Default for Figures {
    fn default() -> Figures {
        let times = || TimesByKind::new_with_constructor(|| Histogram::new(exponential_buckets(0.001, 4.0, 8)));
        Figures { moves: Counter::default(), waited: times(), thought: times() }
    }
}
