//! Answers about games, before there is a table.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// All games.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct GamesAnswer {
    games: Vec<GameAnswer>,
}

/// A game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GameAnswer {
    id: String,
    title: String,
    tagline: String,
    /// `cooperative` or `competitive`.
    spirit: String,
    /// The least and the greatest number of players.
    seats: [u8; 2],
    usual_seats: u8,
    /// A JSON Schema of its options.
    #[schema(value_type = Object)]
    options: Value,
    /// The names of the bots that play it.
    bots: Vec<String>,
    /// Its named bots: their ids can be used like names of bots.
    characters: Vec<CharacterAnswer>,
    /// The version of its rules.
    rules: u32,
}

/// A named bot.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CharacterAnswer {
    id: String,
    name: String,
    /// `easy`, `normal` or `hard`.
    level: String,
    /// `careful`, `bold` or `spiteful`.
    temperament: String,
    /// A description of how it plays.
    about: String,
}

/// A seal that is shown before there is a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct SealAnswer {
    /// The SHA-256 of the server's share of the seed, as 64 hexadecimal digits.
    seal: String,
}
