//! A whole match as one would read it. To write it anew: `cargo xtask golden`; then read the difference.

use kernel::golden::{Plan, Player, Style, compare, playthrough};
use pig::Pig;
use serde_json::json;

#[test]
fn the_playthrough_goes_as_it_is_written() {
    let plan = Plan { name: "short", options: json!({ "goal": 50 }), seats: 2, seed: 1, player: Player::Reference };
    let style = Style { chapter: "round", stand: |view| format!("round {}, {}", view["round"], view["scores"]) };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/short.txt");
    let found = playthrough::<Pig>(&plan, style);
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value != "0") {
        std::fs::write(path, &found).unwrap();
    }
    compare(&std::fs::read_to_string(path).unwrap_or_default(), &found).unwrap_or_else(|why| panic!("{why}"));
}
