//! The goals of a person: plain data.

use kernel::{Achievement, Picture};
use model::DayRun;

/// The goals of a person, as far as there are any.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ShownGoals {
    /// The achievements that are nearest, the nearest first.
    pub nearest: Vec<NearGoal>,
    /// The next level of a game.
    pub level: Option<NextLevel>,
    /// A personal best.
    pub best: Option<ShownBest>,
    /// Whether the match on the page has missed the best score by one at most.
    pub near_best: bool,
    /// The number of matches of the game won in a row.
    pub wins: u32,
    /// The days in a row on which the person finished a match.
    pub days: Option<ShownDays>,
}

/// An achievement that a person has begun and not earned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearGoal {
    /// The title of its game.
    pub game: &'static str,
    /// The achievement.
    pub achievement: &'static Achievement,
    /// The count reached in one match.
    pub count: u32,
}

/// The next level of a game, and the level to win for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextLevel {
    /// The title of the game.
    pub game: &'static str,
    /// The picture on its box.
    pub cover: Option<Picture>,
    /// The name of its levels.
    pub name: &'static str,
    /// The highest level that is open.
    pub open: u32,
}

/// A personal best in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownBest {
    /// The title of the game.
    pub game: &'static str,
    /// The meaning of the value: the name of the game's score, or the decisions of the quickest win.
    pub what: BestOf,
    /// The value.
    pub value: i64,
    /// Whether the match on the page has reached it.
    pub here: bool,
    /// The best before the match that has reached it.
    pub before: Option<i64>,
}

/// The meaning of a personal best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestOf {
    /// The game's score of this name; higher is better.
    Score(&'static str),
    /// The decisions of a win; fewer are better.
    QuickestWin,
}

/// The days in a row on which a person finished a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownDays {
    /// The run.
    pub run: DayRun,
    /// The present day, counted from 1970.
    pub today: i64,
}
