//! The pieces on a table, drawn by their look, and the areas in which they lie.

pub(crate) mod area;
pub(crate) mod card;
mod classes;
mod dice;
pub(crate) mod gauge;
mod map;
pub(crate) mod piece;
pub(crate) mod portrait;
mod tile;
