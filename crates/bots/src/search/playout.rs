//! Playouts, and the workers that play them.

use std::time::Instant;

use kernel::{Fast, Game, Judge, NullLog, below};

use super::{
    Judgement, Tally, Tuning,
    tree::{Met, MoveId, Tree},
};
use crate::{Decision, Stop};

/// A stage of the search.
pub(super) struct Stage {
    /// The moves still compared, the reference's first.
    pub(super) candidates: Vec<usize>,
    /// Number of rounds of all trees together; in each round every move is played once.
    pub(super) rounds: u32,
    /// The time at which it ends, done or not.
    pub(super) until: Option<Instant>,
    /// A stop that ends it early.
    pub(super) stop: Option<Stop>,
}

/// A worker that grows its own tree, with its own outcomes.
// Aligned so that no two workers share a cache line: otherwise threads would slow each other down.
#[repr(align(128))]
pub(super) struct Worker<G: Game> {
    number: u32,
    seed: u64,
    /// Number of rounds played.
    rounds: u64,
    tuning: Tuning,
    judgement: Judgement<G>,
    tree: Tree<G::Action>,
    tallies: Vec<Tally>,
    path: Vec<MoveId>,
    legal: Vec<G::Action>,
}

impl<G: Judge> Worker<G> {
    pub(super) fn new(
        decision: &Decision<'_, G>,
        seed: u64,
        number: u32,
        tuning: Tuning,
        judgement: Judgement<G>,
    ) -> Self {
        let moves = decision.moves().len();
        Worker {
            number,
            seed: scatter(seed ^ u64::from(number).wrapping_mul(0xD6E8_FEB8_6659_FD93)),
            rounds: 0,
            tuning,
            judgement,
            tree: Tree::new(decision.seat(), moves, tuning.explore, tuning.prior),
            tallies: vec![Tally::default(); moves],
            path: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Returns the same worker with a tree that has grown for this decision.
    pub(super) fn with(self, tree: Tree<G::Action>) -> Self {
        Worker { tree, ..self }
    }

    /// Returns the tree.
    pub(super) fn into_tree(self) -> Tree<G::Action> {
        self.tree
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    pub(super) fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Plays a number of rounds of a stage, or fewer if time is up or the search is stopped; the
    /// first round is always played.
    pub(super) fn run(&mut self, decision: Decision<'_, G>, rounds: u32, stage: &Stage) {
        for _ in 0..rounds {
            let late = || stage.until.is_some_and(|until| Instant::now() >= until);
            if self.rounds > 0 && (stage.stop.is_some_and(|stop| stop.is_called()) || late()) {
                return;
            }
            self.round(decision, &stage.candidates);
        }
    }

    /// Imagines one world, and plays it once after every move still compared, with the same dice.
    fn round(&mut self, decision: Decision<'_, G>, candidates: &[usize]) {
        let mut dice = Fast::seeded(scatter(self.seed.wrapping_add(self.rounds)));
        let world = decision.imagine(&mut dice);
        self.rounds += 1;
        let mut baseline = None;
        for index in candidates {
            let worth = f64::from(self.playout(decision, &world, *index, dice.clone()));
            let advantage = worth - *baseline.get_or_insert(worth);
            let tally = &mut self.tallies[*index];
            tally.visits += 1;
            tally.total += worth;
            tally.advantage += advantage;
            tally.advantage_squared += advantage * advantage;
        }
    }

    /// Makes move `index` in a copy of the world and plays on to the end, or to the horizon;
    /// returns the value for the seat that decides.
    fn playout(&mut self, decision: Decision<'_, G>, start: &G, index: usize, mut dice: Fast) -> f32 {
        let mut world = start.clone();
        let end = world.turns().saturating_add(self.tuning.lookahead.unwrap_or_else(|| world.lookahead()));
        let Ok(()) = world.apply(decision.seat(), decision.moves()[index].clone(), &mut dice, &mut NullLog);
        let left = self.descend(&mut world, index as MoveId, end, &mut dice);
        for _ in 0..left {
            if world.turns() >= end {
                break;
            }
            // If several seats are awaited at once, this is the seat that is asked first.
            let Some(seat) = world.asked_first() else { break };
            let stray = self.tuning.stray > 0 && below(&mut dice.0, self.tuning.stray) == 0;
            let action = if stray { world.any(seat, &mut dice.0) } else { world.reference_action(seat) };
            let Some(action) = action else { break };
            let Ok(()) = world.apply(seat, action, &mut dice, &mut NullLog);
        }
        self.tree.update(&self.path, |seat| (self.judgement)(start, &world, seat));
        (self.judgement)(start, &world, decision.seat())
    }

    /// Plays on as the tree selects, up to the first new move or until a number of turns are over,
    /// and notes the path. Returns the number of decisions left to the horizon.
    fn descend(&mut self, world: &mut G, root: MoveId, end: u32, dice: &mut Fast) -> u32 {
        let mut at = root;
        self.path.clear();
        self.path.push(root);
        for done in 0..self.tuning.horizon {
            let Some(seat) = world.asked_first().filter(|_| world.turns() < end) else { return 0 };
            self.legal.clear();
            world.legal(seat, &mut self.legal);
            let (mut index, mut leaf) = (0, false);
            if self.legal.len() > 1 {
                let Some(preferred) = world.reference_action(seat) else { return 0 };
                let preferred = self.legal.iter().position(|action| *action == preferred).unwrap_or(0);
                let met = Met { seat, name: world.decision(seat), moves: &self.legal, preferred };
                let selected = self.tree.select(at, &met, |weights| world.prior(seat, met.moves, weights));
                self.path.extend(selected.map(|selected| selected.id));
                index = selected.map_or(preferred, |selected| selected.index);
                leaf = selected.is_none_or(|selected| selected.new);
                at = selected.map_or(at, |selected| selected.id);
            }
            let action = self.legal.swap_remove(index);
            let Ok(()) = world.apply(seat, action, dice, &mut NullLog);
            if leaf {
                return self.tuning.horizon - done - 1;
            }
        }
        0
    }
}

/// Scatters neighbouring numbers (the finalizer of SplitMix64).
fn scatter(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
