//! Puzzles: positions in which one move is clearly the best and the reference policy makes another.
//!
//! A game's puzzles are a file of JSON lines: a header that says how they were found, and a line a puzzle. A puzzle is a match of
//! the reference policy up to a decision, told by its seed and the moves made, and what search thinks of each move there:
//!
//! ```text
//! {"format":"undercroft-puzzles","version":1,"game":"pig","rules":1,"seed":1,"playouts":2000}
//! {"options":{},"seats":2,"seed":7,"moves":[0,0,1],"reference":1,"choices":[{"action":{"type":"roll"},"worth":0.61,"margin":0.0},{"action":{"type":"hold"},"worth":0.48,"margin":0.02}]}
//! ```

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use text::Text;

use crate::{ActError, BadOptions, BadRecord, Game, Seat};

/// The value of `format` in the header of a file of puzzles.
pub const PUZZLES_FORMAT: &str = "undercroft-puzzles";
/// The version of the format itself.
pub const PUZZLES_VERSION: u32 = 1;

/// The first line of a file of puzzles: with the same program, the same game, seed and playouts find the same puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleHeader {
    /// Always [`PUZZLES_FORMAT`].
    pub format: String,
    /// Always [`PUZZLES_VERSION`].
    pub version: u32,
    /// Id of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// Where the luck of the matches and of the search came from.
    pub seed: u64,
    /// The number of playouts behind each choice.
    pub playouts: u32,
}

/// A position, and what its moves are worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// The options that are not the usual ones.
    pub options: Map<String, Value>,
    /// Number of seats.
    pub seats: u8,
    /// The seed of the match, as a number; nobody gave shares.
    pub seed: u64,
    /// The moves up to the decision: each is the place of the move in the legal list of the seat that is asked first.
    pub moves: Vec<usize>,
    /// The place in `choices` of what the reference policy does.
    pub reference: usize,
    /// What can be done at the decision: the whole legal list, in its order.
    pub choices: Vec<PuzzleMove>,
}

/// A move that can be made in a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PuzzleMove {
    /// The move.
    pub action: Value,
    /// How the match ends for the seat after it, on average, or what else the game's puzzles [ask for](PuzzleAim): 0 is lost, 1 is
    /// won.
    pub worth: f64,
    /// How far off the distance to the best choice may be, in either direction, with a confidence of 95 %; 0 for the best itself.
    pub margin: f64,
}

impl Puzzle {
    /// The place in `choices` of the best one.
    pub fn best(&self) -> usize {
        let worth = |place: &usize| self.choices.get(*place).map_or(0.0, |choice| choice.worth);
        (0..self.choices.len()).max_by(|one, other| worth(one).total_cmp(&worth(other))).unwrap_or_default()
    }
}

/// What the puzzles of a game ask for instead of how the match ends: something nearer, such as the fight that is going on.
#[derive(Debug)]
pub struct PuzzleAim<G: Game> {
    /// How people are asked for it.
    pub words: PuzzleWords,
    /// How well it went for the seat, from 0 to 1: by the state in which the puzzle is asked and one that came of it. `None` where
    /// the first is not about such a thing; no puzzle is asked there.
    pub worth: fn(&G, &G, Seat) -> Option<f32>,
    /// What tells moves of one type apart in a state, in a word; empty if nothing does. The puzzles of a game are of many kinds.
    pub kind: fn(&G, &G::Action) -> &'static str,
}

/// What puzzles ask for, in words.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleWords {
    /// The question.
    pub question: Text,
    /// What is told of each move after the answer.
    pub told: Text,
}

/// The puzzles of a game, as its file has them. The file is split into lines once, when a puzzle is first asked for.
#[derive(Debug)]
pub struct Puzzles {
    text: &'static str,
    lines: OnceLock<Box<[&'static str]>>,
}

impl Puzzles {
    /// Those of this file. A game keeps them in a `static`, so that the server splits the file once.
    pub const fn new(text: &'static str) -> Puzzles {
        Puzzles { text, lines: OnceLock::new() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lines().len().saturating_sub(1)
    }

    /// How they were found.
    ///
    /// # Errors
    /// If the first line does not say so.
    pub fn header(&self) -> Result<PuzzleHeader, BadPuzzle> {
        self.line(0, "header")
    }

    /// Puzzle `number`, counted from 1.
    ///
    /// # Errors
    /// If there is none of that number, or its line is no puzzle.
    pub fn get(&self, number: usize) -> Result<Puzzle, BadPuzzle> {
        match number {
            0 => Err(BadPuzzle::None { number }),
            _ => self.line(number, "puzzle"),
        }
    }

    fn lines(&self) -> &[&'static str] {
        self.lines.get_or_init(|| self.text.lines().collect())
    }

    fn line<T: serde::de::DeserializeOwned>(&self, number: usize, wanted: &'static str) -> Result<T, BadPuzzle> {
        let text = self.lines().get(number).ok_or(BadPuzzle::None { number })?;
        let bad = |error: serde_json::Error| BadRecord::Line { line: number + 1, wanted, why: error.to_string() };
        serde_json::from_str(text).map_err(|error| bad(error).into())
    }
}

/// Why a puzzle cannot be laid out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPuzzle {
    /// There are not so many.
    #[error("there is no puzzle {number}")]
    None {
        /// The number asked for.
        number: usize,
    },
    /// A line that is no puzzle.
    #[error(transparent)]
    Text(#[from] BadRecord),
    /// The game does not take its options.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// A move that is not in the legal list.
    #[error("move {n} of the puzzle is number {place} of a list that has not so many")]
    Move {
        /// Its number, from 1.
        n: usize,
        /// Its place.
        place: usize,
    },
    /// A move that the rules refuse.
    #[error(transparent)]
    Refused(#[from] ActError),
    /// Choices that are not those of the position.
    #[error("the choices of the puzzle are not the moves of its position")]
    Choices,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_split_once_however_often_puzzles_are_counted() {
        let puzzles = Puzzles::new("{}\n{}\n{}\n");
        assert_eq!((puzzles.count(), puzzles.count()), (2, 2));
        assert!(std::ptr::eq(puzzles.lines(), puzzles.lines()));
    }
}
