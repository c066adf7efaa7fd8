//! What belongs to all, within reach beside the hand: small signs, and piles that open.

use kernel::{Area, Layout, Look, Role};
use maud::{Markup, html};
use text::t;

use super::{context::RenderContext, icons::icon, pictures::picture, piece::piece, render_memo, scene};

/// The piles of a scene as a row of signs: those of a row each by itself, others as one sign that opens.
pub(super) fn draw(ctx: RenderContext) -> Markup {
    let areas = || ctx.scene.areas.iter().filter(|area| area.role == Role::Piles && !area.pieces.is_empty());
    html! {
        div.stock #piles tabindex="0" role="region" aria-label=(t!("Decks, piles and supplies")) {
            @for area in areas() {
                @if area.layout == Layout::Row { @for here in &area.pieces { (piece(ctx, area, here)) } }
                @else { (pile(ctx, area)) }
            }
        }
    }
}

/// A sign for a pile: its picture, the number that is counted there or how many lie in it. It opens to look into.
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
            div.details.opened id=(sheet) popover { (scene::area(ctx, area)) }
        }
    };
    render_memo::noted(ctx.page, &sheet, drawing)
}
