//! Lanes: a row over the whole stage for the cards that each player has laid out. A row also has
//! the player's face, their possessions, notes on the row, and the actions that it allows.

use kernel::{Look, Piece};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{candle, picture},
    context::{Lane, Press, PressEffect, RenderContext, lane, marks, memo},
    pieces::{gauge, piece},
    scene::{clock, seats},
};

/// Returns the lanes, one below the other. One of them is open: on a phone it is large, and the
/// others are strips.
pub(crate) fn draw(ctx: RenderContext) -> Markup {
    let all: Vec<Lane> = lane::lanes(ctx.scene).collect();
    let own = |lane: &&Lane| lane.seat().and_then(|seat| ctx.names.info(seat)).is_some_and(|info| info.you);
    let active = |lane: &&Lane| lane.head.is_some_and(|head| head.active);
    let open = all.iter().find(|lane| own(lane) && active(lane)).or(all.iter().find(own)).or(all.iter().find(active));
    let open = open.or(all.first()).map(|lane| lane.laid.id.as_str());
    html! {
        div.lanes data-count=(all.len()) {
            @for lane in &all { (drawn(ctx, *lane, open == Some(lane.laid.id.as_str()))) }
        }
    }
}

fn drawn(ctx: RenderContext, lane: Lane, open: bool) -> Markup {
    let Lane { head, laid } = lane;
    let (owner, id) = (lane.owner(), &laid.id);
    let (name, who) = named(&ctx.names.plain(&owner.title));
    let info = lane.seat().and_then(|seat| ctx.names.info(seat));
    let you = info.is_some_and(|info| info.you);
    let out = owner
        .pieces
        .iter()
        .any(|piece| matches!(piece.look, Look::Meter { .. }) && piece.flags.contains(&kernel::Flag::Dead));
    let of = |kind: Kind| laid.pieces.iter().filter(move |piece| Kind::of(piece) == kind);
    let heading = format!("area-{id}");
    html! {
        section.lane.active[owner.active].you[you].out[out] data-area=(id) data-seat=[lane.seat()] aria-labelledby=(heading) {
            input.opener id={ "open-" (id) } type="radio" name="open" aria-label=(t!("Show the row of {name} large")) checked[open];
            label.portrait for={ "open-" (id) } {
                @if let Some(face) = owner.picture.and_then(|face| picture(face, ctx.page.theme)) { (face) }
                span.name aria-hidden="true" { (name) }
                @if let Some(info) = info.filter(|info| !info.is_free()) {
                    span.player aria-hidden="true" { @if ctx.names.is_you(info.seat) { (t!("You")) } @else { (ctx.names.brief(info.seat)) } }
                }
            }
            div.lane-head {
                h2 id=(heading) {
                    @if owner.active { (candle()) span.unseen { (t!("in turn:")) " " } }
                    span.name { (name) }
                    @match info {
                        Some(info) => span.who { (seats::occupant(ctx, info, false)) (clock::clock(ctx, info)) (seats::stand_in(ctx, info)) },
                        None => @if let Some(who) = who { span.who { (who) } },
                    }
                }
                div.has {
                    @if let Some(head) = head { @for here in &head.pieces { (piece(ctx, head, here)) } }
                    @if let Some(note) = head.and_then(|head| head.note.as_ref()) { span.note { (note) } }
                }
                @if let Some(info) = info { (seats::speech(ctx, info)) }
                div.lane-said { @for here in of(Kind::Said) { (piece(ctx, laid, here)) } }
            }
            div.pieces.laid-out {
                @for here in of(Kind::Laid) { (piece(ctx, laid, here)) }
                @if let Some(note) = &laid.note { p.lane-note { (note) } }
            }
            div.acts { @for here in of(Kind::Act) { (act(ctx, here)) } }
        }
    }
}

/// The place of a piece in a lane.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// In the row: cards, and places for them.
    Laid,
    /// At the end of the head: signs for the state of the row.
    Said,
    /// After the row: words for the actions that it allows.
    Act,
}

impl Kind {
    fn of(piece: &Piece) -> Kind {
        match piece.look {
            Look::Card { .. } | Look::Tile { .. } | Look::Back { .. } | Look::Die { .. } | Look::Edge { .. } => {
                Kind::Laid
            }
            Look::Token { .. } | Look::Meter { .. } => Kind::Said,
            Look::Text => Kind::Act,
        }
    }
}

/// Returns the name at the start of a title, and the text after its colon: `Lily` and `companion`
/// of `Lily, barbarian: companion`.
fn named(title: &str) -> (String, Option<String>) {
    let name = title.split([',', ':']).next().unwrap_or(title);
    let who = title.split_once(": ").map(|(_, who)| who.to_owned());
    (name.trim().to_owned(), who)
}

/// Returns a button for the one move that words in a lane stand for: its verb, and its effect. The
/// words of an auto-action start it. Others are for screen readers.
fn act(ctx: RenderContext, piece: &Piece) -> Markup {
    let effect = ctx.moves.effect(&piece.id);
    let drawing = html! {
        div.piece.words data-piece=(piece.id) {
            @if let Some(auto_action) = ctx.standing().iter().find(|auto_action| auto_action.id == piece.id) {
                button.move type="submit" form="act" formaction={ "/tables/" (ctx.page.id) "/order" } name="order" value=(auto_action.id) {
                    span { (ctx.names.plain(&auto_action.text)) }
                    @if let Some(forecast) = &auto_action.forecast { small { (forecast.text) } }
                }
            } @else if let PressEffect::Does(index) | PressEffect::Receives(index) = effect {
                @let wording = &ctx.moves.all()[index].wording;
                @let Press { form, name, value } = ctx.moves.press(index);
                @let text = ctx.names.plain(&wording.text);
                @let told = wording.tag.clone().or_else(|| wording.forecast.as_ref().map(|forecast| forecast.text.clone()));
                button.move type="submit" form=(form) name=(name) value=(value) data-pieces=(marks::ids(wording.pieces())) data-marks=[marks::data(wording)]
                    aria-label={ (text) @if let Some(forecast) = &wording.forecast { ": " (forecast.text) } } {
                    span { (text.split(' ').next().unwrap_or_default()) @if wording.confirm.is_some() { "…" } }
                    @if let Some(told) = told { small { (gauge::unbroken(&told)) } }
                    (ctx.hint.mark(&[index]))
                }
            } @else {
                p.unseen { (piece.label) }
            }
        }
    };
    memo::noted(ctx.page, &piece.id, drawing)
}
