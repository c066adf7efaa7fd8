//! A whole match as text. `cargo xtask golden` writes it anew; read the difference then.

use pig::Pig;
use serde_json::json;
use testkit::golden::{Playthrough, Policy, Style, hold};

#[test]
fn the_playthrough_goes_as_it_is_written() {
    let plan =
        Playthrough { name: "short", options: json!({ "goal": 50 }), seats: 2, seed: 1, player: Policy::Reference };
    let style = Style { chapter: "round", stand: |view| format!("round {}, {}", view["round"], view["scores"]) };
    hold::<Pig>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"), &[plan], style);
}
