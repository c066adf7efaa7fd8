//! What a piece looks like.

use std::borrow::Cow;

use serde::Serialize;

use super::Icon;
use crate::{Seat, Suit, Tone};

/// What a piece looks like.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Look {
    /// A card, face up.
    Card {
        /// Its name.
        name: Cow<'static, str>,
        /// The word that says its kind: `Potion`, `Curse`.
        kind: Cow<'static, str>,
        /// Its picture.
        icon: Icon,
        /// Colours its frame.
        tone: Tone,
        /// Index in the corner: a rank, a cost.
        corner: Option<String>,
        /// Suit, for playing cards.
        suit: Option<Suit>,
        /// A second sign beside the suit: which pack it belongs to, what it is worth.
        emblem: Option<Icon>,
        /// Numbers on its face.
        stats: Cow<'static, [Stat]>,
        /// How many alike lie here, if more than one.
        copies: u8,
    },
    /// A card or a stack of them, face down.
    Back {
        /// How many.
        count: u16,
    },
    /// A die.
    Die {
        /// Its number of sides.
        sides: u8,
        /// What it shows.
        value: u8,
        /// What it was rolled for.
        purpose: String,
    },
    /// A coin, pawn or marker.
    Token {
        /// Its picture.
        icon: Icon,
        /// Its colour.
        tone: Tone,
        /// What is written on it.
        value: Option<String>,
        /// The player it stands for.
        seat: Option<Seat>,
    },
    /// A square of a map.
    Tile {
        /// Its picture, if something is there.
        icon: Option<Icon>,
        /// Its colour.
        tone: Tone,
        /// What is written on it.
        value: Option<String>,
        /// The players who stand on it.
        pawns: Vec<Seat>,
    },
    /// A number that goes up and down.
    Meter {
        /// What it counts.
        icon: Icon,
        /// Its name.
        name: Cow<'static, str>,
        /// Where it stands.
        value: i32,
        /// Where it is full, if anywhere.
        max: Option<i32>,
    },
    /// What joins two nodes of a map.
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
    /// A card that lies alone, face up, with nothing but these: no index in its corner, and of no suit.
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

    /// The same. What is written on a card is borrowed, not copied.
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

/// A number on a card's face or beside a meter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Stat {
    /// What it counts, at a glance.
    pub icon: Icon,
    /// What it counts, in words.
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
}
