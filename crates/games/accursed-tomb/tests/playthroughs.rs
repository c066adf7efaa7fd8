//! Whole matches as one would read them, compared line by line with `tests/playthroughs/*.txt`.
//!
//! Where a change is meant, write them anew with
//! `UPDATE_GOLDEN=1 cargo test -p accursed-tomb --test playthroughs`, and read the difference.

use std::{fs, path::PathBuf};

use accursed_tomb::AccursedTomb;
use kernel::golden::{Plan, Player, Style, compare, playthrough};
use serde_json::{Value, json};

const UPDATE: &str = "UPDATE_GOLDEN=1 cargo test -p accursed-tomb --test playthroughs";
const STYLE: Style = Style { chapter: "round", stand };

fn plans() -> Vec<Plan> {
    let plan = |name, options, seats, seed, player| Plan { name, options, seats, seed, player };
    vec![
        plan("four-seats", json!({}), 4, 3, Player::Reference),
        plan("two-seats-random", json!({}), 2, 21, Player::Random(21)),
        plan("adjacent", json!({ "engage": "adjacent" }), 3, 1, Player::Reference),
        plan("no-retreat-literal", json!({ "retreat": false, "gear": "literal" }), 4, 3, Player::Reference),
        plan("sealed", json!({}), 4, 141, Player::Random(141)),
        plan("round-limit", json!({ "max_rounds": 5 }), 2, 3, Player::Reference),
    ]
}

/// How the table stands.
fn stand(view: &Value) -> String {
    let players = view["players"].as_array().into_iter().flatten().enumerate().map(|(seat, player)| {
        let number = |key: &str| player[key].as_u64().unwrap_or_default();
        if player["alive"] == false {
            return format!("P{} dead", seat + 1);
        }
        let foe = match &player["foe"] {
            Value::Null => String::new(),
            foe => format!(" fights {foe}"),
        };
        let mut held = String::new();
        for (key, letter) in [("weapons", 'W'), ("armors", 'A'), ("blessings", 'B')] {
            (0..number(key)).for_each(|_| held.push(letter));
        }
        let space = if held.is_empty() { "" } else { " " };
        format!("P{} {} {}/{}{space}{held}{foe}", seat + 1, player["pos"], player["hp"], player["max"])
    });
    let players: Vec<String> = players.collect();
    format!("round {}, {} unseen, monsters {}; {}", view["round"], view["unseen"], view["monsters"], players.join("; "))
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join("playthroughs")
}

#[test]
fn every_playthrough_goes_as_it_is_written() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value != "0");
    for plan in plans() {
        let (found, path) = (playthrough::<AccursedTomb>(&plan, STYLE), folder().join(plan.name).with_extension("txt"));
        assert!(found.lines().count() <= 265, "{} has too many lines to read: {}", plan.name, found.lines().count());
        if update {
            fs::write(&path, found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            continue;
        }
        let golden = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; to write it:\n    {UPDATE}", path.display()));
        compare(&golden, &found).unwrap_or_else(|why| panic!("{}.txt, {why}If it is meant:\n    {UPDATE}", plan.name));
    }
}

#[test]
fn every_file_is_a_playthrough() {
    let plans = plans();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = plans.iter().any(|plan| name == format!("{}.txt", plan.name));
        assert!(known, "{name} belongs to no playthrough; delete it or add its plan");
    }
}
