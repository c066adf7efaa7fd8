//! Whole matches as one would read them, compared line by line with `tests/playthroughs/*.txt`.
//!
//! Where a change is meant, write them anew with
//! `UPDATE_GOLDEN=1 cargo test -p rogue-ascension --test playthroughs`, and read the difference.

use std::{fs, path::PathBuf};

use kernel::golden::{Plan, Player, Style, compare, playthrough};
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

const UPDATE: &str = "UPDATE_GOLDEN=1 cargo test -p rogue-ascension --test playthroughs";
const STYLE: Style = Style { chapter: "floor", stand };

fn plans() -> Vec<Plan> {
    let plan = |name, options, seats, seed, player| Plan { name, options, seats, seed, player };
    vec![
        plan("solo-won", json!({}), 1, 376, Player::Reference),
        plan("solo-random-lost", json!({}), 1, 28, Player::Random(28)),
        plan("solo-curses", json!({ "ascension": 2 }), 1, 296, Player::Reference),
        plan("two-heroes", json!({}), 2, 105, Player::Reference),
        plan("four-heroes-all-draw", json!({ "ascension": 1, "coop_reward": "all" }), 4, 358, Player::Reference),
        plan("no-lowest-die", json!({ "ascension": 3, "die_floor": "none" }), 1, 390, Player::Reference),
    ]
}

/// How the table stands.
fn stand(view: &Value) -> String {
    let place = match view["floor"].as_u64() > view["floors"].as_u64() {
        true => "boss room".to_owned(),
        false => format!("floor {} of {}", view["floor"], view["floors"]),
    };
    let enemy = match view["enemy"].as_object() {
        Some(enemy) => {
            let kind = enemy["kind"].as_str().unwrap_or_default();
            format!(", {kind} {} in round {}", enemy["hp"], enemy["round"])
        }
        None => String::new(),
    };
    let heroes = view["heroes"].as_array().into_iter().flatten().enumerate().map(|(seat, hero)| {
        let word = |key: &str| hero[key].as_str().unwrap_or_default().to_owned();
        let items: Vec<&str> = hero["items"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let items = if items.is_empty() { "nothing".to_owned() } else { items.join(" ") };
        let (attack, defense, luck) = (word("attack"), word("defense"), &hero["luck_modifier"]);
        format!("P{} {} hp {attack}/{defense} luck {luck}, {items}", seat + 1, hero["hp"])
    });
    let heroes: Vec<String> = heroes.collect();
    format!("{place}, pile {}, discard {}{enemy}; {}", view["pile"], view["discard"], heroes.join("; "))
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join("playthroughs")
}

#[test]
fn every_playthrough_goes_as_it_is_written() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value != "0");
    for plan in plans() {
        let (found, path) =
            (playthrough::<RogueAscension>(&plan, STYLE), folder().join(plan.name).with_extension("txt"));
        assert!(found.lines().count() <= 270, "{} has too many lines to read: {}", plan.name, found.lines().count());
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
