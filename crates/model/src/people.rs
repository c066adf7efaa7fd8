//! People, and their answers to puzzles.

use serde::{Deserialize, Serialize};
use text::{Text, text};

use crate::Timestamp;

/// Minimum and maximum length of a password, in characters.
pub const PASSWORD_LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;
/// The name stored for a person who has left.
pub const LEFT_NAME: Text = text!("Somebody who left");

/// Returns a name for display: a person who has left has none of their own.
pub fn shown_name(name: &str) -> &str {
    if name == LEFT_NAME.source() { LEFT_NAME.as_str() } else { name }
}

/// A person whom the server knows.
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
    /// The language of its pages, by its tag; empty for the one that its browser asks for.
    pub language: String,
    /// Whether its pages leave out the lines of bots.
    pub quiet_bots: bool,
    /// Whether it does not show others that it is here, and does not see it of them.
    pub hidden: bool,
}

impl Person {
    /// Creates a person with default settings.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Person {
        Person {
            id: id.into(),
            name: name.into(),
            theme: String::new(),
            speed: String::new(),
            language: String::new(),
            quiet_bots: false,
            hidden: false,
        }
    }
}

/// A person's answer to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleAnswer {
    /// The game.
    pub game: String,
    /// The number of the puzzle, from 1.
    pub number: u32,
    /// The day, counted from 1970 in UTC, on which it was the puzzle of the day; 0 if it was not.
    pub day: u32,
    /// The place of the chosen move among the choices.
    pub choice: u32,
    /// Whether it was the best move.
    pub solved: bool,
    /// The time of the answer.
    pub at: Timestamp,
}

/// How a person shows themselves to others.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PlayerCard {
    /// The name of their portrait in the catalogue of pictures; empty for none.
    pub portrait: String,
    /// Their title: an achievement that they have earned.
    pub title: Option<CardTitle>,
    /// The parts of their page that others see.
    pub shown: Shown,
}

/// An achievement that a person bears as a title.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardTitle {
    /// Id of the game.
    pub game: String,
    /// Id of the game's achievement.
    pub achievement: String,
}

/// The parts of a person's page that others see.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Shown {
    /// Results, achievements and the last matches.
    #[default]
    All,
    /// Results and achievements.
    Results,
    /// The card alone.
    Card,
}

impl Shown {
    /// Every choice, the most open first.
    pub const ALL: [Shown; 3] = [Shown::All, Shown::Results, Shown::Card];

    /// Returns its name in the store and in forms.
    pub const fn name(self) -> &'static str {
        match self {
            Shown::All => "all",
            Shown::Results => "results",
            Shown::Card => "card",
        }
    }

    /// Returns the choice of this name.
    pub fn named(name: &str) -> Option<Shown> {
        Shown::ALL.into_iter().find(|shown| shown.name() == name)
    }
}
