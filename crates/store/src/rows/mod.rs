//! The stored data as plain values: people, table headers, steps, and the changes to them.

mod write;

pub use model::{
    Access, Attendance, ListCounts, Occupant, Person, Proposal, Proposed, PushSubscription, PuzzleAnswer,
    RemovedPerson, Rest, SeatedBot, TableList, TableStatus, Timestamp, Turn, Turns, Webhook, WebhookForm,
};
pub use table::rows::{
    IncidentRow, MatchEnd, ReactionRow, Remark, StepRow, TableHeader, TableVersion, TryResult, Unlock,
};
pub use write::Write;

/// Returns the current time.
pub fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as Timestamp
}

/// A limit for a token bucket: burst and refill interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimit {
    /// The number of times at once.
    pub burst: u32,
    /// The time until one more is allowed, in milliseconds.
    pub refill: Timestamp,
}

/// The reason why a change was not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another change was first: the step exists already, or the seat is taken.
    #[error("somebody else was first")]
    Conflict,
    /// Another process has changed the table since this one read it.
    #[error("another process of the hall was first")]
    Overtaken,
    /// The server takes no more changes.
    #[error("the hall is closing")]
    Closing,
    /// The database failed to write.
    #[error("the store failed: {0}")]
    Failed(String),
    /// The database failed to read.
    #[error("the store could not be read: {0}")]
    Unread(String),
}
