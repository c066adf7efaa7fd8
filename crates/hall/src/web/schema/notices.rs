//! Answers about matches that wait for the caller, and about notices of them.

use serde::Serialize;
use utoipa::ToSchema;

use super::InvitationAnswer;
use crate::{notices::trouble_of, store::Webhook};

/// The matches that wait for the caller, the one that has waited longest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingAnswer {
    pub(crate) waiting: Vec<TurnAnswer>,
    /// The invitations of the caller, the latest first.
    pub(crate) invitations: Vec<InvitationAnswer>,
}

/// A match that waits for the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct TurnAnswer {
    pub(crate) table: String,
    pub(crate) game: String,
    /// The game's title.
    pub(crate) title: String,
    /// The names of the other people at the table.
    pub(crate) with: Vec<String>,
    /// The time since which it waits, in milliseconds since 1970.
    pub(crate) since: i64,
}

/// How the caller is notified that a match waits.
#[derive(Serialize, ToSchema)]
pub(crate) struct NoticesAnswer {
    /// The server's public key for Web Push, as `applicationServerKey` wants it, in base64url.
    pub(crate) key: String,
    pub(crate) webhook: Option<WebhookAnswer>,
    /// The number of browsers that get Web Push notices.
    pub(crate) browsers: usize,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
pub(crate) struct WebhookAnswer {
    pub(crate) url: String,
    /// `discord`, `slack` or `json`.
    pub(crate) form: &'static str,
    /// The reason why the last notice could not be sent; null if it was sent.
    pub(crate) trouble: Option<String>,
}

impl From<Webhook> for WebhookAnswer {
    fn from(webhook: Webhook) -> WebhookAnswer {
        let (form, trouble) = (webhook.form.name(), trouble_of(&webhook));
        WebhookAnswer { url: webhook.url, form, trouble }
    }
}

/// A page of a list of the caller's tables.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnTablesAnswer {
    /// `waiting`, `under-way` or `finished`.
    pub(crate) list: &'static str,
    /// The number of this page of the list, from 1.
    pub(crate) page: u32,
    /// The number of pages of the list.
    pub(crate) pages: u32,
    pub(crate) counts: ListCounts,
    pub(crate) tables: Vec<OwnTable>,
}

/// The number of tables in each list.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListCounts {
    pub(crate) waiting: u32,
    pub(crate) under_way: u32,
    pub(crate) finished: u32,
    pub(crate) put_away: u32,
}

/// A table of the caller's.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnTable {
    pub(crate) table: String,
    pub(crate) game: String,
    /// `open`, `playing` or `over`.
    pub(crate) phase: &'static str,
    /// The time of the last change there, in milliseconds since 1970.
    pub(crate) touched: i64,
}
