//! What is answered of people and of their accounts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A guest, with the token that programs send.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct GuestAnswer {
    id: String,
    name: String,
    /// Sent as `Authorization: Bearer TOKEN`. It is told once.
    token: String,
}

/// The caller as they see themselves.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct MeAnswer {
    id: String,
    name: String,
    theme: String,
    speed: String,
    /// The language of the caller's pages, by its tag; null for what their browser asks for.
    language: Option<String>,
    /// Whether the caller's pages leave out what bots say.
    quiet_bots: bool,
    /// Null for a guest.
    account: Option<AccountAnswer>,
    sessions: Vec<SessionAnswer>,
    results: Vec<ResultAnswer>,
    /// With whom the caller has played.
    companions: Vec<CompanionAnswer>,
}

/// How an account can be signed in to.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AccountAnswer {
    password: bool,
    /// Whether there is a recovery link.
    recovery: bool,
}

/// A browser or program that is signed in.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SessionAnswer {
    device: String,
    /// When, in milliseconds since 1970.
    made: i64,
    /// When last, in milliseconds since 1970.
    used: i64,
    /// Whether it is the one that asks.
    here: bool,
}

/// What somebody has played of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResultAnswer {
    game: String,
    finished: u32,
    won: u32,
    /// How many were left without a step for days, beside the finished ones.
    left: u32,
    /// The highest level that is open, if one was opened.
    level: Option<u32>,
}

/// Somebody with whom the caller has played.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CompanionAnswer {
    id: String,
    name: String,
    matches: u32,
    /// How many of these the caller has won.
    won: u32,
}

/// What somebody has played.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct ProfileAnswer {
    id: String,
    name: String,
    results: Vec<ResultAnswer>,
}

/// A new account.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct AccountMade {
    id: String,
    name: String,
    /// The secret of the recovery link, told once, where there is no password.
    recovery: Option<String>,
}

/// A recovery link.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct LinkAnswer {
    /// Its secret, told once.
    recovery: String,
}

/// Who has signed in.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct SignedInAnswer {
    id: String,
    name: String,
    /// Sent as `Authorization: Bearer TOKEN`. It is told once.
    token: String,
    /// The secret of the new recovery link, where the old one was used.
    recovery: Option<String>,
}
