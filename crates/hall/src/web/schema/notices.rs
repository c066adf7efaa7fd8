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
