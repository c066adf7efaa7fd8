//! Daily match: one match a day, the same for all who try it. This module defines the match and how
//! far a player came in it.

use serde_json::{Map, Value};
use text::Text;

use crate::{Game, Seat};

/// The daily match of a game.
#[derive(Clone, Copy, Debug)]
pub struct Daily<G: Game> {
    /// Its texts.
    pub words: DailyWords,
    /// Its number of seats. A person has the first, the reference policy the others.
    pub seats: u8,
    /// The options of a day, counted from 1970-01-01; options left out have their defaults. They
    /// must fit the number of seats.
    pub options: fn(day: u64) -> Value,
    /// The result of a seat, from its view: how far it has come.
    pub reached: fn(view: &G::View, seat: Seat) -> Reached,
}

/// The texts of a game's daily match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyWords {
    /// Its title: `The daily climb`.
    pub title: Text,
    /// The button that begins it: `Climb`.
    pub begin: Text,
    /// A verb for all players who tried it: `climbed`.
    pub tried: Text,
    /// A verb for the players who came as far as possible: `reached the top`.
    pub top: Text,
    /// A name for many other matches of the same seed: `climbs of this very tower`.
    pub others: Text,
}

/// How far a seat has come in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The score: higher is better; comparable between matches of one day.
    pub score: i64,
    /// The same in words that follow a name: `climbed to 9`.
    pub text: String,
    /// Whether no player can come further.
    pub top: bool,
}

/// The match of one day, of a game known only at run time.
#[derive(Clone, PartialEq, Debug)]
pub struct DailyMatch {
    /// Its texts.
    pub words: DailyWords,
    /// Its number of seats.
    pub seats: u8,
    /// Its options, complete.
    pub options: Map<String, Value>,
}
