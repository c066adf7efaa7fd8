//! The figures of many matches: what their sums come to.

use kernel::{
    Mode,
    measure::{Among, Measures, Share},
};
use roster::MatchSummary;

use crate::{
    Experiment, Sum, Sums, Usage,
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
    /// The sums of all matches.
    pub sums: Sums,
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
    /// The probability of a difference at least as large if there is no true one, times the number of
    /// pieces that are compared (Bonferroni).
    pub p: f64,
}

impl Figures {
    /// Creates figures without matches.
    pub fn new(experiment: &Experiment) -> Figures {
        let (measures, seats) = (experiment.measures(), experiment.seats());
        Figures { measures, seats, mode: experiment.title.meta().mode, sums: Sums::new(measures, seats) }
    }

    /// Returns the number of matches.
    pub fn games(&self) -> u64 {
        self.sums.games()
    }

    /// Adds a match.
    pub fn add(&mut self, played: &MatchSummary) {
        self.sums.add(self.mode, played);
    }

    /// Adds the matches of another part.
    pub fn merge(&mut self, other: Figures) {
        self.sums.merge(other.sums);
    }

    /// Whether matches of this game can come to such sums: lists are as long as the game's, and no
    /// sum is larger than so many matches allow. Sums from a file that pass cannot overflow.
    #[cfg(feature = "native")]
    pub(crate) fn are_possible(&self) -> bool {
        let (sums, empty, games) = (&self.sums, Sums::new(self.measures, self.seats), self.games());
        let is_count = |count: &u64| *count <= games;
        let are_counts = |list: &[u64], like: &[u64]| list.len() == like.len() && list.iter().all(is_count);
        let most = u128::from(self.seat_count()) * u128::from(u16::MAX);
        let are_wide = |list: &[u128], like: &[u128]| list.len() == like.len() && list.iter().all(|n| *n <= most);
        let largest = i128::from(u32::MAX);
        let is_sum = |Sum { sum, squares }: &Sum| {
            let most = i128::from(games) * largest;
            (0..=most).contains(sum) && (0..=most * largest).contains(squares)
        };
        let is_usage = |Usage { times, users, winners }: &Usage| {
            let rest = self.users().checked_sub(*users).zip(self.winners().checked_sub(*winners));
            *times <= most && winners <= users && rest.is_some_and(|(others, winners)| winners <= others)
        };
        [sums.unfinished, sums.victories, sums.decided].iter().all(is_count)
            && are_counts(&sums.wins, &empty.wins)
            && are_counts(&sums.endings, &empty.endings)
            && are_counts(&sums.deaths, &empty.deaths)
            && are_counts(&sums.rulings, &empty.rulings)
            && are_wide(&sums.places, &empty.places)
            && are_wide(&sums.causes, &empty.causes)
            && sums.plies.is_possible(games)
            && sums.scores.is_possible(self.seat_count())
            && sums.spreads.keys().eq(empty.spreads.keys())
            && sums.spreads.values().all(|values| values.is_possible(games))
            && sums.numbers.len() == empty.numbers.len()
            && sums.numbers.iter().all(is_sum)
            && self.measures.shares.iter().all(|share| self.count(share.of) <= self.total(share))
            && sums.draws.len() == empty.draws.len()
            && sums.pieces.len() == empty.pieces.len()
            && sums.draws.iter().chain(&sums.pieces).all(is_usage)
    }

    /// Whether these are the figures of a run that was stopped before its end.
    pub fn is_part_of(&self, experiment: &Experiment) -> bool {
        self.games() < experiment.games
    }

    /// Returns the share of matches that all seats won together. A match that was cut off is not
    /// won.
    pub fn victory(&self) -> Interval {
        stats::wilson(self.sums.victories, self.games())
    }

    /// Returns the share of matches that each seat won.
    pub fn wins_by_seat(&self) -> Vec<Interval> {
        self.sums.wins.iter().map(|wins| stats::wilson(*wins, self.games())).collect()
    }

    /// Returns the mean of one of the game's numbers.
    pub fn number(&self, index: usize) -> Interval {
        let Sum { sum, squares } = self.sums.numbers[index];
        stats::mean(self.games(), sum, squares)
    }

    /// Returns a share of the game; `None` if its total is 0.
    pub fn share(&self, share: &Share) -> Option<Interval> {
        let all = self.total(share);
        (all > 0).then(|| stats::share(self.count(share.of), all))
    }

