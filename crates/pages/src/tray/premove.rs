//! Premoves, made while another player must answer, and the screen between players who share a
//! browser.

use kernel::{Seat, Viewer};
use maud::{Markup, html};
use model::TableStatus;
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

/// Returns links to the hidden cards of each player at a shared browser, while the page shows none
/// of them.
pub(crate) fn own_tables(ctx: RenderContext) -> Markup {
    let own = || ctx.page.seats.iter().filter(|info| info.you);
    let hidden = ctx.page.viewer == Viewer::Spectator && own().count() > 1 && ctx.page.status == TableStatus::Playing;
    html! {
        @if hidden {
            div.others {
                @for info in own() {
                    a.button href={ "/tables/" (ctx.page.id) "?seat=" (info.seat) } { (t!("Show the cards of {}", ctx.names.of(info.seat))) }
                }
            }
        }
    }
}

/// Returns the screen between players at one browser: whose turn it is, and the link to the cards
/// of that player.
pub(crate) fn hand_over(ctx: RenderContext, seat: Seat) -> Markup {
    html! {
        div.confirm.handover {
            p { (markup!("Hidden cards come up next. Hand over to {name}; the others look away.", name = html! { b { (ctx.names.of(seat)) } })) }
            div.others {
                a.button.primary.large href={ "/tables/" (ctx.page.id) "?seat=" (seat) } data-main {
                    (t!("I am {}: go on", ctx.names.of(seat)))
                }
            }
        }
    }
}
