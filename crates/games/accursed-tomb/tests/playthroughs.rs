//! Whole matches in readable form, compared with `tests/playthroughs/*.txt`. Where a change is
//! meant, `cargo xtask golden` writes them again; read the difference.

use accursed_tomb::AccursedTomb;
use serde_json::{Value, json};
use testkit::golden::{Playthrough, Policy, Style, hold};

const STYLE: Style = Style { chapter: "round", stand };

fn plans() -> Vec<Playthrough> {
    let plan = |name, options, seats, seed, player| Playthrough { name, options, seats, seed, player };
    vec![
        plan("four-seats", json!({}), 4, 3, Policy::Reference),
        plan("two-seats-random", json!({}), 2, 21, Policy::Random(21)),
        plan("adjacent", json!({ "engage": "adjacent" }), 3, 1, Policy::Reference),
        plan("no-retreat-literal", json!({ "retreat": false, "gear": "literal" }), 4, 3, Policy::Reference),
        plan("sealed", json!({}), 4, 141, Policy::Random(141)),
        plan("round-limit", json!({ "max_rounds": 5 }), 2, 3, Policy::Reference),
    ]
}

/// The state of the table in a line.
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

#[test]
fn every_playthrough_goes_as_it_is_written() {
    hold::<AccursedTomb>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"), &plans(), STYLE);
}
