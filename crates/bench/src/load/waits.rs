//! How long players wait for a move.

use std::time::Duration;

/// The time until each of the two had the state after a move.
#[derive(Clone, Copy)]
pub(crate) struct Waits {
    pub(crate) mover: Duration,
    pub(crate) other: Duration,
}
