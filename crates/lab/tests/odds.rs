//! Tests of exact odds against sums by hand, against every combination of dice, and against long
//! sums of small numbers.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeMap;

use kernel::{
    Branch, Explorer, Probability,
    measure::{Duel, Finish},
};
use lab::odds::{self, Chance, Odds};
use serde_json::{Value, json};

fn duel(game: &str, answers: &Value) -> Box<dyn Duel> {
    roster::find(game).unwrap().duel(answers).unwrap()
}

fn solved(game: &str, answers: Value) -> Odds {
    odds::odds(&*duel(game, &answers)).unwrap()
}

fn ratio(numer: u64, denom: u64) -> Chance {
    Chance::new(numer.into(), denom.into())
}

/// A hero and a monster with 1 health each: any wound ends it. Each wounds with 14 of 24 rolls,
/// 7/12. The side that is first wins with w = 7/12 + (5/12)² w, which is 12/17; the second with
/// 5/17. The hero is first with 19/40.
#[test]
fn one_health_each_by_hand() {
    let one = json!({ "hp": 1, "enemy_hp": 1 });
    let with = |key: &str| {
        let mut answers = one.clone();
        answers[key] = json!(true);
        solved("rogue-ascension", answers)
    };
    assert_eq!(with("first").win(), ratio(12, 17));
    assert_eq!(with("second").win(), ratio(5, 17));
    let rolled = solved("rogue-ascension", one.clone());
    assert_eq!(rolled.win(), ratio(19, 40) * ratio(12, 17) + ratio(21, 40) * ratio(5, 17));
    assert_eq!(rolled.win().to_string(), "333/680");
    assert!(rolled.table().contains("0.489705882353  = 333/680"), "{}", rolled.table());
}

/// The first turns in a corner of Conan's tree.
#[test]
fn a_turn_in_the_dungeons_of_crimsonbranch() {
    let ask = |goal: &str, turns: u8| {
        solved("crimsonbranch", json!({ "level": 4, "box": 9, "x": 0, "y": 0, "goal": goal, "turns": turns }))
    };
    for odds in [ask("stand", 1), ask("stand", 2), ask("beat", 1), ask("beat", 2)] {
        assert_eq!(odds.ends.values().sum::<Chance>(), ratio(1, 1));
    }
    assert!(ask("beat", 1).win() < ask("beat", 2).win());
    // Six faces a die: no denominator has another prime factor than 2 and 3.
    let denominator = ask("beat", 2).win().denom().to_string();
    let mut rest: u64 = denominator.parse().unwrap();
    for factor in [2, 3] {
        while rest.is_multiple_of(factor) {
            rest /= factor;
        }
    }
    assert_eq!(rest, 1, "{denominator}");
    assert!(solved("crimsonbranch", json!({ "evil": true })).win() < ratio(1, 1));
}

/// Every combination of the dice of a whole fight. A tomb's fight always wounds, so it ends soon.
#[test]
fn whole_fights_of_the_tomb_by_every_fall_of_the_dice() {
    for answers in [
        json!({ "hp": 5, "weapons": 2, "foe": "goblin" }),
        json!({ "hp": 4, "weapons": 1, "foe": "demon" }),
        json!({ "hp": 2, "foe": "orc", "blessings": 0 }),
        json!({ "hp": 1, "armors": 0, "blessings": 1, "weapons": 3, "foe": "troll" }),
    ] {
        let fight = duel("accursed-tomb", &answers);
        let walk = |chance: &mut Branch<'_>| {
            let mut at = fight.start();
            loop {
                match fight.end(at) {
                    Some(end) => return end,
                    None => at = fight.then(at, fight.roll(fight.due(at), chance)),
                }
            }
        };
        let (mut explorer, mut ends) = (Explorer::new(3_000_000), BTreeMap::<Finish, Probability>::new());
        while let Some((probability, end)) = explorer.next(walk).unwrap() {
            *ends.entry(end).or_default() += probability;
        }
        let exact =
            |probability: Probability| Chance::new((*probability.numer()).into(), (*probability.denom()).into());
        let brute: BTreeMap<Finish, Chance> =
            ends.into_iter().map(|(end, probability)| (end, exact(probability))).collect();
        assert_eq!(odds::odds(&*fight).unwrap().ends, brute, "{answers}");
    }
}

