//! Looks of pieces: cards, dice, tokens, tiles, meters, edges and words.

use std::borrow::Cow;

use serde::Serialize;

use super::Icon;
use crate::{Seat, Suit, Tone};

/// The kind of a piece, with the data that skins need to draw it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Look {
    /// A card, face up.
    Card {
        /// Its name.
        name: Cow<'static, str>,
        /// The word for its kind: `Potion`, `Curse`.
        kind: Cow<'static, str>,
        /// Its picture.
        icon: Icon,
        /// The colour of its frame.
        tone: Tone,
        /// Index in the corner: a rank, a cost.
        corner: Option<String>,
        /// Suit, for playing cards.
        suit: Option<Suit>,
        /// A second sign besides the suit: the pack that it belongs to, or its worth.
        emblem: Option<Icon>,
        /// Numbers on its face.
        stats: Cow<'static, [Stat]>,
        /// Number of identical cards here, if more than one.
        copies: u8,
    },
    /// A card or a stack of them, face down.
    Back {
        /// Number of cards.
        count: u16,
    },
    /// A die.
    Die {
        /// Its number of sides.
        sides: u8,
        /// The value that it shows.
        value: u8,
        /// The purpose of its roll.
        purpose: String,
    },
    /// A coin, pawn or marker.
    Token {
        /// Its picture.
        icon: Icon,
        /// Its colour.
        tone: Tone,
        /// The text on it.
        value: Option<String>,
        /// The player that it represents.
        seat: Option<Seat>,
    },
    /// A square of a map.
    Tile {
        /// Its picture, if something is there.
        icon: Option<Icon>,
        /// Its colour.
        tone: Tone,
        /// The text on it.
        value: Option<String>,
        /// The players who are on it.
        pawns: Vec<Seat>,
    },
    /// A number that goes up and down.
    Meter {
        /// A sign for the thing that it counts.
        icon: Icon,
        /// Its name.
        name: Cow<'static, str>,
        /// Its present value.
        value: i32,
        /// Its maximum, if it has one.
        max: Option<i32>,
    },
    /// A line between two nodes of a map.
    Edge {
        /// The ids of the nodes.
        between: (String, String),
        /// Its colour.
        tone: Tone,
    },
    /// Plain words.
    Text,
}

impl Look {
    /// Creates a single card, face up, with only these parts: no index in its corner, and no suit.
    pub fn card(
        name: impl Into<Cow<'static, str>>,
        kind: impl Into<Cow<'static, str>>,
        icon: Icon,
        tone: Tone,
        stats: Vec<Stat>,
    ) -> Look {
        Look::Card {
            name: name.into(),
            kind: kind.into(),
            icon,
            tone,
            corner: None,
            suit: None,
            emblem: None,
            stats: stats.into(),
            copies: 1,
        }
    }

    /// Returns the same look; the text on a card is borrowed, not copied.
    pub(super) fn borrowed(&'static self) -> Look {
        match self {
            Look::Card { name, kind, icon, tone, corner, suit, emblem, stats, copies } => Look::Card {
                name: Cow::Borrowed(name),
                kind: Cow::Borrowed(kind),
                icon: *icon,
                tone: *tone,
                corner: corner.clone(),
                suit: *suit,
                emblem: *emblem,
                stats: Cow::Borrowed(stats),
                copies: *copies,
            },
            other => other.clone(),
        }
    }
}

/// A number on a card's face or with a meter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Stat {
    /// A sign for the thing that it counts.
    pub icon: Icon,
    /// The thing that it counts, in words.
    pub name: &'static str,
    /// The number, or dice such as `2d8`.
    pub value: String,
}

/// A state that changes how a piece looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Flag {
    /// Used up for now.
    Exhausted,
    /// Broken or wounded.
    Damaged,
    /// Just arrived, or in the middle of what happens.
    Highlighted,
    /// Could be reached or chosen.
    Reachable,
    /// Close to death, or about to bring it.
    Danger,
    /// Out of the game.
    Dead,
    /// Stronger than the common ones of its kind: a miniboss.
    Elite,
    /// The strongest of all, which decides the match.
    Boss,
    /// A burden for the whole match.
    Curse,
}
