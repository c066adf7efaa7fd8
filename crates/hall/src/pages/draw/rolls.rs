//! Dice as they fell: one box for what they were for, with what came of it, in the order thrown.

use kernel::{Piece, Role, Roll};
use maud::{Markup, html};

use super::{context::RenderContext, piece::piece_captioned};

/// Which side of the table a blow falls on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Nowhere,
}

/// The dice on the table, by what they were for.
pub(super) fn rolls(ctx: RenderContext) -> Markup {
    html! {
        div.rolls data-bit="rolls" {
            @for (place, roll) in ctx.scene.rolls.iter().enumerate() { (one(ctx, place, roll)) }
        }
    }
}

/// One roll.
pub(super) fn one(ctx: RenderContext, place: usize, roll: &Roll) -> Markup {
    let side = side(ctx, roll);
    let dice: Vec<&Piece> = roll.dice.iter().filter_map(|id| ctx.scene.piece(id)).collect();
    let title = ctx.names.plain(&roll.title);
    html! {
        div.roll.ours[side == Side::Right].theirs[side == Side::Left] data-roll=(place) role="group" aria-label=[(!title.is_empty()).then_some(&title)] {
            @if !title.is_empty() { p.title { (title) } }
            div.throw {
                @for (at, die) in dice.iter().enumerate() {
                    @if at > 0 { span.op aria-hidden="true" { (sign(roll, dice[at - 1], die)) } }
                    (piece_captioned(ctx, die, &caption(ctx, roll, die)))
                }
            }
            p.sum.result { @if !roll.result.is_empty() { span { (roll.result) } } @if side != Side::Nowhere { (arrow()) } }
        }
    }
}

/// Whom the blow of a roll falls on; nobody if it did no harm.
fn side(ctx: RenderContext, roll: &Roll) -> Side {
    let Some(blow) = roll.blow.as_ref().filter(|blow| blow.harm > 0) else { return Side::Nowhere };
    let area = ctx.scene.areas.iter().find(|area| area.pieces.iter().any(|piece| piece.id == blow.on));
    match area.map(|area| area.role) {
        Some(Role::Fighters | Role::Seat | Role::Hand) => Side::Left,
        Some(_) => Side::Right,
        None => Side::Nowhere,
    }
}

/// What stands between two dice: a blow is what strikes less what parries; dice of one hand are added.
fn sign(roll: &Roll, before: &Piece, die: &Piece) -> &'static str {
    match roll.blow {
        _ if before.seat == die.seat && before.label.split(':').next() == die.label.split(':').next() => "+",
        Some(_) => "−",
        None => "·",
    }
}

/// Whose die it is, where a blow makes two sides; else what it was rolled for.
fn caption(ctx: RenderContext, roll: &Roll, die: &Piece) -> String {
    let purpose = || die.label.split(':').next().unwrap_or_default().to_owned();
    match (&roll.blow, die.seat) {
        (Some(_), Some(seat)) => {
            ctx.names.info(seat).map_or_else(purpose, |info| if info.you { "you".into() } else { ctx.names.of(seat) })
        }
        (Some(_), None) => foe(ctx, roll).unwrap_or_else(purpose),
        (None, _) => purpose(),
    }
}

/// The name of the one in a blow who is no player.
fn foe(ctx: RenderContext, roll: &Roll) -> Option<String> {
    let blow = roll.blow.as_ref()?;
    let ids = [Some(&blow.on), blow.by.as_ref()];
    let mut pieces = ids.into_iter().flatten().filter_map(|id| ctx.scene.piece(id));
    pieces.find(|piece| piece.seat.is_none()).map(|piece| match &piece.look {
        kernel::Look::Card { name, .. } => name.to_lowercase(),
        _ => piece.label.split([',', ':', '.']).next().unwrap_or_default().to_lowercase(),
    })
}

fn arrow() -> Markup {
    html! { svg.arrow viewBox="0 0 24 16" aria-hidden="true" focusable="false" { path d="M1 8h19M14 2l7 6-7 6" {} } }
}
