//! Previews of a decision: the sums of two sides, the results, and their odds.

use serde::Serialize;

use crate::{Sentence, Tone};

/// The sums of two sides, drawn as two bars on one axis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Balance {
    /// The players' side, and the opposite one.
    pub sides: [Side; 2],
    /// The formula of the sums, in a line: `(5 + 2) × 150 %, rounded up, + 4 against beasts`.
    pub formula: Sentence,
}

/// One side of a [`Balance`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// Its name.
    pub name: Sentence,
    /// Its colour, from the viewer's point of view.
    pub tone: Tone,
    /// Its present total.
    pub total: i32,
    /// The parts of the total, and parts that may still be added.
    pub terms: Vec<Term>,
}

/// A part of a [`Side`]'s sum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// Its text: `Badger 10`, `+2`.
    pub text: Sentence,
    /// Its value; negative if it is subtracted.
    pub value: i32,
    /// Whether it counts already; otherwise it depends on a choice still to be made, and is not in
    /// the total.
    pub certain: bool,
}

/// The result of a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outlook {
    /// The condition and the result: `Now: lost by 7`.
    pub title: Sentence,
    /// The consequences: `Steel Plate damaged, 2 levels lost`.
    pub text: Sentence,
    /// Whether the result is good for the players' side.
    pub tone: Tone,
}

/// The possible results of a move or of an auto-action, as far as the rules allow to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forecast {
    /// In words: `wounds 69 %, kills 9 %`.
    pub text: String,
    /// The probabilities of success and of death, if the rules allow to compute them.
    pub odds: Option<Odds>,
}

impl Forecast {
    /// Creates a forecast in words only.
    pub fn new(text: impl Into<String>) -> Forecast {
        Forecast { text: text.into(), odds: None }
    }

    /// Adds the probabilities, from 0 to 1, of the hoped-for and of the feared result.
    #[must_use]
    pub fn odds(self, good: f64, bad: f64) -> Forecast {
        let thousandths = |share: f64| (1000.0 * share.clamp(0.0, 1.0)).round() as u16;
        Forecast { odds: Some(Odds { good: thousandths(good), bad: thousandths(bad) }), ..self }
    }
}

impl std::fmt::Display for Forecast {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl<T: Into<String>> From<T> for Forecast {
    fn from(text: T) -> Self {
        Forecast::new(text)
    }
}

/// Probabilities of results, in thousandths; the rest is neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Odds {
    /// The result that the player wants.
    pub good: u16,
    /// The result that the player fears: their death.
    pub bad: u16,
}

impl Odds {
    /// The probability of the feared result, in thousandths, from which a move is dangerous.
    pub const DANGER: u16 = 250;

    /// Returns whether the feared result is likely enough to warn of it.
    pub fn is_dangerous(self) -> bool {
        self.bad >= Odds::DANGER
    }
}
