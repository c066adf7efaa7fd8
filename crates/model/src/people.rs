//! People, and what they have answered.

use text::{Text, text};

use crate::Timestamp;

/// The shortest and the longest password, in characters.
pub const PASSWORD_LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;
/// The name that is kept of whoever has left.
pub const LEFT_NAME: Text = text!("Somebody who left");

/// A name as people read it: whoever has left has none of their own.
pub fn shown_name(name: &str) -> &str {
    if name == LEFT_NAME.source() { LEFT_NAME.as_str() } else { name }
}

/// Somebody the hall knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Its id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// The theme of its pages; empty for the system's.
    pub theme: String,
    /// How fast things move on its pages; empty for normal.
    pub speed: String,
    /// The language of its pages, by its tag; empty for what its browser asks for.
    pub language: String,
    /// Whether its pages leave out what bots say.
    pub quiet_bots: bool,
}

impl Person {
    /// Somebody who likes their pages as they come.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Person {
        Person {
            id: id.into(),
            name: name.into(),
            theme: String::new(),
            speed: String::new(),
            language: String::new(),
            quiet_bots: false,
        }
    }
}

/// What somebody answered to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleAnswer {
    /// The game.
    pub game: String,
    /// The number of the puzzle, from 1.
    pub number: u32,
    /// The day, counted from 1970 by UTC, on which it was the puzzle of the day; 0 on all others.
    pub day: u32,
    /// The place of the move among the choices.
    pub choice: u32,
    /// Whether it was the best.
    pub solved: bool,
    /// When it was answered.
    pub at: Timestamp,
}
