//! What all parts of a table are drawn from.

use super::{
    TablePage,
    hint::Hint,
    move_map::{MoveMap, MoveTree},
    names::Names,
};

/// What drawing any part of a table may need: the page, its scene, and what is worked out from them once.
#[derive(Clone, Copy)]
pub(super) struct RenderContext<'a> {
    pub(super) page: &'a TablePage<'a>,
    pub(super) scene: &'a kernel::Scene,
    pub(super) names: Names<'a>,
    pub(super) moves: MoveMap<'a>,
    pub(super) hint: Hint<'a>,
}

impl<'a> RenderContext<'a> {
    /// `tree` is made of the same scene.
    pub(super) fn new(page: &'a TablePage<'a>, scene: &'a kernel::Scene, tree: &'a MoveTree<'a>) -> RenderContext<'a> {
        let moves = MoveMap::new(page, scene, tree);
        RenderContext { page, scene, names: Names::at(page), moves, hint: Hint::new(page, moves) }
    }
}
