//! The things that the server does by itself: bots act, results are counted.

pub(crate) mod bots;
pub(crate) mod pack_trials;
pub(crate) mod results;