    /// Returns the sum of one of the game's numbers.
    fn count(&self, index: usize) -> u128 {
        self.sums.numbers[index].sum.unsigned_abs()
    }

    /// Returns the total of a share.
    fn total(&self, share: &Share) -> u128 {
        match share.among {
            Among::Seats => self.seat_count().into(),
            Among::Number(index) => self.count(index),
        }
    }

    /// Returns the number of possible users of a piece: seats, or parties in cooperative games.
    pub fn users(&self) -> u64 {
        match self.mode {
            Mode::Competitive => self.seat_count(),
            Mode::Cooperative => self.games(),
        }
    }

    /// Returns the number of these that won.
    fn winners(&self) -> u64 {
        match self.mode {
            Mode::Competitive => self.sums.wins.iter().sum(),
            Mode::Cooperative => self.sums.decided,
        }
    }

    /// Returns the wins of those who used a piece compared with those of the others; `None` if all
    /// used it or none.
    ///
    /// This is a correlation with winning, not a cause: a player who gets far uses many pieces.
    pub fn lift(&self, piece: usize) -> Option<Lift> {
        self.lift_among(&self.sums.pieces, piece)
    }

    /// Returns the same for those who drew the piece; `None` also if it cannot be drawn.
    ///
    /// Chance decides who draws it, but a player who gets far draws many.
    pub fn lift_of_draw(&self, piece: usize) -> Option<Lift> {
        self.lift_among(&self.sums.draws, piece)
    }

    fn lift_among(&self, usages: &[Usage], piece: usize) -> Option<Lift> {
        let &Usage { users, winners, .. } = usages.get(piece)?;
        let (with, without) = ((winners, users), (self.winners() - winners, self.users() - users));
        let lift = stats::difference(with, without)?;
        let compared = usages.iter().filter(|usage| (1..self.users()).contains(&usage.users)).count();
        let p = (stats::unequal(with, without) * compared as f64).min(1.0);
        Some(Lift { with: stats::wilson(with.0, with.1), without: stats::wilson(without.0, without.1), lift, p })
    }

    /// Returns the number of seats in all matches together.
    pub fn seat_count(&self) -> u64 {
        self.games() * u64::from(self.seats)
    }

    /// Returns the labels of the rulings that applied in no match.
    pub fn unused_rulings(&self) -> impl Iterator<Item = kernel::measure::Label> + '_ {
        let counted = self.measures.rulings.iter().zip(&self.sums.rulings);
        counted.filter(|(_, matches)| **matches == 0).map(|(label, _)| *label)
    }
}

#[cfg(test)]
mod tests {
    use roster::{Player, Setting};
    use serde_json::{Value, json};

    use super::*;

    /// The figures of matches of the reference bot, and the same as JSON.
    fn played(game: &str, seats: u64, games: u64) -> (Figures, Value) {
        let bots = vec![Player::Bot(bots::Bot::Reference)];
        let setting = Setting { options: json!({}), seats, bots, seed: 7, max_plies: 100_000 };
        let experiment = Experiment::new(roster::find(game).unwrap(), &setting, games).unwrap();
        let figures = experiment.part_here(0, games).unwrap();
        let found = crate::json(&experiment, &figures, 1.0);
        (figures, found)
    }

    /// Nobody can use what was not drawn, and draws are many.
    #[test]
    fn draws_come_before_uses() {
        for (game, seats) in [("gloombah", 4), ("dungeon-rummy", 3), ("rogue-ascension", 2)] {
            let (figures, found) = played(game, seats, 200);
            let text = crate::pieces(&figures);
            let lines =
                text.lines().filter(|line| !line.starts_with("  Drawn ") && !line.starts_with("  Used ")).count();
            assert_eq!(lines, figures.measures.drawable + figures.measures.pieces.len(), "{text}");
            for (label, draws) in figures.measures.pieces.iter().zip(&figures.sums.draws) {
                let used = &found["pieces"][label.key.replace('-', "_")];
                let key = label.key;
                assert!(used["used"].as_f64() == Some(0.0) || draws.times > 0, "{game}: {key} is used");
                assert_eq!(used["drawn"]["won_with"].is_null(), [0, figures.users()].contains(&draws.users), "{key}");
            }
            let drawn: u128 = figures.sums.draws.iter().map(|draws| draws.times).sum();
            assert!(drawn > 200, "{game}: {drawn}");
        }
        let (_, found) = played("accursed-tomb", 2, 20);
        assert!(found["pieces"]["weapon"]["drawn"].is_null(), "what is found is in force at once");
    }
}
