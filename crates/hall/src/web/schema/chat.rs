//! Answers about the chat at a table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How much chat is allowed at a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TalkSetting {
    Free,
    Phrases,
    None,
}

/// The chat of a table, without people whom the caller has muted.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct TalkAnswer {
    setting: TalkSetting,
    /// The game's ready-made phrases.
    phrases: Vec<String>,
    remarks: Vec<RemarkAnswer>,
    reactions: Vec<ReactionAnswer>,
}

/// A remark.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RemarkAnswer {
    /// The number of the remark at the table, from 1.
    n: u64,
    seat: u8,
    player: String,
    /// Whether the caller wrote it.
    you: bool,
    /// The number of steps taken at that time.
    step: usize,
    text: String,
    /// The time, in milliseconds since 1970.
    at: i64,
}

/// A person's reaction to a step.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReactionAnswer {
    step: usize,
    seat: u8,
    player: String,
    you: bool,
    reaction: String,
}

/// The number of the new remark.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct SaidAnswer {
    n: u64,
}
