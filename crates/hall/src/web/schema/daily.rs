//! Answers about the daily match.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Today's match of every game.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailiesAnswer {
    pub(crate) dailies: Vec<DailyAnswer>,
}

/// The match of a day, as the caller may see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct DailyAnswer {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// The day, such as `2026-11-21`, in UTC.
    pub(crate) day: String,
    /// The end of the day, in milliseconds since 1970.
    pub(crate) ends: i64,
    #[schema(value_type = Object)]
    pub(crate) options: Map<String, Value>,
    /// The SHA-256 of the seed from which all its dice come.
    pub(crate) seal: String,
    /// The seed, when the day is over and nobody plays its match any more.
    pub(crate) seed: Option<String>,
    /// The number of tries.
    pub(crate) tried: u64,
    /// The number of tries under way.
    pub(crate) playing: u64,
    /// The number of tries that reached the best possible result.
    pub(crate) top: u64,
    pub(crate) you: Option<OwnTryAnswer>,
    /// How many days in a row the caller has finished a try of this game.
    pub(crate) streak: usize,
    /// Whether the caller can play it for practice.
    pub(crate) practice: bool,
    /// The best tries, the best first; null until the caller's own has ended, or the day is over
    /// and they have none.
    pub(crate) tries: Option<Vec<RankedTryAnswer>>,
}

/// The caller's try of the match of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnTryAnswer {
    pub(crate) table: String,
    /// The time until which it counts, in milliseconds since 1970.
    pub(crate) until: i64,
    pub(crate) result: Option<OwnResultAnswer>,
}

/// The result of the caller's try.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnResultAnswer {
    pub(crate) place: u64,
    /// The result in words that follow a name.
    pub(crate) reached: String,
    /// Whether the match was played to its end in time.
    pub(crate) finished: bool,
    /// The comparison with bots; null until it is computed.
    pub(crate) better: Option<BetterAnswer>,
}

/// The comparison of a try with matches of bots that had the same dice: how many of them it beats.
#[derive(Serialize, ToSchema)]
pub(crate) struct BetterAnswer {
    pub(crate) percent: u64,
    pub(crate) matches: u64,
}

/// A person's try of the match of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct RankedTryAnswer {
    /// The place; equal tries share it.
    pub(crate) place: u64,
    pub(crate) you: bool,
    /// The person's id.
    pub(crate) person: String,
    pub(crate) name: String,
    /// The result in words that follow the name.
    pub(crate) reached: String,
    pub(crate) finished: bool,
    /// The try's table, open to all once the seed is.
    pub(crate) table: String,
}

/// The table of a match of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct TryAnswer {
    /// The table's id.
    pub(crate) table: String,
}
