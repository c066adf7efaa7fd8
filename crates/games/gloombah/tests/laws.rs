//! The kernel's contract, over every seat count and several options.

use gloombah::Gloombah;
use serde_json::json;
use testkit::contract::{Check, check};

#[test]
fn the_contract_holds() {
    let options = vec![json!({ "round_limit": 10 })];
    let seen = check::<Gloombah>(&Check { matches: 1, options, explore_every: 61, explore_limit: 5000 });
    // No "trim": a random player never holds more than eight cards.
    let kinds = ["setup_equip", "prep", "choose_monster", "encounter", "fight", "offer_reply", "death_keep"];
    for kind in kinds {
        assert!(seen.decisions.contains_key(kind), "no {kind} in {} steps", seen.steps);
    }
    assert!(seen.explored > 100 && seen.undone > 500, "{seen:?}");
    assert!(seen.shown > 100, "{seen:?}");
}

#[test]
fn the_encoding_is_as_in_the_golden_file() {
    testkit::encoding::hold::<Gloombah>("tests/encoding.txt", &json!({ "round_limit": 10 }), 3);
}
