//! The test kit of games.
//!
//! | module | what it does |
//! |---|---|
//! | [`contract`] | plays thousands of matches and holds every law that a game keeps |
//! | [`encoding`] | writes and compares the encoding of a game for machine learning |
//! | [`golden`] | writes and compares whole matches, so that a change of the rules shows |
//! | [`example`] | runs the worked examples of a rulebook |
//! | [`packs`] | tests what holds of the packs of every game |
//! | [`witness`] | finds matches that earn an achievement |
//!
//! It reads and writes files, which the kernel does not.

pub mod contract;
pub mod encoding;
pub mod example;
pub mod golden;
pub mod packs;
pub mod witness;
