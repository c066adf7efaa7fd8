//! Dice as they fell: one box for what they were for, with what came of it.

use kernel::{Piece, Role, Roll};
use maud::{Markup, html};

use super::{context::RenderContext, piece::piece};

/// The dice on the table, by what they were for.
pub(super) fn rolls(ctx: RenderContext) -> Markup {
    html! { div.rolls { @for (place, roll) in ctx.scene.rolls.iter().enumerate() { (one(ctx, place, roll)) } } }
}

/// One roll.
pub(super) fn one(ctx: RenderContext, place: usize, roll: &Roll) -> Markup {
    let dice: Vec<&Piece> = roll.dice.iter().filter_map(|id| ctx.scene.piece(id)).collect();
    let area = ctx.scene.areas.iter().find(|area| area.role == Role::Dice);
    html! {
        div.roll data-roll=(place) {
            p.title { (ctx.names.plain(&roll.title)) }
            div.throw { @if let Some(area) = area { @for die in dice { (piece(ctx, area, die)) } } }
            p.sum.result { (roll.result) }
        }
    }
}
