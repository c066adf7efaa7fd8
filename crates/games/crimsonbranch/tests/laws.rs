//! The kernel's contract, over heroes of every class.

use crimsonbranch::Crimsonbranch;
use serde_json::json;
use testkit::contract::{Check, check};

#[test]
fn the_contract_holds() {
    let options = vec![
        json!({ "hero": "", "max_turns": 4, "max_visits": 12 }),
        json!({ "hero": "Kavi", "max_turns": 5 }),
        json!({ "hero": "xyz", "max_visits": 3 }),
        json!({ "hero": "Bartholomew", "max_visits": 1, "max_turns": 1 }),
    ];
    let seen = check::<Crimsonbranch>(&Check { matches: 40, options, explore_every: 17, explore_limit: 3000 });
    for kind in ["explore", "prepare", "symbol", "fight", "loot", "equip"] {
        assert!(seen.decisions.contains_key(kind), "no {kind} in {} steps", seen.steps);
    }
    assert!(seen.explored > 900 && seen.undone > 1000, "{seen:?}");
    assert!(seen.shown > 500, "{seen:?}");
}

#[test]
fn the_encoding_is_as_in_the_golden_file() {
    testkit::encoding::hold::<Crimsonbranch>("tests/encoding.txt", &json!({ "max_visits": 12 }), 1);
}
