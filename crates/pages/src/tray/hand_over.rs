//! The screen between players who share a browser, and the way to each player's cards.

use kernel::{Seat, Viewer};
use maud::{Markup, html};
use model::{ChosenSeat, HandOver, TableStatus};
use text::t;

use crate::{common::markup, context::RenderContext, data::TablePage};

/// Returns whether several players share the browser of the visitor.
pub(crate) fn is_shared(page: &TablePage) -> bool {
    page.seats.iter().filter(|info| info.you).count() > 1
}

/// Returns links to the hidden cards of each player at a shared browser, while the page shows none
/// of them.
pub(crate) fn own_tables(ctx: RenderContext) -> Markup {
    let page = ctx.page;
    let hidden = page.viewer == Viewer::Spectator && page.status == TableStatus::Playing && is_shared(page);
    html! {
        @if hidden {
            div.others {
                @for info in page.seats.iter().filter(|info| info.you) {
                    a.button href=(at(page, info.seat, None)) { (t!("Show the cards of {}", ctx.names.of(info.seat))) }
                }
            }
        }
    }
}

/// Returns the link that hides the cards of a player, so that another one can come to the screen.
pub(crate) fn leave(page: &TablePage) -> Markup {
    let shown = page.chosen_seat.is_some() && page.viewer.seat().is_some() && page.status == TableStatus::Playing;
    html! { @if shown && is_shared(page) { a.tool href={ "/tables/" (page.id) } { (t!("Hand over")) } } }
}

/// Returns the screen between players at one browser: whose turn it is, and links to the cards of
/// that player and of all others who may come to it.
pub(crate) fn screen(ctx: RenderContext, screen: HandOver) -> Markup {
    let page = ctx.page;
    let go_on = |seat: Seat| t!("I am {}: go on", ctx.names.of(seat));
    html! {
        div.confirm.handover {
            p { (markup!("Hidden cards come up next. Hand over to {name}; the others look away.", name = html! { b { (ctx.names.of(screen.to)) } })) }
            div.others {
                a.button.primary.large href=(at(page, screen.to, None)) data-main { (go_on(screen.to)) }
                @for seat in screen.awaited.iter() { a.button href=(at(page, seat, None)) { (go_on(seat)) } }
                @for seat in screen.looking.iter() {
                    a.button href=(at(page, seat, Some(page.step))) { (t!("I am {}: only look", ctx.names.of(seat))) }
                }
            }
        }
    }
}

/// Returns the address of the table as the player on a seat sees it.
fn at(page: &TablePage, seat: Seat, step: Option<usize>) -> String {
    format!("/tables/{}?seat={}", page.id, ChosenSeat { seat, step })
}
