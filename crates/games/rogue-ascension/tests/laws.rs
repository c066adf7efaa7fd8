//! The kernel's contract, over every seat count and many options.

use rogue_ascension::RogueAscension;
use serde_json::json;
use testkit::contract::{Check, check};

#[test]
fn the_contract_holds() {
    let options = vec![
        json!({ "ascension": 2, "die_floor": "none", "fight_round_limit": 40 }),
        json!({ "ascension": 5, "overheal": true, "coop_reward": "all" }),
        json!({ "ascension": 1, "coop_reward": "active", "fight_round_limit": 3 }),
        json!({ "ascension": 12, "die_floor": "none", "fight_round_limit": 20 }),
    ];
    let seen = check::<RogueAscension>(&Check { matches: 25, options, explore_every: 29, explore_limit: 3000 });
    let kinds = [
        "camp",
        "combat-turn",
        "initiative",
        "attack-roll",
        "damage",
        "trap-roll",
        "assist",
        "healing-roll",
        "reward",
        "choose-card",
        "choose-ability",
        "treasure",
    ];
    for kind in kinds {
        assert!(seen.decisions.contains_key(kind), "no {kind} in {} steps", seen.steps);
    }
    assert!(seen.explored > 800 && seen.undone > 5000, "{seen:?}");
    assert!(seen.blows > 5000 && seen.shown > 1000, "{seen:?}");
}

#[test]
fn the_encoding_is_as_in_the_golden_file() {
    testkit::encoding::hold::<RogueAscension>("tests/encoding.txt", &json!({ "ascension": 1 }), 2);
}
