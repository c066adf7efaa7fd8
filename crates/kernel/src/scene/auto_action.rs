//! Auto-actions and premoves: actions that the server takes for a player.

use serde::Serialize;

use super::Forecast;
use crate::Sentence;

/// An auto-action: an action that the server repeats for a player without asking. It lasts until
/// the player cancels it, or until the game has [no more action](crate::AutoActions::carry_out) for
/// it because something new comes up; a [lasting](AutoAction::lasting) one only pauses then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AutoAction {
    /// Its name in forms: `fight-on`. A piece of the same id offers it on the table, in place of
    /// the other choices.
    pub id: &'static str,
    /// A verb and its object: `Fight on`.
    pub text: Sentence,
    /// A limit, if the player may choose one.
    pub limit: Option<Limit>,
    /// The possible results.
    pub forecast: Option<Forecast>,
    /// Whether the auto-action must be secret. If others wait for its steps as well, each step
    /// comes after a random pause of [one to three seconds](AutoAction::PAUSE), including the
    /// first. It looks as if the player had thought about it.
    pub discreet: bool,
    /// Whether it goes on after decisions that its player takes meanwhile, and waits while there is
    /// one. It ends when the player cancels it, or when it [no longer
    /// stands](crate::AutoActions::stands).
    pub lasting: bool,
}

impl AutoAction {
    /// The minimum and maximum pause of a discreet auto-action before a step, in milliseconds.
    pub const PAUSE: (u64, u64) = (1_000, 3_000);
}

/// The limit of an auto-action: it ends once a number that the game watches has come down to this.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Limit {
    /// The number in words: `until my health is at most`.
    pub text: String,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// The value that most players would choose.
    pub usual: i32,
}

/// The state of a [premove](crate::AutoActions::armable).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Armed {
    /// Waiting: its seat is not awaited yet.
    Waits,
    /// Due: it is legal now, and still means the same.
    Due,
    /// Lapsed: it is not legal any more, or would mean something else.
    Lapsed,
}
