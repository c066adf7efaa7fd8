//! The sums of many matches: whole numbers only, so that the order of adding does not matter.
//!
//! Runs, sweeps, checkpoints, summaries and merges all use [`Sums`]; a comparison uses its [`Sum`].
//! A run has at most 10^15 matches ([`MOST_MATCHES`](crate::MOST_MATCHES)). So a count of matches or
//! seats is below 10^16, and 64 bits hold it. A count of deaths or uses adds up to 65,535 in each
//! match, and a number up to 2^32: their sums have 128 bits.

use std::{collections::BTreeMap, ops::AddAssign};

use kernel::{Mode, Seat, measure::Measures};
use roster::MatchSummary;
use serde::{Deserialize, Serialize};

use crate::{
    Ranges, exact,
    stats::{self, Interval},
};

/// The sums of many matches. Lists are in the order of the game's measures, or of its seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// The numbers of the matches.
    pub played: Ranges,
    /// Number of matches that were cut off.
    pub unfinished: u64,
    /// Number of decisions in a match.
    pub plies: Histogram,
    /// Matches that all won together.
    pub victories: u64,
    /// Matches with a winner.
    pub decided: u64,
    /// Matches that each seat won.
    pub wins: Vec<u64>,
    /// Points of all seats, in games that count them.
    pub scores: Histogram,
    /// The game's numbers.
    pub numbers: Vec<Sum>,
    /// For each number whose label asks for it, by index: how often each value occurred.
    pub spreads: BTreeMap<usize, Histogram>,
    /// Number of matches by ending.
    pub endings: Vec<u64>,
    /// Number of deaths in each place.
    #[serde(with = "exact::list")]
    pub places: Vec<u128>,
    /// Number of deaths by each cause.
    #[serde(with = "exact::list")]
    pub causes: Vec<u128>,
    /// Number of matches in which each seat died, at least once.
    pub deaths: Vec<u64>,
    /// The draws of each piece that can be drawn, and the wins of those who drew it.
    pub draws: Vec<Usage>,
    /// The uses of each piece, and the wins of those who used it.
    pub pieces: Vec<Usage>,
    /// Number of matches in which each ruling applied.
    pub rulings: Vec<u64>,
}

/// A sum, with the sum of the squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The sum.
    #[serde(with = "exact")]
    pub sum: i128,
    /// The sum of the squares.
    #[serde(with = "exact")]
    pub squares: i128,
}

impl Sum {
    /// Adds a value.
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds another sum.
    pub fn merge(&mut self, other: Sum) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// The uses of a piece, or its draws. In competitive games it counts seats, because each seat may use
/// the piece or not. In cooperative games it counts matches, because all seats win by it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Number of uses, or of draws.
    #[serde(with = "exact")]
    pub times: u128,
    /// Number of seats, or parties, that used it, or drew it, at least once.
    pub users: u64,
    /// Number of these that won.
    pub winners: u64,
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.times += other.times;
        self.users += other.users;
        self.winners += other.winners;
    }
}

/// A histogram: how often each value occurred.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Histogram(pub BTreeMap<i64, u64>);

impl Histogram {
    /// Counts a value.
    pub fn note(&mut self, value: i64) {
        *self.0.entry(value).or_default() += 1;
    }

    /// Returns the number of values.
    pub fn len(&self) -> u64 {
        self.0.values().sum()
    }

