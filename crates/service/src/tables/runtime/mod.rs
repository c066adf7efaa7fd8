//! The tables in memory: their locks, their followers, and the tasks that look after them.
//!
//! The commands use this room, and nothing here knows a command: the server's own acts go through
//! the channel of [`Call`]s, which the `background` serves.

mod access;
mod analysis;
mod apply;
mod bot_executor;
mod changes;
mod company;
mod completion;
mod figures;
mod handle;
mod leases;
mod locked;
pub(crate) mod peers;
pub mod reference;
mod refresh;
pub(crate) mod registry;
mod scheduler;
mod shared;
mod standings;
pub(crate) mod timers;

pub use handle::{EventReader, Presence, TableHandle};
pub use locked::LockedTable;
pub use registry::{Settings, TableRegistry, check_id};

pub(crate) use apply::apply;
pub(crate) use bot_executor::{BotExecutor, Question};
pub(crate) use changes::agreed;
pub(crate) use completion::to_completion;
pub(crate) use registry::{Call, CallKind, ID};
pub(crate) use scheduler::ThinkingTable;
pub(crate) use shared::{AttendanceLine, SharedPlace};
