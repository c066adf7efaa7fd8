//! A person's profile, read from the store.

use std::collections::BTreeMap;

pub(crate) use ::views::profile::{GameTally, Profile, shown_table};
use roster::Roster;

use super::achievements;
use crate::{
    store::{Store, StoreError},
    tables::level_option,
};

/// The most companions on a profile.
const COMPANIONS: u32 = 12;
/// How many finished matches are listed.
const LISTED: u32 = 20;

/// Returns the profile of a person.
///
/// # Errors
/// If the store fails.
pub(crate) async fn of(store: &Store, roster: &Roster, person: &str) -> Result<Profile, StoreError> {
    let totals = store.totals(person).await?;
    let mut levels = BTreeMap::new();
    for meta in roster::GAMES.iter().map(|title| title.meta()).filter(|meta| level_option(meta).is_some()) {
        levels.insert(meta.id.to_owned(), store.unlocked(person, meta.id).await?);
    }
    let history = store.past_matches(person, LISTED).await?;
    let companions = store.companions(person, COMPANIONS).await?;
    let achievements = achievements::of(store, person).await?;
    let card = store.card(person).await?;
    Ok(Profile { companions, achievements, card, ..Profile::new(roster, &totals, &levels, &history) })
}
