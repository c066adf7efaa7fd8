//! What is answered of a match: where it stands, what can be done, and what it comes to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Where a match stands.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// The number of steps taken.
    ply: usize,
    status: Status,
    /// What the caller's seats may do, by seat.
    legal: BTreeMap<String, Vec<LegalMove>>,
    /// The outcome that must be told now, with real dice; it says what is asked, or that it is hidden from the caller.
    #[schema(value_type = Option<Object>)]
    ask: Option<Value>,
}

/// Who is awaited, or how it ended.
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

/// How a match ended.
#[derive(Serialize, Deserialize, ToSchema)]
struct Outcome {
    /// Whether those who play together have won; null where they are rivals.
    victory: Option<bool>,
    /// Every seat's place, from 1.
    placings: Vec<u32>,
    /// Every seat's score, where there are scores.
    scores: Option<Vec<i64>>,
}

/// Something that a seat may do.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalMove {
    /// The action, to be sent as it is.
    #[schema(value_type = Object)]
    action: Value,
    /// How it reads.
    text: String,
}

/// For each of the caller's seats the number of the step since which it faces the decision that it faces now.
pub(super) type Epochs = BTreeMap<String, usize>;

/// A standing order.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderAnswer {
    order: String,
    limit: Option<i32>,
}

/// Where the table stands after a step, and what happened in it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct Progress {
    /// The number of steps taken.
    step: usize,
    /// With real dice: the number of outcomes told of the step that waits.
    answers: usize,
    state: State,
    epochs: Epochs,
    /// What happened, as the game tells it to the seat that acted; empty while an outcome is waited for.
    #[schema(value_type = Vec<Object>)]
    events: Vec<Value>,
}

/// What a bot would do.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct HintAnswer {
    /// The step that the caller named.
    step: usize,
    #[schema(value_type = Object)]
    action: Value,
    /// How it reads.
    text: String,
    /// Why, in words, if the bot can say.
    reason: Option<String>,
    /// What the bot thinks of each legal move, in their order; empty if it did not compare them.
    estimates: Vec<Estimate>,
}

/// What a bot thinks of a move.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Estimate {
    #[schema(value_type = Object)]
    action: Value,
    text: String,
    /// The share of matches that are won by it, from 0 to 1.
    estimate: f64,
    /// How many matches were tried out.
    visits: u64,
}

/// What a seat or a spectator may know: the game's own JSON.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct ViewAnswer {
    #[schema(value_type = Object)]
    view: Value,
}

/// The table as a seat or a spectator sees it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct SceneAnswer {
    #[schema(value_type = Option<Object>)]
    scene: Option<Value>,
}
