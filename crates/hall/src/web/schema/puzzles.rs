//! What is answered of puzzles.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::LegalMove;

/// The puzzles of the hall.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct PuzzlesAnswer {
    today: Option<DayPuzzleAnswer>,
    /// How many days in a row the caller solved the puzzle of the day at the first try.
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

/// How many puzzles a game has.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleCount {
    game: String,
    /// They are numbered from 1.
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
    /// What is asked for, in words, if it is not how the match ends: to win the fight that is going on, say.
    question: Option<String>,
    /// The seat that decides.
    seat: u8,
    /// What that seat may know; what stands there is the game's own.
    #[schema(value_type = Object)]
    view: Value,
    legal: Vec<LegalMove>,
    /// Null until the caller has answered.
    answer: Option<PuzzleOutcome>,
}

/// What came of an answer.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleOutcome {
    /// What the caller answered.
    #[schema(value_type = Object)]
    action: Value,
    /// Whether it was the best move.
    solved: bool,
    /// Every move, in the order of the legal list.
    choices: Vec<PuzzleChoice>,
    /// Playouts behind each of them.
    playouts: u32,
}

/// What a move of a puzzle is worth.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleChoice {
    #[schema(value_type = Object)]
    action: Value,
    /// How the match ends after it, on average, or what the question asks for: 0 is lost, 1 is won.
    worth: f64,
    /// How far off its distance to the best may be, with a confidence of 95 %.
    margin: f64,
    best: bool,
    /// Whether it is what the reference bot does.
    reference: bool,
}
