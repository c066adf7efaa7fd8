//! The answers of the calls, for the OpenAPI description. A test reads every answer of a match with
//! these types, so that code and description cannot differ.

mod achievements;
mod boards;
mod chat;
mod daily;
mod games;
mod matches;
mod notices;
mod people;
mod puzzles;
mod tables;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) use achievements::AchievementsAnswer;
pub(super) use boards::BoardsAnswer;
use chat::TalkSetting;
pub(super) use chat::{SaidAnswer, TalkAnswer};
pub(super) use daily::{DailiesAnswer, DailyAnswer, TryAnswer};
pub(super) use games::{GamesAnswer, SealAnswer};
use matches::{Epochs, LegalMove, OrderAnswer, State};
pub(super) use matches::{HintAnswer, Progress, SceneAnswer, ViewAnswer};
pub(super) use notices::{NoticesAnswer, OwnTablesAnswer, WaitingAnswer};
pub(super) use people::{AccountMade, GuestAnswer, LinkAnswer, MeAnswer, ProfileAnswer, SignedInAnswer};
pub(super) use puzzles::{PuzzleAnswer, PuzzlesAnswer};
pub(super) use tables::{OfferedAnswer, TableAnswer};

/// An error: why a call was not carried out.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Failure {
    error: FailureText,
}

/// A code for programs and a sentence for people.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FailureText {
    code: String,
    message: String,
}

/// A conflict: the table has moved on, or the action is not possible now. A stale request gets the
/// present state.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Late {
    error: FailureText,
    step: Option<usize>,
    answers: Option<usize>,
    state: Option<State>,
    epochs: Option<Epochs>,
}
