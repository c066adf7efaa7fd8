//! The laws that every game keeps.

use testkit::contract::{Check, check};

#[test]
fn the_contract_holds() {
    let options = vec![serde_json::json!({ "goal": 10 })];
    let seen = check::<pig::Pig>(&Check { matches: 2, options, ..Check::default() });
    assert!(seen.decisions["turn"] > 1000 && seen.explored > 10, "{seen:?}");
}
