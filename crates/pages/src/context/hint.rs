//! The advice of a hint on each move, and its mark wherever the move is made.

use maud::{Markup, html};
use roster::{Advice, MoveEstimate};
use text::t;

use crate::{common::sign, context::MoveMap, data::TablePage};

/// The advice on the moves of a scene, if the visitor asked for a hint.
#[derive(Clone, Copy)]
pub(crate) struct Hint<'a> {
    advice: Option<&'a Advice>,
    moves: MoveMap<'a>,
    /// Whether this is a lesson, in which the only move is the one to make.
    taught: bool,
}

impl<'a> Hint<'a> {
    pub(crate) fn new(page: &'a TablePage, moves: MoveMap<'a>) -> Hint<'a> {
        let taught = page.scene.as_ref().is_some_and(|scene| scene.teaching.is_some());
        Hint { advice: page.hint.as_deref(), moves, taught }
    }

    fn estimate(self, index: usize) -> Option<&'a MoveEstimate> {
        self.advice?.of(&self.moves.all().get(index)?.action)
    }

    /// Returns whether this is the move to make.
    pub(crate) fn advises(self, index: usize) -> bool {
        self.taught
            || self
                .advice
                .is_some_and(|advice| self.moves.all().get(index).is_some_and(|one| one.action == advice.action))
    }

    /// Returns the worth of a move, in words.
    pub(crate) fn worth(self, index: usize) -> Option<String> {
        self.estimate(index)?.worth()
    }

    /// Returns how the spoken label of an element begins that makes one of these moves.
    pub(crate) fn said(self, indices: &[usize]) -> &'static str {
        if indices.iter().any(|index| self.advises(*index)) { t!("Hint: ") } else { "" }
    }

    /// Returns the mark of an element that makes one of these moves: the worth of the best of them.
    pub(crate) fn mark(self, indices: &[usize]) -> Markup {
        let advised = indices.iter().any(|index| self.advises(*index));
        let percent = indices.iter().filter_map(|index| self.estimate(*index)?.percent()).max();
        html! {
            @if advised || percent.is_some() {
                span.worth.best[advised] {
                    @if advised { (sign(&art::icons::HINT)) }
                    @if let Some(percent) = percent { span.unseen { ", " (t!("worth")) " " } (percent) "%" }
                }
            }
        }
    }
}
