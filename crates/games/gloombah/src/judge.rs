//! The game's own judgement.

use kernel::Seat;

use crate::{Action, Gloombah, View};

/// What the reference policy does for `seat`.
pub(crate) fn reference(_: &View, _: Seat, moves: &[Action]) -> usize {
    moves.len() - 1
}

/// How the match stands for `seat`.
pub(crate) fn worth(game: &Gloombah, seat: Seat) -> f32 {
    match game.open.over() {
        Some(end) => f32::from(u8::from(end.winners().contains(seat))) / f32::from(end.winners().len()),
        None => f32::from(game.open.player(seat).level) / f32::from(crate::content::TOP),
    }
}
