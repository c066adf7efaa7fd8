//! Every achievement can be earned: a match for each, in `tests/achievements.jsonl`. `cargo xtask
//! golden` looks for those that are missing.

use rogue_ascension::RogueAscension;
use serde_json::json;
use testkit::witness::hold;

#[test]
fn every_achievement_is_earned_by_a_match_and_not_by_everybody() {
    let mut settings: Vec<_> = [1, 2, 4].map(|seats| (json!({}), seats)).into();
    settings.extend([3, 1].map(|level| (json!({ "ascension": level }), 1)));
    hold::<RogueAscension>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/achievements.jsonl"), &settings);
}
