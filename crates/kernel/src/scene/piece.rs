//! Pieces: the things on a table.

use std::borrow::Cow;

use serde::Serialize;
use text::Text;

use super::{Flag, Icon, Look, Picture};
use crate::{Seat, Sentence, Tone, say};

/// A thing on the table: a card, a die, a token, a meter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Piece {
    /// Its id: stable, and unique in the scene. A piece that moves keeps its id, so that skins can
    /// animate it.
    pub id: String,
    /// Its kind, with the data to draw it.
    pub look: Look,
    /// Its picture.
    pub picture: Option<Picture>,
    /// The piece in words: `Steel plate, armour 4, damaged`. [`plain`](Piece::plain) adds the names
    /// of the players who are on it.
    pub label: Cow<'static, str>,
    /// Rules text, shown on request.
    pub text: Option<Cow<'static, str>>,
    /// The ruling behind the text, such as `R16`.
    pub ruling: Option<&'static str>,
    /// The player that it belongs to or was rolled for, if the area does not show that.
    pub seat: Option<Seat>,
    /// Its cell in a grid or map: row and column, from 0.
    pub at: Option<(u8, u8)>,
    /// States that change how it looks.
    pub flags: Vec<Flag>,
    /// A number on it that goes up and down: the health of a card.
    pub gauge: Option<Gauge>,
    /// A few words under its name: its present action, its cost.
    pub note: Option<Cow<'static, str>>,
    /// Its next action.
    pub intent: Option<Intent>,
    /// A small sign at its corner, or in the middle of an edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<Badge>,
    /// The outline of a node of a map.
    #[serde(skip_serializing_if = "Shape::is_round")]
    pub shape: Shape,
    /// The id of the piece that it lies on, such as a die on its space. Both are in the same area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The value that its number will have if all decisions stay as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<i32>,
    /// Its words, in its own voice: an aside without meaning for the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<&'static str>,
}

impl Piece {
    /// Returns its label, and the names of the players who are on it.
    ///
    /// ```
    /// use kernel::{Look, Piece, Seat, Tone};
    ///
    /// let look = Look::Tile { icon: None, tone: Tone::Plain, value: None, pawns: vec![Seat(0), Seat(1)] };
    /// let way_in = Piece::new("cell-8-8", look, "Row 8, column 8: the way in.");
    /// let name = |seat: Seat| ["Ada", "Ben"][seat.index()].to_owned();
    /// assert_eq!(way_in.plain(name), "Row 8, column 8: the way in. Ada and Ben are here.");
    /// ```
    pub fn plain(&self, name: impl Fn(Seat) -> String) -> String {
        self.plain_for(None, name)
    }

    /// Returns its label, and the players who are on it, as `reader` reads it: `… the way in. You
    /// and Ben are here.`
    pub fn plain_for(&self, reader: Option<Seat>, name: impl Fn(Seat) -> String) -> String {
        let Look::Tile { pawns, .. } = &self.look else { return self.label.to_string() };
        let who = Sentence::new().seats(pawns.iter().copied());
        let here = match pawns.len() {
            0 => return self.label.to_string(),
            1 => say!("{who} is here."),
            _ => say!("{who} are here."),
        };
        format!("{} {}", self.label, here.plain_for(reader, name))
    }

    /// Returns its rules text, if its label does not contain it already.
    pub fn untold(&self) -> Option<&str> {
        self.text.as_deref().filter(|text| !self.label.contains(*text))
    }

    /// Creates a piece with a look and its description in words.
    pub fn new(id: impl Into<String>, look: Look, label: impl Into<Cow<'static, str>>) -> Piece {
        Piece {
            id: id.into(),
            look,
            picture: None,
            label: label.into(),
            text: None,
            ruling: None,
            seat: None,
            at: None,
            flags: Vec::new(),
            gauge: None,
            note: None,
            intent: None,
            badge: None,
            shape: Shape::Round,
            on: None,
            ahead: None,
            says: None,
        }
    }

