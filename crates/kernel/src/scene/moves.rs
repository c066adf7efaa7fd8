//! What a player can do: how it reads, and how it is pointed at.

use serde::{Serialize, ser::SerializeStruct};
use serde_json::Value;

use super::{Forecast, Icon};
use crate::{Sentence, Tone};

/// Something the viewer can do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Move {
    /// The action, as the engine protocol spells it.
    pub action: Value,
    /// How it reads.
    #[serde(flatten)]
    pub wording: Wording,
}

/// How a legal action reads, and how it is pointed at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wording {
    /// A verb and what it is done to: `Strike the goblin`.
    pub text: Sentence,
    /// What a person picks one after the other to mean this move; empty for a move that is only words.
    pub path: Vec<Point>,
    /// What may come of it, as far as the rules allow to know.
    pub forecast: Option<Forecast>,
    /// What to ask before it is done, if it is risky and final.
    pub confirm: Option<String>,
    /// Whether it is the plain way on, which the space bar takes.
    pub main: bool,
    /// Whether it has a button in the tray even where a square of a board says it already.
    pub button: bool,
    /// A few signs for the first piece of its path, there as long as the move can be made: `19 → 24`.
    pub tag: Option<String>,
    /// What it would do to which pieces, shown while it is pointed at.
    pub marks: Vec<Mark>,
}

impl Wording {
    /// A move that is only words: skins make it a button.
    pub fn new(text: impl Into<Sentence>) -> Wording {
        Wording { text: text.into(), ..Wording::default() }
    }

    /// Then this piece is picked up. Of two that are picked up, and nothing more, either can be the first.
    #[must_use]
    pub fn from(self, piece: impl Into<String>) -> Wording {
        self.then(Point::From(piece.into()))
    }

    /// Then this piece is aimed at.
    #[must_use]
    pub fn to(self, piece: impl Into<String>) -> Wording {
        self.then(Point::To(piece.into()))
    }

    /// Then this word is chosen.
    #[must_use]
    pub fn word(self, word: impl Into<String>) -> Wording {
        self.then(Point::Word(word.into()))
    }

    /// Then this number is set.
    #[must_use]
    pub fn number(self, name: &'static str, icon: Icon, value: i32) -> Wording {
        self.then(Point::Number { name, icon, value })
    }

    fn then(mut self, point: Point) -> Wording {
        self.path.push(point);
        self
    }

    /// The first piece to pick up.
    pub fn source(&self) -> Option<&str> {
        self.path.iter().find_map(|point| if let Point::From(id) = point { Some(id.as_str()) } else { None })
    }

    /// The last piece to aim at.
    pub fn target(&self) -> Option<&str> {
        self.path.iter().rev().find_map(|point| if let Point::To(id) = point { Some(id.as_str()) } else { None })
    }

    /// What is still to be picked after `picked`; `None` if that does not lead to this move.
    pub fn rest(&self, picked: &[Point]) -> Option<&[Point]> {
        let (start, rest) = self.path.split_at_checked(picked.len())?;
        start.iter().zip(picked).all(|(one, other)| one.same_pick(other)).then_some(rest)
    }

    /// The pieces on its path.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.path.iter().filter_map(Point::piece)
    }

    /// What may come of it.
    #[must_use]
    pub fn forecast(self, forecast: impl Into<Forecast>) -> Wording {
        Wording { forecast: Some(forecast.into()), ..self }
    }

    /// Ask this first.
    #[must_use]
    pub fn confirm(self, text: impl Into<String>) -> Wording {
        Wording { confirm: Some(text.into()), ..self }
    }

    /// It is the plain way on.
    #[must_use]
    pub fn main(self) -> Wording {
        Wording { main: true, ..self }
    }

    /// It has a button of its own, wherever it points.
    #[must_use]
    pub fn button(self) -> Wording {
        Wording { button: true, ..self }
    }

    /// The first piece of its path carries these signs.
    #[must_use]
    pub fn tag(self, tag: impl Into<String>) -> Wording {
        Wording { tag: Some(tag.into()), ..self }
    }

    /// It would do this to that piece.
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

/// A step on the way to a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Point {
    /// A piece that is picked up, by its id.
    From(String),
    /// A piece that is aimed at, by its id: what was picked up goes there.
    To(String),
    /// A choice that no piece stands for, such as `as a wild`.
    Word(String),
    /// A number that is set, up or down by one at a time.
    Number {
        /// What is counted: `XP`.
        name: &'static str,
        /// What is counted, at a glance.
        icon: Icon,
        /// How many.
        value: i32,
    },
}

impl Point {
    /// The id of the piece, if it is one.
    pub fn piece(&self) -> Option<&str> {
        match self {
            Point::From(id) | Point::To(id) => Some(id),
            Point::Word(_) | Point::Number { .. } => None,
        }
    }

    /// Whether two points are picked by the same press: a piece is one, whether it is picked up or aimed at.
    pub fn same_pick(&self, other: &Point) -> bool {
        self.piece() == other.piece() && (self.piece().is_some() || self == other)
    }
}

/// What can be picked next on the way to some of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork<'a> {
    /// What is picked.
    pub point: &'a Point,
    /// The moves that are left then, by their number in the list.
    pub moves: Vec<usize>,
}

/// What can be picked after `picked`, in the order of the moves: the branches of the tree that their paths make.
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

/// What a move would do to a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// The piece, by its id.
    pub piece: String,
    /// In a few signs: `8 → 2`, `falls`. Without them the piece is only set off.
    pub text: Option<String>,
    /// Whether that is good for the one who moves.
    pub tone: Tone,
}

impl Mark {
    /// Sets a piece off: it would be reached, joined or woken.
    pub fn new(piece: impl Into<String>, tone: Tone) -> Mark {
        Mark { piece: piece.into(), text: None, tone }
    }

    /// Says in a few signs what would become of it.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Mark {
        Mark { text: Some(text.into()), ..self }
    }
}

/// Something a player would expect to do but cannot now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Barred {
    /// What cannot be done: `Use the weapon 7`.
    pub what: String,
    /// Why not.
    pub why: String,
    /// The ruling that says so.
    pub ruling: Option<&'static str>,
    /// The piece it concerns.
    pub piece: Option<String>,
}
