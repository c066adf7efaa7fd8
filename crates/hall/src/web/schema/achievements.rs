//! What is answered of achievements.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody has earned.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct AchievementsAnswer {
    id: String,
    name: String,
    games: Vec<GameAchievementsAnswer>,
}

/// The achievements of a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GameAchievementsAnswer {
    game: String,
    achievements: Vec<AchievementAnswer>,
}

/// Something that can be earned in one match.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AchievementAnswer {
    id: String,
    title: String,
    /// What has to be done for it.
    task: String,
    /// The name of its picture.
    picture: String,
    /// How many of a hundred who have finished a match of the game have it; null if nobody has finished one.
    percent: Option<u32>,
    /// By what it was earned first; null if it was not.
    earned: Option<AwardAnswer>,
}

/// The first match by which somebody has earned something.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AwardAnswer {
    /// When it ended, in milliseconds since 1970.
    at: i64,
    /// Its table; null if the caller may not look at it.
    table: Option<String>,
}
