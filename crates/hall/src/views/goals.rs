//! The goals that a person has in reach, from sums that change with the step that ends a match.

use ::views::goals::{self, days};
use model::{Award, SeatResult};
use pages::ShownGoals;
use roster::{GameEntry, Roster};

use crate::{
    store::{Store, StoreError, now},
    tables::level_option,
};

/// Returns a person's goals for the front page.
///
/// # Errors
/// If the store fails.
pub(crate) async fn within_reach(store: &Store, roster: &Roster, person: &str) -> Result<ShownGoals, StoreError> {
    let totals = store.totals(person).await?;
    let Some(last) = goals::last(roster, &totals) else { return Ok(ShownGoals::default()) };
    let begun = store.progress(person).await?;
    let meta = last.1.meta();
    let open = match level_option(meta) {
        Some(_) => store.unlocked(person, meta.id).await?,
        None => 0,
    };
    Ok(goals::within_reach(roster, last, &begun, open, days(store.day_run(person).await?, now())))
}

/// Returns a person's goals at the end of a match. `results` are those of the match, and `awards`
/// all awards of the person.
///
/// # Errors
/// If the store fails.
pub(crate) async fn at_end(
    store: &Store,
    title: &dyn GameEntry,
    results: &[SeatResult],
    awards: &[Award],
    person: &str,
) -> Result<ShownGoals, StoreError> {
    let (totals, days) = (store.totals(person).await?, days(store.day_run(person).await?, now()));
    Ok(goals::at_end(title, results, awards, &totals, (person, days)))
}
