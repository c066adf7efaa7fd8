//! The common supply, next to the hand: small signs, and piles that open.

use kernel::{Area, Layout, Look, Role};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{icon, picture},
    context::{RenderContext, memo},
    pieces::{area, piece},
};

/// Returns the piles of a scene as a row of signs. Pieces of a row have a sign each; any other pile
/// is one sign that opens.
pub(crate) fn draw(ctx: RenderContext) -> Markup {
    let areas = || ctx.areas(Role::Piles).filter(|area| !area.pieces.is_empty());
    html! {
        div.stock #piles tabindex="0" role="region" aria-label=(t!("Decks, piles and supplies")) {
            @for area in areas() {
                @if area.layout == Layout::Row { @for here in &area.pieces { (piece(ctx, area, here)) } }
                @else { (pile(ctx, area)) }
            }
        }
    }
}

/// Returns the sign of a pile: its picture, and its counter or its number of pieces. It opens to
/// show its content.
fn pile(ctx: RenderContext, area: &Area) -> Markup {
    let drawing = area.pieces.iter().find_map(|piece| piece.picture).and_then(|face| picture(face, ctx.page.theme));
    let counted = area.pieces.iter().find_map(|piece| match piece.look {
        Look::Meter { value, max, .. } => Some((value, max)),
        _ => None,
    });
    let danger = area.pieces.iter().any(|piece| piece.flags.contains(&kernel::Flag::Danger));
    let title = ctx.names.plain(&area.title);
    let sheet = format!("pile-{}", area.id);
    let drawing = html! {
        div.pile.danger[danger] data-bit=(sheet) {
            button.face type="button" popovertarget=(sheet) {
                @match drawing { Some(drawing) => span.pic aria-hidden="true" { (drawing) }, None => (icon(kernel::Icon::CARD)) }
                span.unseen { (title) ": " }
                @match counted {
                    Some((value, Some(max))) => b { (value) "/" (max) },
                    Some((value, None)) => b { (value) },
                    None => b { (area.pieces.len()) },
                }
            }
            div.details.opened id=(sheet) popover { (area::area(ctx, area)) }
        }
    };
    memo::noted(ctx.page, &sheet, drawing)
}
