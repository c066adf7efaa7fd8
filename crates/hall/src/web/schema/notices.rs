//! What is answered of matches that wait for the caller, and of how they are told.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The matches that wait for the caller, the one that waits longest first.
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
    /// Since when, in milliseconds since 1970.
    since: i64,
}

/// How the caller is told that a match waits.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct NoticesAnswer {
    /// The hall's public key for Web Push, as `applicationServerKey` wants it, in base64url.
    key: String,
    webhook: Option<WebhookAnswer>,
    /// How many browsers are told by Web Push.
    browsers: usize,
}

/// A webhook.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookAnswer {
    url: String,
    /// `discord` or `slack`.
    form: String,
    /// Why the last notice could not be sent, if it could not.
    trouble: Option<String>,
}

/// A page of a list of the caller's tables.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct OwnTablesAnswer {
    /// `waiting`, `under-way` or `finished`.
    list: String,
    /// Which page of the list it is, from 1.
    page: u32,
    /// How many pages the list has.
    pages: u32,
    counts: ListCounts,
    tables: Vec<OwnTable>,
}

/// How many tables each list has.
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
    /// When something last happened there, in milliseconds since 1970.
    touched: i64,
}
