//! Bots: policies that decide for seats without a person.
//!
//! A [`Policy`] maps a [`Decision`] to a move. A decision contains the view of the seat, the legal
//! list, and worlds imagined for that seat. It does not contain the state, so no bot can cheat,
//! however it is written.
//!
//! | policy | decision |
//! |---|---|
//! | [`Random`] | a random legal action, each with equal chance |
//! | [`Reference`] | the choice of the game's own [`Judge`] |
//! | [`Inclined`] | the choice of the [`Judge`] with a temperament |
//! | [`Noisy`] | another policy with occasional random actions |
//! | [`Search`] | plays imagined worlds to their end and picks the move with the best results |
//!
//! [`Bot`] is any of them by its name, and the levels `easy`, `normal` and `hard`. `docs/bots.md`
//! has measurements of their strength.

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

use kernel::Judge;

/// A way to decide.
pub trait Policy<G: Judge> {
    /// Picks a move. `seed` is its only source of chance: the same decision, seed and number of
    /// playouts give the same choice, on any number of threads.
    fn choose(&self, decision: Decision<'_, G>, seed: u64, budget: &Budget) -> Choice {
        self.choose_with(decision, seed, budget, &mut Memory::default())
    }

    /// Picks a move with the memory of earlier decisions, and stores this one in it. A match needs
    /// one memory for all its seats. The same decisions from the beginning on, with the same seeds
    /// and numbers of playouts, give the same choices.
    fn choose_with(&self, decision: Decision<'_, G>, seed: u64, budget: &Budget, memory: &mut Memory<G>) -> Choice;
}

/// The choice of a policy: a move, with estimates.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The index of the move in the legal list.
    pub index: usize,
    /// An estimate for each legal move, in the order of the legal list; empty if the policy does
    /// not compare moves.
    pub estimates: Vec<Estimate>,
}

impl Choice {
    /// Creates a choice without estimates.
    pub const fn of(index: usize) -> Choice {
        Choice { index, estimates: Vec::new() }
    }
}

/// A policy's estimate of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The average result of the match for the seat: 0 is lost, 1 is won.
    pub worth: f32,
    /// The number of playouts behind it.
    pub visits: u32,
}
