//! A match a day, the same for all who try it: which one it is, and what is said of how far somebody has come.

use serde_json::{Map, Value};
use text::Text;

use crate::{Game, Seat};

/// The match a day of a game.
#[derive(Clone, Copy, Debug)]
pub struct Daily<G: Game> {
    /// How it is spoken of.
    pub words: DailyWords,
    /// How many seats it has. A person has the first, the reference policy the others.
    pub seats: u8,
    /// The options of a day, counted from 1970-01-01; those left out are the usual ones. They must go with so many seats.
    pub options: fn(day: u64) -> Value,
    /// How far a seat has come, from what it sees.
    pub reached: fn(view: &G::View, seat: Seat) -> Reached,
}

/// How a game's match a day is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyWords {
    /// What it is called: `The daily climb`.
    pub title: Text,
    /// What is pressed to begin: `Climb`.
    pub begin: Text,
    /// What all did who tried: `climbed`.
    pub tried: Text,
    /// What those did who came as far as one can: `reached the top`.
    pub top: Text,
    /// What many other matches of the same seed are called: `climbs of this very tower`.
    pub others: Text,
}

/// How far a seat has come in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The more the better; comparable between matches of one day.
    pub score: i64,
    /// The same in words that follow a name: `climbed to 9`.
    pub text: String,
    /// Whether one can come no further.
    pub top: bool,
}

/// The match of one day, of a game known only at run time.
#[derive(Clone, PartialEq, Debug)]
pub struct DailyMatch {
    /// How it is spoken of.
    pub words: DailyWords,
    /// How many seats it has.
    pub seats: u8,
    /// Its options, complete.
    pub options: Map<String, Value>,
}
