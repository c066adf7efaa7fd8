//! Moves of a player: their text, and the pieces that a player picks to make them.

use serde::{Serialize, ser::SerializeStruct};
use serde_json::Value;

use super::{Forecast, Icon, Odds};
use crate::{Sentence, Tone};

/// A move that the viewer can make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Move {
    /// The action, in the format of the engine protocol.
    pub action: Value,
    /// Its text and its path.
    #[serde(flatten)]
    pub wording: Wording,
}

/// The text of a legal action, with the path by which a player picks it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wording {
    /// A verb and its object: `Strike the goblin`.
    pub text: Sentence,
    /// The points that a person picks in order to make this move; empty for a move that has only
    /// words.
    pub path: Vec<Point>,
    /// The possible results, as far as the rules allow to know.
    pub forecast: Option<Forecast>,
    /// A question to confirm the move, if it is risky and final.
    pub confirm: Option<String>,
    /// Whether it is the main way on, which the space bar takes.
    pub main: bool,
    /// Whether it has a button in the tray even if a square of a board shows it already.
    pub button: bool,
    /// Whether one press on the piece with which it begins makes it, although other moves begin
    /// there too: it brings the piece to its only sensible place.
    pub direct: bool,
    /// Whether it ends the match instead of playing it on: skins put it in a menu.
    pub menu: bool,
    /// A few signs for the first piece of its path, shown as long as the move is legal: `19 → 24`.
    pub tag: Option<String>,
    /// The effects on pieces, shown while the player points at the move.
    pub marks: Vec<Mark>,
}

impl Wording {
    /// Creates a move that has only words: skins make it a button.
    pub fn new(text: impl Into<Sentence>) -> Wording {
        Wording { text: text.into(), ..Wording::default() }
    }

    /// Adds a piece to pick up. If a move picks up two pieces and nothing more, either can be the
    /// first.
    #[must_use]
    pub fn from(self, piece: impl Into<String>) -> Wording {
        self.then(Point::From(piece.into()))
    }

    /// Adds a piece to aim at.
    #[must_use]
    pub fn to(self, piece: impl Into<String>) -> Wording {
        self.then(Point::To(piece.into()))
    }

    /// Adds a word to choose.
    #[must_use]
    pub fn word(self, word: impl Into<String>) -> Wording {
        self.then(Point::Word(word.into()))
    }

    /// Adds a number to set.
    #[must_use]
    pub fn number(self, name: &'static str, icon: Icon, value: i32) -> Wording {
        self.then(Point::Number { name, icon, value })
    }

    fn then(mut self, point: Point) -> Wording {
        self.path.push(point);
        self
    }

    /// Returns the first piece to pick up.
    pub fn source(&self) -> Option<&str> {
        self.path.iter().find_map(|point| if let Point::From(id) = point { Some(id.as_str()) } else { None })
    }

    /// Returns the last piece to aim at.
    pub fn target(&self) -> Option<&str> {
        self.path.iter().rev().find_map(|point| if let Point::To(id) = point { Some(id.as_str()) } else { None })
    }

    /// Returns the points still to pick after `picked`; `None` if that does not lead to this move.
    pub fn rest(&self, picked: &[Point]) -> Option<&[Point]> {
        let (start, rest) = self.path.split_at_checked(picked.len())?;
        start.iter().zip(picked).all(|(one, other)| one.same_pick(other)).then_some(rest)
    }

    /// Returns the pieces on its path.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.path.iter().filter_map(Point::piece)
    }

    /// Sets the possible results.
    #[must_use]
    pub fn forecast(self, forecast: impl Into<Forecast>) -> Wording {
        Wording { forecast: Some(forecast.into()), ..self }
    }

    /// Sets the question to confirm the move.
    #[must_use]
    pub fn confirm(self, text: impl Into<String>) -> Wording {
        Wording { confirm: Some(text.into()), ..self }
    }

    /// Marks it as the main way on.
    #[must_use]
    pub fn main(self) -> Wording {
        Wording { main: true, ..self }
    }

    /// Gives it a button of its own, wherever its path leads.
    #[must_use]
    pub fn button(self) -> Wording {
        Wording { button: true, ..self }
    }

    /// Moves it out of the tray, into the menu.
    #[must_use]
    pub fn menu(self) -> Wording {
        Wording { menu: true, ..self }
    }

    /// Returns the probabilities of its results, if the rules allow to compute them.
    pub fn odds(&self) -> Option<Odds> {
        self.forecast.as_ref().and_then(|forecast| forecast.odds)
    }

    /// Returns whether it is likely to kill.
    pub fn is_dangerous(&self) -> bool {
        self.odds().is_some_and(Odds::is_dangerous)
    }

    /// Returns whether its forecast leaves no chance of success.
    pub fn is_hopeless(&self) -> bool {
        self.odds().is_some_and(|odds| odds.good == 0)
    }

    /// Returns whether it is better than another move by their forecasts: it kills less often, or
    /// as often and succeeds more often. A move without odds kills nobody.
    pub fn is_better_than(&self, other: &Wording) -> bool {
        let bad = |odds: Option<Odds>| odds.map_or(0, |odds| odds.bad);
        let (own, others) = (self.odds(), other.odds());
        match (own, others) {
            (Some(own), Some(others)) if own.bad == others.bad => own.good > others.good,
            _ => bad(own) < bad(others),
        }
    }

    /// Sets the signs on the first piece of its path.
    #[must_use]
    pub fn tag(self, tag: impl Into<String>) -> Wording {
        Wording { tag: Some(tag.into()), ..self }
    }

    /// Adds an effect on a piece.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Wording {
        self.marks.push(mark);
        self
    }
}

