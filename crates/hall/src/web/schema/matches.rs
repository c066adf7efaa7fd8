//! Answers about a match: its state, the possible moves, and its result.

use std::collections::BTreeMap;

use kernel::{Scene, Seat, State};
use roster::MoveEstimate;
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use crate::tables;

/// The state of a match.
#[derive(Serialize, ToSchema)]
#[schema(as = State)]
pub(crate) struct StateAnswer {
    /// The number of steps taken.
    ply: usize,
    #[schema(value_type = Status)]
    status: Box<RawValue>,
    /// The legal moves of the caller's seats, by seat.
    #[schema(value_type = BTreeMap<String, Vec<LegalMove>>)]
    legal: BTreeMap<Seat, Box<RawValue>>,
    /// The outcome that must be entered now, with real dice: the question, or a note that it is
    /// hidden from the caller.
    #[schema(value_type = Option<Object>)]
    ask: Option<Value>,
}

impl From<State> for StateAnswer {
    fn from(State { ply, status, legal, ask }: State) -> StateAnswer {
        StateAnswer { ply, status, legal: legal.into_iter().collect(), ask }
    }
}

/// The seats that must act, or the result.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Awaiting(Vec<Awaited>),
    Over(Outcome),
}

/// A seat that must act.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Awaited {
    pub(crate) seat: u8,
    /// The name of its decision.
    pub(crate) kind: String,
}

/// The result of a match.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct Outcome {
    /// Whether the players have won together; null if they are rivals.
    pub(crate) victory: Option<bool>,
    /// Every seat's place, from 1.
    pub(crate) placings: Vec<u32>,
    /// Every seat's score, where there are scores.
    pub(crate) scores: Option<Vec<i64>>,
}

/// A move that a seat may make.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegalMove {
    /// The action, to be sent as it is.
    #[schema(value_type = Object)]
    pub(crate) action: Value,
    /// A text that describes the move.
    pub(crate) text: String,
}

/// For each of the caller's seats, the number of the step since which it faces its present
/// decision.
pub(super) type Epochs = BTreeMap<String, usize>;

/// An auto-action.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrderAnswer {
    pub(crate) order: &'static str,
    pub(crate) limit: Option<i32>,
}

/// The state of a table after a step, and the events of the step.
#[derive(Serialize, ToSchema)]
pub(crate) struct Progress {
    /// The number of steps taken.
    pub(super) step: usize,
    /// With real dice: the number of outcomes entered for the step that waits.
    pub(super) answers: usize,
    #[schema(value_type = StateAnswer)]
    pub(super) state: Option<StateAnswer>,
    #[schema(value_type = Epochs)]
    pub(super) epochs: BTreeMap<Seat, usize>,
    /// The events of the step, as the game tells them to the seat that acted; empty while an
    /// outcome is waited for.
    #[schema(value_type = Vec<Object>)]
    events: Vec<Box<RawValue>>,
}

impl From<tables::Progress> for Progress {
    fn from(tables::Progress { step, answers, state, epochs, events }: tables::Progress) -> Progress {
        Progress { step, answers, state: state.map(StateAnswer::from), epochs, events }
    }
}

impl Progress {
    /// Returns the answer as JSON text.
    pub(crate) fn written(progress: tables::Progress) -> String {
        serde_json::to_string(&Progress::from(progress)).unwrap_or_default()
    }
}

/// The advice of a bot.
#[derive(Serialize, ToSchema)]
pub(crate) struct HintAnswer {
    /// The step that the caller named in the request.
    pub(crate) step: usize,
    #[schema(value_type = Object)]
    pub(crate) action: Value,
    /// A text that describes the action.
    pub(crate) text: String,
    /// The bot's reason in words, if it has one.
    pub(crate) reason: Option<String>,
    /// The bot's estimate of each legal move, in their order; empty if it did not compare them.
    pub(crate) estimates: Vec<Estimate>,
}

/// A bot's estimate of a move.
#[derive(Serialize, ToSchema)]
pub(crate) struct Estimate {
    #[schema(value_type = Object)]
    pub(crate) action: Value,
    pub(crate) text: String,
    /// The share of matches that are won after it, from 0 to 1.
    pub(crate) estimate: f64,
    /// The number of matches that the bot tried out.
    #[schema(value_type = u64)]
    pub(crate) visits: u32,
}

impl From<&MoveEstimate> for Estimate {
    fn from(one: &MoveEstimate) -> Estimate {
        let (action, text) = (one.action.clone(), one.text.plain(kernel::unnamed));
        Estimate { action, text, estimate: one.rounded(), visits: one.visits }
    }
}

/// The view of a seat or a spectator: the game's own JSON.
#[derive(Serialize, ToSchema)]
pub(crate) struct ViewAnswer {
    #[schema(value_type = Object)]
    pub(crate) view: Value,
}

/// The view of a seat as numbers, for agents that are trained on the game's encoding.
#[derive(Serialize, ToSchema)]
pub(crate) struct ObservationAnswer {
    /// The number of steps taken.
    pub(crate) step: usize,
    /// The version of the encoding.
    pub(crate) encoding: u32,
    /// The number of choices: the length of a mask.
    pub(crate) choices: usize,
    /// The observation.
    pub(crate) numbers: Vec<f32>,
    /// The choices that make up each legal action, in the order of `legal` of the state; empty if
    /// the seat is not awaited.
    pub(crate) actions: Vec<Vec<u16>>,
}

/// The scene of a table as a seat or a spectator sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SceneAnswer {
    #[schema(value_type = Option<Object>)]
    pub(crate) scene: Option<Scene>,
}
