//! The sums of many matches: whole numbers only, so that the order of adding does not matter.

use std::collections::BTreeMap;

use kernel::{
    MAX_SEATS, Mode, Seat,
    measure::{Among, MAX_NUMBERS, MAX_PIECES, MAX_RULINGS, Measures, Share},
};
use roster::{GameEntry, MatchSummary};

use crate::{
    Experiment,
    stats::{self, Interval},
};

/// The results of many matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// The measures of the game.
    pub measures: &'static Measures,
    /// The number of seats.
    pub seats: u8,
    /// The mode: all win together, or each for itself.
    pub mode: Mode,
    /// The number of matches.
    pub games: u64,
    /// Number of matches that were cut off.
    pub unfinished: u64,
    /// Number of decisions in a match.
    pub plies: Histogram,
    /// Matches that all won together.
    pub victories: u64,
    /// Matches with a winner.
    pub decided: u64,
    /// Matches that each seat won.
    pub wins: [u64; MAX_SEATS],
    /// Points of all seats, in games that count them.
    pub scores: Histogram,
    /// The game's numbers.
    pub numbers: [Sum; MAX_NUMBERS],
    /// For each number whose label asks for it, by index: how often each value occurred.
    pub spreads: BTreeMap<usize, Histogram>,
    /// Number of matches by ending.
    pub endings: Vec<u64>,
    /// Number of deaths in each place.
    pub places: Vec<u64>,
    /// Number of deaths by each cause.
    pub causes: Vec<u64>,
    /// Number of matches in which each seat died, at least once.
    pub deaths: [u64; MAX_SEATS],
    /// The use of each piece and the wins with it.
    pub pieces: [Usage; MAX_PIECES],
    /// Number of matches in which each ruling applied.
    pub rulings: [u64; MAX_RULINGS],
}

/// A sum, with the sum of the squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sum {
    /// The sum.
    pub sum: i128,
    /// The sum of the squares.
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

/// The use of a piece. In competitive games it counts seats, because each seat may use the piece or
/// not. In cooperative games it counts matches, because all seats win by it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// Number of uses.
    pub times: u64,
    /// Number of seats, or parties, that used it at least once.
    pub users: u64,
    /// Number of these that won.
    pub winners: u64,
}

/// The wins with a piece and without it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lift {
    /// Share of wins with the piece.
    pub with: Interval,
    /// Share of wins without it.
    pub without: Interval,
    /// The first minus the second.
    pub lift: Interval,
}

/// A histogram: how often each value occurred.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
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

    fn merge(&mut self, other: Histogram) {
        for (value, times) in other.0 {
            *self.0.entry(value).or_default() += times;
        }
    }
}

impl Figures {
    /// Creates figures without matches.
    pub fn new(title: &dyn GameEntry, seats: u8) -> Figures {
        let measures = title.measures();
        let spread = measures.numbers.iter().enumerate().filter(|(_, label)| label.spread);
        Figures {
            measures,
            seats,
            mode: title.meta().mode,
            games: 0,
            unfinished: 0,
            plies: Histogram::default(),
            victories: 0,
            decided: 0,
            wins: [0; MAX_SEATS],
            scores: Histogram::default(),
            numbers: [Sum::default(); MAX_NUMBERS],
            spreads: spread.map(|(index, _)| (index, Histogram::default())).collect(),
            endings: vec![0; measures.endings.len()],
            places: vec![0; measures.places.len()],
            causes: vec![0; measures.causes.len()],
            deaths: [0; MAX_SEATS],
            pieces: [Usage::default(); MAX_PIECES],
            rulings: [0; MAX_RULINGS],
        }
    }

