//! The text of the card that a move is about.

use kernel::{Look, Move, Scene};

/// For a move that forecasts nothing: what the card says that it takes or plays.
pub(crate) fn details<'a>(scene: &'a Scene, choice: &Move) -> Option<&'a str> {
    let card = choice.wording.pieces().find_map(|id| scene.piece(id))?;
    card.text.as_deref().filter(|_| matches!(card.look, Look::Card { .. }))
}
