//! A table in memory as data: its match, its chat, its clocks, auto-actions and premoves.
//!
//! Nothing here waits, locks, or knows the store and the network. The other rooms know this one,
//! and not the other way round.

mod access;
mod analyses;
mod auto_actions;
mod changes;
pub mod characters;
mod chat;
mod checks;
pub mod clocks;
pub(crate) mod daily;
pub(crate) mod journal;
mod premoves;
mod progress;
mod proposals;
pub(crate) mod results;
mod table;

pub use analyses::Analysed;
pub use auto_actions::ActiveAutoAction;
pub use changes::TableEvent;
pub use premoves::ArmedAct;
pub use progress::Progress;
pub use table::{Expected, TableState, level_option};

pub(crate) use analyses::Analyses;
pub(crate) use characters::{BotChoice, check_playouts};
pub(crate) use chat::Talk;
pub(crate) use daily::tried;
pub(crate) use results::left_match;
pub(crate) use table::{Pending, Taken, epochs_of, level, state_of};
