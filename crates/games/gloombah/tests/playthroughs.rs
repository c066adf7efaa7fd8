//! Whole matches in readable form, compared with `tests/playthroughs/*.txt`. Where a change is
//! meant, `cargo xtask golden` writes them again; read the difference.

use gloombah::Gloombah;
use serde_json::{Value, json};
use testkit::golden::{Playthrough, Policy, Style, hold};

const STYLE: Style = Style { chapter: "round", stand };

fn plans() -> Vec<Playthrough> {
    let plan = |name, seats, seed| Playthrough { name, options: json!({}), seats, seed, player: Policy::Reference };
    vec![plan("two-seats", 2, 218), plan("four-seats", 4, 124), plan("six-seats", 6, 1160)]
}

/// The state of the table in a line.
fn stand(view: &Value) -> String {
    let players = view["players"].as_array().into_iter().flatten().enumerate().map(|(seat, player)| {
        let word = |value: &Value| value.as_str().unwrap_or("nothing").to_owned();
        let gear = word(&player["gear"]["card"]);
        let damaged = if player["gear"]["damaged"] == true { " (damaged)" } else { "" };
        let level = &player["level"];
        let cards = &player["hand_count"];
        let (class, weapon) = (word(&player["class"]), word(&player["weapon"]));
        format!("P{} {class} {level}, {cards} cards, {gear}{damaged}, {weapon}", seat + 1)
    });
    let players: Vec<String> = players.collect();
    format!(
        "turn {}, {} items, {} monsters; {}",
        view["turn"],
        view["item_deck"],
        view["monster_deck"],
        players.join("; ")
    )
}

#[test]
fn every_playthrough_goes_as_it_is_written() {
    hold::<Gloombah>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"), &plans(), STYLE);
}