/// Fights with misses have no limit: followed round by round until hardly any probability is left.
#[test]
fn fights_of_the_tower_round_by_round() {
    for answers in [
        json!({ "attack": "2d8", "defense": "d6", "hp": 20, "enemy": "miniboss", "first": true }),
        json!({ "attack": "d6", "defense": "d4", "hp": 7, "enemy": "boss", "ascension": 1 }),
        json!({ "attack": "d4", "defense": "2d12", "hp": 3, "enemy_hp": 5, "second": true }),
    ] {
        let fight = duel("rogue-ascension", &answers);
        let exact = odds::odds(&*fight).unwrap();
        assert_eq!(exact.ends.values().sum::<Chance>(), ratio(1, 1));
        let roll = |due: u8| {
            let (mut explorer, mut values) = (Explorer::new(1_000_000), BTreeMap::<u16, f64>::new());
            while let Some((probability, value)) = explorer.next(|chance| fight.roll(due, chance)).unwrap() {
                *values.entry(value).or_default() += *probability.numer() as f64 / *probability.denom() as f64;
            }
            values
        };
        let rolls = [roll(0), roll(1), roll(2)];
        let (mut now, mut ends) = (BTreeMap::from([(fight.start(), 1.0)]), BTreeMap::<Finish, f64>::new());
        for _ in 0..4000 {
            let mut next = BTreeMap::new();
            for (at, buffer) in now {
                match fight.end(at) {
                    Some(end) => *ends.entry(end).or_default() += buffer,
                    None => rolls[usize::from(fight.due(at))].iter().for_each(|(value, chance)| {
                        *next.entry(fight.then(at, *value)).or_default() += buffer * chance
                    }),
                }
            }
            now = next;
        }
        for (end, chance) in &exact.ends {
            let near = ends.get(end).copied().unwrap_or_default();
            assert!((odds::number(chance) - near).abs() < 1e-10, "{answers} {end:?}: {near}");
        }
    }
}

#[test]
fn decimals_are_rounded_and_fractions_whole() {
    assert_eq!(odds::decimal(&ratio(2, 3), 4), "0.6667");
    assert_eq!(odds::decimal(&ratio(1, 1), 3), "1.000");
    assert_eq!(odds::decimal(&ratio(1, 1000), 2), "0.00");
    let json = solved("accursed-tomb", json!({ "hp": 1, "weapons": 1, "foe": "demon" })).json();
    assert_eq!(json["win"], json!({ "fraction": "0", "decimal": 0.0 }));
    assert_eq!(json["left"], json!([{ "fraction": "1", "decimal": 1.0, "health": 0 }]));
}

#[test]
fn hardly_ever_is_not_never() {
    let hopeless = solved("rogue-ascension", json!({ "attack": "d4", "enemy": "boss", "hp": 100, "enemy_hp": 200 }));
    let decimal = hopeless.json()["win"]["decimal"].as_f64().unwrap();
    assert!((1.65e-66..1.66e-66).contains(&decimal), "{decimal}");
    let table = hopeless.table();
    assert!(table.contains("chance to win       1.659e-66       = a fraction of"), "{table}");
    assert!(table.contains("0, lost       1 - 1.659e-66   = "), "{table}");
    assert_eq!([(1, 3), (1, 1), (0, 1), (7, 2)].map(|(a, b)| odds::number(&ratio(a, b))), [1.0 / 3.0, 1.0, 0.0, 3.5]);
}

#[test]
fn what_cannot_be_asked_is_refused_with_what_can() {
    let title = roster::find("rogue-ascension").unwrap();
    let error = |answers: Value| title.duel(&answers).err().unwrap().to_string();
    assert!(error(json!({ "attack": "3d6" })).contains("2d20"));
    assert!(error(json!({ "first": true, "second": true })).contains("strikes first"));
    assert!(error(json!({ "weapons": 1 })).contains("there are attack, defense, hp"));
}
