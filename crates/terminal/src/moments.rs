//! The effects of steps on the pieces.

use std::{collections::HashMap, ops::RangeInclusive};

use kernel::{Effect, Match, Moment, Roll, Scene, Viewer};

use crate::LocalMatch;

/// The changes of the numbers on pieces in these steps, as `viewer` may see them.
pub(crate) fn changes(table: &dyn Match, viewer: Viewer, steps: RangeInclusive<usize>) -> HashMap<String, i32> {
    let mut changes = HashMap::new();
    for moment in steps.flat_map(|step| table.moments(viewer, step)) {
        if let Moment::Effect(Effect::Change { piece, by, .. }) = moment {
            *changes.entry(piece).or_insert(0) += by;
        }
    }
    changes.retain(|_, by| *by != 0);
    changes
}

/// A change with its sign.
pub(crate) fn signed(by: i32) -> String {
    if by < 0 { format!("−{}", by.unsigned_abs()) } else { format!("+{by}") }
}

/// A settled roll in words: `You strike: d8 5, d4 2; 3 wounds`.
pub(crate) fn told(local_match: &LocalMatch, scene: &Scene, roll: &Roll) -> String {
    let dice = roll.dice.iter().filter_map(|id| scene.piece(id)).map(|piece| match &piece.look {
        kernel::Look::Die { sides, value, .. } => format!("d{sides} {value}"),
        kernel::Look::Token { value: Some(value), .. } => value.clone(),
        _ => piece.label.to_string(),
    });
    let title = crate::text::capital(&local_match.say(&roll.title));
    format!("{title}: {}; {}", dice.collect::<Vec<_>>().join(", "), roll.result)
}

/// Whether the purpose of these dice is settled.
pub(crate) fn is_settled(roll: &Roll) -> bool {
    !roll.title.spans().is_empty() || !roll.result.is_empty()
}
