//! Answers about puzzles.

use serde::Serialize;
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use super::LegalMove;

/// The puzzles of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzlesAnswer {
    pub(crate) today: Option<DayPuzzleAnswer>,
    /// The number of days in a row on which the caller solved the puzzle of the day at the first
    /// try.
    pub(crate) streak: u32,
    pub(crate) games: Vec<PuzzleCount>,
}

/// The puzzle of the day, by UTC.
#[derive(Serialize, ToSchema)]
pub(crate) struct DayPuzzleAnswer {
    pub(crate) game: &'static str,
    pub(crate) number: u32,
    /// Whether the caller solved it; null if they have not answered today.
    pub(crate) solved: Option<bool>,
}

/// The number of puzzles of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleCount {
    pub(crate) game: &'static str,
    /// The number of puzzles; they are numbered from 1.
    #[schema(value_type = u32)]
    pub(crate) count: usize,
}

/// A puzzle, as the seat that decides sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleAnswer {
    pub(crate) game: String,
    pub(crate) number: u32,
    /// Whether it is the puzzle of the day.
    pub(crate) today: bool,
    /// The goal in words, if it is not the result of the match: for example, to win the present
    /// fight.
    pub(crate) question: Option<&'static str>,
    /// The seat that decides.
    pub(crate) seat: u8,
    /// The view of that seat; its content depends on the game.
    #[schema(value_type = Object)]
    pub(crate) view: Value,
    #[schema(value_type = Vec<LegalMove>)]
    pub(crate) legal: Option<Box<RawValue>>,
    /// The outcome; null until the caller has answered.
    pub(crate) answer: Option<PuzzleOutcome>,
}

/// The outcome of an answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleOutcome {
    /// The caller's answer.
    #[schema(value_type = Object)]
    pub(crate) action: Option<Value>,
    /// Whether it was the best move.
    pub(crate) solved: bool,
    /// All moves, in the order of the legal list.
    pub(crate) choices: Vec<PuzzleChoice>,
    /// The number of playouts for each move.
    pub(crate) playouts: u32,
}

/// The value of a move of a puzzle.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleChoice {
    #[schema(value_type = Object)]
    pub(crate) action: Value,
    /// The average result of the match after it, or of the goal: 0 is lost, 1 is won.
    pub(crate) worth: f64,
    /// The margin of error of its distance to the best move, with a confidence of 95 %.
    pub(crate) margin: f64,
    pub(crate) best: bool,
    /// Whether the reference bot makes this move.
    pub(crate) reference: bool,
}
