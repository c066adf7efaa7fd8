//! The data from which all parts of a table are drawn.

use super::{
    TablePage,
    hint::Hint,
    move_map::{MoveMap, MoveTree},
    names::Names,
    render_memo,
};

/// The input for drawing any part of a table: the page, its scene, and values computed from them
/// once.
#[derive(Clone, Copy)]
pub(super) struct RenderContext<'a> {
    pub(super) page: &'a TablePage<'a>,
    pub(super) scene: &'a kernel::Scene,
    pub(super) names: Names<'a>,
    pub(super) moves: MoveMap<'a>,
    pub(super) hint: Hint<'a>,
    /// The hash of everything outside a piece that may change its drawing; set only where drawings
    /// are cached.
    pub(super) surroundings: u64,
    /// The dice of the step that is shown, whether or not they are still on the table.
    pub(super) fallen: &'a [kernel::Piece],
}

impl<'a> RenderContext<'a> {
    /// Returns the context of a page; `tree` must be made of the same scene.
    pub(super) fn new(page: &'a TablePage<'a>, scene: &'a kernel::Scene, tree: &'a MoveTree<'a>) -> RenderContext<'a> {
        let moves = MoveMap::new(page, scene, tree);
        let surroundings = page.kept.map_or(0, |_| render_memo::surroundings(page, scene));
        RenderContext {
            page,
            scene,
            names: Names::at(page),
            moves,
            hint: Hint::new(page, moves),
            surroundings,
            fallen: &[],
        }
    }

    /// Returns a die on the table, or of the step that is shown.
    pub(super) fn die(self, id: &str) -> Option<&'a kernel::Piece> {
        self.scene.piece(id).or_else(|| self.fallen.iter().find(|die| die.id == id))
    }
}
