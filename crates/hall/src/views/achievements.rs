//! The achievements of a person, read from the store.

use std::collections::HashMap;

use ::views::achievements::{self, games};
pub(crate) use ::views::achievements::{GameAchievements, OneAchievement, first_earned_at};

use crate::store::{Store, StoreError};

/// Returns the achievements of all games that have any, with the progress of a person.
///
/// # Errors
/// If the store fails.
pub(crate) async fn of(store: &Store, person: &str) -> Result<Vec<GameAchievements>, StoreError> {
    let (awards, begun) = (store.awards(person).await?, store.progress(person).await?);
    let mut earners = HashMap::new();
    for title in games() {
        let game = title.meta().id;
        earners.insert(game, store.earners(game).await?);
    }
    Ok(achievements::of(&awards, &begun, |game| earners.get(game)))
}
