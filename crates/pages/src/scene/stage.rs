//! The stage: the middle of the table, which everybody looks at. A fight has the players' side
//! left, the blows in between and the foes right; a board has the fight next to it; offers are in
//! the middle.

use kernel::{Area, Intent, Layout, Look, Role};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{icon, picture},
    context::{RenderContext, lane},
    data::TablePage,
    pieces::area,
    scene::{balance, lanes, latest, rolls::rolls},
};

/// The layout of the stage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A grid or a map, with the fight next to it.
    Board,
    /// A fight.
    Duel,
    /// Cards and other pieces side by side.
    Cards,
    /// The cards that the players have laid out, a row each, with their foes next to them.
    Lanes,
}

/// Returns the stage with everything on it.
pub(crate) fn stage(ctx: RenderContext) -> Markup {
    let kind = kind(ctx);
    let class = match kind {
        Kind::Board => "on-board",
        Kind::Duel => "duel",
        Kind::Cards => "cards",
        Kind::Lanes => "laned",
    };
    let has = |role| area::has(ctx, role);
    let (boards, cards): (Vec<&Area>, Vec<&Area>) = filled(ctx, Role::Board).partition(|area| is_board(area));
    let laid = || {
        html! {
            @if !cards.is_empty() { div.laid tabindex="0" role="group" aria-label=(t!("On the table")) { @for area in &cards { (area::area(ctx, area)) } } }
        }
    };
    html! {
        div.stage.(class).mapped[boards.iter().any(|area| matches!(area.layout, Layout::Map { .. }))].weighed[ctx.scene.balance.is_some()].offering[has(Role::Offer)].over[ctx.scene.ending.is_some()] {
            @if has(Role::Offer) { div.offer { (area::areas(ctx, Role::Offer)) } }
            @match kind {
                Kind::Board => {
                    @for area in &boards { div.board { (area::area(ctx, area)) } }
                    div.beside tabindex="0" role="group" aria-label=(t!("Beside the board")) {
                        (laid())
                        (side(ctx, Role::Fighters))
                        (side(ctx, Role::Foes))
                        (rolls(ctx))
                    }
                }
                Kind::Duel => {
                    (side(ctx, Role::Fighters))
                    @if ctx.scene.balance.is_some() { (balance::versus(ctx)) } @else { (rolls(ctx)) }
                    @if has(Role::Foes) { (side(ctx, Role::Foes)) }
                    @else if !cards.is_empty() { div.foes { @for area in &cards { (area::area(ctx, area)) } } }
                    @if has(Role::Foes) { (laid()) }
                }
                Kind::Lanes => {
                    (lanes::draw(ctx))
                    (side(ctx, Role::Foes))
                    (rolls(ctx))
                }
                Kind::Cards => {
                    (laid())
                    (rolls(ctx))
                }
            }
            @if ctx.scene.balance.is_some() { div.weighing { (balance::bars(ctx)) (balance::outlooks(ctx)) } }
            (latest::latest(ctx.page))
        }
    }
}

fn kind(ctx: RenderContext) -> Kind {
    if filled(ctx, Role::Board).any(is_board) {
        Kind::Board
    } else if lane::any(ctx.scene) {
        Kind::Lanes
    } else if area::has(ctx, Role::Foes) || area::has(ctx, Role::Fighters) {
        Kind::Duel
    } else {
        Kind::Cards
    }
}

fn filled<'a>(ctx: RenderContext<'a>, role: Role) -> impl Iterator<Item = &'a Area> {
    ctx.areas(role).filter(|area| !area.pieces.is_empty())
}

fn is_board(area: &Area) -> bool {
    matches!(area.layout, Layout::Grid { .. } | Layout::Map { .. })
}

/// Returns one side of a fight, with the next actions of its cards above them.
fn side(ctx: RenderContext, role: Role) -> Markup {
    let class = if role == Role::Fighters { "fighters" } else { "foes" };
    html! {
        @if area::has(ctx, role) {
            div class=(class) {
                @for intent in filled(ctx, role).flat_map(|area| &area.pieces).filter_map(|piece| piece.intent.as_ref()) {
                    (plaque(intent))
                }
                (area::areas(ctx, role))
                @for piece in filled(ctx, role).flat_map(|area| &area.pieces) {
                    @if let (Some(says), Look::Card { name, .. }) = (piece.says, &piece.look) {
                        p.speech aria-hidden="true" data-who=(name) { (says) }
                    }
                }
            }
        }
    }
}

fn plaque(intent: &Intent) -> Markup {
    let Intent { icon: sign, mean, text, range } = intent;
    html! {
        p.intent {
            (icon(*sign))
            @if !mean.is_empty() { b.mean { (mean) } }
            span { b { (text) } " " span { (range) } }
        }
    }
}

/// Returns the vault behind the table: three arches, two candles, the grain of the table's edge. It
/// is the same at every table, so it is outside the part that changes.
pub(crate) fn vault() -> Markup {
    maud::PreEscaped(include_str!("../../assets/vault.svg").trim_end().to_owned())
}

/// Returns the scene of the game in front of the vault, where the game has one.
pub(crate) fn backdrop(page: &TablePage) -> Markup {
    let drawing = page.meta.cover.and_then(|name| picture(name, page.theme));
    html! { @if let Some(drawing) = drawing { div.backdrop aria-hidden="true" { (drawing) } } }
}
