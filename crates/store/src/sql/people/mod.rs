//! People: accounts, sessions, what operators have decided.

mod read;
mod write;

pub(super) use write::{add, make, update};
