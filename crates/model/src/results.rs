//! Results of finished matches: for boards, profiles and exports.

use std::collections::{BTreeMap, HashMap};

use kernel::Seat;
use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// The kind of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MatchKind {
    /// A normal match.
    Usual,
    /// A player's ranked try at a day's seed.
    Daily,
    /// A race as a whole. Its racers' matches are normal ones; the race counts only for how people
    /// have played with each other.
    Race,
}

impl MatchKind {
    /// Every kind.
    pub const ALL: [MatchKind; 3] = [MatchKind::Usual, MatchKind::Daily, MatchKind::Race];

    /// Returns its name in the store and the JSON interface.
    pub const fn name(self) -> &'static str {
        match self {
            MatchKind::Usual => "usual",
            MatchKind::Daily => "daily",
            MatchKind::Race => "race",
        }
    }

    /// Returns the kind of this name.
    pub fn named(name: &str) -> Option<MatchKind> {
        MatchKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The company of a match without other players.
pub const ALONE: &str = "alone";
/// The company of a match with other people.
pub const PEOPLE: &str = "people";
/// The company of a match of rivals in which one person had several seats.
pub const ONE_SCREEN: &str = "one-screen";

/// The result of a finished match for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatResult {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// The kind of the match.
    pub kind: MatchKind,
    /// The board that it counts for.
    pub board: BoardKey,
    /// The id of the person who had the seat.
    pub person: Option<String>,
    /// The name of the bot that had it.
    pub bot: Option<String>,
    /// The class that the seat played, if seats play different things.
    pub class: Option<String>,
    /// Its place, 1 for the best.
    pub place: u32,
    /// Whether it won, together or as the first; a draw of all is no win.
    pub won: bool,
    /// Its score, in games that rank by more than winning.
    pub score: Option<i64>,
    /// Number of decisions for the seat.
    pub steps: u32,
    /// Number of these that a bot made for its person.
    pub by_bots: u32,
    /// The time at which the match ended.
    pub ended: Timestamp,
    /// Whether the match counts for ratings.
    pub ranked: bool,
    /// Whether the players ended the match before the rules did. Such a match is on no board of the
    /// best and the quickest.
    pub early: bool,
    /// Whether its players were rivals.
    pub rivals: bool,
    /// The traces that the match has left; `None` if an earlier version stored the result.
    pub traces: Option<Traces>,
}

/// The traces of a finished match that later pages show: progress and the course of a seat.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Traces {
    /// Counts towards the achievements that the match did not earn, by their ids; none are 0.
    pub progress: BTreeMap<String, u32>,
    /// The main meter of the seat at a few evenly spaced steps; empty if it has none.
    pub course: Vec<i32>,
}

/// An achievement that a seat has earned by a finished match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Earned {
    /// The seat.
    pub seat: Seat,
    /// The id of the game's achievement.
    pub achievement: String,
}

/// All results of a finished match; empty if it does not count.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct MatchResults {
    /// The results of the seats.
    pub seats: Vec<SeatResult>,
    /// The achievements earned.
    pub earned: Vec<Earned>,
}

/// The first match by which a person has earned an achievement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Award {
    /// Id of the game.
    pub game: String,
    /// Id of the game's achievement.
    pub achievement: String,
    /// The table.
    pub table: String,
    /// Whether every player may watch the table.
    pub watchable: bool,
    /// The time at which the match ended.
    pub ended: Timestamp,
}

/// The best progress of a person towards an achievement, in one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestProgress {
    /// Id of the game.
    pub game: String,
    /// Id of the game's achievement.
    pub achievement: String,
    /// The count.
    pub count: u32,
}

/// A person's best of something, and the match in which they reached it first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonalBest {
    /// The value.
    pub value: i64,
    /// The table.
    pub table: String,
    /// The best before that match, if there was one.
    pub before: Option<i64>,
}

/// Days in a row on which a person finished a match, in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DayRun {
    /// The last of these days, counted from 1970.
    pub last: i64,
    /// Number of days up to it.
    pub days: i64,
    /// The longest run of days so far.
    pub longest: i64,
}

impl DayRun {
    /// Counts a match that ended on this day.
    pub fn count(&mut self, day: i64) {
        self.days = match day - self.last {
            _ if self.days == 0 => 1,
            1 => self.days + 1,
            2.. => 1,
            _ => self.days,
        };
        self.last = self.last.max(day);
        self.longest = self.longest.max(self.days);
    }

    /// Returns the length of the run that a match of `today` goes on with; 0 if it is broken.
    pub const fn going_on(self, today: i64) -> i64 {
        if today - self.last <= 1 { self.days } else { 0 }
    }
}

