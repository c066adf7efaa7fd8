//! Scenes: a game's table as data, for any skin to draw (a view model).
//!
//! A game describes the things on its table and their meaning; the page and the terminal decide how
//! they look. A move names the pieces that it joins. From these a skin can offer clicks, drag and
//! drop, keys and plain buttons without knowing the game.
//!
//! Dice on the table come from the outcomes of the last step, as the referee noted them. No game
//! keeps dice in its state for show.

mod area;
mod auto_action;
mod icon;
mod look;
mod moves;
mod outlook;
mod piece;

use serde::Serialize;

use crate::{Roll, Sentence, Tone};

pub use area::{Area, Doing, Layout, Region, Role};
pub use auto_action::{Armed, AutoAction, Limit};
pub use icon::{Icon, Picture};
pub use look::{Flag, Look, Stat};
pub use moves::{Barred, Fork, Mark, Move, Point, Wording, forks};
pub use outlook::{Balance, Forecast, Odds, Outlook, Side, Term};
pub use piece::{Badge, Gauge, Intent, Piece, Shape};

/// A table as one viewer sees it at one moment.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Scene {
    /// The progress of the match: `Floor 3 of 10`.
    pub headline: Sentence,
    /// The decision to make, or the player whom the match waits for.
    pub prompt: Sentence,
    /// The parts of the table, in reading order.
    pub areas: Vec<Area>,
    /// The legal moves of the viewer; filled in from the legal list, in its order.
    pub moves: Vec<Move>,
    /// Actions that a player would expect but cannot take now, with the reason.
    pub barred: Vec<Barred>,
    /// The auto-actions that the viewer can set: they repeat an action until something new comes
    /// up.
    pub standing: Vec<AutoAction>,
    /// The dice on the table, grouped by purpose; filled in from the outcomes and the game's
    /// effects.
    pub rolls: Vec<Roll>,
    /// The sums of two sides, if they decide a fight.
    pub balance: Option<Balance>,
    /// The results if the fight were decided now, and with the actions on offer: two at most.
    pub outlooks: Vec<Outlook>,
    /// Once the match is over: its end.
    pub ending: Option<Ending>,
    /// In a lesson: the text for the learner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teaching: Option<Teaching>,
}

impl Scene {
    /// Returns all pieces, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.areas.iter().flat_map(|area| &area.pieces)
    }

    /// Returns the part of the table that holds the piece of this id.
    pub fn area_of(&self, id: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.pieces.iter().any(|piece| piece.id == id))
    }

    /// Returns whether a move may be more prominent than the others, and is what the space bar
    /// takes. The main way on is so if it is the only move of play. Otherwise it must be neither
    /// dangerous nor hopeless, and no other move may be better by its forecast.
    pub fn leads(&self, index: usize) -> bool {
        let Some(one) = self.moves.get(index).map(|one| &one.wording).filter(|wording| wording.main) else {
            return false;
        };
        let mut others =
            self.moves.iter().enumerate().filter(|(other, choice)| *other != index && !choice.wording.menu);
        let safe = !one.is_dangerous() && !one.is_hopeless();
        others.all(|(_, other)| safe && !other.wording.is_better_than(one))
    }

    /// Returns the piece of this id.
    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces().find(|piece| piece.id == id)
    }
}

/// The text of a lesson at a moment. It is also the prompt of the scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Teaching {
    /// The text.
    pub text: String,
    /// The piece that the text is about; if there is none, it is about the move to make.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The number of the learner's next move, counted from 1.
    pub number: usize,
    /// Number of the learner's moves.
    pub of: usize,
    /// Whether the lesson is over.
    pub over: bool,
    /// Whether the learner has followed it to its end.
    pub won: bool,
    /// The number of the lesson among the game's lessons, counted from 1.
    pub lesson: u8,
    /// How many lessons the game has.
    pub lessons: u8,
}

/// The end of a match, as shown when it is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ending {
    /// The result: `The tower is yours`.
    pub title: Sentence,
    /// The story of the end.
    pub story: Sentence,
    /// The tone: whether to celebrate.
    pub tone: Tone,
    /// The match in a few numbers, the most important first.
    pub numbers: Vec<(String, String)>,
    /// The thing that this end unlocks, as a sentence: the next level.
    pub unlocked: Option<String>,
    /// If the next level begins with a draw: the label of the button that draws, `Draw its curse`.
    /// The result is what the next match shows with [`Flag::Curse`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<String>,
    /// The words on a gravestone, if the viewer or the party has fallen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epitaph: Option<Epitaph>,
}

/// The words on a gravestone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Epitaph {
    /// The name of the fallen.
    pub name: Sentence,
    /// The place and the cause: `Floor 7, the troll`.
    pub place: String,
    /// A dry line about the end.
    pub line: String,
    /// The line in its place for a player whose best score this match has missed by one at most. A
    /// game gives it if no other line is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near_best: Option<String>,
    /// The picture of the fallen, for the niche of the stone.
    pub picture: Picture,
}
