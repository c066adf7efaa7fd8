//! Whole matches in readable form, compared with `tests/playthroughs/*.txt`. Where a change is
//! meant, `cargo xtask golden` writes them again; read the difference.

use crimsonbranch::Crimsonbranch;
use serde_json::{Value, json};
use testkit::golden::{Playthrough, Policy, Style, hold};

const STYLE: Style = Style { chapter: "visits", stand };

fn plans() -> Vec<Playthrough> {
    let plan = |name, options, seed, player| Playthrough { name, options, seats: 1, seed, player };
    vec![
        plan("ranger-six-visits", json!({ "max_visits": 6 }), 3, Policy::Reference),
        plan("paladin-five-visits", json!({ "hero": "xyz", "max_visits": 5 }), 8, Policy::Reference),
        plan("wizard-short-fights", json!({ "hero": "Kavi", "max_visits": 6, "max_turns": 2 }), 5, Policy::Reference),
        plan("warrior-random-retired", json!({ "hero": "" }), 14, Policy::Random(14)),
    ]
}

/// The state of the table in a line.
fn stand(view: &Value) -> String {
    let hero = &view["hero"];
    let place = match view["pawn"].as_array() {
        Some(node) => format!("at {},{}", node[0], node[1]),
        None => "outside".to_owned(),
    };
    let fight = match view["battle"].as_object() {
        Some(battle) => {
            let enemies = battle["enemies"].as_array().into_iter().flatten().map(|enemy| {
                let kind =
                    enemy["kind"].as_str().and_then(|kind| kind.chars().next()).unwrap_or('?').to_ascii_uppercase();
                format!("{kind}{} hp {} shield {}", enemy["strength"], enemy["hp"], enemy["shield"])
            });
            format!("; turn {}: {}", battle["turn"], enemies.collect::<Vec<_>>().join(", "))
        }
        None => String::new(),
    };
    let numbers = ["hp", "max", "xp", "level", "points"].map(|key| format!("{key} {}", hero[key]));
    format!("{place}, ticks {}, {}{fight}", view["ticks"], numbers.join(" "))
}

#[test]
fn every_playthrough_goes_as_it_is_written() {
    hold::<Crimsonbranch>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"), &plans(), STYLE);
}
