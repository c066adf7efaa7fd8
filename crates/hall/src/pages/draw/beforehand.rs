//! What is decided while another's answer is waited for, and the screen between players who share one.

use kernel::{Seat, Viewer};
use maud::{Markup, html};

use super::{TableStatus, context::RenderContext, tray};

/// That what is pressed now is done later, or what will be, with the button that takes it back.
pub(super) fn armed(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    html! {
        @if !page.beforehand.arms {
        } @else if let (Some((_, text)), Some(seat)) = (page.beforehand.armed, page.viewer.seat()) {
            form.until.running method="post" action={ "/tables/" (page.id) "/arm" } {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="action" value="";
                (tray::looking_from(page))
                p { "When the answer comes: " b { (ctx.names.plain(text)) } }
                button.stop type="submit" data-disarm { "Take it back" }
            }
        } @else {
            p.quiet { "What you press now is done when the answer comes, unless that changes what it would mean." }
        }
    }
}

/// What was armed and not done.
pub(super) fn dropped(ctx: RenderContext) -> Markup {
    html! {
        @if let Some(text) = ctx.page.beforehand.dropped {
            p.dropped role="status" { b { (ctx.names.plain(text)) } ": not done, for the answer has changed what it would mean." }
        }
    }
}

/// While nobody at a browser of several is asked: the ways back to what each of them alone may see.
pub(super) fn own_tables(ctx: RenderContext) -> Markup {
    let own = || ctx.page.seats.iter().filter(|info| info.you);
    let hidden = ctx.page.viewer == Viewer::Spectator && own().count() > 1 && ctx.page.status == TableStatus::Playing;
    html! {
        @if hidden {
            div.others {
                @for info in own() {
                    a.button href={ "/tables/" (ctx.page.id) "?seat=" (info.seat) } { "Show the cards of " (ctx.names.of(info.seat)) }
                }
            }
        }
    }
}

/// The screen between players at one browser: whose turn it is, and the way to what only they may see.
pub(super) fn hand_over(ctx: RenderContext, seat: Seat) -> Markup {
    html! {
        div.confirm.handover {
            p { "Hidden cards come up next. Hand over to " b { (ctx.names.of(seat)) } "; the others look away." }
            div.others {
                a.button.primary.large href={ "/tables/" (ctx.page.id) "?seat=" (seat) } data-main {
                    "I am " (ctx.names.of(seat)) ": go on"
                }
            }
        }
    }
}