/// Number of people who have earned the achievements of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Earners {
    /// Number of people who have finished a match of it that counts.
    pub finishers: u32,
    /// Number of these who have earned an achievement, by its id; achievements that nobody has are
    /// left out.
    pub by_achievement: HashMap<String, u32>,
}

impl Earners {
    /// Returns the percentage of people who have earned this, among those who have finished a
    /// match, rounded. `None` if nobody has finished one.
    pub fn percent(&self, achievement: &str) -> Option<u32> {
        let earned = self.by_achievement.get(achievement).copied().unwrap_or(0);
        (100 * earned + self.finishers / 2).checked_div(self.finishers)
    }
}

/// The key of a board: matches that can be compared have the same game, number of seats, options,
/// and kind of other players.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct BoardKey {
    /// Id of the game.
    pub game: String,
    /// The number of seats.
    pub seats: u32,
    /// The options that differ from the defaults, as `KEY=VALUE` with semicolons between them.
    pub variant: String,
    /// The company: [`ALONE`], [`PEOPLE`], [`ONE_SCREEN`], or the name of the weakest bot.
    pub company: String,
}

/// A person's finished match that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastMatch {
    /// The result for the person.
    pub result: SeatResult,
    /// Whether every player may watch its table.
    pub watchable: bool,
}

/// The order of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranking {
    /// By score; among equals winners come first, then fewer decisions, then the earlier match.
    Best,
    /// By the decisions that a win took; among equals the earlier match comes first.
    Quickest,
}

/// A person on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
}

/// A line of a board: a person's best match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLine {
    /// The person.
    pub entrant: Entrant,
    /// The table, if every player may watch it.
    pub table: Option<String>,
    /// The score.
    pub score: Option<i64>,
    /// Whether the person won.
    pub won: bool,
    /// Number of decisions of the person.
    pub steps: u32,
    /// The time at which the match ended.
    pub ended: Timestamp,
}

/// Wins in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Streak {
    /// The person.
    pub entrant: Entrant,
    /// Number of wins.
    pub wins: u32,
    /// The time of the last one.
    pub ended: Timestamp,
}

/// A share of wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinShare {
    /// Its subject: a seat's number from 1, or a class.
    pub what: String,
    /// Number of wins.
    pub won: u32,
    /// Number of matches.
    pub all: u32,
}

/// A player's rating against others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// The rating: every player begins at 25.
    pub rating: f64,
    /// Its uncertainty: two standard deviations.
    pub margin: f64,
    /// Number of rated matches.
    pub matches: u32,
}

/// The totals of a person's finished matches of a game that count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Id of the game.
    pub game: String,
    /// Number of matches.
    pub finished: u32,
    /// Number of wins.
    pub won: u32,
    /// The person's highest score, in games that rank by more than winning. A match in which a bot
    /// decided for the person has none.
    pub best: Option<PersonalBest>,
    /// The fewest decisions of a win.
    pub quickest: Option<PersonalBest>,
    /// The matches won in a row up to the last one.
    pub run: u32,
    /// The longest run of wins, with any options.
    pub longest: u32,
    /// Number of matches that the person left without a step for days, in addition to the finished
    /// ones.
    pub left: u32,
    /// The end of the last match.
    pub ended: Timestamp,
}

/// A match that a person has left: it counts as not won until it is finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftMatch {
    /// The table.
    pub table: String,
    /// The id of the person who left it.
    pub person: String,
    /// The board that it would count for.
    pub board: BoardKey,
    /// The class that their seat played, if seats play different things.
    pub class: Option<String>,
    /// The time at which the server found it left.
    pub at: Timestamp,
}

/// Number of days without a step after which a person has left a match without a clock.
pub const LEFT_DAYS: i64 = 7;

/// Number of days for which a match of a guest stays on boards.
pub const GUEST_DAYS: i64 = 30;

/// The rule for people who may be on boards now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eligibility {
    /// Guests may be on boards with matches that ended after this time.
    pub guests_since: Timestamp,
    /// The present time: people who are banned at this time may not be on boards.
    pub now: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_a_row_are_counted_and_a_gap_begins_anew() {
        let mut run = DayRun::default();
        let mut counted = |day| {
            run.count(day);
            (run.days, run.longest)
        };
        assert_eq!([20, 20, 21, 22, 24, 23].map(&mut counted), [(1, 1), (1, 1), (2, 2), (3, 3), (1, 3), (1, 3)]);
        assert_eq!([24, 25, 26].map(|today| run.going_on(today)), [1, 1, 0]);
    }
}
