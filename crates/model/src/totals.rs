//! The matches of a person of one game, counted one after the other.

use crate::{PersonalBest, SeatResult, Timestamp, Totals};

/// A person's matches of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameTotals {
    /// Number of finished matches.
    pub finished: i64,
    /// Number of wins.
    pub won: i64,
    /// The highest score, in games that rank by more than winning.
    pub best: Option<PersonalBest>,
    /// The fewest decisions of a win.
    pub quickest: Option<PersonalBest>,
    /// The wins in a row up to the last match.
    pub run: i64,
    /// The longest run of wins.
    pub longest: i64,
    /// Number of matches left, in addition to the finished ones.
    pub left: i64,
    /// The end of the last match.
    pub ended: Timestamp,
}

impl GameTotals {
    /// Counts a match, by the result of the person's first seat. Returns whether it is their first
    /// of the game.
    pub fn count(&mut self, first: &SeatResult) -> bool {
        let new = self.finished == 0;
        self.finished += 1;
        self.won += i64::from(first.won);
        self.ended = self.ended.max(first.ended);
        // Results to which a bot contributed do not count as the person's records, nor do matches
        // that were not played to their end.
        if first.by_bots == 0 && !first.early {
            if let Some(score) = first.score {
                note_best(&mut self.best, score, first, i64::gt);
            }
            if first.won {
                note_best(&mut self.quickest, first.steps.into(), first, i64::lt);
            }
        }
        self.run = if first.won && first.by_bots == 0 { self.run + 1 } else { 0 };
        self.longest = self.longest.max(self.run);
        new
    }

    /// Counts a match that the person has left: it ends their run.
    pub const fn count_left(&mut self) {
        self.left += 1;
        self.run = 0;
    }

    /// Returns the totals for pages.
    pub fn of_game(self, game: String) -> Totals {
        Totals {
            game,
            finished: self.finished as u32,
            won: self.won as u32,
            best: self.best,
            quickest: self.quickest,
            run: self.run as u32,
            longest: self.longest as u32,
            left: self.left as u32,
            ended: self.ended,
        }
    }
}

/// Notes a value of the match of `result`, if it is better than the best so far.
fn note_best(best: &mut Option<PersonalBest>, value: i64, result: &SeatResult, is_better: fn(&i64, &i64) -> bool) {
    let before = best.as_ref().map(|best| best.value);
    if before.is_none_or(|before| is_better(&value, &before)) {
        *best = Some(PersonalBest { value, table: result.table.clone(), before });
    }
}
