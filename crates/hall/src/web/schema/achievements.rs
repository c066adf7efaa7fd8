//! Answers about achievements.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The achievements of a person.
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

/// An achievement that can be earned in one match.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AchievementAnswer {
    id: String,
    title: String,
    /// The task: what a player has to do for it.
    task: String,
    /// The name of its picture.
    picture: String,
    /// The percentage of people with it, among those who have finished a match of the game; null if
    /// nobody has finished one.
    percent: Option<u32>,
    /// The first match by which it was earned; null if it was not.
    earned: Option<AwardAnswer>,
}

/// The first match by which a person has earned an achievement.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AwardAnswer {
    /// The end of the match, in milliseconds since 1970.
    at: i64,
    /// The match's table; null if the caller may not look at it.
    table: Option<String>,
}
