//! Ratings of people who play against each other: Weng and Lin's, worked out from the places of all their matches.
//!
//! Nothing of it is kept in the store: what is kept in memory for a moment follows from the results of matches, so any process of a hall
//! says the same.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

use crate::store::{RivalPlace, Store, StoreError};

/// How long ratings are told before they are worked out anew.
const KEPT: Duration = Duration::from_secs(30);
/// After how many matches somebody is listed.
const MATCHES: u32 = 3;

/// How strong somebody is against others.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rated {
    /// The id of the person.
    pub(crate) person: String,
    /// How strong: everybody begins at 25.
    pub(crate) rating: f64,
    /// How far that may be off: two standard deviations.
    pub(crate) margin: f64,
    /// After how many matches.
    pub(crate) matches: u32,
}

/// The ratings of each game, worked out when they are asked for.
#[derive(Default, Debug)]
pub(crate) struct Ratings(Mutex<HashMap<String, Kept>>);

/// The ratings of a game.
#[derive(Clone, Debug)]
struct Kept {
    made: Instant,
    rated: Arc<[Rated]>,
}

impl Ratings {
    /// Those who are rated in a game, the one who is strongest for certain first.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn of(&self, store: &Store, game: &str) -> Result<Arc<[Rated]>, StoreError> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(game).cloned();
        if let Some(kept) = kept.filter(|kept| kept.made.elapsed() < KEPT) {
            return Ok(kept.rated);
        }
        let rated: Arc<[Rated]> = rate(&store.rival_places(game).await?).into();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(game.to_owned(), Kept { made: Instant::now(), rated: rated.clone() });
        Ok(rated)
    }
}

/// Rates people by their places, match after match.
fn rate(places: &[RivalPlace]) -> Vec<Rated> {
    let config = WengLinConfig::new();
    let mut known: HashMap<&str, (WengLinRating, u32)> = HashMap::new();
    for rivals in places.chunk_by(|one, other| one.table == other.table) {
        let before: Vec<[WengLinRating; 1]> = rivals
            .iter()
            .map(|rival| [known.get(rival.person.as_str()).map_or_else(WengLinRating::new, |one| one.0)])
            .collect();
        let ranked = before.iter().zip(rivals);
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            ranked.map(|(team, rival)| (&team[..], MultiTeamOutcome::new(rival.place as usize))).collect();
        for (rival, after) in rivals.iter().zip(weng_lin_multi_team(&teams, &config).into_iter().flatten()) {
            let entry = known.entry(&rival.person).or_insert((after, 0));
            *entry = (after, entry.1 + 1);
        }
    }
    let listed = known.into_iter().filter(|(_, (_, matches))| *matches >= MATCHES);
    let mut rated: Vec<Rated> = listed
        .map(|(person, (rating, matches))| Rated {
            person: person.to_owned(),
            rating: rating.rating,
            margin: 2.0 * rating.uncertainty,
            matches,
        })
        .collect();
    let sure = |rated: &Rated| rated.rating - rated.margin;
    rated.sort_by(|a, b| sure(b).total_cmp(&sure(a)).then_with(|| a.person.cmp(&b.person)));
    rated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(matches: &[&[(&str, u32)]]) -> Vec<RivalPlace> {
        let rivals =
            matches.iter().enumerate().flat_map(|(table, rivals)| rivals.iter().map(move |rival| (table, rival)));
        let place = |(table, (person, place)): (usize, &(&str, u32))| RivalPlace {
            table: table.to_string(),
            person: (*person).to_owned(),
            place: *place,
        };
        rivals.map(place).collect()
    }

    #[test]
    fn who_wins_against_the_strong_is_stronger_and_more_matches_make_it_surer() {
        let placed: &[(&str, u32)] = &[("ada", 1), ("ben", 2), ("cleo", 3)];
        let rated = rate(&places(&[placed, placed, placed]));
        assert_eq!(rated.iter().map(|one| one.person.as_str()).collect::<Vec<_>>(), ["ada", "ben", "cleo"]);
        let longer = rate(&places(&[placed, placed, placed, placed]));
        assert!(longer[0].rating > rated[0].rating && longer[0].margin < rated[0].margin);
        assert_eq!(longer[0].matches, 4);
    }

    #[test]
    fn a_draw_brings_rivals_together_and_few_matches_are_not_listed() {
        let drawn: &[(&str, u32)] = &[("ada", 1), ("ben", 1)];
        assert!(rate(&places(&[drawn, drawn])).is_empty(), "two matches");
        let rated = rate(&places(&[drawn, drawn, drawn]));
        assert!((rated[0].rating - rated[1].rating).abs() < 1e-9, "{rated:?}");
    }
}
