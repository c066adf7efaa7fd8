//! Answers about leaderboards.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The boards of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct BoardsAnswer {
    game: String,
    /// The name of the score by which matches are ranked; null if only wins count.
    score: Option<String>,
    /// All boards of the game, the busiest first.
    boards: Vec<OfferedBoardAnswer>,
    /// The board that was asked for; null if there is none.
    board: Option<BoardAnswer>,
    /// The best ratings of people who play against people, whatever the options.
    ratings: Vec<RatingAnswer>,
}

/// A board's key: the matches that can be compared with each other.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferedBoardAnswer {
    seats: u32,
    /// The options that differ from the defaults, as `KEY=VALUE;KEY=VALUE`.
    variant: String,
    /// The other seats' occupants: `alone`, `people`, or the name of the weakest bot.
    with: String,
    matches: u32,
}

/// A board.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BoardAnswer {
    seats: u32,
    variant: String,
    with: String,
    /// Each person's best match by score.
    best: Vec<BoardLineAnswer>,
    /// Each person's win with the fewest decisions.
    quickest: Vec<BoardLineAnswer>,
    /// Each person's longest run of wins.
    streaks: Vec<StreakAnswer>,
    /// How often each seat wins, where people play against each other.
    by_seat: Vec<WinsAnswer>,
    /// How often people win with each class.
    by_class: Vec<WinsAnswer>,
}

/// A person's best match.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BoardLineAnswer {
    person: String,
    name: String,
    /// The table, if anybody may look at it.
    table: Option<String>,
    score: Option<i64>,
    won: bool,
    /// The number of decisions that the person took.
    steps: u32,
    /// The end of the match, in milliseconds since 1970.
    ended: i64,
}

/// A run of wins.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StreakAnswer {
    person: String,
    name: String,
    wins: u32,
    /// The end of the last win, in milliseconds since 1970.
    ended: i64,
}

/// How often a seat or a class won.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WinsAnswer {
    /// The number of a seat, from 1, or a class.
    what: String,
    won: u32,
    matches: u32,
}

/// A person's rating against others.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RatingAnswer {
    person: String,
    name: String,
    /// The rating; everybody begins at 25.
    rating: f64,
    /// Two standard deviations of the rating.
    margin: f64,
    matches: u32,
}
