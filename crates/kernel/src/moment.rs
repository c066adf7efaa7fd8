//! Moments: the dice, lines and effects of a step that skins animate, in the order of the rules.

use serde::Serialize;

use crate::Sentence;

/// One moment of a step. Dice come from the outcomes, the rest from the lines of the chronicle.
/// Games do not define any movement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Moment {
    /// A die or a coin is rolled.
    Die {
        /// Its piece in the area of dice.
        piece: String,
    },
    /// A line of the chronicle appears.
    Tell {
        /// Its place among the lines of the step that the viewer hears.
        line: usize,
    },
    /// The table changes in the middle of the step: a piece that rolls next has come up.
    Show {
        /// The number of the scene in the step, for [`Match::shown`](crate::Match::shown).
        scene: usize,
    },
    /// An effect of that line on pieces.
    #[serde(untagged)]
    Effect(Effect),
}

/// An effect of an event on the pieces of a scene. A piece may be missing in the scene before the
/// step, or in the one after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Effect {
    /// Settles the dice rolled since the last settling: it gives their purpose and their result.
    Settle {
        /// The purpose: `You strike`, `Initiative`.
        title: Sentence,
        /// The result: `3 wounds`, `you go first`.
        result: String,
        /// The sum that gives the result; empty if the dice are only compared.
        sum: Vec<Addend>,
        /// The blow that they dealt.
        blow: Option<Blow>,
    },
    /// A number on a piece goes up or down.
    Change {
        /// The piece: a meter, or one with a [gauge](crate::Gauge).
        piece: String,
        /// The change; 0 if the event does not report it and only the number before shows it.
        by: i32,
        /// The new number.
        to: i32,
    },
    /// A piece dies, or breaks.
    Fall {
        /// The piece.
        piece: String,
    },
    /// A card is drawn, or turned up.
    Draw {
        /// The card at its place after the step.
        piece: String,
    },
    /// A piece moves.
    Move {
        /// The piece.
        piece: String,
    },
    /// A player gains something.
    Gain {
        /// The piece that they gain, at its place after the step.
        piece: String,
    },
}

/// A blow from one piece to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Blow {
    /// The piece that strikes, if there is one.
    pub by: Option<String>,
    /// The piece that is struck.
    pub on: String,
    /// How much harm it does; 0 if it is parried.
    pub harm: u32,
}

/// A number in the sum of a roll, in the order of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Addend {
    /// How it counts.
    pub sign: Sign,
    /// The number.
    pub value: u32,
    /// The name of a number that is not rolled: `the mace of 7`. `None` for the next dice of one
    /// player and purpose; if they were doubled, `value` is not their sum.
    pub name: Option<String>,
}

impl Addend {
    /// Creates an addend for the next dice of one player and purpose, which count `value`.
    pub fn dice(sign: Sign, value: impl Into<u32>) -> Addend {
        Addend { sign, value: value.into(), name: None }
    }

    /// Creates an addend that is not rolled; `None` if it changes nothing.
    pub fn fixed(value: i32, name: impl Into<String>) -> Option<Addend> {
        let sign = if value < 0 { Sign::Minus } else { Sign::Plus };
        (value != 0).then(|| Addend { sign, value: value.unsigned_abs(), name: Some(name.into()) })
    }
}

/// How a number counts in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sign {
    /// It is added.
    Plus,
    /// It is subtracted.
    Minus,
    /// The sum so far is multiplied by it.
    Times,
}

impl Sign {
    /// Returns the sign as it is printed.
    pub const fn symbol(self) -> &'static str {
        match self {
            Sign::Plus => "+",
            Sign::Minus => "−",
            Sign::Times => "×",
        }
    }
}

/// Dice that belong together, with their result.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Roll {
    /// The purpose of the dice; empty until it is settled.
    pub title: Sentence,
    /// The ids of their pieces, in the order of the rolls.
    pub dice: Vec<String>,
    /// The result of the dice; empty until it is settled.
    pub result: String,
    /// The sum that gives the result.
    pub sum: Vec<Addend>,
    /// The blow that they dealt.
    pub blow: Option<Blow>,
}
