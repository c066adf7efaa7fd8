//! The stored data of tables as plain values: headers, steps, chat and results.

mod header;
mod journal;
mod options;

pub use header::{IncidentRow, TableHeader, TableVersion};
pub use journal::{MatchEnd, ReactionRow, Remark, StepRow, TryResult, Unlock};
pub use model::{
    ALONE, Access, BoardKey, Earned, LeftMatch, MatchKind, MatchResults, ONE_SCREEN, Occupant, PEOPLE, Proposal,
    Proposed, RemovedPerson, Rest, SeatResult, SeatedBot, TableStatus, Timestamp, Traces, Turns,
};
pub use options::{Options, read as read_options, shared as shared_options};
