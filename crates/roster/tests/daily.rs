//! Daily matches: of each day, of each game, with the results of bots.

#![allow(clippy::unwrap_used, reason = "a test may")]

use kernel::{Outcome, Seed, Source};
use roster::{CHALLENGER, GAMES};
use serde_json::Value;

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
    let title = roster::entry::<faulty::Faulty>();
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
    let title = roster::find("crimsonbranch").unwrap();
    let hero = |day| title.daily(day).unwrap().options["hero"].clone();
    assert_ne!(hero(20_000), hero(20_001));
    assert_eq!(hero(20_000), hero(20_000));
}
