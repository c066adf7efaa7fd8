//! What the calls answer, for their description. A test reads every answer of a match by it, so that neither can say what
//! the other does not.

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

/// Why a call was not carried out.
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

/// The table has moved on, or what was asked cannot be done now. Where the caller came too late the present is told.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Late {
    error: FailureText,
    step: Option<usize>,
    answers: Option<usize>,
    state: Option<State>,
    epochs: Option<Epochs>,
}
