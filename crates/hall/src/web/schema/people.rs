//! Answers about people and their accounts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A guest, with the token that programs send.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct GuestAnswer {
    id: String,
    name: String,
    /// The token, sent as `Authorization: Bearer TOKEN`. It is returned only once.
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
    /// The language of the caller's pages, by its tag; null if their browser chooses it.
    language: Option<String>,
    /// Whether the caller's pages leave out remarks of bots.
    quiet_bots: bool,
    /// The account; null for a guest.
    account: Option<AccountAnswer>,
    sessions: Vec<SessionAnswer>,
    results: Vec<ResultAnswer>,
    /// The people with whom the caller has played.
    companions: Vec<CompanionAnswer>,
}

/// The ways to sign in to an account.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AccountAnswer {
    password: bool,
    /// Whether there is a recovery link.
    recovery: bool,
}

/// A session: a browser or program that is signed in.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SessionAnswer {
    device: String,
    /// The time of the sign-in, in milliseconds since 1970.
    made: i64,
    /// The time of the last use, in milliseconds since 1970.
    used: i64,
    /// Whether it is the session of this request.
    here: bool,
}

/// A person's matches of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResultAnswer {
    game: String,
    finished: u32,
    won: u32,
    /// The number of matches that were abandoned without a step for days; they are not among the
    /// finished ones.
    left: u32,
    /// The highest level that is unlocked; null if none was unlocked.
    level: Option<u32>,
}

/// A person with whom the caller has played.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CompanionAnswer {
    id: String,
    name: String,
    matches: u32,
    /// The number of these matches that the caller has won.
    won: u32,
}

/// A person's public profile.
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
    /// The secret of the recovery link, returned only once, for an account without a password.
    recovery: Option<String>,
}

/// A recovery link.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct LinkAnswer {
    /// The secret of the link, returned only once.
    recovery: String,
}

/// The result of a sign-in.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct SignedInAnswer {
    id: String,
    name: String,
    /// The token, sent as `Authorization: Bearer TOKEN`. It is returned only once.
    token: String,
    /// The secret of the new recovery link, if the old one was used.
    recovery: Option<String>,
}
