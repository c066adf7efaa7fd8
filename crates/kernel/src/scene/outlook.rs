//! What may come of a decision: what two sides have against each other, how it would end, and with what odds.

use serde::Serialize;

use crate::{Sentence, Tone};

/// What two sides have against each other, drawn as two bars on one axis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Balance {
    /// The players' side, and the other.
    pub sides: [Side; 2],
    /// How the sums come about, in a line: `(5 + 2) × 150 %, rounded up, + 4 against beasts`.
    pub formula: Sentence,
}

/// One side of a [`Balance`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// Who stands there.
    pub name: Sentence,
    /// Whose side it is, as the viewer sees it.
    pub tone: Tone,
    /// What it has now.
    pub total: i32,
    /// What that is made of, and what may still be added.
    pub terms: Vec<Term>,
}

/// A part of a [`Side`]'s sum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// What it is: `Badger 10`, `+2`.
    pub text: Sentence,
    /// How much it adds; what is taken away is negative.
    pub value: i32,
    /// Whether it counts already; else it hangs on what is still to be chosen, and is not in the total.
    pub certain: bool,
}

/// What would come of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outlook {
    /// On what condition, and how it ends: `Now: lost by 7`.
    pub title: Sentence,
    /// What follows: `Steel Plate damaged, 2 levels lost`.
    pub text: Sentence,
    /// Whether that is good for the players' side.
    pub tone: Tone,
}

/// What may come of a move or of a standing order, as far as the rules allow to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forecast {
    /// In words: `wounds 69 %, kills 9 %`.
    pub text: String,
    /// How often it goes well and how often it is the end, where the rules allow to work that out.
    pub odds: Option<Odds>,
}

impl Forecast {
    /// In words alone.
    pub fn new(text: impl Into<String>) -> Forecast {
        Forecast { text: text.into(), odds: None }
    }

    /// With these shares, from 0 to 1, of what is wanted and what is feared.
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

/// Shares of what can come, in thousandths; what is left is neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Odds {
    /// What the player wants.
    pub good: u16,
    /// What the player fears: their death.
    pub bad: u16,
}
