//! Policies without search.

use kernel::{Fast, Judge, Temperament, below};

use crate::{Budget, Choice, Decision, Memory, Policy};

/// Takes a random legal action, each with equal chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random;

impl<G: Judge> Policy<G> for Random {
    fn choose_with(&self, decision: Decision<'_, G>, seed: u64, _: &Budget, _: &mut Memory<G>) -> Choice {
        Choice::of(below(&mut Fast::seeded(seed).0, decision.moves().len() as u32) as usize)
    }
}

/// Plays as the game's own reference policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference;

impl<G: Judge> Policy<G> for Reference {
    fn choose_with(&self, decision: Decision<'_, G>, _: u64, _: &Budget, _: &mut Memory<G>) -> Choice {
        Choice::of(decision.reference())
    }
}

/// Plays as the game's own reference policy with a temperament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inclined {
    /// Its temperament.
    pub temperament: Temperament,
}

impl<G: Judge> Policy<G> for Inclined {
    fn choose_with(&self, decision: Decision<'_, G>, _: u64, _: &Budget, _: &mut Memory<G>) -> Choice {
        Choice::of(G::inclined(&decision.view(), decision.seat(), decision.moves(), self.temperament))
    }
}

/// Plays as another policy, but takes a random legal action at one decision in this many, on
/// average.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Noisy<P> {
    /// One decision in this many is random; 0 counts as 1.
    pub one_in: u32,
    /// The other policy.
    pub plan: P,
}

impl<G: Judge, P: Policy<G>> Policy<G> for Noisy<P> {
    fn choose_with(&self, decision: Decision<'_, G>, seed: u64, budget: &Budget, memory: &mut Memory<G>) -> Choice {
        let mut dice = Fast::seeded(seed);
        match below(&mut dice.0, self.one_in.max(1)) {
            0 => Choice::of(below(&mut dice.0, decision.moves().len() as u32) as usize),
            _ => self.plan.choose_with(decision, seed, budget, memory),
        }
    }
}
