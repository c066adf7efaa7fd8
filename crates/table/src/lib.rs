//! A table as a value: the rows of its journal, its match in memory, and what may be done there.
//!
//! Nothing here waits, locks, or knows a database, a clock or a network. The server (`service`) and
//! the hall in a browser (`web`) decide with this code; each of them stores the results in its own
//! way.
//!
//! | module | content |
//! |---|---|
//! | [`rows`] | the stored data: headers, steps, chat, results |
//! | [`journal`] | the match of a journal, and the journal of a match as a record |
//! | [`steps`] | decisions: actions, chance outcomes, undo |
//! | [`opening`] | the seats and the setup of a new match |
//! | [`import`] | the table of a record from elsewhere |
//! | [`fault`] | why a request is not carried out |
//! | `state` and the rest | the table in memory: match, chat, clocks, vacations, auto-actions, premoves, proposals |

pub mod access;
mod analyses;
mod around;
mod auto_actions;
pub mod characters;
pub mod chat;
mod checks;
pub mod clocks;
pub mod daily;
mod electors;
mod event;
pub mod fault;
mod hints;
mod hot_seat;
pub mod ids;
pub mod import;
pub mod journal;
pub mod opening;
mod place;
mod premoves;
mod progress;
mod proposals;
pub mod race;
pub mod results;
pub mod rows;
mod state;
pub mod steps;
mod vacations;
pub mod weak_map;

pub use analyses::{Analysed, Analyses};
pub use around::{Absence, Around, SeatNames};
pub use auto_actions::ActiveAutoAction;
pub use characters::{BotChoice, check_playouts};
pub use chat::Talk;
pub use clocks::{ClockState, TableTime};
pub use daily::tried;
pub use event::TableEvent;
pub use hints::hint_luck;
pub use place::Place;
pub use premoves::ArmedAct;
pub use progress::Progress;
pub use race::{Racer, RacerState};
pub use results::left_match;
pub use state::{Expected, Pending, TableState, Taken, epochs_of, level, level_option, state_of};
pub use steps::Advance;
