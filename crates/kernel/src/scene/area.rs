//! Areas: the parts of a table.

use serde::Serialize;

use super::{Icon, Look, Picture, Piece};
use crate::{Seat, Sentence, Tone};

/// A part of the table, with the pieces on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Area {
    /// Its id: stable, and unique in the scene.
    pub id: String,
    /// Its heading.
    pub title: Sentence,
    /// Its purpose.
    pub role: Role,
    /// The arrangement of its pieces.
    pub layout: Layout,
    /// The seat that it belongs to.
    pub seat: Option<Seat>,
    /// Whether it is the centre of attention now: the seat in turn, the present fight.
    pub active: bool,
    /// The face of its player.
    pub picture: Option<Picture>,
    /// A note for the viewer about the present state: `at the demon: 50 % to win next`.
    pub note: Option<String>,
    /// The state of its player, if several players may act.
    pub doing: Option<Doing>,
    /// Its pieces.
    pub pieces: Vec<Piece>,
    /// Regions of a map: nodes that belong together, such as those of an enemy or those in sight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
}

impl Area {
    /// Creates an empty area.
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

    /// Adds a region, which is drawn behind its nodes.
    #[must_use]
    pub fn region(mut self, region: Region) -> Area {
        self.regions.push(region);
        self
    }

    /// Sets the face of its player.
    #[must_use]
    pub fn picture(self, picture: Picture) -> Area {
        Area { picture: Some(picture), ..self }
    }

    /// Adds a note for the viewer.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Area {
        Area { note: Some(note.into()), ..self }
    }

    /// Sets the state of its player.
    #[must_use]
    pub fn doing(self, icon: Icon, text: impl Into<String>, tone: Tone) -> Area {
        Area { doing: Some(Doing { icon, text: text.into(), tone }), ..self }
    }

    /// Assigns it to a seat.
    #[must_use]
    pub fn of(self, seat: Seat) -> Area {
        Area { seat: Some(seat), ..self }
    }

    /// Marks it as the centre of attention if `when`.
    #[must_use]
    pub fn active(self, when: bool) -> Area {
        Area { active: when, ..self }
    }

    /// Returns the edges of a map, each with the cells of the nodes that it joins.
    pub fn edges(&self) -> impl Iterator<Item = (&Piece, (u8, u8), (u8, u8))> {
        let cell = |id: &String| self.pieces.iter().find(|piece| piece.id == *id).and_then(|piece| piece.at);
        self.pieces.iter().filter_map(move |piece| match &piece.look {
            Look::Edge { between: (one, other), .. } => Some((piece, cell(one)?, cell(other)?)),
            _ => None,
        })
    }

    /// Adds pieces.
    #[must_use]
    pub fn with(mut self, pieces: impl IntoIterator<Item = Piece>) -> Area {
        self.pieces.extend(pieces);
        self
    }
}

/// Nodes of a map that belong together, drawn behind them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Region {
    /// Its description in words: `Attack, Strength 4`.
    pub title: String,
    /// The ids of its nodes.
    pub pieces: Vec<String>,
    /// Its colour; without one only its border is drawn.
    pub tone: Option<Tone>,
    /// A number for the whole region.
    pub value: Option<String>,
}

/// The state of a player, as a sign and a word: fights, has passed, may still act.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Doing {
    /// The sign.
    pub icon: Icon,
    /// A word or two that continue a sentence about the player: `fights`, `has passed`.
    pub text: String,
    /// Good: the player is done. Bad: in the middle of it. Luck: offers something. Plain:
    /// looks on.
    pub tone: Tone,
}

/// The purpose of an area; skins place areas by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The middle of the table.
    Board,
    /// The viewer's own cards.
    Hand,
    /// A player: name, meters, belongings. A fan of a player holds the things that they have laid
    /// out before them. The area of a player right before it is its head, and skins may draw both
    /// as one row. In this row tokens show the things that lie there, and words show the actions
    /// that they allow.
    Seat,
    /// Decks and discards.
    Piles,
    /// Dice as they were rolled.
    Dice,
    /// Things to choose from.
    Offer,
    /// The fighters on the players' side. They are drawn on the left of a fight, with the
    /// [foes](Role::Foes) on the right and the [rolls](crate::Scene::rolls) in between.
    Fighters,
    /// The opponents of the fighters.
    Foes,
    /// The way through the match, step by step: the floors of a tower.
    Track,
}

/// The arrangement of the pieces of an area.
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
    /// A grid of cells; pieces state their cell with [`Piece::at`].
    Grid {
        /// Number of rows.
        rows: u8,
        /// Number of columns.
        columns: u8,
    },
    /// Nodes joined by [edges](Look::Edge); nodes state their cell with [`Piece::at`].
    Map {
        /// Number of rows.
        rows: u8,
        /// Number of columns.
        columns: u8,
    },
}
