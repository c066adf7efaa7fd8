//! Answers about leaderboards.

use serde::Serialize;
use utoipa::ToSchema;

/// The boards of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardsAnswer {
    pub(crate) game: &'static str,
    /// The name of the score by which matches are ranked; null if only wins count.
    pub(crate) score: Option<&'static str>,
    /// All boards of the game, the busiest first.
    pub(crate) boards: Vec<OfferedBoardAnswer>,
    /// The board that was asked for; null if there is none.
    pub(crate) board: Option<BoardAnswer>,
    /// The best ratings of people who play against people, whatever the options.
    pub(crate) ratings: Vec<RatingAnswer>,
}

/// A board's key: the matches that can be compared with each other.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferedBoardAnswer {
    pub(crate) seats: u32,
    /// The options that differ from the defaults, as `KEY=VALUE;KEY=VALUE`.
    pub(crate) variant: String,
    /// The other seats' occupants: `alone`, `people`, or the name of the weakest bot.
    pub(crate) with: String,
    pub(crate) matches: u32,
}

/// A board.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardAnswer {
    pub(crate) seats: u32,
    pub(crate) variant: String,
    pub(crate) with: String,
    /// Each person's best match by score.
    pub(crate) best: Vec<BoardLineAnswer>,
    /// Each person's win with the fewest decisions.
    pub(crate) quickest: Vec<BoardLineAnswer>,
    /// Each person's longest run of wins.
    pub(crate) streaks: Vec<StreakAnswer>,
    /// How often each seat wins, where people play against each other.
    pub(crate) by_seat: Vec<WinsAnswer>,
    /// How often people win with each class.
    pub(crate) by_class: Vec<WinsAnswer>,
}

/// A person's best match.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardLineAnswer {
    pub(crate) person: String,
    pub(crate) name: String,
    /// The table, if anybody may look at it.
    pub(crate) table: Option<String>,
    pub(crate) score: Option<i64>,
    pub(crate) won: bool,
    /// The number of decisions that the person took.
    pub(crate) steps: u32,
    /// The end of the match, in milliseconds since 1970.
    pub(crate) ended: i64,
}

/// A run of wins.
#[derive(Serialize, ToSchema)]
pub(crate) struct StreakAnswer {
    pub(crate) person: String,
    pub(crate) name: String,
    pub(crate) wins: u32,
    /// The end of the last win, in milliseconds since 1970.
    pub(crate) ended: i64,
}

/// How often a seat or a class won.
#[derive(Serialize, ToSchema)]
pub(crate) struct WinsAnswer {
    /// The number of a seat, from 1, or a class.
    pub(crate) what: String,
    pub(crate) won: u32,
    pub(crate) matches: u32,
}

/// A person's rating against others.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingAnswer {
    pub(crate) person: String,
    pub(crate) name: String,
    /// The rating; everybody begins at 25.
    pub(crate) rating: f64,
    /// Two standard deviations of the rating.
    pub(crate) margin: f64,
    pub(crate) matches: u32,
}
