//! What is answered of the match a day.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Today's match of every game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct DailiesAnswer {
    dailies: Vec<DailyAnswer>,
}

/// The match of a day, as the caller may see it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct DailyAnswer {
    game: String,
    title: String,
    /// As `2026-11-21`, in UTC.
    day: String,
    /// When the day is over, in milliseconds since 1970.
    ends: i64,
    #[schema(value_type = Object)]
    options: Value,
    /// SHA-256 of the seed from which all its dice come.
    seal: String,
    /// The seed, when the day is over and nobody plays its match any more.
    seed: Option<String>,
    /// How many have tried it.
    tried: u64,
    /// How many of these are under way.
    playing: u64,
    /// How many came as far as one can.
    top: u64,
    you: Option<OwnTryAnswer>,
    /// How many days in a row the caller has finished a try of this game.
    streak: usize,
    /// Whether the caller can play it for practice.
    practice: bool,
    /// The best tries, the best first; null until the caller's own has ended, or the day is over and they have none.
    tries: Option<Vec<RankedTryAnswer>>,
}

/// The caller's try of the match of a day.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OwnTryAnswer {
    table: String,
    /// Until when it counts, in milliseconds since 1970.
    until: i64,
    result: Option<OwnResultAnswer>,
}

/// What the caller's try has come to.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OwnResultAnswer {
    place: u64,
    /// In words that follow a name.
    reached: String,
    /// Whether the match was played to its end in time.
    finished: bool,
    /// Null until it is worked out.
    better: Option<BetterAnswer>,
}

/// Than how many matches of bots with the same dice a try is better.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BetterAnswer {
    percent: u64,
    matches: u64,
}

/// Somebody's try of the match of a day.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RankedTryAnswer {
    /// Equal ones share it.
    place: u64,
    you: bool,
    /// The person's id.
    person: String,
    name: String,
    /// In words that follow the name.
    reached: String,
    finished: bool,
    /// Its table, open to all once the seed is.
    table: String,
}

/// Where a match of a day is played.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct TryAnswer {
    /// The table's id.
    table: String,
}