    /// Adds a match.
    pub fn add(&mut self, played: &MatchSummary) {
        let (outcome, counts) = (played.outcome.as_ref(), &played.counts);
        self.games += 1;
        self.unfinished += u64::from(outcome.is_none());
        self.plies.note(played.plies.into());
        self.victories += u64::from(outcome.is_some_and(|outcome| outcome.victory == Some(true)));
        for score in outcome.and_then(|outcome| outcome.scores.as_ref()).into_iter().flatten() {
            self.scores.note((*score).into());
        }
        for (sum, value) in self.numbers.iter_mut().zip(counts.numbers).take(self.measures.numbers.len()) {
            sum.add(value.into());
        }
        for (index, spread) in &mut self.spreads {
            spread.note(counts.numbers[*index].into());
        }
        if let Some(count) = counts.ending.and_then(|ending| self.endings.get_mut(usize::from(ending))) {
            *count += 1;
        }
        let widen = |sums: &mut [u64], counts: &[u16]| {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += u64::from(*count));
        };
        widen(&mut self.places, &counts.places);
        widen(&mut self.causes, &counts.causes);
        self.deaths.iter_mut().zip(counts.deaths).for_each(|(sum, count)| *sum += u64::from(count > 0));
        for (piece, times) in self.pieces.iter_mut().zip(counts.uses) {
            piece.times += u64::from(times);
        }
        let mut used = |users: u64, won: u64| {
            each_bit(users.into(), |piece| {
                self.pieces[piece].users += 1;
                self.pieces[piece].winners += won;
            });
        };
        let (mut decided, mut party) = (0, 0);
        for seat in Seat::all(self.seats) {
            let won = u64::from(played.won(seat));
            decided |= won;
            self.wins[seat.index()] += won;
            match self.mode {
                Mode::Competitive => used(counts.users[seat.index()], won),
                Mode::Cooperative => party |= counts.users[seat.index()],
            }
        }
        used(party, decided);
        self.decided += decided;
        each_bit(counts.rulings, |ruling| self.rulings[ruling] += 1);
    }

    /// Adds the matches of another part.
    pub fn merge(&mut self, other: Figures) {
        fn all(ours: &mut [u64], theirs: &[u64]) {
            ours.iter_mut().zip(theirs).for_each(|(ours, theirs)| *ours += theirs);
        }
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.victories += other.victories;
        self.decided += other.decided;
        self.plies.merge(other.plies);
        self.scores.merge(other.scores);
        all(&mut self.wins, &other.wins);
        all(&mut self.endings, &other.endings);
        all(&mut self.places, &other.places);
        all(&mut self.causes, &other.causes);
        all(&mut self.deaths, &other.deaths);
        all(&mut self.rulings, &other.rulings);
        self.numbers.iter_mut().zip(other.numbers).for_each(|(ours, theirs)| ours.merge(theirs));
        for (index, theirs) in other.spreads {
            self.spreads.entry(index).or_default().merge(theirs);
        }
        for (ours, theirs) in self.pieces.iter_mut().zip(other.pieces) {
            ours.times += theirs.times;
            ours.users += theirs.users;
            ours.winners += theirs.winners;
        }
    }

    /// Whether these are the figures of a run that was stopped before its end.
    pub fn is_part_of(&self, experiment: &Experiment) -> bool {
        self.games < experiment.games
    }

    /// Returns the share of matches that all seats won together. A match that was cut off is not
    /// won.
    pub fn victory(&self) -> Interval {
        stats::wilson(self.victories, self.games)
    }

    /// Returns the share of matches that each seat won.
    pub fn wins_by_seat(&self) -> Vec<Interval> {
        self.wins[..usize::from(self.seats)].iter().map(|wins| stats::wilson(*wins, self.games)).collect()
    }

    /// Returns the mean of one of the game's numbers.
    pub fn number(&self, index: usize) -> Interval {
        let Sum { sum, squares } = self.numbers[index];
        stats::mean(self.games, sum, squares)
    }

    /// Returns a share of the game; `None` if its total is 0.
    pub fn share(&self, share: &Share) -> Option<Interval> {
        let count = |index: usize| u64::try_from(self.numbers[index].sum).unwrap_or_default();
        let all = match share.among {
            Among::Seats => self.seat_count(),
            Among::Number(index) => count(index),
        };
        (all > 0).then(|| stats::wilson(count(share.of), all))
    }

    /// Returns the number of possible users of a piece: seats, or parties in cooperative games.
    pub fn users(&self) -> u64 {
        match self.mode {
            Mode::Competitive => self.seat_count(),
            Mode::Cooperative => self.games,
        }
    }

    /// Returns the wins with a piece compared with those without it; `None` if all users or none
    /// used it.
    ///
    /// This is a correlation with winning, not a cause: a player who gets far uses many pieces.
    pub fn lift(&self, piece: usize) -> Option<Lift> {
        let Usage { users, winners, .. } = self.pieces[piece];
        let wins = match self.mode {
            Mode::Competitive => self.wins.iter().sum(),
            Mode::Cooperative => self.decided,
        };
        let (with, without) = ((winners, users), (wins - winners, self.users() - users));
        let lift = stats::difference(with, without)?;
        Some(Lift { with: stats::wilson(with.0, with.1), without: stats::wilson(without.0, without.1), lift })
    }

    /// Returns the number of seats in all matches together.
    pub fn seat_count(&self) -> u64 {
        self.games * u64::from(self.seats)
    }

    /// Returns the labels of the rulings that applied in no match.
    pub fn unused_rulings(&self) -> impl Iterator<Item = kernel::measure::Label> + '_ {
        let counted = self.measures.rulings.iter().zip(self.rulings);
        counted.filter(|(_, matches)| *matches == 0).map(|(label, _)| *label)
    }
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
