//! Answers about achievements.

use serde::Serialize;
use utoipa::ToSchema;

/// The achievements of a person.
#[derive(Serialize, ToSchema)]
pub(crate) struct AchievementsAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) games: Vec<GameAchievementsAnswer>,
}

/// The achievements of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameAchievementsAnswer {
    pub(crate) game: &'static str,
    pub(crate) achievements: Vec<AchievementAnswer>,
}

/// An achievement that can be earned in one match.
#[derive(Serialize, ToSchema)]
pub(crate) struct AchievementAnswer {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    /// The task: what a player has to do for it.
    pub(crate) task: &'static str,
    /// The name of its picture.
    pub(crate) picture: &'static str,
    /// The percentage of people with it, among those who have finished a match of the game; null if
    /// nobody has finished one.
    pub(crate) percent: Option<u32>,
    /// The first match by which it was earned; null if it was not.
    pub(crate) earned: Option<AwardAnswer>,
}

/// The first match by which a person has earned an achievement.
#[derive(Serialize, ToSchema)]
pub(crate) struct AwardAnswer {
    /// The end of the match, in milliseconds since 1970.
    pub(crate) at: i64,
    /// The match's table; null if the caller may not look at it.
    pub(crate) table: Option<String>,
}
