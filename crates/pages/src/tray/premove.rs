//! Premoves, made while another player must answer.

use maud::{Markup, html};
use text::t;

use crate::{common::markup, context::RenderContext, tray::forms};

/// Returns the premove with the button that takes it back, or the note that pressing a move makes a
/// premove.
pub(crate) fn armed(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    html! {
        @if !page.beforehand.arms {
        } @else if let (Some((_, text)), Some(seat)) = (&page.beforehand.armed, page.viewer.seat()) {
            form.until.running method="post" action={ "/tables/" (page.id) "/arm" } {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="action" value="";
                (forms::looking_from(page))
                p { (t!("When the answer comes:")) " " b { (ctx.names.plain(text)) } }
                button.stop type="submit" data-disarm { (t!("Take it back")) }
            }
        } @else {
            p.quiet { (t!("A button that you press now acts when the answer comes, unless the answer changes its \
             meaning.")) }
        }
    }
}

/// Returns the premove that the server dropped.
pub(crate) fn dropped(ctx: RenderContext) -> Markup {
    html! {
        @if let Some(text) = &ctx.page.beforehand.dropped {
            @let what = html! { b { (ctx.names.plain(text)) } };
            p.dropped role="status" { (markup!("{what}: not done, because the answer changed its meaning.")) }
        }
    }
}
