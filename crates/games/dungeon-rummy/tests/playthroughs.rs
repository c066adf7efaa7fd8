//! Whole matches in readable form, compared with `tests/playthroughs/*.txt`. Where a change is
//! meant, `cargo xtask golden` writes them again; read the difference.

use dungeon_rummy::DungeonRummy;
use serde_json::{Value, json};
use testkit::golden::{Playthrough, Policy, Style, hold};

const STYLE: Style = Style { chapter: "turn", stand };

fn plans() -> Vec<Playthrough> {
    let plan = |name, options, seats, seed, player| Playthrough { name, options, seats, seed, player };
    vec![
        plan("solo-short", json!({ "level": "easy" }), 1, 133, Policy::Reference),
        plan("two-heroes-heroic", json!({ "level": "heroic", "heroes": ["bob", "milton"] }), 2, 115, Policy::Reference),
        plan(
            "four-heroes-own-tokens",
            json!({ "level": "heroic", "boss": "gorgon", "open_hands": true, "token_control": "owner" }),
            4,
            331,
            Policy::Reference,
        ),
        plan("four-heroes-won", json!({ "level": "easy" }), 4, 198, Policy::Reference),
        plan("three-random", json!({ "level": "hard" }), 3, 325, Policy::Random(325)),
    ]
}

/// The state of the table in a line.
fn stand(view: &Value) -> String {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let words = |value: &Value| value.as_array().into_iter().flatten().map(word).collect::<Vec<_>>().join(" ");
    let monster = &view["monster"];
    let heroes = view["heroes"].as_array().into_iter().flatten().map(|hero| {
        let meld = words(&hero["meld"]);
        let meld = if meld.is_empty() { "-".to_owned() } else { meld };
        format!("{} {} hp {} tokens [{meld}]", word(&hero["id"]), hero["hp"], hero["tokens"])
    });
    let heroes: Vec<String> = heroes.collect();
    format!(
        "{} phase {}, {} of {}; graveyard [{}]; {}",
        word(&monster["id"]),
        monster["phase"],
        monster["damage"],
        monster["hp"],
        words(&view["graveyard"]),
        heroes.join("; ")
    )
}

#[test]
fn every_playthrough_goes_as_it_is_written() {
    hold::<DungeonRummy>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"), &plans(), STYLE);
}
