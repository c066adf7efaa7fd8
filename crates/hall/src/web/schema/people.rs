//! Answers about people and their accounts.

use serde::Serialize;
use utoipa::ToSchema;

/// A guest, with the token that programs send.
#[derive(Serialize, ToSchema)]
pub(crate) struct GuestAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The token, sent as `Authorization: Bearer TOKEN`. It is returned only once.
    pub(crate) token: String,
}

/// The caller as they see themselves.
#[derive(Serialize, ToSchema)]
pub(crate) struct MeAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) theme: &'static str,
    pub(crate) speed: &'static str,
    /// The language of the caller's pages, by its tag; null if their browser chooses it.
    pub(crate) language: Option<String>,
    /// Whether the caller's pages leave out remarks of bots.
    pub(crate) quiet_bots: bool,
    /// Whether the caller does not show that they are here, and does not see it of others.
    pub(crate) hidden: bool,
    /// The account; null for a guest.
    pub(crate) account: Option<AccountAnswer>,
    pub(crate) sessions: Vec<SessionAnswer>,
    pub(crate) results: Vec<ResultAnswer>,
    /// The people with whom the caller has played.
    pub(crate) companions: Vec<CompanionAnswer>,
}

/// The ways to sign in to an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountAnswer {
    pub(crate) password: bool,
    /// Whether there is a recovery link.
    pub(crate) recovery: bool,
}

/// A session: a browser or program that is signed in.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionAnswer {
    pub(crate) device: String,
    /// The time of the sign-in, in milliseconds since 1970.
    pub(crate) made: i64,
    /// The time of the last use, in milliseconds since 1970.
    pub(crate) used: i64,
    /// Whether it is the session of this request.
    pub(crate) here: bool,
}

/// A person's matches of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResultAnswer {
    pub(crate) game: &'static str,
    pub(crate) finished: u32,
    pub(crate) won: u32,
    /// The number of matches that were abandoned without a step for days; they are not among the
    /// finished ones.
    pub(crate) left: u32,
    /// The highest level that is unlocked; null if none was unlocked.
    pub(crate) level: Option<u32>,
}

/// A person with whom the caller has played.
#[derive(Serialize, ToSchema)]
pub(crate) struct CompanionAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) matches: u32,
    /// The number of these matches that the caller has won.
    pub(crate) won: u32,
}

/// A person's public profile.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProfileAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) results: Vec<ResultAnswer>,
}

/// A new account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountMade {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The secret of the recovery link, returned only once, for an account without a password.
    pub(crate) recovery: Option<String>,
}

/// A recovery link.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkAnswer {
    /// The secret of the link, returned only once.
    pub(crate) recovery: String,
}

/// The result of a sign-in.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedInAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The token, sent as `Authorization: Bearer TOKEN`. It is returned only once.
    pub(crate) token: String,
    /// The secret of the new recovery link, if the old one was used.
    pub(crate) recovery: Option<String>,
}
