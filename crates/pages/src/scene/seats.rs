//! The players: face, colour and number, name, meter, gear, and other facts that the viewer should
//! know.

use kernel::{Area, Look, Piece, Role, Seat};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{candle, icon, sign, tone_class},
    context::{RenderContext, lane},
    data::SeatInfo,
    pieces::{area, piece, portrait},
    scene::clock,
};

/// Returns the players: each with their area, or just their name where the game gives them none.
pub(crate) fn seats(ctx: RenderContext) -> Markup {
    html! {
        div.seats data-count=(ctx.page.seats.len()) {
            @for info in ctx.page.seats.iter().filter(|info| !in_a_lane(ctx, info.seat)) {
                (seat(ctx, info, &ctx.areas_of(info.seat).collect::<Vec<_>>()))
            }
            @for area in ctx.areas(Role::Seat).filter(|area| area.seat.is_none() && !lane::holds(ctx.scene, area)) {
                (companion(ctx, area))
            }
        }
    }
}

/// Returns whether all areas of a player are drawn in lanes on the stage.
fn in_a_lane(ctx: RenderContext, seat: Seat) -> bool {
    let mut own = ctx.areas_of(seat).peekable();
    own.peek().is_some() && own.all(|area| lane::holds(ctx.scene, area))
}

/// Returns a character at the table whom no player controls.
fn companion(ctx: RenderContext, area: &Area) -> Markup {
    html! { div.seat.companion { (area::area(ctx, area)) } }
}

fn seat(ctx: RenderContext, info: &SeatInfo, areas: &[&Area]) -> Markup {
    let active = areas.iter().any(|area| area.active);
    let measured = |piece: &&Piece| matches!(piece.look, Look::Meter { .. });
    let out = areas
        .iter()
        .flat_map(|area| &area.pieces)
        .any(|piece| measured(&piece) && piece.flags.contains(&kernel::Flag::Dead));
    html! {
        section.seat.active[active].you[info.you].out[out] data-seat=(info.seat) aria-label=(ctx.names.of(info.seat)) {
            (portrait(ctx, info.seat))
            (speech(ctx, info))
            @let doing = areas.iter().find_map(|area| area.doing.as_ref());
            h2 {
                @if active && doing.is_none() { (candle()) span.unseen { (t!("in turn: ")) } }
                (occupant(ctx, info, doing.is_some()))
            }
            @if info.stand_in.is_some() || info.clock.is_some() { p.pace { (clock::clock(ctx, info)) (stand_in(ctx, info)) } }
            @if let Some(doing) = doing {
                span.doing.(tone_class(doing.tone)) title=(doing.text) { (icon(doing.icon)) }
                p.does { (doing.text) }
            }
            @for area in areas {
                @for here in area.pieces.iter().filter(measured) { (piece(ctx, area, here)) }
                @if area.pieces.iter().any(|piece| !measured(&piece)) {
                    div.gear { @for here in area.pieces.iter().filter(|piece| !measured(piece)) { (piece(ctx, area, here)) } }
                }
                @if let Some(note) = &area.note { p.note { (note) } }
            }
        }
    }
}

/// Returns the occupant of a seat, and whether it is the visitor, a bot or away; `brief` adds a
/// name that is short enough for a phone.
pub(crate) fn occupant(ctx: RenderContext, info: &SeatInfo, brief: bool) -> Markup {
    let free = info.is_free();
    html! {
        @if free { em { (t!("Free")) } } @else { b { (ctx.names.of(info.seat)) } }
        @if brief && !free { b.brief aria-hidden="true" { @if ctx.names.is_you(info.seat) { (t!("You")) } @else { (ctx.names.brief(info.seat)) } } }
        @if info.you { @if ctx.names.marks_you(info) { small { (t!("you")) } } }
        @else if info.bot.is_some() { small title=(t!("a bot")) { (sign(&art::icons::BOT)) span.unseen { (t!("a bot")) } } }
        @else if info.person.is_some() && !info.connected && info.stand_in.is_none() { small.away { (t!("away")) } }
    }
}

/// Returns the remark of a bot. It is no more than an aside, so screen readers skip it.
pub(crate) fn speech(ctx: RenderContext, info: &SeatInfo) -> Markup {
    html! {
        @if let Some(says) = info.says {
            p.speech aria-hidden="true" data-seat=(info.seat) data-who=(ctx.names.brief(info.seat)) { (says) }
        }
    }
}

/// Returns the note that a bot plays for the absent player of a seat.
pub(crate) fn stand_in(ctx: RenderContext, info: &SeatInfo) -> Markup {
    html! {
        @if info.stand_in.is_some() {
            span.stands-in { (sign(&art::icons::BOT)) span { (t!("a bot plays for {}", ctx.names.of(info.seat))) } }
        }
    }
}
