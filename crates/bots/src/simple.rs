//! Players that decide at a glance.

use kernel::{Fast, Game, Imagine, Judge, below};

use crate::{Budget, Choice, Player, Seen};

/// Does anything legal, each with equal chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random;

impl<G: Game + Imagine + Judge> Player<G> for Random {
    fn choose(&self, seen: Seen<'_, G>, seed: u64, _: &Budget) -> Choice {
        Choice::of(below(&mut Fast::seeded(seed).0, seen.moves().len() as u32) as usize)
    }
}

/// Does what the game's own reference policy says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference;

impl<G: Game + Imagine + Judge> Player<G> for Reference {
    fn choose(&self, seen: Seen<'_, G>, _: u64, _: &Budget) -> Choice {
        Choice::of(G::reference(&seen.view(), seen.seat(), seen.moves()))
    }
}

/// Does what the reference policy says, but at one decision in so many, on average, anything legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fumbling {
    /// One decision in so many is left to chance; 0 counts as 1.
    pub one_in: u32,
}

impl<G: Game + Imagine + Judge> Player<G> for Fumbling {
    fn choose(&self, seen: Seen<'_, G>, seed: u64, budget: &Budget) -> Choice {
        let mut dice = Fast::seeded(seed);
        match below(&mut dice.0, self.one_in.max(1)) {
            0 => Choice::of(below(&mut dice.0, seen.moves().len() as u32) as usize),
            _ => Reference.choose(seen, seed, budget),
        }
    }
}
