//! Laws of effects: the effects that a step reports are true, and name no piece that only others
//! see.

use std::collections::BTreeMap;

use super::{Coverage, matches::MatchUnderTest};
use kernel::{Effect, Judge, Look, Match, Measured, Present, Scene, Seat, Viewer};

impl<G: Present + Judge + Measured> MatchUnderTest<'_, G> {
    /// Returns the table as each seat and a spectator see it.
    pub(super) fn scenes(&self) -> Vec<(Viewer, Scene)> {
        let viewers = Seat::all(self.referee.seats()).map(Viewer::Seat).chain([Viewer::Spectator]);
        viewers.map(|viewer| (viewer, G::scene(&self.game().view(viewer), viewer))).collect()
    }

    /// Checks the effects of the last step against the scenes before it and after it.
    pub(super) fn check_effects(&self, before: &[(Viewer, Scene)], coverage: &mut Coverage) {
        let after = self.scenes();
        for ((viewer, then), (_, now)) in before.iter().zip(&after) {
            let mut told: BTreeMap<String, i32> = BTreeMap::new();
            let lines = self.referee.chronicle(*viewer, self.referee.ply());
            for effect in lines.iter().flat_map(|line| &line.effects) {
                for piece in named(effect).filter(|_| G::SECRETS) {
                    let own = then.piece(piece).is_some() || now.piece(piece).is_some();
                    let others = before.iter().chain(&after).any(|(_, scene)| scene.piece(piece).is_some());
                    assert!(own || !others, "{viewer:?} is told of {piece:?}, which only others see: {effect:?}");
                }
                if let Effect::Change { piece, to, .. } = effect {
                    told.insert(piece.clone(), *to);
                }
            }
            for (piece, to) in told {
                if let Some(stands) = number(now, &piece) {
                    assert_eq!(
                        stands,
                        to,
                        "what stands on {piece:?} after step {}, and what was told",
                        self.referee.ply()
                    );
                    coverage.changes += 1;
                }
            }
        }
    }
}

/// Returns the pieces that an effect names.
fn named(effect: &Effect) -> impl Iterator<Item = &str> {
    let (one, other) = match effect {
        Effect::Settle { blow: Some(blow), .. } => (Some(&blow.on), blow.by.as_ref()),
        Effect::Settle { blow: None, .. } => (None, None),
        Effect::Change { piece, .. }
        | Effect::Fall { piece }
        | Effect::Draw { piece }
        | Effect::Move { piece }
        | Effect::Gain { piece } => (Some(piece), None),
    };
    one.into_iter().chain(other).map(String::as_str)
}

/// Returns the number that goes up and down on a piece.
fn number(scene: &Scene, id: &str) -> Option<i32> {
    let piece = scene.piece(id)?;
    match (&piece.look, piece.gauge) {
        (Look::Meter { value, .. }, _) => Some(*value),
        (_, gauge) => gauge.map(|gauge| gauge.value),
    }
}
