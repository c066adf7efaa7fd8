//! The kernel's contract, over every seat count and many options.

use dungeon_rummy::DungeonRummy;
use serde_json::json;
use testkit::contract::{Check, check};

#[test]
fn the_contract_holds() {
    let options = vec![
        json!({ "level": "easy", "boss": "lich" }),
        json!({ "level": "heroic", "token_control": "owner" }),
        json!({ "level": "hard", "boss": "landlord", "open_hands": true }),
    ];
    let seen = check::<DungeonRummy>(&Check { matches: 2, options, explore_every: 41, explore_limit: 3000 });
    for kind in ["shield", "draw", "act", "flip", "discard", "blast"] {
        assert!(seen.decisions.contains_key(kind), "no {kind} in {} steps", seen.steps);
    }
    assert!(seen.explored > 100 && seen.undone > 100, "{seen:?}");
    assert!(seen.shown > 20, "{seen:?}");
}

#[test]
fn the_encoding_is_as_in_the_golden_file() {
    testkit::encoding::hold::<DungeonRummy>("tests/encoding.txt", &json!({ "level": "easy" }), 2);
}
