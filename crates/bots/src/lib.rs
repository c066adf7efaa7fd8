//! Players that are not people.
//!
//! A [`Player`] gets a [`Seen`]: the view of its seat, the legal list, and worlds imagined for that seat. The state
//! itself is not to be had from it, so a bot cannot peek, however it is written.
//!
//! | player | what it does |
//! |---|---|
//! | [`Random`] | anything legal, each with equal chance |
//! | [`Reference`] | what the game's own [`Judge`] says |
//! | [`Fumbling`] | as the reference, but every so often anything |
//! | [`Search`] | plays imagined worlds to their end and does what came off best |
//!
//! [`Bot`] is any of them by its name, and the levels `easy`, `normal` and `hard`. How strong they are is measured in
//! `docs/bots.md`.

mod bot;
mod budget;
mod search;
mod seen;
mod simple;

pub use bot::{Bot, UnknownBot, names};
pub use budget::{Budget, cores};
pub use search::{Search, Tuning};
pub use seen::Seen;
pub use simple::{Fumbling, Random, Reference};

use kernel::{Game, Imagine, Judge};

/// A player that is not a person.
pub trait Player<G: Game + Imagine + Judge> {
    /// Decides. `seed` is all the luck it has: the same position, seed and number of playouts give the same choice,
    /// on however many threads.
    fn choose(&self, seen: Seen<'_, G>, seed: u64, budget: &Budget) -> Choice;
}

/// What a player does, and what it thought of.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The index in the legal list of what it does.
    pub index: usize,
    /// What it thinks of each legal move, in the order of the legal list; empty if it did not compare them.
    pub estimates: Vec<Estimate>,
}

impl Choice {
    /// A choice without second thoughts.
    pub const fn of(index: usize) -> Choice {
        Choice { index, estimates: Vec::new() }
    }
}

/// What a player thinks of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// How the match will end for the seat, on average: 0 is lost, 1 is won.
    pub worth: f32,
    /// The number of playouts behind it.
    pub visits: u32,
}
