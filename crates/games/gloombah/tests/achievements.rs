//! Every achievement can be earned: a match for each, in `tests/achievements.jsonl`. `cargo xtask
//! golden` looks for those that are missing.

use gloombah::Gloombah;
use serde_json::json;
use testkit::witness::hold;

#[test]
fn every_achievement_is_earned_by_a_match_and_not_by_everybody() {
    let settings = [(json!({}), 3), (json!({}), 5), (json!({ "round_limit": 10 }), 4)];
    hold::<Gloombah>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/achievements.jsonl"), &settings);
}
