//! Answers about a match: its state, the possible moves, and its result.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// The state of a match.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// The number of steps taken.
    ply: usize,
    status: Status,
    /// The legal moves of the caller's seats, by seat.
    legal: BTreeMap<String, Vec<LegalMove>>,
    /// The outcome that must be entered now, with real dice: the question, or a note that it is
    /// hidden from the caller.
    #[schema(value_type = Option<Object>)]
    ask: Option<Value>,
}

/// The seats that must act, or the result.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Awaiting(Vec<Awaited>),
    Over(Outcome),
}

/// A seat that must act.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Awaited {
    seat: u8,
    /// The name of its decision.
    kind: String,
}

/// The result of a match.
#[derive(Serialize, Deserialize, ToSchema)]
struct Outcome {
    /// Whether the players have won together; null if they are rivals.
    victory: Option<bool>,
    /// Every seat's place, from 1.
    placings: Vec<u32>,
    /// Every seat's score, where there are scores.
    scores: Option<Vec<i64>>,
}

/// A move that a seat may make.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalMove {
    /// The action, to be sent as it is.
    #[schema(value_type = Object)]
    action: Value,
    /// A text that describes the move.
    text: String,
}

/// For each of the caller's seats, the number of the step since which it faces its present
/// decision.
pub(super) type Epochs = BTreeMap<String, usize>;

/// An auto-action.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderAnswer {
    order: String,
    limit: Option<i32>,
}

/// The state of a table after a step, and the events of the step.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct Progress {
    /// The number of steps taken.
    step: usize,
    /// With real dice: the number of outcomes entered for the step that waits.
    answers: usize,
    state: State,
    epochs: Epochs,
    /// The events of the step, as the game tells them to the seat that acted; empty while an
    /// outcome is waited for.
    #[schema(value_type = Vec<Object>)]
    events: Vec<Value>,
}

/// The advice of a bot.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct HintAnswer {
    /// The step that the caller named in the request.
    step: usize,
    #[schema(value_type = Object)]
    action: Value,
    /// A text that describes the action.
    text: String,
    /// The bot's reason in words, if it has one.
    reason: Option<String>,
    /// The bot's estimate of each legal move, in their order; empty if it did not compare them.
    estimates: Vec<Estimate>,
}

/// A bot's estimate of a move.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Estimate {
    #[schema(value_type = Object)]
    action: Value,
    text: String,
    /// The share of matches that are won after it, from 0 to 1.
    estimate: f64,
    /// The number of matches that the bot tried out.
    visits: u64,
}

/// The view of a seat or a spectator: the game's own JSON.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct ViewAnswer {
    #[schema(value_type = Object)]
    view: Value,
}

/// The scene of a table as a seat or a spectator sees it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct SceneAnswer {
    #[schema(value_type = Option<Object>)]
    scene: Option<Value>,
}