    /// Returns the same piece with another id. The text on it is borrowed, not copied.
    #[must_use]
    pub fn with_id(&'static self, id: impl Into<String>) -> Piece {
        let (look, label) = (self.look.borrowed(), Cow::Borrowed(&*self.label));
        let [text, note] = [&self.text, &self.note].map(|words| words.as_deref().map(Cow::Borrowed));
        let (flags, intent, on) = (self.flags.clone(), self.intent.clone(), self.on.clone());
        Piece { id: id.into(), look, label, text, flags, note, intent, on, ..*self }
    }

    /// Sets its small sign.
    #[must_use]
    pub fn badge(self, badge: Badge) -> Piece {
        Piece { badge: Some(badge), ..self }
    }

    /// Sets the outline of a node of a map.
    #[must_use]
    pub fn shape(self, shape: Shape) -> Piece {
        Piece { shape, ..self }
    }

    /// Places it on another piece of its area.
    #[must_use]
    pub fn on(self, piece: impl Into<String>) -> Piece {
        Piece { on: Some(piece.into()), ..self }
    }

    /// Sets its words.
    #[must_use]
    pub fn says(self, words: Text) -> Piece {
        Piece { says: Some(words.as_str()), ..self }
    }

    /// Sets the value that its number will have if all decisions stay as they are.
    #[must_use]
    pub fn ahead(self, value: i32) -> Piece {
        Piece { ahead: Some(value), ..self }
    }

    /// Sets a number that goes up and down.
    #[must_use]
    pub fn gauge(self, icon: Icon, value: i32, max: i32) -> Piece {
        Piece { gauge: Some(Gauge { icon, value, max }), ..self }
    }

    /// Sets a few words under its name.
    #[must_use]
    pub fn note(self, note: impl Into<Cow<'static, str>>) -> Piece {
        Piece { note: Some(note.into()), ..self }
    }

    /// Sets its next action.
    #[must_use]
    pub fn intent(self, intent: Intent) -> Piece {
        Piece { intent: Some(intent), ..self }
    }

    /// Sets its picture.
    #[must_use]
    pub fn picture(self, picture: Picture) -> Piece {
        Piece { picture: Some(picture), ..self }
    }

    /// Sets its rules text and the ruling behind it.
    #[must_use]
    pub fn text(self, text: impl Into<Cow<'static, str>>, ruling: Option<&'static str>) -> Piece {
        Piece { text: Some(text.into()), ruling, ..self }
    }

    /// Places it in a cell of a grid or map.
    #[must_use]
    pub fn at(self, row: u8, column: u8) -> Piece {
        Piece { at: Some((row, column)), ..self }
    }

    /// Sets a flag if `when`.
    #[must_use]
    pub fn flag(mut self, flag: Flag, when: bool) -> Piece {
        if when {
            self.flags.push(flag);
        }
        self
    }
}

/// A small sign on a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Badge {
    /// A sign for its meaning; the piece's label has it in words.
    pub icon: Icon,
    /// Its colour.
    pub tone: Tone,
    /// Whether it is available, or counts: bright instead of dark.
    pub bright: bool,
}

/// The outline of a node of a map.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A circle.
    #[default]
    Round,
    /// An arch: a way in or out.
    Arch,
    /// Steps: a way up or down.
    Steps,
}

impl Shape {
    fn is_round(&self) -> bool {
        *self == Shape::Round
    }
}

/// A number that goes up and down on a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Gauge {
    /// A sign for the thing that it counts.
    pub icon: Icon,
    /// Its present value.
    pub value: i32,
    /// Its maximum.
    pub max: i32,
}

/// The next action of a piece, computed from the rules and never from hidden information.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Intent {
    /// A sign for the action.
    pub icon: Icon,
    /// The average result: `1.4`.
    pub mean: String,
    /// The roll: `Next: d6 − your d4`.
    pub text: String,
    /// The range, and the probability of death: `0 to 5; 1 in 24 kills you`.
    pub range: String,
}
