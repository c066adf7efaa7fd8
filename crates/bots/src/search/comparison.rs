//! Comparison of the moves of a decision with one of them.

use kernel::Judge;

use super::{
    Judgement, Search, Tally,
    playout::{Stage, Worker},
};
use crate::Decision;

/// A move compared with the base move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Compared {
    /// The index of the move in the legal list.
    pub index: usize,
    /// The average result of the match for the seat after it: 0 is lost, 1 is won.
    pub worth: f64,
    /// The average advantage over the base move, with the same outcomes.
    pub gain: f64,
    /// The standard error of the gain.
    pub error: f64,
    /// The number of playouts behind each move.
    pub playouts: u32,
}

impl Compared {
    fn of(index: usize, tally: &Tally) -> Compared {
        let n = f64::from(tally.visits.max(1));
        let gain = tally.advantage / n;
        let variance = (tally.advantage_squared / n - gain * gain).max(0.0);
        Compared { index, worth: tally.mean(), gain, error: (variance / n).sqrt(), playouts: tally.visits }
    }
}

/// Plays `rounds` rounds after the move `by` and after each of `others`. In a round all moves meet
/// one imagined world and the same outcomes. No move drops out, so all gains are equally accurate.
/// Returns `by` first, then `others` in their order. The same decision, judgement and seed give the
/// same figures. Indices beyond the legal list are ignored.
pub fn compare<G: Judge>(
    decision: Decision<'_, G>,
    by: usize,
    others: &[usize],
    rounds: u32,
    judgement: Judgement<G>,
    seed: u64,
) -> Vec<Compared> {
    let places = std::iter::once(by).chain(others.iter().copied());
    let candidates: Vec<usize> = places.filter(|index| *index < decision.moves().len()).collect();
    let mut worker = Worker::new(&decision, seed, 0, Search::new(rounds).tuning, judgement);
    let stage = Stage { candidates, rounds, until: None, stop: None };
    worker.run(decision, rounds, &stage);
    stage.candidates.iter().map(|index| Compared::of(*index, &worker.tallies()[*index])).collect()
}
