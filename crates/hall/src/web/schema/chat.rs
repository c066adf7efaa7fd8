//! Answers about the chat at a table.

use kernel::TableTalk;
use serde::Serialize;
use utoipa::ToSchema;

use super::TalkSetting;

/// The chat of a table, without people whom the caller has muted.
#[derive(Serialize, ToSchema)]
pub(crate) struct TalkAnswer {
    #[schema(value_type = TalkSetting)]
    pub(crate) setting: TableTalk,
    /// The game's ready-made phrases.
    pub(crate) phrases: Vec<&'static str>,
    pub(crate) remarks: Vec<RemarkAnswer>,
    pub(crate) reactions: Vec<ReactionAnswer>,
}

/// A remark.
#[derive(Serialize, ToSchema)]
pub(crate) struct RemarkAnswer {
    /// The number of the remark at the table, from 1.
    pub(crate) n: u64,
    pub(crate) seat: u8,
    pub(crate) player: String,
    /// Whether the caller wrote it.
    pub(crate) you: bool,
    /// The number of steps taken at that time.
    pub(crate) step: usize,
    pub(crate) text: String,
    /// The time, in milliseconds since 1970.
    pub(crate) at: i64,
}

/// A person's reaction to a step.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReactionAnswer {
    pub(crate) step: usize,
    pub(crate) seat: u8,
    pub(crate) player: String,
    pub(crate) you: bool,
    pub(crate) reaction: String,
}

/// The number of the new remark.
#[derive(Serialize, ToSchema)]
pub(crate) struct SaidAnswer {
    pub(crate) n: u64,
}
