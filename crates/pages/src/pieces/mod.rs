//! The pieces on a table, drawn by their look, and the areas in which they lie.

pub(crate) mod area;
mod card;
mod classes;
mod dice;
pub(crate) mod gauge;
mod map;
mod piece;
mod portrait;
mod tile;

pub(crate) use card::{Place, card, suit_and_rank};
pub(crate) use classes::classes;
pub(crate) use piece::{details_of, piece, piece_captioned, pressable_face};
pub(crate) use portrait::{portrait, standing};
