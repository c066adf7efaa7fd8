//! What all parts of a table are drawn from.

use super::{
    TablePage,
    hint::Hint,
    move_map::{MoveMap, MoveTree},
    names::Names,
    render_memo,
};

/// What drawing any part of a table may need: the page, its scene, and what is worked out from them once.
#[derive(Clone, Copy)]
pub(super) struct RenderContext<'a> {
    pub(super) page: &'a TablePage<'a>,
    pub(super) scene: &'a kernel::Scene,
    pub(super) names: Names<'a>,
    pub(super) moves: MoveMap<'a>,
    pub(super) hint: Hint<'a>,
    /// What any piece may be drawn from beside itself, as a hash; only where pieces are kept.
    pub(super) surroundings: u64,
    /// The dice of a step that is told, whether or not they still lie on the table.
    pub(super) fallen: &'a [kernel::Piece],
}

impl<'a> RenderContext<'a> {
    /// `tree` is made of the same scene.
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

    /// A die on the table, or of the step that is told.
    pub(super) fn die(self, id: &str) -> Option<&'a kernel::Piece> {
        self.scene.piece(id).or_else(|| self.fallen.iter().find(|die| die.id == id))
    }
}
