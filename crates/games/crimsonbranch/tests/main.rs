//! The tests of the game, as one program: the game is compiled for them once.

mod achievements;
mod laws;
mod packs;
mod playthroughs;
mod rulings;
