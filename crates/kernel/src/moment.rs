//! What a step did, moment by moment: what skins play, in the order of the rules.

use serde::Serialize;

use crate::Sentence;

/// One moment of a step. Dice come from the outcomes that fell, the rest from the lines that the game tells: no game says
/// how anything moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Moment {
    /// A die or a coin falls.
    Die {
        /// Its piece in the area of dice.
        piece: String,
    },
    /// A line of the chronicle is told.
    Tell {
        /// Its place among the lines of the step that the viewer hears.
        line: usize,
    },
    /// What that line does to pieces.
    #[serde(untagged)]
    Effect(Effect),
}

/// What an event does to the pieces of a scene. A piece may be missing in the scene before the step, or in the one after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Effect {
    /// The dice that have fallen since the last settling are settled: they were for this, and this came of it.
    Settle {
        /// What they were for: `You strike`, `Initiative`.
        title: Sentence,
        /// What came of it: `3 wounds`, `you go first`.
        result: String,
        /// The blow that was dealt by them.
        blow: Option<Blow>,
    },
    /// A number on a piece goes up or down.
    Change {
        /// The piece: a meter, or one with a [gauge](crate::Gauge).
        piece: String,
        /// By how much; 0 where the event does not tell, and only what stood there before does.
        by: i32,
        /// To what.
        to: i32,
    },
    /// A piece dies, or breaks.
    Fall {
        /// The piece.
        piece: String,
    },
    /// A card is drawn, or turned up.
    Draw {
        /// The card as it lies afterwards.
        piece: String,
    },
    /// A piece goes somewhere else.
    Move {
        /// The piece.
        piece: String,
    },
    /// A player gains something.
    Gain {
        /// What they gain, as it lies afterwards.
        piece: String,
    },
}

/// A blow that has been dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Blow {
    /// The piece that strikes, if there is one.
    pub by: Option<String>,
    /// The piece that is struck.
    pub on: String,
    /// How much harm it does; 0 if it is parried.
    pub harm: u32,
}

/// Dice that belong together, with what came of them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Roll {
    /// What they were for; empty while that is not settled.
    pub title: Sentence,
    /// The ids of their pieces, in the order in which they fell.
    pub dice: Vec<String>,
    /// What came of it; empty while that is not settled.
    pub result: String,
    /// The blow that was dealt by them.
    pub blow: Option<Blow>,
}
