//! Dice on the table: one box per purpose, with the result, in the order of the throws.

use kernel::{Addend, Look, Piece, Role, Roll, Sign};
use maud::{Markup, html};
use text::t;

use crate::{
    context::{RenderContext, memo},
    pieces::piece_captioned,
};

/// The side of the table that a blow hits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Nowhere,
}

/// Returns the dice on the table, by purpose.
pub(crate) fn rolls(ctx: RenderContext) -> Markup {
    let drawing = html! {
        div.rolls data-bit="rolls" {
            @for (place, roll) in ctx.scene.rolls.iter().enumerate() { (one(ctx, place, roll)) }
        }
    };
    memo::noted(ctx.page, "rolls", drawing)
}

/// Returns one roll.
pub(crate) fn one(ctx: RenderContext, place: usize, roll: &Roll) -> Markup {
    let side = side(ctx, roll);
    let dice: Vec<&Piece> = roll.dice.iter().filter_map(|id| ctx.die(id)).collect();
    let title = ctx.names.plain(&roll.title);
    html! {
        div.roll.ours[side == Side::Right].theirs[side == Side::Left] data-roll=(place) role="group" aria-label=[(!title.is_empty()).then_some(&title)] {
            @if !title.is_empty() { p.title { (title) } }
            div.throw {
                @if roll.sum.is_empty() {
                    @for (at, die) in dice.iter().enumerate() {
                        @if at > 0 { (op(sign(roll, dice[at - 1], die))) }
                        (piece_captioned(ctx, die, &caption(ctx, roll, die)))
                    }
                } @else { (sum(ctx, roll, &dice)) }
            }
            p.sum.result { @if adds_up(roll) { span.op { "=" } } @if !roll.result.is_empty() { span { (roll.result) } } @if side != Side::Nowhere { (arrow()) } }
        }
    }
}

/// Returns the sum of a roll: its dice, and the numbers that are not rolled.
fn sum(ctx: RenderContext, roll: &Roll, dice: &[&Piece]) -> Markup {
    let mut hands = dice.chunk_by(|one, other| same_hand(one, other));
    html! {
        @for (at, addend) in roll.sum.iter().enumerate() {
            @if at > 0 || addend.sign != Sign::Plus { (op(addend.sign.symbol())) }
            @match &addend.name {
                Some(name) => span.addend { b { (addend.value) } span.purpose { (name) } },
                None => {
                    @let hand = hands.next().unwrap_or_default();
                    @for (at, die) in hand.iter().enumerate() {
                        @if at > 0 { (op(Sign::Plus.symbol())) }
                        (piece_captioned(ctx, die, &caption(ctx, roll, die)))
                    }
                    @if counts_otherwise(addend, hand) { span.addend { b { "= " (addend.value) } } }
                }
            }
        }
    }
}

fn op(sign: &str) -> Markup {
    html! { span.op aria-hidden="true" { (sign) } }
}

/// Returns whether the result of a roll is the sum of what is before it.
fn adds_up(roll: &Roll) -> bool {
    !roll.sum.is_empty() || roll.blow.as_ref().is_some_and(|blow| blow.harm > 0)
}

/// Returns whether the dice of a hand were changed after the roll: doubled.
fn counts_otherwise(addend: &Addend, hand: &[&Piece]) -> bool {
    let shown = hand.iter().map(|die| match die.look {
        Look::Die { value, .. } => u32::from(value),
        _ => 0,
    });
    !hand.is_empty() && shown.sum::<u32>() != addend.value
}

fn same_hand(one: &Piece, other: &Piece) -> bool {
    one.seat == other.seat && purpose(one) == purpose(other)
}

/// Returns the side that the blow of a roll hits; [`Side::Nowhere`] if it did no harm.
fn side(ctx: RenderContext, roll: &Roll) -> Side {
    let Some(blow) = roll.blow.as_ref().filter(|blow| blow.harm > 0) else { return Side::Nowhere };
    let area = ctx.scene.area_of(&blow.on);
    match area.map(|area| area.role) {
        Some(Role::Fighters | Role::Seat | Role::Hand) => Side::Left,
        Some(_) => Side::Right,
        None => Side::Nowhere,
    }
}

/// Returns the sign between two dice: a blow is the attack minus the parry; dice of one hand are
/// added.
fn sign(roll: &Roll, before: &Piece, die: &Piece) -> &'static str {
    match roll.blow {
        _ if same_hand(before, die) => "+",
        Some(_) => "−",
        None => "·",
    }
}

/// Returns the owner of a die, where a blow has two sides. The first die is the striker's, and so
/// are dice of the same purpose. Otherwise it returns the purpose of the die: in short, where the
/// owner has left the table.
fn caption(ctx: RenderContext, roll: &Roll, die: &Piece) -> String {
    let first = roll.dice.first().and_then(|id| ctx.die(id));
    let strikes = first.is_some_and(|first| purpose(first) == purpose(die));
    let side = roll.blow.as_ref().and_then(|blow| if strikes { blow.by.as_deref() } else { Some(blow.on.as_str()) });
    let short =
        |id: Option<&str>| if id.is_some() { purpose(die).split(t!(" of ")).next() } else { Some(purpose(die)) };
    side.and_then(|id| called(ctx, id)).unwrap_or_else(|| short(side).unwrap_or_default().to_owned())
}

/// Returns the purpose of a die.
pub(crate) fn purpose(die: &Piece) -> &str {
    die.label.split(':').next().unwrap_or_default()
}

/// Returns a piece in a word: the player who owns it, or its name.
fn called(ctx: RenderContext, id: &str) -> Option<String> {
    let area = ctx.scene.area_of(id)?;
    let piece = area.pieces.iter().find(|piece| piece.id == id)?;
    let seat = piece.seat.or(area.seat.filter(|_| matches!(area.role, Role::Seat | Role::Fighters)));
    Some(match (seat, &piece.look) {
        (Some(seat), _) if ctx.names.is_you(seat) => t!("You").to_owned(),
        (Some(seat), _) => ctx.names.of(seat),
        (None, kernel::Look::Card { name, .. }) => name.to_string(),
        (None, _) => piece.label.split([',', ':', '.']).next().unwrap_or_default().to_owned(),
    })
}

fn arrow() -> Markup {
    html! { svg.arrow viewBox="0 0 24 16" aria-hidden="true" focusable="false" { path d="M1 8h19M14 2l7 6-7 6" {} } }
}
