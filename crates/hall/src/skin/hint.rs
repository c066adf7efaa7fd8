//! A hint at the table: which move a strong bot would make, marked where it is made, and what it thinks of each.

use maud::{Markup, html};
use roster::{Advice, MoveEstimate};

use super::{
    TablePage,
    icons::{self, Sign},
    moves::Moves,
    piece::Easel,
};

/// What is advised of the moves of a scene, if the visitor asked.
#[derive(Clone, Copy)]
pub(super) struct Hint<'a> {
    advice: Option<&'a Advice>,
    moves: Moves<'a>,
}

impl<'a> Hint<'a> {
    pub(super) fn new(page: &'a TablePage<'a>, moves: Moves<'a>) -> Hint<'a> {
        Hint { advice: page.hint, moves }
    }

    fn estimate(self, index: usize) -> Option<&'a MoveEstimate> {
        self.advice?.of(&self.moves.all().get(index)?.action)
    }

    /// Whether this is the move to make.
    pub(super) fn advises(self, index: usize) -> bool {
        self.advice.is_some_and(|advice| self.moves.all().get(index).is_some_and(|one| one.action == advice.action))
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
                    @if let Some(percent) = percent { span.unseen { ", worth " } (percent) "%" }
                }
            }
        }
    }
}

/// The hint in a sentence.
pub(super) fn said(easel: Easel) -> Markup {
    html! {
        @if let Some(advice) = easel.page.hint {
            p.hinting {
                b { "Hint: " } (easel.names.plain(&advice.text)) @if let Some(worth) = advice.worth() { ", " (worth) } "."
            }
        }
    }
}

/// The button that asks for a hint where there is something to choose, and then for all of it.
pub(super) fn button(easel: Easel) -> Markup {
    let page = easel.page;
    html! {
        @if let Some(advice) = page.hint {
            button.quiet #hint type="button" popovertarget="weighed" { (icons::sign(Sign::Hint)) "Hint" }
            (weighed(easel, advice))
        } @else if let (Some(seat), 2..) = (page.viewer.seat(), easel.moves.all().len()) {
            form method="post" action={ "/tables/" (page.id) "/hint" } {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="step" value=(page.step);
                button.quiet #hint { (icons::sign(Sign::Hint)) "Hint" }
            }
        }
    }
}

/// What every move is worth and how well that is founded, the best first.
fn weighed(easel: Easel, advice: &Advice) -> Markup {
    let mut all: Vec<&MoveEstimate> = advice.estimates.iter().collect();
    let advised = |opinion: &MoveEstimate| opinion.action == advice.action;
    all.sort_by(|a, b| advised(b).cmp(&advised(a)).then(b.estimate.total_cmp(&a.estimate)));
    html! {
        div.lore.weighed #weighed popover {
            h2 { "What a strong bot would do" }
            p { "It has played on in its head, over and over, knowing no more than you do. A move worth 100% always won, one worth 0% always lost. The more matches, the surer." }
            ol {
                @for opinion in all {
                    li.best[advised(opinion)] {
                        b { (easel.names.plain(&opinion.text)) }
                        @if let Some(reason) = opinion.reason() { ": " (reason) }
                    }
                }
            }
        }
    }
}
