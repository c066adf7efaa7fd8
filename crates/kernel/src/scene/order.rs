//! What a player can have done without being asked.

use serde::Serialize;

use super::Forecast;
use crate::Sentence;

/// Something that a player can have done again and again without being asked. It holds until they take it back, or the
/// game has [nothing more to do by it](crate::Present::carry_out): when something new comes up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StandingOrder {
    /// Its name in forms: `fight-on`.
    pub id: &'static str,
    /// A verb and what it is done to: `Fight on`.
    pub text: Sentence,
    /// How far it goes, where the player may choose that.
    pub limit: Option<Limit>,
    /// What may come of it.
    pub forecast: Option<Forecast>,
    /// Whether nobody else may notice that it stands: where others wait for its steps as well, each comes after a random
    /// pause of [one to three seconds](StandingOrder::PAUSE), the first one too, as if the player had thought about it.
    pub discreet: bool,
}

impl StandingOrder {
    /// How long a discreet order takes for a step, at least and at most, in milliseconds.
    pub const PAUSE: (u64, u64) = (1_000, 3_000);
}

/// How far a standing order goes: it ends once a number that the game watches has come down to this.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Limit {
    /// What the number is, in words: `until my health is at most`.
    pub text: String,
    /// The least that makes sense.
    pub min: i32,
    /// The most that makes sense.
    pub max: i32,
    /// What most would choose.
    pub usual: i32,
}

/// What has become of an action that was [armed](crate::Present::armable).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Armed {
    /// Its seat is not awaited yet.
    Waits,
    /// It can be done now, and means what it meant.
    Due,
    /// It cannot be done any more, or would mean something else.
    Lapsed,
}
