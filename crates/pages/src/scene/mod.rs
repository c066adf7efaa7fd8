//! The areas of a table, each in its place: players, stage, dice, hand, piles, track.

pub(crate) mod balance;
pub(crate) mod clock;
pub(crate) mod hand;
mod lanes;
pub(crate) mod latest;
pub(crate) mod piles;
pub(crate) mod rolls;
pub(crate) mod seats;
pub(crate) mod stage;
pub(crate) mod stock;
pub(crate) mod track;