impl Serialize for Wording {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_struct("Wording", 10)?;
        map.serialize_field("text", &self.text)?;
        map.serialize_field("from", &self.source())?;
        map.serialize_field("to", &self.target())?;
        map.serialize_field("forecast", &self.forecast.as_ref().map(|forecast| &forecast.text))?;
        map.serialize_field("odds", &self.forecast.as_ref().and_then(|forecast| forecast.odds))?;
        map.serialize_field("confirm", &self.confirm)?;
        map.serialize_field("main", &self.main)?;
        map.serialize_field("path", &self.path)?;
        map.serialize_field("tag", &self.tag)?;
        map.serialize_field("marks", &self.marks)?;
        map.end()
    }
}

/// A step on the path of a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Point {
    /// A piece that is picked up, by its id.
    From(String),
    /// A piece that is aimed at, by its id: the picked-up piece goes there.
    To(String),
    /// A choice without a piece, such as `as a wild`.
    Word(String),
    /// A number that is set, up or down by one at a time.
    Number {
        /// The name of the number: `XP`.
        name: &'static str,
        /// A sign for the number.
        icon: Icon,
        /// The value.
        value: i32,
    },
}

impl Point {
    /// Returns the id of the piece, if it is one.
    pub fn piece(&self) -> Option<&str> {
        match self {
            Point::From(id) | Point::To(id) => Some(id),
            Point::Word(_) | Point::Number { .. } => None,
        }
    }

    /// Whether the same press picks two points: a piece is one, whether it is picked up or aimed
    /// at.
    pub fn same_pick(&self, other: &Point) -> bool {
        self.piece() == other.piece() && (self.piece().is_some() || self == other)
    }
}

/// A branch on the way to some of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork<'a> {
    /// The point to pick.
    pub point: &'a Point,
    /// The moves that are left after it, by their number in the list.
    pub moves: Vec<usize>,
}

/// Returns the points that can be picked after `picked`, in the order of the moves: the branches of
/// the tree of their paths.
pub fn forks<'a>(moves: &'a [Move], picked: &[Point]) -> Vec<Fork<'a>> {
    let mut forks: Vec<Fork<'a>> = Vec::new();
    for (index, choice) in moves.iter().enumerate() {
        let Some([point, ..]) = choice.wording.rest(picked) else { continue };
        match forks.iter_mut().find(|fork| fork.point.same_pick(point)) {
            Some(fork) => fork.moves.push(index),
            None => forks.push(Fork { point, moves: vec![index] }),
        }
    }
    forks
}

/// An effect of a move on a piece, shown before the move is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// The piece, by its id.
    pub piece: String,
    /// The effect in a few signs: `8 → 2`, `falls`. Without them the piece is only highlighted.
    pub text: Option<String>,
    /// Whether the effect is good for the player who moves.
    pub tone: Tone,
}

impl Mark {
    /// Highlights a piece: the move would reach, join or wake it.
    pub fn new(piece: impl Into<String>, tone: Tone) -> Mark {
        Mark { piece: piece.into(), text: None, tone }
    }

    /// Sets the effect in a few signs.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Mark {
        Mark { text: Some(text.into()), ..self }
    }
}

/// An action that a player would expect but cannot take now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Barred {
    /// The action: `Use the weapon 7`.
    pub what: String,
    /// The reason.
    pub why: String,
    /// The ruling with the reason.
    pub ruling: Option<&'static str>,
    /// The piece it concerns.
    pub piece: Option<String>,
}
