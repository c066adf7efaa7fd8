//! The pages of the hall: the games, the tables, what is new today, and how the dice are sealed.

pub(crate) mod bench;
pub(crate) mod boards;
pub(crate) mod daily;
pub(crate) mod fairness;
pub(crate) mod front;
pub(crate) mod game;
pub(crate) mod lab;
mod mini;
pub(crate) mod puzzles;
pub(crate) mod rules;
pub(crate) mod today;
pub(crate) mod verify;
