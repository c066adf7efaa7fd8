//! Answers about games, before there is a table.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// All games.
#[derive(Serialize, ToSchema)]
pub(crate) struct GamesAnswer {
    #[schema(value_type = Vec<GameAnswer>)]
    pub(crate) games: Value,
}

/// A game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameAnswer {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) tagline: String,
    /// `cooperative` or `competitive`.
    pub(crate) spirit: String,
    /// The least and the greatest number of players.
    pub(crate) seats: [u8; 2],
    pub(crate) usual_seats: u8,
    /// A JSON Schema of its options.
    #[schema(value_type = Object)]
    pub(crate) options: Value,
    /// The names of the bots that play it.
    pub(crate) bots: Vec<String>,
    /// Its named bots: their ids can be used like names of bots.
    pub(crate) characters: Vec<CharacterAnswer>,
    /// The version of its rules.
    pub(crate) rules: u32,
}

/// A named bot.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CharacterAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    /// `easy`, `normal` or `hard`.
    pub(crate) level: String,
    /// `careful`, `bold` or `spiteful`.
    pub(crate) temperament: String,
    /// A description of how it plays.
    pub(crate) about: String,
}

/// A seal that is shown before there is a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct SealAnswer {
    /// The SHA-256 of the server's share of the seed, as 64 hexadecimal digits.
    pub(crate) seal: String,
}
