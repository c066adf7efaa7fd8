//! Bots: what decides for a seat where no person does.
//!
//! A [`Policy`] maps a [`Decision`] to a move. A decision gives the view of the seat, the legal list, and worlds imagined
//! for that seat. It does not give the state, so a bot cannot peek, however it is written.
//!
//! | policy | what it does |
//! |---|---|
//! | [`Random`] | anything legal, each with equal chance |
//! | [`Reference`] | what the game's own [`Judge`] says |
//! | [`Inclined`] | what the [`Judge`] says with a temperament |
//! | [`Noisy`] | as another policy, but every so often anything |
//! | [`Search`] | plays imagined worlds to their end and does what came off best |
//!
//! [`Bot`] is any of them by its name, and the levels `easy`, `normal` and `hard`. How strong they are is measured in
//! `docs/bots.md`.

mod bot;
mod budget;
mod decision;
mod search;
mod simple;

pub use bot::{Bot, UnknownBot, names};
pub use budget::{Budget, Stop, Stops, cores};
pub use decision::Decision;
pub use search::{Compared, Judgement, Memory, Search, Tuning, compare, outlook};
pub use simple::{Inclined, Noisy, Random, Reference};

use kernel::{Game, Imagine, Judge};

/// How a bot decides.
pub trait Policy<G: Game + Imagine + Judge> {
    /// Picks a move. `seed` is all the luck it has: the same decision, seed and number of playouts give the same choice,
    /// on however many threads.
    fn choose(&self, decision: Decision<'_, G>, seed: u64, budget: &Budget) -> Choice {
        self.choose_with(decision, seed, budget, &mut Memory::default())
    }

    /// Picks a move with what is remembered of the decisions before, and remembers this one. A match needs one memory
    /// for all its seats. The same decisions from its beginning on, with the same seeds and numbers of playouts, give
    /// the same choices.
    fn choose_with(&self, decision: Decision<'_, G>, seed: u64, budget: &Budget, memory: &mut Memory<G>) -> Choice;
}

/// The move that a policy picks, and its estimates.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The index of the move in the legal list.
    pub index: usize,
    /// An estimate for each legal move, in the order of the legal list; empty if the policy does not compare moves.
    pub estimates: Vec<Estimate>,
}

impl Choice {
    /// A choice without estimates.
    pub const fn of(index: usize) -> Choice {
        Choice { index, estimates: Vec::new() }
    }
}

/// How good a policy finds a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// How the match will end for the seat, on average: 0 is lost, 1 is won.
    pub worth: f32,
    /// The number of playouts behind it.
    pub visits: u32,
}
