//! A match of Pig, and the words about it: options, actions, events.

use kernel::{Outcome, Seat};
use serde::{Deserialize, Serialize};

/// After so many rounds the match ends (R3).
pub(crate) const ROUNDS: u16 = 50;

/// The options of a match. The kernel has checked them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Points to win.
    pub goal: u16,
}

/// A match of Pig: what each seat has banked, and what the turn has brought so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pig {
    pub(crate) goal: u16,
    pub(crate) scores: Vec<u16>,
    pub(crate) turn: Seat,
    pub(crate) points: u16,
    pub(crate) round: u16,
}

/// An action of the seat whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Roll the die.
    Roll,
    /// Bank the turn's points.
    Hold,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Rolled { seat: Seat, value: u8, points: u16 },
    Held { seat: Seat, points: u16, score: u16 },
}

impl Pig {
    pub(crate) fn over(&self) -> bool {
        self.round > ROUNDS || self.scores.iter().any(|score| *score >= self.goal)
    }

    pub(crate) fn outcome(&self) -> Outcome {
        Outcome::by_points(self.scores.iter().map(|score| i32::from(*score)))
    }

    pub(crate) fn next_turn(&mut self) {
        self.points = 0;
        if self.over() {
            return;
        }
        self.turn = Seat((self.turn.0 + 1) % self.scores.len() as u8);
        self.round += u16::from(self.turn == Seat(0));
    }
}
