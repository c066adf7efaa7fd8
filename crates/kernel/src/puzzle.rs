//! Puzzles: positions in which one move is clearly the best and the reference policy makes another.
//!
//! A game's puzzles are a file of JSON lines: a header with the parameters of the search, and a
//! line for each puzzle. A puzzle is a match of the reference policy up to a decision. Its line has
//! the seed, the moves made, and the search's value of each move at the decision:
//!
//! ```text
//! {"format":"undercroft-puzzles","version":1,"game":"pig","rules":1,"seed":1,"playouts":2000}
//! {"options":{},"seats":2,"seed":7,"moves":[0,0,1],"reference":1,"choices":[{"action":{"type":"roll"},"worth":0.61,"margin":0.0},{"action":{"type":"hold"},"worth":0.48,"margin":0.02}]}
//! ```
//!
//! A puzzle is a match and a decision in a line: its seed, the places of the moves made, and the
//! search's estimate of each choice. The roster finds puzzles and lays them out, the games hold
//! them as data, and the page draws the position from the seat's view. A choice is worth the
//! outcome of the match, or what the game asks for instead (`Judge::PUZZLE_AIM`). The journal has
//! the first answer alone; playing on makes a table of practice. The puzzle of the day follows from
//! the date (UTC) and is not stored.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use text::Text;

use crate::{ActError, BadOptions, BadRecord, Game, Seat};

/// The value of `format` in the header of a file of puzzles.
pub const PUZZLES_FORMAT: &str = "undercroft-puzzles";
/// The version of the format itself.
pub const PUZZLES_VERSION: u32 = 1;

/// The first line of a file of puzzles. The same program with the same game, seed and playouts
/// finds the same puzzles.
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
    /// The seed of the matches and of the search.
    pub seed: u64,
    /// The number of playouts behind each choice.
    pub playouts: u32,
}

/// A position, and the value of its moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// The options that differ from the defaults.
    pub options: Map<String, Value>,
    /// Number of seats.
    pub seats: u8,
    /// The seed of the match, as a number; there are no shares.
    pub seed: u64,
    /// The moves up to the decision. Each is the place of the move in the legal list of the seat
    /// that is asked first.
    pub moves: Vec<usize>,
    /// The place in `choices` of the reference policy's move.
    pub reference: usize,
    /// The legal actions at the decision: the whole legal list, in its order.
    pub choices: Vec<PuzzleMove>,
}

/// A move that can be made in a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PuzzleMove {
    /// The move.
    pub action: Value,
    /// The average result for the seat after the move: 0 is lost, 1 is won. If the game's puzzles
    /// have another [aim](PuzzleAim), it is the result by that aim.
    pub worth: f64,
    /// Margin of error of the distance to the best choice, in either direction, with a confidence
    /// of 95 %; 0 for the best itself.
    pub margin: f64,
}

impl Puzzle {
    /// Returns the place in `choices` of the best one.
    pub fn best(&self) -> usize {
        let worth = |place: &usize| self.choices.get(*place).map_or(0.0, |choice| choice.worth);
        (0..self.choices.len()).max_by(|one, other| worth(one).total_cmp(&worth(other))).unwrap_or_default()
    }
}

/// The aim of a game's puzzles, if it is nearer than the end of the match, such as the present
/// fight.
#[derive(Debug)]
pub struct PuzzleAim<G: Game> {
    /// The texts of the question.
    pub words: PuzzleWords,
    /// The result for the seat, from 0 to 1, from the state of the puzzle and a later state. `None`
    /// if the first state does not fit the aim; such a state gives no puzzle.
    pub worth: fn(&G, &G, Seat) -> Option<f32>,
    /// A word that distinguishes moves of one type in a state; empty if there is none. The puzzles
    /// of a game are of many kinds, and the lab limits the share of each kind.
    pub kind: fn(&G, &G::Action) -> &'static str,
}

/// The texts of a puzzle's question.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleWords {
    /// The question.
    pub question: Text,
    /// The text about each move after the answer.
    pub told: Text,
}

/// The puzzles of a game, from its file. The first access splits the file into lines, once.
#[derive(Debug)]
pub struct Puzzles {
    /// The id of the game.
    game: &'static str,
    text: &'static str,
    /// How many lines the file has.
    count: usize,
    lines: OnceLock<Box<[&'static str]>>,
}

impl Puzzles {
    /// Creates the puzzles of this file. A game stores them in a `static`, so that the server
    /// splits the file once.
    pub const fn new(text: &'static str) -> Puzzles {
        Puzzles::of_file("", text, text::lines(text.as_bytes()))
    }

    /// Creates the puzzles of a file that a browser brings: `game` is the id of the game, `text` the
    /// file as [`text::file!`] has it, and `lines` its lines as [`text::file_lines!`] counts them.
    pub const fn of_file(game: &'static str, text: &'static str, lines: usize) -> Puzzles {
        Puzzles { game, text, count: lines, lines: OnceLock::new() }
    }

    /// Returns the name under which a browser brings the file of a game, and the file.
    pub fn file(&self) -> (String, &'static str) {
        let name = format!("puzzles/{}.jsonl", self.game);
        let text = text::brought(&name, self.text);
        (name, text)
    }

    /// Returns the number of puzzles. A browser knows it before it brings the file.
    pub const fn count(&self) -> usize {
        self.count.saturating_sub(1)
    }

    /// Returns the header, with the parameters of the search.
    ///
    /// # Errors
    /// If the first line is no such header.
    pub fn header(&self) -> Result<PuzzleHeader, BadPuzzle> {
        self.line(0, "header")
    }

    /// Returns puzzle `number`, counted from 1.
    ///
    /// # Errors
    /// If there is no puzzle of that number, or its line is malformed.
    pub fn get(&self, number: usize) -> Result<Puzzle, BadPuzzle> {
        match number {
            0 => Err(BadPuzzle::None { number }),
            _ => self.line(number, "puzzle"),
        }
    }

    fn lines(&self) -> &[&'static str] {
        match self.lines.get() {
            Some(lines) => lines,
            None => match self.file().1 {
                "" => &[],
                text => self.lines.get_or_init(|| text.lines().collect()),
            },
        }
    }

    fn line<T: serde::de::DeserializeOwned>(&self, number: usize, wanted: &'static str) -> Result<T, BadPuzzle> {
        let text = self.lines().get(number).ok_or(BadPuzzle::None { number })?;
        let bad = |error: serde_json::Error| BadRecord::Line { line: number + 1, wanted, why: error.to_string() };
        serde_json::from_str(text).map_err(|error| bad(error).into())
    }
}

/// The reason why a puzzle cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPuzzle {
    /// There are fewer puzzles.
    #[error("there is no puzzle {number}")]
    None {
        /// The requested number.
        number: usize,
    },
    /// A line that is not a puzzle.
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
