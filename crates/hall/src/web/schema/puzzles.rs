//! Answers about puzzles.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::LegalMove;

/// The puzzles of the server.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct PuzzlesAnswer {
    today: Option<DayPuzzleAnswer>,
    /// The number of days in a row on which the caller solved the puzzle of the day at the first
    /// try.
    streak: u32,
    games: Vec<PuzzleCount>,
}

/// The puzzle of the day, by UTC.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DayPuzzleAnswer {
    game: String,
    number: u32,
    /// Whether the caller solved it; null if they have not answered today.
    solved: Option<bool>,
}

/// The number of puzzles of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleCount {
    game: String,
    /// The number of puzzles; they are numbered from 1.
    count: u32,
}

/// A puzzle, as the seat that decides sees it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct PuzzleAnswer {
    game: String,
    number: u32,
    /// Whether it is the puzzle of the day.
    today: bool,
    /// The goal in words, if it is not the result of the match: for example, to win the present
    /// fight.
    question: Option<String>,
    /// The seat that decides.
    seat: u8,
    /// The view of that seat; its content depends on the game.
    #[schema(value_type = Object)]
    view: Value,
    legal: Vec<LegalMove>,
    /// The outcome; null until the caller has answered.
    answer: Option<PuzzleOutcome>,
}

/// The outcome of an answer.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleOutcome {
    /// The caller's answer.
    #[schema(value_type = Object)]
    action: Value,
    /// Whether it was the best move.
    solved: bool,
    /// All moves, in the order of the legal list.
    choices: Vec<PuzzleChoice>,
    /// The number of playouts for each move.
    playouts: u32,
}

/// The value of a move of a puzzle.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleChoice {
    #[schema(value_type = Object)]
    action: Value,
    /// The average result of the match after it, or of the goal: 0 is lost, 1 is won.
    worth: f64,
    /// The margin of error of its distance to the best move, with a confidence of 95 %.
    margin: f64,
    best: bool,
    /// Whether the reference bot makes this move.
    reference: bool,
}
