//! The things that people do at tables, a file for each kind.

pub mod absence;
pub mod account_removal;
pub mod auto_actions;
pub mod chat;
pub mod create;
pub mod daily;
pub mod hints;
pub mod invitations;
pub mod lobby;
pub mod moves;
pub mod premoves;
pub mod puzzles;
mod ranked;
pub mod rematch;
pub mod retry;
pub mod seals;
pub mod seats;
pub mod settings;
pub mod takeover;
pub mod undo;
