//! The parts of a table.

use serde::Serialize;

use super::{Icon, Look, Picture, Piece};
use crate::{Seat, Sentence, Tone};

/// A part of the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Area {
    /// Stable name, unique in the scene.
    pub id: String,
    /// Its heading.
    pub title: Sentence,
    /// What it is for.
    pub role: Role,
    /// How its pieces lie.
    pub layout: Layout,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// Whether it is the centre of attention now: the seat in turn, the fight going on.
    pub active: bool,
    /// The face of the player whose it is.
    pub picture: Option<Picture>,
    /// What the viewer should know of it now: `at the demon: 50 % to win next`.
    pub note: Option<String>,
    /// What its player does now, where several may act.
    pub doing: Option<Doing>,
    /// What lies there.
    pub pieces: Vec<Piece>,
    /// Nodes of a map that belong together: whom they bring, how far one sees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
}

impl Area {
    /// An empty area.
    pub fn new(id: impl Into<String>, title: impl Into<Sentence>, role: Role, layout: Layout) -> Area {
        Area {
            id: id.into(),
            title: title.into(),
            role,
            layout,
            seat: None,
            active: false,
            picture: None,
            note: None,
            doing: None,
            pieces: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// Draws a region behind its nodes.
    #[must_use]
    pub fn region(mut self, region: Region) -> Area {
        self.regions.push(region);
        self
    }

    /// Gives it the face of its player.
    #[must_use]
    pub fn picture(self, picture: Picture) -> Area {
        Area { picture: Some(picture), ..self }
    }

    /// Adds what the viewer should know of it now.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Area {
        Area { note: Some(note.into()), ..self }
    }

    /// Says what its player does now.
    #[must_use]
    pub fn doing(self, icon: Icon, text: impl Into<String>, tone: Tone) -> Area {
        Area { doing: Some(Doing { icon, text: text.into(), tone }), ..self }
    }

    /// Gives it to a seat.
    #[must_use]
    pub fn of(self, seat: Seat) -> Area {
        Area { seat: Some(seat), ..self }
    }

    /// Marks it as the centre of attention if `when`.
    #[must_use]
    pub fn active(self, when: bool) -> Area {
        Area { active: when, ..self }
    }

    /// The edges of a map: each with the cells of the nodes that it joins.
    pub fn edges(&self) -> impl Iterator<Item = (&Piece, (u8, u8), (u8, u8))> {
        let cell = |id: &String| self.pieces.iter().find(|piece| piece.id == *id).and_then(|piece| piece.at);
        self.pieces.iter().filter_map(move |piece| match &piece.look {
            Look::Edge { between: (one, other), .. } => Some((piece, cell(one)?, cell(other)?)),
            _ => None,
        })
    }

    /// Puts pieces in.
    #[must_use]
    pub fn with(mut self, pieces: impl IntoIterator<Item = Piece>) -> Area {
        self.pieces.extend(pieces);
        self
    }
}

/// Nodes of a map that belong together, drawn behind them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Region {
    /// What it is, in words: `Attack, Strength 4`.
    pub title: String,
    /// The ids of its nodes.
    pub pieces: Vec<String>,
    /// Its colour; without one only its border is drawn.
    pub tone: Option<Tone>,
    /// A number for the whole of it.
    pub value: Option<String>,
}

/// What a player does now, as a sign and a word: fights, has passed, may still act.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Doing {
    /// What it is, at a glance.
    pub icon: Icon,
    /// In a word or two, as a sentence about the player goes on: `fights`, `has passed`.
    pub text: String,
    /// Good: done with it. Bad: in the middle of it. Luck: has something on offer. Plain: looks on.
    pub tone: Tone,
}

/// What an area is for; skins place areas by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The middle of the table.
    Board,
    /// Cards of the viewer's own.
    Hand,
    /// A player: name, meters, belongings. A fan of a player is what they have laid out before them; the area of a player
    /// right before it is its head, and skins may draw both as one row, in which tokens say what lies there and words stand
    /// for what can be done with it.
    Seat,
    /// Decks and discards.
    Piles,
    /// Dice as they fell.
    Dice,
    /// Something to choose from.
    Offer,
    /// Who fights on the players' side: drawn on the left of a fight, with the [foes](Role::Foes) on the right and the
    /// [rolls](crate::Scene::rolls) in between.
    Fighters,
    /// Whom they fight.
    Foes,
    /// The way through the match, step by step: the floors of a tower.
    Track,
}

/// How the pieces of an area lie.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Side by side, wrapping.
    Row,
    /// Overlapping, as cards in a hand.
    Fan,
    /// On top of each other.
    Stack,
    /// One below the other.
    List,
    /// A grid of cells; pieces say where they lie with [`Piece::at`].
    Grid {
        /// Number of rows.
        rows: u8,
        /// Number of columns.
        columns: u8,
    },
    /// Nodes joined by [edges](Look::Edge); nodes say where they lie with [`Piece::at`].
    Map {
        /// Number of rows.
        rows: u8,
        /// Number of columns.
        columns: u8,
    },
}
