//! Laws of legal lists and refusals.

use serde_json::{Value, json};

use super::matches::MatchUnderTest;
use kernel::{ActError, Fast, Judge, MAX_SEATS, Measured, Present, Seat};

/// Number of actions from the match that are tried again where they are not legal.
const KNOWN: usize = 120;

impl<G: Present + Judge + Measured> MatchUnderTest<'_, G> {
    pub(super) fn check_legal_lists(&self, actor: Seat) -> Vec<G::Action> {
        for seat in Seat::all(MAX_SEATS as u8) {
            let mut legal = Vec::new();
            self.game().legal(seat, &mut legal);
            assert_eq!(legal.is_empty(), !self.referee.awaited().contains(seat), "legal list of seat {seat}");
        }
        let legal = self.referee.legal(actor);
        assert_eq!(legal, self.referee.legal(actor), "the legal list has a fixed order");
        for (index, action) in legal.iter().enumerate() {
            assert!(!legal[..index].contains(action), "{action:?} is listed twice");
            let json = serde_json::to_value(action).expect("actions are JSON");
            assert!(json.get("type").is_some_and(Value::is_string), "{json} has no type");
            assert_eq!(&serde_json::from_value::<G::Action>(json).expect("actions are read back"), action);
        }
        let drawn = self.game().any(actor, &mut Fast::seeded(self.referee.ply() as u64).0);
        assert!(drawn.is_some_and(|action| legal.contains(&action)), "any action is one of the list");
        legal
    }

    pub(super) fn check_refusals(&mut self, actor: Seat, legal: &[G::Action]) {
        for action in legal {
            if self.known.len() < KNOWN && !self.known.contains(action) {
                self.known.push(action.clone());
            }
        }
        let before = self.game().clone();
        let stranger = Seat::all(MAX_SEATS as u8).find(|seat| !self.referee.awaited().contains(*seat));
        for action in self.known.clone() {
            if !legal.contains(&action) {
                let refused = self.referee.act(actor, action.clone());
                assert!(matches!(refused, Err(ActError::Illegal { .. })), "{action:?} is not listed");
            }
            if let Some(stranger) = stranger {
                let refused = self.referee.act(stranger, action);
                assert!(matches!(refused, Err(ActError::NotAwaited { .. })), "seat {stranger} is not awaited");
            }
        }
        for garbage in [json!(null), json!({}), json!({ "type": "" }), json!({ "type": "no such thing" }), json!([1])] {
            let refused = self.referee.act_json(actor, &garbage);
            assert!(matches!(refused, Err(ActError::Unreadable { .. })), "{garbage} is no action");
        }
        assert_eq!(self.game(), &before, "a refusal changes nothing");
    }
}
