//! Information-set Monte Carlo tree search.
//!
//! - **Worlds.** Every playout begins in a world imagined for the seat, and has its own outcomes.
//!   The tree is open-loop: a node is a line of play and not a position, and stands for all
//!   outcomes of that line.
//! - **Root: sequential halving.** All moves are tried once. If there are too many to compare, only
//!   the most promising by the game's prior continue. After each stage the worse half drops out, so
//!   that most playouts go to moves of similar strength. A round plays each candidate once, in the
//!   same world and with the same dice (common random numbers), to compare the moves and not their
//!   luck. The reference's move always stays in, and is chosen if no other move is clearly better,
//!   because chasing noise costs more than it gains.
//! - **Tree.** Below the root, the search selects moves by their mean and an exploration term. In
//!   this term the reference's move and the promising moves have more weight. It uses the number of
//!   times that a move was available, not the number of visits of its parent. The part below the
//!   chosen move is stored for the next decision if that can be predicted ([`Memory`]).
//! - **Rollout.** From the leaf on all seats play as the reference does, with occasional random
//!   moves if so tuned. The rollout ends with the match, or after the number of turns that the game
//!   looks ahead, where its `worth` judges.
//! - **Mode.** Each seat chooses the best move for itself. In cooperative games that is the same
//!   for all.
//! - **Threads.** Several trees grow independently, each with its own outcomes, and are added up in
//!   order after each stage. Their number depends on the number of playouts and not on the threads,
//!   and so does the result. The threads that are free decide which thread grows which tree, and
//!   for how long (`forest`).

mod comparison;
mod forest;
mod memory;
mod playout;
mod tree;

use std::time::{Duration, Instant};

use kernel::{Fast, Game, Judge, Seat, Temperament};

use crate::{Budget, Choice, Decision, Estimate, Policy, Stop};
pub use comparison::{Compared, compare};
use forest::Forest;
pub use memory::Memory;
use playout::{Stage, Worker};
use tree::Tree;

/// A search with a number of playouts for a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Search {
    /// Playouts for a decision; every move gets at least one.
    pub playouts: u32,
    /// Its parameters.
    pub tuning: Tuning,
    /// The default move if no other is clearly better: the reference's with this temperament, or
    /// the plain one.
    pub temperament: Option<Temperament>,
}

/// The parameters of a search. The defaults are measured, see `docs/bots.md`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// Weight of exploration in the tree.
    pub explore: f32,
    /// Share of the exploration for the reference's move alone, 0 to 1; the rest follows the game's
    /// prior.
    pub prior: f32,
    /// Number of playouts for each compared move. With fewer, the search skips the least promising
    /// moves. 0 compares all.
    pub thorough: u32,
    /// In rollouts, one move in this many is any legal one; 0 for none.
    pub stray: u32,
    /// Number of decisions after which a playout stops and the game's `worth` judges.
    pub horizon: u32,
    /// Number of turns after which a playout stops; the game's own default if `None`.
    pub lookahead: Option<u32>,
    /// Number of standard errors by which a move must beat the reference's to be chosen.
    pub caution: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { explore: 0.2, prior: 0.5, thorough: 50, stray: 0, horizon: 400, lookahead: None, caution: 1.0 }
    }
}

/// The value of a playout for a seat, from 0 to 1: from the world in which it began and the one in
/// which it stopped.
pub type Judgement<G> = fn(&G, &G, Seat) -> f32;

/// Returns the usual judgement: the worth of the state in which the playout stopped.
pub fn outlook<G: Judge>(_start: &G, end: &G, seat: Seat) -> f32 {
    end.worth(seat)
}

/// Number of playouts that justify another tree.
const PLAYOUTS_A_TREE: u32 = 500;
/// Maximum number of trees.
const MOST_TREES: u32 = 16;
/// Minimum number of compared moves, however few playouts there are.
const FEWEST_COMPARED: usize = 4;

impl Search {
    /// Creates a search with this number of playouts and the usual tuning.
    pub fn new(playouts: u32) -> Search {
        Search { playouts, tuning: Tuning::default(), temperament: None }
    }
}

impl<G: Judge> Policy<G> for Search {
    fn choose_with(&self, decision: Decision<'_, G>, seed: u64, budget: &Budget, memory: &mut Memory<G>) -> Choice {
        if decision.moves().len() == 1 {
            return Choice::of(0);
        }
        let forest = forest(&decision, seed, self, budget, memory.take(&decision));
        let choice = forest.run(decision, || SequentialHalving::new(decision, &forest, self, budget).run(seed));
        memory.keep(&decision, choice.index, forest.into_trees());
        choice
    }
}

/// The statistics of a move.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    visits: u32,
    total: f64,
    /// Sum of its advantages over the reference's move with the same outcomes, and of their
    /// squares.
    advantage: f64,
    advantage_squared: f64,
}

impl Tally {
    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    fn add(&mut self, other: &Tally) {
        self.visits += other.visits;
        self.total += other.total;
        self.advantage += other.advantage;
        self.advantage_squared += other.advantage_squared;
    }

    /// Whether it beats the reference's move by this many standard errors.
    fn beats_reference(&self, errors: f64) -> bool {
        let n = f64::from(self.visits.max(1));
        let mean = self.advantage / n;
        let variance = (self.advantage_squared / n - mean * mean).max(0.0);
        mean > errors * (variance / n).sqrt()
    }
}

