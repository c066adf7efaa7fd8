//! Squares of a board: an arch if face down, a pale flagstone for floor, else its picture. Players
//! on a square are rings.

use kernel::{Flag, Icon, Look, Piece};
use maud::{Markup, html};

use crate::{
    common::{icon, picture},
    context::RenderContext,
    pieces::standing,
};

/// Returns the face of a square.
pub(crate) fn tile(ctx: RenderContext, piece: &Piece) -> Markup {
    let Look::Tile { icon: sign, value, pawns, .. } = &piece.look else { return html! {} };
    let floor = *sign == Some(Icon::HALLWAY);
    let drawing = piece.picture.filter(|_| !floor).and_then(|name| picture(name, ctx.page.theme));
    let sign = sign.filter(|_| !floor && drawing.is_none());
    let down = !floor && drawing.is_none() && sign.is_none();
    let fought = piece.seat.filter(|_| piece.flags.contains(&Flag::Highlighted));
    html! {
        span.ground.floor[floor].down[down].signed[sign.is_some()] data-seat=[fought] aria-hidden="true" {
            @if let Some(drawing) = drawing { (drawing) } @else if let Some(sign) = sign { (icon(sign)) }
            @if let Some(gauge) = &piece.gauge {
                b.value data-gauge=(piece.id) data-value=(gauge.value) data-max=(gauge.max) {
                    (icon(gauge.icon)) span data-num=(gauge.value) data-key=(piece.id) { (gauge.value) }
                }
            } @else if let Some(value) = value { b.value { (value) } }
        }
        (standing(ctx, pawns))
    }
}
