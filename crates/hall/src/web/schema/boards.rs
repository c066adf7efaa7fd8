//! What is answered of boards.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The boards of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct BoardsAnswer {
    game: String,
    /// What is ranked by beside winning; null where winning is all.
    score: Option<String>,
    /// The boards that there are, the busiest first.
    boards: Vec<OfferedBoardAnswer>,
    /// The one that was asked for; null where there is none.
    board: Option<BoardAnswer>,
    /// The strongest of those who play against people, whatever the options.
    ratings: Vec<RatingAnswer>,
}

/// Matches that can be compared.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferedBoardAnswer {
    seats: u32,
    /// The options that are not the usual ones, as `KEY=VALUE;KEY=VALUE`.
    variant: String,
    /// Who has the other seats: `alone`, `people`, or the name of the weakest bot.
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
    /// Everybody's best match by score.
    best: Vec<BoardLineAnswer>,
    /// Everybody's win with the fewest decisions.
    quickest: Vec<BoardLineAnswer>,
    /// Everybody's longest run of wins.
    streaks: Vec<StreakAnswer>,
    /// How often each seat wins, where people play against each other.
    by_seat: Vec<WinsAnswer>,
    /// How often people win with each class.
    by_class: Vec<WinsAnswer>,
}

/// Somebody's best match.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BoardLineAnswer {
    person: String,
    name: String,
    /// The table, if anybody may look at it.
    table: Option<String>,
    score: Option<i64>,
    won: bool,
    /// How many decisions they took.
    steps: u32,
    /// When the match ended, in milliseconds since 1970.
    ended: i64,
}

/// Wins in a row.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StreakAnswer {
    person: String,
    name: String,
    wins: u32,
    /// When the last of them was, in milliseconds since 1970.
    ended: i64,
}

/// How often something won.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WinsAnswer {
    /// The number of a seat, from 1, or a class.
    what: String,
    won: u32,
    matches: u32,
}

/// How strong somebody is against others.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RatingAnswer {
    person: String,
    name: String,
    /// Everybody begins at 25.
    rating: f64,
    /// Two standard deviations.
    margin: f64,
    matches: u32,
}
