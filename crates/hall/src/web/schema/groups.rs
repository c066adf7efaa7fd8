//! Answers about groups.

use serde::Serialize;
use utoipa::ToSchema;

use super::{EveningAnswer, OwnTable, WebhookAnswer};

/// The groups of the caller, by name.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupsAnswer {
    pub(crate) groups: Vec<GroupLineAnswer>,
}

/// A group in a list, or at the end of a link.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupLineAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The number of members.
    pub(crate) members: u32,
}

/// A group as a member sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    /// A note for the members; empty for none.
    pub(crate) note: String,
    /// The id of the member who owns it.
    pub(crate) owner: String,
    /// The path of the page by which people join.
    pub(crate) link: String,
    /// The time at which it was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// The members, in the order in which they joined.
    pub(crate) members: Vec<MemberAnswer>,
    /// The last tables, those that are not over first.
    pub(crate) tables: Vec<OwnTable>,
    /// The last evenings that began at its tables, the latest first.
    pub(crate) evenings: Vec<EveningAnswer>,
    /// The sums of the members' matches at its tables, by game; the most points first.
    pub(crate) scores: Vec<GroupScoreAnswer>,
    /// The name or id by which its webhook mentions the caller; empty for none.
    pub(crate) mention: String,
    /// The webhook, for the owner; null if there is none.
    pub(crate) webhook: Option<WebhookAnswer>,
}

/// A member of a group.
#[derive(Serialize, ToSchema)]
pub(crate) struct MemberAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Whether they have no account.
    pub(crate) guest: bool,
    /// The time at which they joined, in milliseconds since 1970.
    pub(crate) joined: i64,
    /// Whether they are here now.
    pub(crate) here: bool,
    /// The time at which they were last here, in milliseconds since 1970; null if it is not shown.
    pub(crate) seen: Option<i64>,
}

/// The sums of a member's matches of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GroupScoreAnswer {
    pub(crate) game: String,
    /// The id of the member.
    pub(crate) id: String,
    pub(crate) name: String,
    /// The number of matches in which two members or more played to the end.
    pub(crate) matches: u32,
    pub(crate) won: u32,
    /// A point for each member whom the member placed ahead of; on one side, one for a win.
    pub(crate) points: u32,
    /// The highest score; null in games without scores.
    pub(crate) best: Option<i64>,
}
