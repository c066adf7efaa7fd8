//! People: accounts, sessions, and decisions of operators.

mod read;
mod write;

pub(super) use write::{add, make, set_card, update};
