//! Answers about the daily match.

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
    /// The day, such as `2026-11-21`, in UTC.
    day: String,
    /// The end of the day, in milliseconds since 1970.
    ends: i64,
    #[schema(value_type = Object)]
    options: Value,
    /// The SHA-256 of the seed from which all its dice come.
    seal: String,
    /// The seed, when the day is over and nobody plays its match any more.
    seed: Option<String>,
    /// The number of tries.
    tried: u64,
    /// The number of tries under way.
    playing: u64,
    /// The number of tries that reached the best possible result.
    top: u64,
    you: Option<OwnTryAnswer>,
    /// How many days in a row the caller has finished a try of this game.
    streak: usize,
    /// Whether the caller can play it for practice.
    practice: bool,
    /// The best tries, the best first; null until the caller's own has ended, or the day is over
    /// and they have none.
    tries: Option<Vec<RankedTryAnswer>>,
}

/// The caller's try of the match of a day.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OwnTryAnswer {
    table: String,
    /// The time until which it counts, in milliseconds since 1970.
    until: i64,
    result: Option<OwnResultAnswer>,
}

/// The result of the caller's try.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OwnResultAnswer {
    place: u64,
    /// The result in words that follow a name.
    reached: String,
    /// Whether the match was played to its end in time.
    finished: bool,
    /// The comparison with bots; null until it is computed.
    better: Option<BetterAnswer>,
}

/// The comparison of a try with matches of bots that had the same dice: how many of them it beats.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BetterAnswer {
    percent: u64,
    matches: u64,
}

/// A person's try of the match of a day.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RankedTryAnswer {
    /// The place; equal tries share it.
    place: u64,
    you: bool,
    /// The person's id.
    person: String,
    name: String,
    /// The result in words that follow the name.
    reached: String,
    finished: bool,
    /// The try's table, open to all once the seed is.
    table: String,
}

/// The table of a match of a day.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct TryAnswer {
    /// The table's id.
    table: String,
}
