//! Whole matches in readable form, compared with `tests/playthroughs/*.txt`. Where a change is
//! meant, `cargo xtask golden` writes them again; read the difference.

use rogue_ascension::RogueAscension;
use serde_json::{Value, json};
use testkit::golden::{Playthrough, Policy, Style, hold};

const STYLE: Style = Style { chapter: "floor", stand };

fn plans() -> Vec<Playthrough> {
    let plan = |name, options, seats, seed, player| Playthrough { name, options, seats, seed, player };
    vec![
        plan("solo-won", json!({}), 1, 376, Policy::Reference),
        plan("solo-random-lost", json!({}), 1, 28, Policy::Random(28)),
        plan("solo-curses", json!({ "ascension": 2 }), 1, 296, Policy::Reference),
        plan("two-heroes", json!({}), 2, 105, Policy::Reference),
        plan("four-heroes-all-draw", json!({ "ascension": 1, "coop_reward": "all" }), 4, 358, Policy::Reference),
        plan("no-lowest-die", json!({ "ascension": 3, "die_floor": "none" }), 1, 390, Policy::Reference),
    ]
}

/// The state of the table in a line.
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

#[test]
fn every_playthrough_goes_as_it_is_written() {
    hold::<RogueAscension>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"), &plans(), STYLE);
}
