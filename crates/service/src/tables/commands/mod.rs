//! The things that people do at tables, a file for each kind.

pub mod absence;
pub mod account_removal;
pub mod auto_actions;
pub mod chat;
pub mod create;
pub mod daily;
mod ending;
pub mod groups;
pub mod hints;
pub mod import;
pub mod invitations;
pub mod leaving;
pub mod lobby;
pub mod moves;
pub mod premoves;
pub mod proposals;
pub mod put_away;
pub mod puzzles;
pub(crate) mod races;
mod ranked;
pub mod rematch;
pub mod retry;
pub mod seals;
pub mod seats;
pub mod settings;
pub mod undo;
pub mod vacations;
