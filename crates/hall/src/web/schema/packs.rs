//! Answers about packs of house cards.

use serde::Serialize;
use utoipa::ToSchema;

use crate::store::Pack;

/// The packs of the caller, the latest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct PacksAnswer {
    pub(crate) packs: Vec<PackAnswer>,
}

/// A pack of house cards.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackAnswer {
    /// The SHA-256 of the pack: the value of the option `pack` of a new table.
    pub(crate) hash: String,
    pub(crate) game: String,
    pub(crate) title: String,
    /// Whether its trial is over: `waiting`, `passed` or `failed`.
    pub(crate) trial: &'static str,
    /// The result of the trial in a sentence; empty if there is nothing to say.
    pub(crate) words: String,
    /// Whether everybody may use it.
    pub(crate) listed: bool,
    /// The time at which it was brought, in milliseconds since 1970.
    pub(crate) brought: i64,
}

impl From<Pack> for PackAnswer {
    fn from(pack: Pack) -> PackAnswer {
        PackAnswer {
            trial: pack.trial.name(),
            words: pack.trial.words().to_owned(),
            hash: pack.hash,
            game: pack.game,
            title: pack.title,
            listed: pack.listed,
            brought: pack.brought,
        }
    }
}

/// Whether everybody may use a pack.
#[derive(Serialize)]
pub(crate) struct ListedAnswer {
    pub(crate) hash: String,
    pub(crate) listed: bool,
}
