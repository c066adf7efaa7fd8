//! The tests of the roster, as one program: small games are compiled for them once.

mod analysis;
mod characters;
mod daily;
mod encoded;
mod estimate;
mod games;
mod languages;
mod laws;
mod lessons;
mod luck;
mod presses;
mod puzzles;
mod second_person;
mod words;