    /// Whether a file may have it for this many values at most: none is beyond 32 bits.
    #[cfg(feature = "native")]
    pub(crate) fn is_possible(&self, most: u64) -> bool {
        let count = self.0.values().try_fold(0u64, |count, times| count.checked_add(*times));
        count.is_some_and(|count| count <= most) && self.0.keys().all(|value| value.unsigned_abs() <= u32::MAX.into())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the mean of the values.
    pub fn mean(&self) -> Interval {
        let mut sum = Sum::default();
        for (value, times) in &self.0 {
            let (value, times) = (i128::from(*value), i128::from(*times));
            sum.merge(Sum { sum: value * times, squares: value * value * times });
        }
        stats::mean(self.len(), sum.sum, sum.squares)
    }

    /// Returns the smallest value that at least this share of all values does not exceed; 0 if
    /// there are none.
    pub fn quantile(&self, share: f64) -> i64 {
        let rank = ((self.len() as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        let reached = self.0.iter().find(|(_, times)| {
            seen += **times;
            seen >= rank
        });
        reached.map(|(value, _)| *value).unwrap_or_default()
    }

    /// Returns the largest value; 0 if there are none.
    pub fn max(&self) -> i64 {
        self.0.last_key_value().map(|(value, _)| *value).unwrap_or_default()
    }

    pub(crate) fn merge(&mut self, other: Histogram) {
        for (value, times) in other.0 {
            *self.0.entry(value).or_default() += times;
        }
    }
}

impl Sums {
    /// Creates the sums of no matches.
    pub fn new(measures: &Measures, seats: u8) -> Sums {
        let spread = measures.numbers.iter().enumerate().filter(|(_, label)| label.spread);
        Sums {
            played: Ranges::default(),
            unfinished: 0,
            plies: Histogram::default(),
            victories: 0,
            decided: 0,
            wins: vec![0; seats.into()],
            scores: Histogram::default(),
            numbers: vec![Sum::default(); measures.numbers.len()],
            spreads: spread.map(|(index, _)| (index, Histogram::default())).collect(),
            endings: vec![0; measures.endings.len()],
            places: vec![0; measures.places.len()],
            causes: vec![0; measures.causes.len()],
            deaths: vec![0; seats.into()],
            draws: vec![Usage::default(); measures.drawable],
            pieces: vec![Usage::default(); measures.pieces.len()],
            rulings: vec![0; measures.rulings.len()],
        }
    }

    /// Returns the number of matches.
    pub fn games(&self) -> u64 {
        self.played.count()
    }

    /// Adds a match of a game of this mode.
    pub fn add(&mut self, mode: Mode, played: &MatchSummary) {
        let (outcome, counts) = (played.outcome.as_ref(), &played.counts);
        self.played.add(played.number);
        self.unfinished += u64::from(outcome.is_none());
        self.plies.note(played.plies.into());
        self.victories += u64::from(outcome.is_some_and(|outcome| outcome.victory == Some(true)));
        for score in outcome.and_then(|outcome| outcome.scores.as_ref()).into_iter().flatten() {
            self.scores.note((*score).into());
        }
        for (sum, value) in self.numbers.iter_mut().zip(counts.numbers) {
            sum.add(value.into());
        }
        for (index, spread) in &mut self.spreads {
            spread.note(counts.numbers[*index].into());
        }
        if let Some(count) = counts.ending.and_then(|ending| self.endings.get_mut(usize::from(ending))) {
            *count += 1;
        }
        // Most of these counts are 0.
        let widen = |sums: &mut [u128], counts: &[u16]| {
            let some = sums.iter_mut().zip(counts).filter(|(_, count)| **count > 0);
            some.for_each(|(sum, count)| *sum += u128::from(*count));
        };
        widen(&mut self.places, &counts.places);
        widen(&mut self.causes, &counts.causes);
        self.deaths.iter_mut().zip(counts.deaths).for_each(|(sum, count)| *sum += u64::from(count > 0));
        let (mut decided, mut drawn, mut used) = (0, 0, 0);
        for (index, wins) in self.wins.iter_mut().enumerate() {
            let won = u64::from(played.won(Seat(index as u8)));
            decided |= won;
            *wins += won;
            let (draws, uses) = (counts.draws.seats[index], counts.uses.seats[index]);
            match mode {
                Mode::Competitive => {
                    count_users(&mut self.draws, draws, won);
                    count_users(&mut self.pieces, uses, won);
                }
                Mode::Cooperative => (drawn, used) = (drawn | draws, used | uses),
            }
        }
        count_times(&mut self.draws, &counts.draws.times);
        count_times(&mut self.pieces, &counts.uses.times);
        count_users(&mut self.draws, drawn, decided);
        count_users(&mut self.pieces, used, decided);
        self.decided += decided;
        each_bit(counts.rulings, |ruling| self.rulings[ruling] += 1);
    }

    /// Adds the matches of another part.
    pub fn merge(&mut self, other: Sums) {
        fn all<T: AddAssign>(ours: &mut [T], theirs: Vec<T>) {
            ours.iter_mut().zip(theirs).for_each(|(ours, theirs)| *ours += theirs);
        }
        self.played.merge(other.played);
        self.unfinished += other.unfinished;
        self.victories += other.victories;
        self.decided += other.decided;
        self.plies.merge(other.plies);
        self.scores.merge(other.scores);
        all(&mut self.wins, other.wins);
        all(&mut self.endings, other.endings);
        all(&mut self.places, other.places);
        all(&mut self.causes, other.causes);
        all(&mut self.deaths, other.deaths);
        all(&mut self.rulings, other.rulings);
        self.numbers.iter_mut().zip(other.numbers).for_each(|(ours, theirs)| ours.merge(theirs));
        for (index, theirs) in other.spreads {
            self.spreads.entry(index).or_default().merge(theirs);
        }
        all(&mut self.draws, other.draws);
        all(&mut self.pieces, other.pieces);
    }
}

fn count_times(usages: &mut [Usage], times: &[u16]) {
    // Most of these counts are 0.
    let some = usages.iter_mut().zip(times).filter(|(_, times)| **times > 0);
    some.for_each(|(usage, times)| usage.times += u128::from(*times));
}

/// Counts a user of these pieces, of which there is a bit each.
fn count_users(usages: &mut [Usage], pieces: u64, won: u64) {
    each_bit(pieces.into(), |piece| {
        usages[piece].users += 1;
        usages[piece].winners += won;
    });
}

fn each_bit(mut bits: u128, mut each: impl FnMut(usize)) {
    while bits != 0 {
        each(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_came_up() {
        let mut lengths = Histogram::default();
        (1..=100).for_each(|value| lengths.note(value));
        assert_eq!([0.0, 0.05, 0.5, 0.95, 1.0].map(|share| lengths.quantile(share)), [1, 5, 50, 95, 100]);
        assert_eq!((lengths.mean().value, lengths.max(), lengths.len()), (50.5, 100, 100));
        assert_eq!(Histogram::default().quantile(0.5), 0);
    }
}
