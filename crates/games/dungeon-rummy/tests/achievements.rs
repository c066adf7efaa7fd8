//! Every achievement can be earned: a match for each, in `tests/achievements.jsonl`. `cargo xtask
//! golden` looks for those that are missing.

use dungeon_rummy::DungeonRummy;
use serde_json::json;
use testkit::witness::hold;

#[test]
fn every_achievement_is_earned_by_a_match_and_not_by_everybody() {
    let bosses = ["landlord", "gorgon", "lich", "dragon"];
    let easy = bosses.map(|boss| (json!({ "level": "easy", "boss": boss }), 2));
    let settings: Vec<_> = easy.into_iter().chain([(json!({ "level": "hard" }), 2), (json!({}), 1)]).collect();
    hold::<DungeonRummy>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/achievements.jsonl"), &settings);
}
