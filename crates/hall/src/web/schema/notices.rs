//! Answers about matches that wait for the caller, and about notices of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The matches that wait for the caller, the one that has waited longest first.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct WaitingAnswer {
    waiting: Vec<TurnAnswer>,
}

/// A match that waits for the caller.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TurnAnswer {
    table: String,
    game: String,
    /// The game's title.
    title: String,
    /// The names of the other people at the table.
    with: Vec<String>,
    /// The time since which it waits, in milliseconds since 1970.
    since: i64,
}

/// How the caller is notified that a match waits.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct NoticesAnswer {
    /// The server's public key for Web Push, as `applicationServerKey` wants it, in base64url.
    key: String,
    webhook: Option<WebhookAnswer>,
    /// The number of browsers that get Web Push notices.
    browsers: usize,
}

/// A webhook.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookAnswer {
    url: String,
    /// `discord` or `slack`.
    form: String,
    /// The reason why the last notice could not be sent; null if it was sent.
    trouble: Option<String>,
}

/// A page of a list of the caller's tables.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct OwnTablesAnswer {
    /// `waiting`, `under-way` or `finished`.
    list: String,
    /// The number of this page of the list, from 1.
    page: u32,
    /// The number of pages of the list.
    pages: u32,
    counts: ListCounts,
    tables: Vec<OwnTable>,
}

/// The number of tables in each list.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListCounts {
    waiting: u32,
    under_way: u32,
    finished: u32,
}

/// A table of the caller's.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OwnTable {
    table: String,
    game: String,
    /// `open`, `playing` or `over`.
    phase: String,
    /// The time of the last change there, in milliseconds since 1970.
    touched: i64,
}
