//! Dice as they fell: one box for what they were for, with what came of it, in the order thrown.

use kernel::{Piece, Role, Roll};
use maud::{Markup, html};
use text::t;

use super::{context::RenderContext, piece::piece_captioned, render_memo, words::within};

/// Which side of the table a blow falls on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Nowhere,
}

/// The dice on the table, by what they were for.
pub(super) fn rolls(ctx: RenderContext) -> Markup {
    let drawing = html! {
        div.rolls data-bit="rolls" {
            @for (place, roll) in ctx.scene.rolls.iter().enumerate() { (one(ctx, place, roll)) }
        }
    };
    render_memo::noted(ctx.page, "rolls", drawing)
}

/// One roll.
pub(super) fn one(ctx: RenderContext, place: usize, roll: &Roll) -> Markup {
    let side = side(ctx, roll);
    let dice: Vec<&Piece> = roll.dice.iter().filter_map(|id| ctx.die(id)).collect();
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
    let area = ctx.scene.area_of(&blow.on);
    match area.map(|area| area.role) {
        Some(Role::Fighters | Role::Seat | Role::Hand) => Side::Left,
        Some(_) => Side::Right,
        None => Side::Nowhere,
    }
}

/// What stands between two dice: a blow is what strikes less what parries; dice of one hand are added.
fn sign(roll: &Roll, before: &Piece, die: &Piece) -> &'static str {
    match roll.blow {
        _ if before.seat == die.seat && purpose(before) == purpose(die) => "+",
        Some(_) => "−",
        None => "·",
    }
}

/// Whose die it is, where a blow makes two sides: the first to fall is the striker's, and so are those that fell for the same.
/// Else what it was rolled for: in short, where who struck and who was struck have left the table.
fn caption(ctx: RenderContext, roll: &Roll, die: &Piece) -> String {
    let first = roll.dice.first().and_then(|id| ctx.die(id));
    let strikes = first.is_some_and(|first| purpose(first) == purpose(die));
    let side = roll.blow.as_ref().and_then(|blow| if strikes { blow.by.as_deref() } else { Some(blow.on.as_str()) });
    let short =
        |id: Option<&str>| if id.is_some() { purpose(die).split(t!(" of ")).next() } else { Some(purpose(die)) };
    side.and_then(|id| called(ctx, id)).unwrap_or_else(|| short(side).unwrap_or_default().to_owned())
}

/// What a die was rolled for.
pub(super) fn purpose(die: &Piece) -> &str {
    die.label.split(':').next().unwrap_or_default()
}

/// A piece in a word: the player whose it is, or its name.
fn called(ctx: RenderContext, id: &str) -> Option<String> {
    let area = ctx.scene.area_of(id)?;
    let piece = area.pieces.iter().find(|piece| piece.id == id)?;
    let seat = piece.seat.or(area.seat.filter(|_| matches!(area.role, Role::Seat | Role::Fighters)));
    Some(match (seat, &piece.look) {
        (Some(seat), _) if ctx.names.info(seat).is_some_and(|info| info.you) => t!("you").to_owned(),
        (Some(seat), _) => ctx.names.of(seat),
        (None, kernel::Look::Card { name, .. }) => within(name),
        (None, _) => within(piece.label.split([',', ':', '.']).next().unwrap_or_default()),
    })
}

fn arrow() -> Markup {
    html! { svg.arrow viewBox="0 0 24 16" aria-hidden="true" focusable="false" { path d="M1 8h19M14 2l7 6-7 6" {} } }
}
