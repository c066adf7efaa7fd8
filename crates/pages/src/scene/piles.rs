//! Decks and piles. A pile of open cards opens a sheet that shows them all.

use kernel::{Area, Icon, Layout, Look, Role};
use maud::{Markup, html};
use text::t;

use crate::{
    common::icon,
    context::RenderContext,
    pieces::{area, piece},
};

/// Returns the decks and piles of the scene, if there are any.
pub(crate) fn piles(ctx: RenderContext) -> Markup {
    html! {
        @if area::has(ctx, Role::Piles) {
            div.piles.sheeted #piles popover tabindex="0" role="region" aria-label=(t!("Piles")) {
                @for area in ctx.areas(Role::Piles) {
                    @match area.layout {
                        Layout::Stack => (stack(ctx, area)),
                        _ => (area::area(ctx, area)),
                    }
                }
            }
        }
    }
}

/// Returns a pile: its name, its number of cards, and a sheet with the cards.
fn stack(ctx: RenderContext, area: &Area) -> Markup {
    let sheet = format!("pile-{}", area.id);
    // The sheet draws cards in full, not as the slips among decks.
    let spread = Area::new(area.id.clone(), area.title.clone(), Role::Offer, Layout::Row);
    let count: u32 = area
        .pieces
        .iter()
        .map(|piece| if let Look::Card { copies, .. } = piece.look { copies.into() } else { 1 })
        .sum();
    html! {
        div.pile data-area=(area.id) {
            @if area.pieces.is_empty() {
                p.none { (icon(Icon::CARD)) span { (ctx.names.plain(&area.title)) } b { "0" } }
            } @else {
                button.look type="button" popovertarget=(sheet) {
                    (icon(Icon::CARD)) span { (ctx.names.plain(&area.title)) } b data-num=(count) data-key=(sheet) { (count) }
                }
                div.details.pile-sheet id=(sheet) popover {
                    header { h2 { (ctx.names.plain(&area.title)) } button.tool type="button" popovertarget=(sheet) popovertargetaction="hide" { (t!("Close")) } }
                    div.spread tabindex="0" role="group" aria-label=(ctx.names.plain(&area.title)) {
                        @for here in &area.pieces { (piece(ctx, &spread, here)) }
                    }
                }
            }
        }
    }
}
