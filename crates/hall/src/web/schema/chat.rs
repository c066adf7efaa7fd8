//! What is answered of talk at a table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How much may be said at a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TalkSetting {
    Free,
    Phrases,
    None,
}

/// What is said at a table, as the caller hears it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct TalkAnswer {
    setting: TalkSetting,
    /// The game's ready-made phrases.
    phrases: Vec<String>,
    remarks: Vec<RemarkAnswer>,
    reactions: Vec<ReactionAnswer>,
}

/// Something that was said.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RemarkAnswer {
    /// Its number at the table, from 1.
    n: u64,
    seat: u8,
    player: String,
    /// Whether the caller said it.
    you: bool,
    /// The number of steps taken then.
    step: usize,
    text: String,
    /// When, in milliseconds since 1970.
    at: i64,
}

/// How somebody took a step.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReactionAnswer {
    step: usize,
    seat: u8,
    player: String,
    you: bool,
    reaction: String,
}

/// The number of what was said.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct SaidAnswer {
    n: u64,
}
