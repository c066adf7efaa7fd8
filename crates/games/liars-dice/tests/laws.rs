//! The laws that every game keeps, those of secrets among them.

use testkit::contract::{Check, check};

#[test]
fn the_contract_holds() {
    let options = vec![serde_json::json!({ "dice": 1 }), serde_json::json!({ "dice": 2 })];
    let seen = check::<liars_dice::LiarsDice>(&Check { matches: 3, options, ..Check::default() });
    assert!(seen.decisions["bid"] > 300 && seen.decisions["doubt"] > 300, "{seen:?}");
    assert!(seen.other_worlds > 1000 && seen.compared > 1000 && seen.undone > 300, "{seen:?}");
}

#[test]
fn the_encoding_is_as_in_the_golden_file() {
    testkit::encoding::hold::<liars_dice::LiarsDice>("tests/encoding.txt", &serde_json::json!({ "dice": 2 }), 2);
}
