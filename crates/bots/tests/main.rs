//! The tests of the bots, as one program: the search is compiled for each game once.

mod memory;
mod policies;
mod secrets;
mod sense;
