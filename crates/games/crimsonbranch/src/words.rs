//! Nodes, branches, kinds and enemies in words and icons, and the ids of enemies, for events and
//! scenes.

use kernel::Icon;
use text::t;

use crate::{
    board::{Branch, Node},
    content::Kind,
};

/// A node in words, as the sheet numbers them: column and row from 1.
pub(crate) fn place(node: Node) -> String {
    t!("column {}, row {}", node.x() + 1, node.y() + 1)
}

/// A branch in words.
pub(crate) fn way(branch: Branch) -> String {
    let (from, to) = (branch.from(), branch.to());
    match from.y() == to.y() {
        true => t!("columns {} to {} of row {}", from.x() + 1, to.x() + 1, from.y() + 1),
        false => t!("rows {} to {} of column {}", from.y() + 1, to.y() + 1, from.x() + 1),
    }
}

/// The mark of a kind.
pub(crate) const fn sign(kind: Kind) -> Icon {
    match kind {
        Kind::Attack => Icon::SWORD,
        Kind::Range => Icon("bow"),
        Kind::Heal => Icon("heal"),
        Kind::Defense => Icon::SHIELD,
    }
}

/// The id of an enemy's piece.
pub(crate) fn enemy_id(id: usize) -> String {
    format!("enemy-{id}")
}
