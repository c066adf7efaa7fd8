//! The actions of players, hosts and operators on the server, without HTTP and HTML.
//!
//! | folder | what it holds |
//! |---|---|
//! | [`tables`] | matches in memory: moves, seats, bots, hints, clocks, chat |
//! | [`people`] | guests, accounts and sessions, names, decisions of operators |
//! | [`notices`] | messages to players for whom a match waits |
//! | [`peers`] | the other server processes that share the database |
//! | [`maintenance`] | backup, restore, and checks of the files |
//!
//! Arrows point one way: `notices`, `peers` → `tables`, `people` → the store.
//!
//! The server acknowledges a step after it is durable and notifies others after that; a table is
//! locked until then. A killed server loses nothing that it has acknowledged.

pub mod calendar;
pub mod contained;
mod error;
mod hall_time;
pub mod key;
pub mod maintenance;
pub mod notices;
pub mod peers;
pub mod people;
mod public_url;
pub mod rate_limiter;
pub mod tables;

pub use ::table::fault;
pub use calendar::Calendar;
pub use error::Error;
pub use maintenance::Files;
pub use public_url::{BadPublicUrl, PublicUrl};
use store::{files, random};

/// The file of the operators' token, in the data folder.
pub const OPERATOR_TOKEN_FILE: &str = "operator-token";
