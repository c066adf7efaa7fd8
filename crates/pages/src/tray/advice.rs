//! A hint in the tray: the sentence, the button that asks for it, and the worth of each move.

use maud::{Markup, html};
use roster::{Advice, MoveEstimate};
use text::t;

use crate::{common::sign, context::RenderContext, tray::forms};

/// Returns the hint in a sentence.
pub(crate) fn sentence(ctx: RenderContext) -> Markup {
    html! {
        @if let Some(advice) = &ctx.page.hint {
            p.hinting {
                b { (t!("Hint:")) " " } (ctx.names.plain(&advice.text)) @if let Some(worth) = advice.worth() { ", " (worth) } "."
            }
        }
    }
}

/// Returns the button that asks for a hint where there is a choice; with a hint, the button that
/// opens all of it.
pub(crate) fn button(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    html! {
        @if let Some(advice) = &page.hint {
            button.tool.lit #hint type="button" popovertarget="weighed" { (sign(&art::icons::HINT)) span { (t!("Hint")) } }
            (weighed(ctx, advice))
        } @else if let (Some(seat), 2.., false, false) = (page.viewer.seat(), ctx.moves.all().len(), page.beforehand.arms, page.ranked || page.of_day.is_some_and(|of| of.ranked)) {
            form method="post" action={ "/tables/" (page.id) "/hint" } {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="step" value=(page.step);
                (forms::looking_from(page))
                @if let Some(epoch) = page.epoch { input type="hidden" name="epoch" value=(epoch); }
                button.tool #hint { (sign(&art::icons::HINT)) span { (t!("Hint")) } }
            }
        }
    }
}

/// Returns the worth of every move and the evidence for it, the best move first.
fn weighed(ctx: RenderContext, advice: &Advice) -> Markup {
    let mut all: Vec<&MoveEstimate> = advice.estimates.iter().collect();
    let advised = |estimate: &MoveEstimate| estimate.action == advice.action;
    all.sort_by(|a, b| advised(b).cmp(&advised(a)).then(b.estimate.total_cmp(&a.estimate)));
    html! {
        div.details.weighed #weighed popover {
            h2 { (t!("What a strong bot would do")) }
            p { (t!("It has played on in its head, over and over, knowing no more than you do. A move worth 100% always won, one worth 0% always lost. The more matches, the surer.")) }
            ol {
                @for estimate in all {
                    li.best[advised(estimate)] {
                        b { (ctx.names.plain(&estimate.text)) }
                        @if let Some(reason) = estimate.reason() { ": " (reason) }
                    }
                }
            }
        }
    }
}
