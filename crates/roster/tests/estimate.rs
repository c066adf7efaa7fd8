//! Estimates of a bot, in words and as JSON.

use roster::{Advice, MoveEstimate};
use serde_json::json;

#[test]
fn an_estimate_reads_as_a_person_would_say_it() {
    let of = |estimate, visits| MoveEstimate { action: json!("go"), text: "Go".into(), estimate, visits };
    assert_eq!(of(0.634, 400).reason().as_deref(), Some("worth 63% after 400 matches tried out"));
    assert_eq!(of(1.0, 1).reason().as_deref(), Some("worth 100% after 1 match tried out"));
    assert_eq!(of(0.5, 0).reason(), None, "what was never tried has no worth yet");
    let expected = json!({ "action": "go", "text": "Go", "estimate": 0.6667, "visits": 3 });
    assert_eq!(of(2.0 / 3.0, 3).to_json(), expected);
    let advice = Advice { action: json!("go"), text: "Go".into(), estimates: vec![of(0.25, 8)] };
    assert_eq!(advice.reason().as_deref(), Some("worth 25% after 8 matches tried out"));
    assert_eq!(advice.of(&json!("stay")), None);
    let stay = MoveEstimate { action: json!("stay"), ..of(0.27, 8) };
    let advice = Advice { estimates: vec![stay, of(0.25, 8)], ..advice };
    assert_eq!(advice.worth().as_deref(), Some("worth 25%, and no other is clearly better"));
}
