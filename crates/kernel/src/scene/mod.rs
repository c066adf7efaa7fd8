//! What is on the table, for any skin to draw.
//!
//! A game says what there is and what it means; the page and the terminal say how it looks. From the pieces that a
//! move joins a skin can offer clicks, drag and drop, keys and plain buttons without knowing the game.

mod area;
mod icon;
mod look;
mod moves;
mod order;
mod outlook;
mod piece;

use serde::Serialize;

use crate::{Roll, Sentence, Tone};

pub use area::{Area, Doing, Layout, Region, Role};
pub use icon::{Icon, Picture};
pub use look::{Flag, Look, Stat};
pub use moves::{Barred, Fork, Mark, Move, Point, Wording, forks};
pub use order::{Armed, Limit, StandingOrder};
pub use outlook::{Balance, Forecast, Odds, Outlook, Side, Term};
pub use piece::{Badge, Gauge, Intent, Piece, Shape};

/// A table as one viewer sees it at one moment.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Scene {
    /// Where the match stands: `Floor 3 of 10`.
    pub headline: Sentence,
    /// What is to be decided, or who is waited for.
    pub prompt: Sentence,
    /// The parts of the table, in reading order.
    pub areas: Vec<Area>,
    /// What the viewer can do; filled in from the legal list, in its order.
    pub moves: Vec<Move>,
    /// What a player would expect to do but cannot now, with the reason.
    pub barred: Vec<Barred>,
    /// What the viewer can have done again and again without being asked, until something new comes up.
    pub standing: Vec<StandingOrder>,
    /// The dice on the table by what they were for; filled in from what fell and what the game told of it.
    pub rolls: Vec<Roll>,
    /// What two sides have against each other, where that decides.
    pub balance: Option<Balance>,
    /// What would come of it if it were decided now, and with what is on offer: two at most.
    pub outlooks: Vec<Outlook>,
    /// Once the match is over: how it ended.
    pub ending: Option<Ending>,
    /// Where the match is a lesson: what is said to the learner now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
}

impl Scene {
    /// All pieces, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.areas.iter().flat_map(|area| &area.pieces)
    }

    /// The part of the table where the piece of this id lies.
    pub fn area_of(&self, id: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.pieces.iter().any(|piece| piece.id == id))
    }

    /// The piece of this id.
    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces().find(|piece| piece.id == id)
    }
}

/// What a lesson says at a moment. Its words are the prompt of the scene, too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Teaching {
    /// The words.
    pub text: String,
    /// The piece that they are about; where there is none, they are about the move to make.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Which of the learner's moves comes now, counted from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// Whether nothing more comes.
    pub over: bool,
}

/// How a match ended, for an end worth reaching.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ending {
    /// The result: `The tower is yours`.
    pub title: Sentence,
    /// How it came about.
    pub story: Sentence,
    /// Whether to celebrate.
    pub tone: Tone,
    /// The match in a few numbers, most telling first.
    pub numbers: Vec<(String, String)>,
    /// What this end opens: the next level. Given as a sentence.
    pub unlocked: Option<String>,
}
