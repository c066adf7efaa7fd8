//! Daily matches at run time: the match of a day, the result of a seat, and the results of bots
//! with the same seed.

use std::ops::Range;

use kernel::{
    BadOptions, Daily, DailyMatch, Fast, Judge, Match, NullLog, Panicked, Present, Reached, RecordRng, Referee, Seat,
    Seed, Source, Viewer, below, contained,
};
use serde_json::Value;

use crate::simulation::mixed;

/// The seat of the player who tries the match of a day.
pub const CHALLENGER: Seat = Seat(0);

/// At one decision in this many, a bot that tries the daily match takes a random legal action.
/// Otherwise it would always play the same match.
pub const ONE_IN: u32 = 20;

/// Returns the match of a day.
pub(crate) fn of_day<G: Present>(day: u64) -> Option<DailyMatch> {
    let &Daily { words, seats, options, .. } = G::FEATURES.daily.as_ref()?;
    let options = kernel::options::complete(G::META.options, &options(day)).ok()?;
    Some(DailyMatch { words, seats, options })
}

/// Returns how far a seat has come; `None` for a match of another game, or a game without a daily
/// match.
pub(crate) fn reached<G: Present>(table: &dyn Match, seat: Seat) -> Option<Reached> {
    let game = table.as_any().downcast_ref::<Referee<G>>()?.game()?;
    Some((G::FEATURES.daily.as_ref()?.reached)(&game.view(Viewer::Seat(seat)), seat))
}

/// Returns the scores of the [`CHALLENGER`] in these matches, each with the same seed. The
/// reference policy has all seats, and at one decision in [`ONE_IN`] the challenger takes a random
/// legal action. The seed and the number of the match alone select the decisions. A match that
/// panics leaves an error in its place.
pub(crate) fn reference_scores<G: Present + Judge>(
    daily: &DailyMatch,
    seed: &Seed,
    numbers: Range<u64>,
) -> Result<Vec<Result<i64, Panicked>>, BadOptions> {
    let settings = Value::Object(daily.options.clone());
    // The referee checks the options.
    let referee = Referee::<G>::open(&settings, daily.seats.into(), Source::Manual)?;
    let Some(Daily { reached, .. }) = &G::FEATURES.daily else { return Ok(Vec::new()) };
    let luck = seed.0.iter().fold(0u64, |luck, byte| luck.rotate_left(7) ^ u64::from(*byte));
    let score = |number: u64| {
        let game = played::<G>(referee.options(), referee.seats(), seed, mixed(luck, number));
        reached(&game.view(Viewer::Seat(CHALLENGER)), CHALLENGER).score
    };
    Ok(numbers.map(|number| contained(|| score(number))).collect())
}

/// Plays a match by bots to its end, or to its bound.
fn played<G: Judge>(options: &G::Options, seats: u8, seed: &Seed, luck: u64) -> G {
    let (mut dice, mut rng) = (RecordRng::of(seed), Fast::seeded(luck));
    let Ok(mut game) = G::setup(options, seats, &mut dice, &mut NullLog);
    for _ in 0..G::bound(options, seats) {
        let Some(seat) = game.asked_first() else { break };
        let stray = seat == CHALLENGER && below(&mut rng.0, ONE_IN) == 0;
        let action = if stray { game.any(seat, &mut rng.0) } else { game.reference_action(seat) };
        let Some(action) = action else { break };
        let Ok(()) = game.apply(seat, action, &mut dice, &mut NullLog);
    }
    game
}

#[cfg(test)]
mod tests {
    use kernel::Outcome;

    use super::*;
    use crate::GAMES;

    #[test]
    fn every_game_has_a_daily_match_that_bots_score_alike_again() {
        let seed = Seed([7; 32]);
        for title in GAMES {
            let id = title.meta().id;
            let daily = title.daily(20_000).unwrap();
            let first = title.reference_scores(&daily, &seed, 0..40).unwrap();
            let again = title.reference_scores(&daily, &seed, 20..40).unwrap();
            assert_eq!(first[20..], again, "{id}: a match depends on its number alone");
            assert!(first.iter().any(|score| *score != first[0]), "{id}: not all do the same: {first:?}");
            assert_eq!(first.iter().find(|score| score.is_err()), None, "{id}");
        }
    }

    #[test]
    fn match_that_breaks_off_leaves_error_in_its_place() {
        let title = crate::entry::<faulty::Faulty>();
        let (whole, faulty) = (title.daily(0).unwrap(), title.daily(1).unwrap());
        let scores = |daily| title.reference_scores(daily, &Seed([7; 32]), 0..40).unwrap();
        assert!(scores(&whole).iter().all(Result::is_ok));
        let (broken, held): (Vec<_>, Vec<_>) = scores(&faulty).into_iter().partition(Result::is_err);
        assert!(!broken.is_empty() && !held.is_empty(), "{broken:?} {held:?}");
        assert!(broken[0].as_ref().unwrap_err().message.contains("the Policy fails"), "{broken:?}");
    }

    #[test]
    fn the_progress_of_a_match_is_told_from_beginning_to_end() {
        for title in GAMES {
            let id = title.meta().id;
            let daily = title.daily(20_000).unwrap();
            let options = Value::Object(daily.options.clone());
            let source = Source::Seed(Seed([3; 32]), Vec::new());
            let mut table = title.open(&options, daily.seats.into(), source).unwrap();
            let begun = title.reached(table.as_ref(), CHALLENGER).unwrap();
            assert!(!begun.top && !begun.text.is_empty(), "{id}: {begun:?}");
            while let Some(seat) = table.asked_first() {
                let bot = bots::Bot::Reference;
                let advice = title.advise(table.as_ref(), seat, bot, 0, &bots::Budget::ONE_THREAD).unwrap();
                table.act(seat, &advice.action).unwrap();
            }
            let ended = title.reached(table.as_ref(), CHALLENGER).unwrap();
            assert!(ended.score >= begun.score, "{id}: {begun:?}, then {ended:?}");
            let outcome = Outcome::read(&table.outcome().unwrap()).unwrap();
            assert!(!ended.top || outcome.won(CHALLENGER), "{id}: {ended:?} in {outcome:?}");
        }
    }

    #[test]
    fn the_hero_of_crimsonbranch_is_another_each_day() {
        let title = crate::find("crimsonbranch").unwrap();
        let hero = |day| title.daily(day).unwrap().options["hero"].clone();
        assert_ne!(hero(20_000), hero(20_001));
        assert_eq!(hero(20_000), hero(20_000));
    }
}
