//! The kernel's contract, over every seat count and many options.

use accursed_tomb::AccursedTomb;
use serde_json::json;
use testkit::contract::{Check, check};

#[test]
fn the_contract_holds() {
    let options = vec![
        json!({ "gear": "literal", "max_rounds": 12 }),
        json!({ "engage": "adjacent" }),
        json!({ "retreat": false, "gear": "literal" }),
        json!({ "engage": "adjacent", "retreat": false, "max_rounds": 1 }),
    ];
    let seen = check::<AccursedTomb>(&Check { matches: 5, options, explore_every: 31, ..Check::default() });
    for kind in ["turn", "combat", "merchant"] {
        assert!(seen.decisions.contains_key(kind), "no {kind} in {} steps", seen.steps);
    }
    assert!(seen.explored > 100 && seen.undone > 100, "{seen:?}");
    assert!(seen.blows > 1000 && seen.shown > 1000, "{seen:?}");
}

#[test]
fn the_encoding_is_as_in_the_golden_file() {
    testkit::encoding::hold::<AccursedTomb>("tests/encoding.txt", &json!({ "max_rounds": 40 }), 3);
}
