//! Information-set Monte Carlo tree search.
//!
//! - **Worlds.** Every playout begins in a world imagined for the seat, and meets luck of its own: the tree is
//!   open-loop, a node is a line of play and not a position, and stands for whatever luck made of it.
//! - **Root: sequential halving.** All moves are tried once. Where they are more than can be told apart, only those that
//!   the game's prior finds most promising go on. After each stage the worse half drops out, so that most
//!   playouts go to moves that are hard to tell apart. A round plays each candidate once, in one and the same world and with
//!   the same dice (common random numbers): what is compared is the moves and not their luck. The reference's move always
//!   stays in, and is chosen where nothing else is clearly better, for chasing noise costs more than it gains.
//! - **Tree.** Below the root, moves are chosen by their mean and an exploration term in which the reference's move and
//!   those that the game finds promising weigh more, and that goes by how often a move was available, not by how often its
//!   parent was visited.
//!   What has grown below the chosen move is kept for the next decision where that can be foreseen ([`Memory`]).
//! - **Rollout.** From the leaf on all play as the reference does, with a stray move now and then if so tuned, until the
//!   end, or for so many turns as the game looks ahead, where its `worth` judges.
//! - **Mode.** Each seat chooses what is worth most to itself. Where all win together that is the same for all.
//! - **Threads.** Several trees grow apart from each other, each with luck of its own, and are added up in order after
//!   each stage. How many there are is a matter of the number of playouts and not of the threads, and so is the result. Which
//!   thread grows which tree, and for how long, is a matter of who is free (`forest`).

mod comparison;
mod forest;
mod memory;
mod playout;
mod tree;

use std::time::{Duration, Instant};

use kernel::{Fast, Game, Imagine, Judge, Seat, Temperament};

use crate::{Budget, Choice, Decision, Estimate, Policy, Stop};
pub use comparison::{Compared, compare};
use forest::Forest;
pub use memory::Memory;
use playout::{Stage, Worker};
use tree::Tree;

/// A search with so many playouts for a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Search {
    /// Playouts for a decision; every move gets at least one.
    pub playouts: u32,
    /// How it goes about it.
    pub tuning: Tuning,
    /// Whose move is chosen where nothing else is clearly better: the reference's of this temperament, or the plain one's.
    pub temperament: Option<Temperament>,
}

/// How a search goes about it. The defaults are measured, see `docs/bots.md`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// Weight of exploration in the tree.
    pub explore: f32,
    /// Share of the exploration that is the reference's move's alone, 0 to 1; the rest goes by the game's prior.
    pub prior: f32,
    /// Playouts for each move that is compared: with fewer, the least promising are not. 0 compares all.
    pub thorough: u32,
    /// In rollouts, one move in so many is any legal one; 0 for none.
    pub stray: u32,
    /// Decisions after which a playout stops and the game's `worth` judges.
    pub horizon: u32,
    /// Turns after which it does; the game's own measure if `None`.
    pub lookahead: Option<u32>,
    /// By how many standard errors a move must beat the reference's to be preferred to it.
    pub caution: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { explore: 0.2, prior: 0.5, thorough: 50, stray: 0, horizon: 400, lookahead: None, caution: 1.0 }
    }
}

/// What a playout came to for a seat, from 0 to 1: by the world in which it began and the one in which it stopped.
pub type Judgement<G> = fn(&G, &G, Seat) -> f32;

/// The usual judgement: how the match stands where the playout stopped.
pub fn outlook<G: Judge>(_start: &G, end: &G, seat: Seat) -> f32 {
    end.worth(seat)
}

/// Playouts for which it pays to grow one more tree.
const PLAYOUTS_A_TREE: u32 = 500;
/// The most trees.
const MOST_TREES: u32 = 16;
/// However few playouts there are, so many moves are compared.
const FEWEST_COMPARED: usize = 4;

impl Search {
    /// A search with so many playouts and the usual tuning.
    pub fn new(playouts: u32) -> Search {
        Search { playouts, tuning: Tuning::default(), temperament: None }
    }
}

impl<G: Game + Imagine + Judge> Policy<G> for Search {
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

/// What is known of a move.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    visits: u32,
    total: f64,
    /// Sum of what it was better by than the reference's move in the same luck, and of the squares.
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

    /// Whether it is better than the reference's move by so many standard errors.
    fn beats_reference(&self, errors: f64) -> bool {
        let n = f64::from(self.visits.max(1));
        let mean = self.advantage / n;
        let variance = (self.advantage_squared / n - mean * mean).max(0.0);
        mean > errors * (variance / n).sqrt()
    }
}

/// The trees that grow for a decision, on what has grown for it already. How many there are does not go by the threads, unless
/// the time does it anyway.
fn forest<G: Game + Imagine + Judge>(
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

impl<'a, G: Game + Imagine + Judge> SequentialHalving<'a, G> {
    fn new(decision: Decision<'a, G>, forest: &'a Forest<G>, search: &Search, budget: &Budget) -> Self {
        let (view, seat, moves) = (decision.view(), decision.seat(), decision.moves());
        let preferred = match search.temperament {
            Some(temperament) => G::inclined(&view, seat, moves, temperament),
            None => G::reference(&view, seat, moves),
        };
        let others = (0..decision.moves().len()).filter(|index| *index != preferred);
        let candidates = std::iter::once(preferred).chain(others).collect();
        let time = budget.time.map(|time| (Instant::now(), time));
        let playouts = budget.playouts.unwrap_or(search.playouts);
        SequentialHalving { decision, forest, playouts, time, stop: budget.stop, candidates, tuning: search.tuning }
    }

    /// Tries all moves once, and keeps those that the game finds promising if not all can be tried thoroughly.
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
        self.candidates[1..].sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
        self.candidates.truncate(most);
    }

    fn run(mut self, seed: u64) -> Choice {
        self.shorten(&mut Fast::seeded(seed));
        let stages = self.candidates.len().next_power_of_two().trailing_zeros().max(1);
        let mut left = self.playouts;
        for stage in 0..stages {
            let compared = self.candidates.len() as u32;
            // The first round is run in any case, so that every move has an estimate.
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

    /// Runs so many rounds, shared among the trees.
    fn stage(&self, rounds: u32, until: Option<Instant>) {
        let stage = Stage { candidates: self.candidates.clone(), rounds, until, stop: self.stop };
        self.forest.stage(self.decision, stage);
    }

    /// The worse half drops out, but the reference's move stays.
    fn drop_out(&mut self) {
        let tallies = self.forest.tallies();
        let stay = self.candidates.len().div_ceil(2).max(2);
        self.candidates[1..].sort_by(|a, b| tallies[*b].mean().total_cmp(&tallies[*a].mean()));
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
