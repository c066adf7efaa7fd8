//! What is advised of each move, and the mark of it wherever the move is made.

use maud::{Markup, html};
use roster::{Advice, MoveEstimate};
use text::t;

use super::{
    TablePage,
    icons::{self, Sign},
    move_map::MoveMap,
};

/// What is advised of the moves of a scene, if the visitor asked.
#[derive(Clone, Copy)]
pub(super) struct Hint<'a> {
    advice: Option<&'a Advice>,
    moves: MoveMap<'a>,
    /// Whether it is a lesson, whose one move is the one to make.
    taught: bool,
}

impl<'a> Hint<'a> {
    pub(super) fn new(page: &'a TablePage<'a>, moves: MoveMap<'a>) -> Hint<'a> {
        let taught = page.scene.as_ref().is_some_and(|scene| scene.teaching.is_some());
        Hint { advice: page.hint, moves, taught }
    }

    fn estimate(self, index: usize) -> Option<&'a MoveEstimate> {
        self.advice?.of(&self.moves.all().get(index)?.action)
    }

    /// Whether this is the move to make.
    pub(super) fn advises(self, index: usize) -> bool {
        self.taught
            || self
                .advice
                .is_some_and(|advice| self.moves.all().get(index).is_some_and(|one| one.action == advice.action))
    }

    /// What a move is worth, in words.
    pub(super) fn worth(self, index: usize) -> Option<String> {
        self.estimate(index)?.worth()
    }

    /// The mark on something that makes one of these moves: what the best of them is worth.
    pub(super) fn mark(self, indices: &[usize]) -> Markup {
        let advised = indices.iter().any(|index| self.advises(*index));
        let percent = indices.iter().filter_map(|index| self.estimate(*index)?.percent()).max();
        html! {
            @if advised || percent.is_some() {
                span.worth.best[advised] {
                    @if advised { (icons::sign(Sign::Hint)) }
                    @if let Some(percent) = percent { span.unseen { ", " (t!("worth")) " " } (percent) "%" }
                }
            }
        }
    }
}
