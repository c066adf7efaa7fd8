//! Portraits of players: the face of a seat with its number on its colour.

use kernel::{Picture, Seat};
use maud::{Markup, html};

use crate::{common::picture, context::RenderContext};

/// Returns the face of a seat with its number on its colour; the number alone where the game has no
/// face for it.
pub(crate) fn portrait(ctx: RenderContext, seat: Seat) -> Markup {
    html! {
        span.portrait data-seat=(seat) aria-hidden="true" {
            @if let Some(face) = face(ctx, seat) { @if let Some(face) = picture(face, ctx.page.theme) { (face) } }
            span.no { (seat.0 + 1) }
        }
    }
}

/// Returns a bot's own face, or the face that the game gives the seat.
fn face(ctx: RenderContext, seat: Seat) -> Option<Picture> {
    let character = ctx.names.info(seat).and_then(|info| info.character);
    character.map(|character| character.face).or_else(|| ctx.areas_of(seat).find_map(|area| area.picture))
}

/// Returns the players on a square or a node, if there are any.
pub(crate) fn standing(ctx: RenderContext, pawns: &[Seat]) -> Markup {
    html! { @if !pawns.is_empty() { span.pawns data-count=(pawns.len()) { @for pawn in pawns { (portrait(ctx, *pawn)) } } } }
}
