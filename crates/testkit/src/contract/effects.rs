//! Laws of effects: the effects that a step reports are true, and name no piece that only others
//! see. A piece is on the table before its dice are thrown, and before it falls.

use std::{borrow::Cow, collections::BTreeMap};

use super::{Coverage, matches::MatchUnderTest};
use kernel::{Effect, Judge, Look, Match, Measured, Moment, Present, Scene, Seat, Viewer};

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

    /// Checks the order of the last step's moments: who strikes, who is struck and what falls is on
    /// the table at that moment, as each viewer sees it.
    pub(super) fn check_order(&self, before: &[(Viewer, Scene)], coverage: &mut Coverage) {
        let n = self.referee.ply();
        for (viewer, then) in before {
            let now = G::scene(&self.game().view(*viewer), *viewer);
            let known = |piece: &str| then.piece(piece).is_some() || now.piece(piece).is_some();
            let mut table = Cow::Borrowed(then);
            // The table at which the first die of the open roll was thrown.
            let mut rolled: Option<Cow<'_, Scene>> = None;
            let mut drawn: Vec<&str> = Vec::new();
            let moments = self.referee.moments(*viewer, n);
            for moment in &moments {
                match moment {
                    Moment::Show { scene } => {
                        let shown = self.referee.shown(*viewer, n, *scene).expect("the step has just been taken");
                        table = Cow::Owned(shown);
                        coverage.shown += 1;
                    }
                    Moment::Die { .. } if rolled.is_none() => {
                        for piece in drawn.drain(..) {
                            let there = table.piece(piece).is_some() || now.piece(piece).is_none();
                            assert!(there, "{viewer:?} sees dice before {piece:?} has come up: {moments:?}");
                        }
                        rolled = Some(table.clone());
                    }
                    Moment::Effect(Effect::Draw { piece }) => drawn.push(piece),
                    Moment::Effect(Effect::Settle { blow, .. }) => {
                        let at = rolled.take().unwrap_or_else(|| table.clone());
                        let Some(blow) = blow else { continue };
                        for piece in blow.by.iter().chain([&blow.on]) {
                            assert!(at.piece(piece).is_some(), "{viewer:?} sees a roll without {piece:?}: {moments:?}");
                        }
                        coverage.blows += 1;
                    }
                    Moment::Effect(Effect::Fall { piece }) => {
                        let there = table.piece(piece).is_some() || !known(piece);
                        assert!(there, "{viewer:?} sees {piece:?} fall before it has come up: {moments:?}");
                    }
                    Moment::Die { .. } | Moment::Tell { .. } | Moment::Effect(_) => {}
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
