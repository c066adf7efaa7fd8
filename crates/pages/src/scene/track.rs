//! Tracks: the course of the match, step by step, as a ladder of pictures, and on a phone as a row
//! of numbers.

use kernel::{Area, Flag, Look, Piece, Role};
use maud::{Markup, html};

use crate::{
    common::{icon, picture},
    context::{RenderContext, memo},
    pieces::{details_of, portrait, pressable_face},
};

/// Returns the tracks of the scene.
pub(crate) fn track(ctx: RenderContext) -> Markup {
    html! {
        @for area in ctx.areas(Role::Track).filter(|area| !area.pieces.is_empty()) {
            @let heading = format!("area-{}", area.id);
            section.track.race[is_race(area)] data-area=(area.id) aria-labelledby=(heading) {
                h2 id=(heading) { (ctx.names.rich(&area.title)) }
                ol { @for (at, here) in area.pieces.iter().enumerate() { (step(ctx, area, at, here)) } }
            }
        }
    }
}

/// Returns whether players stand on the steps.
fn is_race(area: &Area) -> bool {
    area.pieces.iter().any(|piece| matches!(&piece.look, Look::Tile { pawns, .. } if !pawns.is_empty()))
}

fn step(ctx: RenderContext, area: &Area, at: usize, piece: &Piece) -> Markup {
    if let Some(place) = memo::place(ctx, area, piece, at) {
        return place;
    }
    let has = |flag| piece.flags.contains(&flag);
    let (name, number, last) = words(piece, at);
    let sign = match &piece.look {
        Look::Card { corner: None, icon, .. } => Some(*icon),
        _ => None,
    };
    let drawing = piece.picture.and_then(|name| picture(name, ctx.page.theme));
    let face = html! {
        span.pic { @if let Some(drawing) = drawing { (drawing) } @else { (number) } }
        span.no { @if let Some(sign) = sign { (icon(sign)) } @else { (number) } }
        @if let Look::Tile { pawns, .. } = &piece.look {
            span.pawns { @for seat in pawns { (portrait(ctx, *seat)) } }
        }
        span.told { b { (name) } @if let Some(note) = &piece.note { small { (note) } } }
        @if let Some(last) = last { span.end { (last) } }
    };
    let now = has(Flag::Highlighted);
    let drawing = html! {
        li.piece.step.dark[piece.picture.is_none()].now[now].done[has(Flag::Exhausted) || has(Flag::Dead)].boss[has(Flag::Danger)]
            data-piece=(piece.id) aria-current=[now.then_some("step")] {
            (pressable_face(ctx, piece, &face))
            (details_of(ctx, piece))
        }
    };
    memo::noted(ctx.page, &piece.id, drawing)
}

/// Returns the name of a step, the number that represents it, and the text at its end.
pub(crate) fn words(piece: &Piece, at: usize) -> (String, String, Option<String>) {
    let short = || piece.label.split([',', ':', '.']).next().unwrap_or_default().to_owned();
    let count = (at + 1).to_string();
    match &piece.look {
        Look::Card { name, corner, stats, .. } => {
            (name.to_string(), corner.clone().unwrap_or(count), stats.last().map(|stat| stat.value.clone()))
        }
        Look::Tile { value, .. } | Look::Token { value, .. } => (short(), count, value.clone()),
        _ => (short(), count, None),
    }
}
