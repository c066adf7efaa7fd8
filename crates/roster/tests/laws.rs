//! With any options, every bot makes legal moves, and every match ends: thousands of matches drawn
//! from the games' own data sheets. `cargo xtask laws` plays a million.
#![allow(missing_docs, clippy::unwrap_used)]

use std::{collections::BTreeSet, thread};

use bots::Bot;
use roster::{BrokenLaw, GameEntry, Trial};
use serde_json::{Value, json};

/// Returns the number of trials of each game. A match of some games takes a thousand times as long
/// as one of others.
fn trials(game: &str) -> u64 {
    match game {
        "crimsonbranch" => 150,
        "dungeon-rummy" => 200,
        "gloombah" => 300,
        _ => 5_000,
    }
}

/// Trials that once broke a law: `cargo xtask laws` found them among hundreds of thousands.
const BROKEN_ONCE: [(&str, u64); 2] = [("rogue-ascension", 39_511), ("rogue-ascension", 87_223)];

fn check(title: &dyn GameEntry) -> Vec<BrokenLaw> {
    let id = title.meta().id;
    let broken = |number| title.check_trial(&Trial::drawn(title, number)).err().map(|broken| *broken);
    let once = BROKEN_ONCE.into_iter().filter(|(game, _)| *game == id).map(|(_, number)| number);
    let numbers: Vec<u64> = (0..trials(id)).chain(once).collect();
    thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let own = numbers.iter().copied().filter(move |number| number % 2 == half);
            scope.spawn(move || own.filter_map(broken).collect::<Vec<_>>())
        });
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    })
}

#[test]
fn every_bot_keeps_the_laws_with_any_options() {
    let small = [roster::entry::<pig::Pig>(), roster::entry::<liars_dice::LiarsDice>()];
    let mut broken = Vec::new();
    for title in roster::GAMES.iter().copied().chain(small) {
        broken.extend(check(title).iter().map(ToString::to_string));
    }
    assert!(broken.is_empty(), "{} trials broke a law, the first: {}", broken.len(), broken[0]);
}

#[test]
fn trials_meet_all_seats_values_and_bots() {
    for title in roster::GAMES {
        let meta = title.meta();
        let trials: Vec<Trial> = (0..2_000).map(|number| Trial::drawn(*title, number)).collect();
        let seats: BTreeSet<u8> = trials.iter().map(|trial| trial.seats).collect();
        assert_eq!(seats, (meta.seats.0..=meta.seats.1).collect(), "{}", meta.id);
        let met = |bot: Bot| trials.iter().any(|trial| trial.bots.contains(&bot));
        assert!(Bot::ALL.into_iter().all(met) && title.characters().iter().map(Bot::playing).all(met), "{}", meta.id);
        for spec in meta.options {
            let values: BTreeSet<String> = trials.iter().map(|trial| trial.options[spec.key].to_string()).collect();
            let ends = match spec.kind {
                kernel::OptionKind::Number { min, max, .. } => vec![json!(min), json!(max)],
                kernel::OptionKind::Switch { .. } => vec![json!(false), json!(true)],
                kernel::OptionKind::Choice(choices) => choices.iter().map(|(word, _)| json!(word)).collect(),
                kernel::OptionKind::Subset(_) => vec![json!([])],
                kernel::OptionKind::Text { .. } => vec![json!("")],
            };
            let missing = |value: &&Value| !values.contains(&value.to_string());
            assert_eq!(ends.iter().find(missing), None, "{}, {}", meta.id, spec.key);
        }
    }
}

#[test]
fn trial_names_the_match_of_a_broken_law() {
    let title = roster::entry::<faulty::Faulty>();
    let whys = [("policy", "the Policy fails"), ("index", "number 9 of a list of 2"), ("rules", "the Rules fails")];
    for (part, why) in whys {
        let mut trial = Trial::drawn(title, 7);
        trial.options = json!({ "part": part, "at": 2 }).as_object().unwrap().clone();
        let broken = title.check_trial(&trial).unwrap_err();
        assert!(broken.why.contains(why) && (2..=3).contains(&broken.step), "{broken}");
        let line = broken.to_string();
        for word in ["faulty, trial 7: step ", "seats, bots ", r#""at":2"#] {
            assert!(line.contains(word) && !line.contains('\n'), "{line}");
        }
    }
}
