//! Further words about a move or a piece, besides its own.

use ::text::t;
use kernel::{Look, Move, Piece, Scene};

use crate::text::head;

/// The text of the card of a move without a forecast.
pub(crate) fn details<'a>(scene: &'a Scene, choice: &Move) -> Option<&'a str> {
    let card = choice.wording.pieces().find_map(|id| scene.piece(id))?;
    card.text.as_deref().filter(|_| matches!(card.look, Look::Card { .. }))
}

/// The place of an edge, if its label does not name both its nodes: `between row 1, column 2 and
/// row 1, column 3`.
pub(crate) fn whereabouts(scene: &Scene, piece: &Piece) -> Option<String> {
    let Look::Edge { between: (one, other), .. } = &piece.look else { return None };
    let nodes = [scene.piece(one)?, scene.piece(other)?];
    let label = piece.label.to_lowercase();
    let [one, other] = nodes.map(|node| head(&node.label).to_lowercase());
    if one != other && label.contains(&one) && label.contains(&other) {
        return None;
    }
    let [(row, column), (below, beside)] = nodes.map(|node| node.at.unwrap_or_default());
    let cell = |row: u8, column: u8| t!("row {}, column {}", u16::from(row) + 1, u16::from(column) + 1);
    Some(t!("between {} and {}", cell(row, column), cell(below, beside)))
}
