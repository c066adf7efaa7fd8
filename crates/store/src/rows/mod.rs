//! What the store keeps, as plain values: people, table headers, steps, and the changes that can be made to them.

mod journal;
mod table;
mod write;

pub use journal::{MatchEnd, ReactionRow, Remark, StepRow, Unlock};
pub use model::{
    Access, Attendance, Occupant, Person, PushSubscription, PuzzleAnswer, RemovedPerson, SeatedBot, TableList,
    TableStatus, Timestamp, Turn, Turns, Webhook, WebhookForm,
};
pub use table::{TableHeader, TableVersion};
pub use write::Write;

/// Now.
pub fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as Timestamp
}

/// A token bucket: how often something may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimit {
    /// How many times at once.
    pub burst: u32,
    /// How long one more takes, in milliseconds.
    pub refill: Timestamp,
}

/// Why a change was not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was first: the step is taken, the seat not free.
    #[error("somebody else was first")]
    Conflict,
    /// Another process of the hall has changed the table since this one looked at it.
    #[error("another process of the hall was first")]
    Overtaken,
    /// The hall takes no more changes.
    #[error("the hall is closing")]
    Closing,
    /// The database did not write it.
    #[error("the store failed: {0}")]
    Failed(String),
    /// The database did not give it.
    #[error("the store could not be read: {0}")]
    Unread(String),
}