/// Creates the trees for a decision, from those that have grown already. Their number does not
/// depend on the threads, unless a time limit makes the result depend on the machine anyway.
fn forest<G: Judge>(
    decision: &Decision<'_, G>,
    seed: u64,
    search: &Search,
    budget: &Budget,
    known: Vec<Option<Tree<G::Action>>>,
) -> Forest<G> {
    let playouts = budget.playouts.unwrap_or(search.playouts);
    let trees = match budget.time {
        Some(_) => budget.threads.clamp(1, MOST_TREES as usize) as u32,
        None => (playouts / PLAYOUTS_A_TREE).clamp(1, MOST_TREES),
    };
    let mut known = known.into_iter();
    let workers = (0..trees).map(|number| {
        let worker = Worker::new(decision, seed, number, search.tuning, outlook);
        match known.next().flatten() {
            Some(tree) => worker.with(tree),
            None => worker,
        }
    });
    Forest::new(workers, budget.threads)
}

/// Sequential halving of the moves at the root.
struct SequentialHalving<'a, G: Game> {
    decision: Decision<'a, G>,
    forest: &'a Forest<G>,
    playouts: u32,
    time: Option<(Instant, Duration)>,
    stop: Option<Stop>,
    /// The moves still compared, the reference's first.
    candidates: Vec<usize>,
    tuning: Tuning,
}

impl<'a, G: Judge> SequentialHalving<'a, G> {
    fn new(decision: Decision<'a, G>, forest: &'a Forest<G>, search: &Search, budget: &Budget) -> Self {
        let preferred = match search.temperament {
            Some(temperament) => G::inclined(&decision.view(), decision.seat(), decision.moves(), temperament),
            None => decision.reference(),
        };
        let others = (0..decision.moves().len()).filter(|index| *index != preferred);
        let candidates = std::iter::once(preferred).chain(others).collect();
        let time = budget.time.map(|time| (Instant::now(), time));
        let playouts = budget.playouts.unwrap_or(search.playouts);
        SequentialHalving { decision, forest, playouts, time, stop: budget.stop, candidates, tuning: search.tuning }
    }

    /// Tries all moves once, and keeps only the promising ones if there are too few playouts to try
    /// all thoroughly.
    fn shorten(&mut self, dice: &mut Fast) {
        let most = self.playouts.checked_div(self.tuning.thorough).unwrap_or(u32::MAX) as usize;
        let most = most.max(FEWEST_COMPARED);
        if self.candidates.len() <= most {
            return;
        }
        let (seat, moves, mut weights) = (self.decision.seat(), self.decision.moves(), Vec::new());
        self.decision.imagine(dice).prior(seat, moves, &mut weights);
        if weights.len() != moves.len() {
            return;
        }
        self.stage(1, None);
        self.playouts = self.playouts.saturating_sub(moves.len() as u32);
        let weights: Vec<f64> = weights.into_iter().map(f64::from).collect();
        best_first(&mut self.candidates[1..], &weights);
        self.candidates.truncate(most);
    }

    fn run(mut self, seed: u64) -> Choice {
        self.shorten(&mut Fast::seeded(seed));
        let stages = self.candidates.len().next_power_of_two().trailing_zeros().max(1);
        let mut left = self.playouts;
        for stage in 0..stages {
            let compared = self.candidates.len() as u32;
            // The first round is always run, so that every move has an estimate.
            let least = u32::from(stage == 0 && self.candidates.len() == self.decision.moves().len());
            let rounds = (left / (stages - stage) / compared).max(least);
            if rounds == 0 {
                break;
            }
            left = left.saturating_sub(rounds * compared);
            let until = self.time.map(|(start, time)| start + time * (stage + 1) / stages);
            self.stage(rounds, until);
            if stage + 1 < stages {
                self.drop_out();
            }
        }
        self.decide()
    }

    /// Runs this number of rounds, divided among the trees.
    fn stage(&self, rounds: u32, until: Option<Instant>) {
        let stage = Stage { candidates: self.candidates.clone(), rounds, until, stop: self.stop };
        self.forest.stage(self.decision, stage);
    }

    /// Drops the worse half, but never the reference's move.
    fn drop_out(&mut self) {
        let means: Vec<f64> = self.forest.tallies().iter().map(Tally::mean).collect();
        let stay = self.candidates.len().div_ceil(2).max(2);
        best_first(&mut self.candidates[1..], &means);
        self.candidates.truncate(stay);
    }

    fn decide(self) -> Choice {
        let tallies = self.forest.tallies();
        let preferred = self.candidates[0];
        let others = self.candidates[1..].iter().copied();
        let best = others.max_by(|a, b| tallies[*a].mean().total_cmp(&tallies[*b].mean()));
        let index = best.filter(|index| tallies[*index].beats_reference(self.tuning.caution)).unwrap_or(preferred);
        let estimate = |tally: &Tally| Estimate { worth: tally.mean() as f32, visits: tally.visits };
        Choice { index, estimates: tallies.iter().map(estimate).collect() }
    }
}

/// Puts the moves of the highest values first; equal ones stay in their order.
fn best_first(moves: &mut [usize], values: &[f64]) {
    moves.sort_by(|one, other| values[*other].total_cmp(&values[*one]));
}
