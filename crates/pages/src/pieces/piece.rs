//! Pieces, drawn by their look.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{arch, badge, escaped, icon, lesson, picture, sign, tone_class},
    context::{self, Press, PressEffect, RenderContext, marks, memo},
    pieces::{Place, card, classes, dice, gauge, map, tile},
};

/// Returns a piece in `area`: its face, and its details.
pub(crate) fn piece<'a>(ctx: RenderContext<'a>, area: &Area, piece: &'a Piece) -> Markup {
    if let Some(place) = memo::place(ctx, area, piece, ()) {
        return place;
    }
    let effect = ctx.moves.effect(&piece.id);
    let seat = area.seat.filter(|_| area.role == Role::Seat);
    let mapped = matches!(area.layout, Layout::Map { .. }) && matches!(piece.look, Look::Tile { .. });
    let face = html! {
        @if mapped { (map::node(ctx, piece)) } @else { (look(ctx, piece, Place { role: area.role, seat, effect })) }
        (flags(piece))
        (mark(ctx, &piece.id, effect))
    };
    let held = area.pieces.iter().filter(|other| other.on.as_ref() == Some(&piece.id));
    let held = html! { @for other in held { (self::piece(ctx, area, other)) } };
    framed(ctx, piece, effect, &face, &held)
}

/// Returns a die with a caption other than its purpose.
pub(crate) fn piece_captioned<'a>(ctx: RenderContext<'a>, piece: &'a Piece, caption: &str) -> Markup {
    let effect = ctx.moves.effect(&piece.id);
    let face = match &piece.look {
        Look::Die { sides, value, .. } => {
            html! { (dice::die(*sides, *value)) span.purpose aria-hidden="true" { (caption) } }
        }
        _ => look(ctx, piece, Place { role: Role::Dice, seat: None, effect }),
    };
    framed(ctx, piece, effect, &face, &html! {})
}

/// Returns a piece around its face. `held` are the pieces on it.
fn framed<'a>(ctx: RenderContext<'a>, piece: &'a Piece, effect: PressEffect, face: &Markup, held: &Markup) -> Markup {
    let mark = marks::on(ctx, &piece.id);
    let place = card::suit_and_rank(piece);
    let drawing = html! {
        div class={ (classes(piece, effect)) (marks::class(mark)) (lesson::class(ctx.scene.teaching.as_ref(), &piece.id)) } data-piece=(escaped(&piece.id)) data-moves=[moves_visibly(&piece.look)]
            data-sides=[sides(&piece.look)] data-suit=[place.map(|(suit, _)| suit)] data-rank=[place.map(|(_, rank)| rank)] {
            (pressable(ctx, piece, effect, face))
            (held)
            (marks::words(mark))
            (details_of(ctx, piece))
        }
    };
    memo::noted(ctx.page, &piece.id, drawing)
}

/// Returns a face that the caller has drawn, as a button if pressing the piece has an effect.
pub(crate) fn pressable_face<'a>(ctx: RenderContext<'a>, piece: &'a Piece, face: &Markup) -> Markup {
    pressable(ctx, piece, ctx.moves.effect(&piece.id), face)
}

/// Returns the details of a piece, if it has any.
pub(crate) fn details_of(ctx: RenderContext, piece: &Piece) -> Markup {
    html! { @if has_details(ctx, piece) { (details(ctx, piece)) } }
}

/// Returns the mark of a hint: on the piece to use, and on each piece that is the only place to
/// make its move.
fn mark(ctx: RenderContext, piece: &str, effect: PressEffect) -> Markup {
    let indices = ctx.moves.of(effect);
    let advised = indices.iter().any(|index| ctx.hint.advises(*index));
    html! { @if advised || ctx.moves.speaks_for_itself(piece) { (ctx.hint.mark(&indices)) } }
}

/// Returns the attribute of pieces that move visibly over the table; other pieces stay in place.
fn moves_visibly(look: &Look) -> Option<&'static str> {
    matches!(look, Look::Card { .. } | Look::Die { .. } | Look::Token { .. } | Look::Back { .. }).then_some("")
}

fn sides(look: &Look) -> Option<u8> {
    if let Look::Die { sides, .. } = look { Some(*sides) } else { None }
}

/// Returns the face, as a button if pressing the piece has an effect.
fn pressable<'a>(ctx: RenderContext<'a>, piece: &'a Piece, effect: PressEffect, face: &Markup) -> Markup {
    let press = match effect {
        PressEffect::Does(index) | PressEffect::Receives(index) => Some(ctx.moves.press(index)),
        PressEffect::PicksUp(fork) | PressEffect::LeadsOn(fork) => fork.node.map(|node| ctx.moves.pick(node)),
        PressEffect::PutsBack(node) => Some(ctx.moves.pick(node)),
        PressEffect::Idle => None,
    };
    let aim = match effect {
        PressEffect::Does(index) => ctx.moves.all()[index].wording.target().filter(|target| *target != piece.id),
        _ => None,
    };
    let marked = match effect {
        PressEffect::Does(index) | PressEffect::Receives(index) => marks::data(&ctx.moves.all()[index].wording),
        PressEffect::Idle | PressEffect::PicksUp(_) | PressEffect::LeadsOn(_) | PressEffect::PutsBack(_) => None,
    };
    let title = press.as_ref().and(piece.text.as_deref());
    let pressed = match effect {
        PressEffect::PicksUp(_) | PressEffect::LeadsOn(_) => Some("false"),
        PressEffect::PutsBack(_) => Some("true"),
        PressEffect::Idle | PressEffect::Does(_) | PressEffect::Receives(_) => None,
    };
    html! {
        @if let Some(Press { form, name, value }) = press {
            button.face type="submit" form=(form) name=(name) value=(value) data-to=[aim] title=[title]
                data-marks=[marked]
                aria-pressed=[pressed] aria-label=(escaped(&spoken(ctx, piece, effect))) { (face) }
        } @else if has_details(ctx, piece) {
            button.face type="button" popovertarget=(escaped(&details_id(piece))) aria-label=(escaped(&ctx.names.label(piece))) { (face) }
        } @else if matches!(piece.look, Look::Text) {
            p.face { (face) }
        } @else {
            div.face role="img" aria-label=(escaped(&ctx.names.label(piece))) { (face) }
        }
    }
}

/// Returns the text of a pressable piece for screen readers.
fn spoken(ctx: RenderContext, piece: &Piece, effect: PressEffect) -> String {
    let of = |index: usize| {
        let wording = &ctx.moves.all()[index].wording;
        let forecast = wording.forecast.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
        let worth = ctx.hint.worth(index).map(|worth| format!(", {worth}")).unwrap_or_default();
        let hint = ctx.hint.said(&[index]);
        format!("{hint}{}{forecast}{worth}", ctx.names.plain(&wording.text))
    };
    let label = ctx.names.label(piece);
    match effect {
        PressEffect::Idle => label,
        PressEffect::Does(index) | PressEffect::Receives(index) => format!("{}. {label}", of(index)),
        PressEffect::PicksUp(fork) | PressEffect::LeadsOn(fork) if fork.moves.len() == 1 => {
            format!("{}. {label}", of(fork.moves[0]))
        }
        PressEffect::PicksUp(fork) => ctx.hint.said(&fork.moves).to_owned() + &t!("Pick up: {label}"),
        PressEffect::LeadsOn(fork) => ctx.hint.said(&fork.moves).to_owned() + &t!("Then: {label}"),
        PressEffect::PutsBack(_) => t!("Put back: {label}"),
    }
}

/// Returns the face of a piece. In piles a token also shows its name, `Potion` of `Potion: 3 left`,
/// because many are there together.
fn look(ctx: RenderContext, piece: &Piece, place: Place) -> Markup {
    html! {
        @match &piece.look {
            Look::Card { .. } => (card(ctx, piece, place)),
            Look::Back { count } => {
                span.sheet aria-hidden="true" { (arch()) span.count data-num=(count) data-key=(piece.id) { (count) } }
            }
            Look::Die { sides, value, purpose } => {
                (dice::die(*sides, *value))
                span.purpose aria-hidden="true" { @if let Some(seat) = piece.seat { (badge(seat)) } (purpose) }
            }
            Look::Token { icon: sign, value, seat, .. } => {
                @let drawing = piece.picture.and_then(|name| picture(name, ctx.page.theme));
                @let name = piece.label.split_once(':').map(|(name, _)| name).filter(|_| place.role == Role::Piles);
                span.disc.long[value.as_ref().is_some_and(|value| value.chars().count() > 4)] data-seat=[seat] aria-hidden="true" {
                    @match drawing { Some(drawing) => (drawing), None => (icon(*sign)) }
                    @if let Some(name) = name { span.name { (name) } }
                    @if let Some(value) = value { b { (value) } }
                }
            }
            Look::Tile { .. } => (tile::tile(ctx, piece)),
            Look::Meter { icon, name, value, max } => {
                (gauge::bar(&gauge::Bar {
                    piece: &piece.id, icon: *icon, name, value: *value, max: *max,
                    lost: context::lost(ctx.scene, &piece.id, place.seat), ahead: piece.ahead, low: piece.flags.contains(&Flag::Danger),
                }))
                @if let (None, Some(note)) = (max, &piece.note) { small.line { (note) } }
            }
            Look::Edge { .. } => span.crossing {},
            Look::Text => {
                @if let Some(drawing) = piece.picture.and_then(|name| picture(name, ctx.page.theme)) { (drawing) }
                (piece.label)
            }
        }
    }
}

/// Returns a mark for each state that colour alone must not convey.
fn flags(piece: &Piece) -> Markup {
    let gauged = piece.gauge.is_some() || matches!(piece.look, Look::Meter { .. });
    let shown = |flag: &&Flag| {
        !matches!(flag, Flag::Highlighted | Flag::Reachable | Flag::Elite | Flag::Boss | Flag::Curse)
            && (!matches!(flag, Flag::Danger | Flag::Damaged) || !gauged)
    };
    html! {
        span.flags aria-hidden="true" {
            @for flag in piece.flags.iter().filter(shown) {
                @match flag {
                    Flag::Exhausted => span title=(t!("used up for now")) { (sign(&art::icons::USED)) },
                    Flag::Damaged => span title=(t!("damaged")) { (sign(&art::icons::CRACKED)) },
                    Flag::Danger => span title=(t!("danger")) { (sign(&art::icons::WARNING)) },
                    Flag::Dead => span title=(t!("out of the game")) { (icon(Icon::SKULL)) },
                    Flag::Highlighted | Flag::Reachable | Flag::Elite | Flag::Boss | Flag::Curse => {}
                }
            }
        }
    }
}

fn has_details(ctx: RenderContext, piece: &Piece) -> bool {
    piece.text.is_some() || barred(ctx, piece).next().is_some()
}

fn barred<'a>(ctx: RenderContext<'a>, piece: &'a Piece) -> impl Iterator<Item = &'a kernel::Barred> {
    ctx.scene.barred.iter().filter(|barred| barred.piece.as_deref() == Some(&piece.id))
}

/// Returns the popover of a piece: the enlarged piece, its text and its ruling.
fn details(ctx: RenderContext, piece: &Piece) -> Markup {
    let (tone, title) = match &piece.look {
        Look::Card { name, tone, .. } => (Some(*tone), &**name),
        _ => (None, &*piece.label),
    };
    let complete = piece.text.is_some() && piece.untold().is_none();
    html! {
        div.details id=(escaped(&details_id(piece))) popover {
            @if let Some(tone) = tone { div class={ "large-card " (tone_class(tone)) } aria-hidden="true" { (card(ctx, piece, Place { role: Role::Hand, seat: None, effect: PressEffect::Idle })) } }
            p.label { @if complete { (escaped(title)) } @else { (escaped(&ctx.names.label(piece))) } }
            @if let Some(text) = &piece.text { p { (escaped(text)) } }
            @if let Some(ruling) = piece.ruling {
                p.ruling { a href={ "/games/" (ctx.page.meta.id) "#" (ruling) } { (t!("Ruling {ruling}")) } }
            }
            @for barred in barred(ctx, piece) {
                p.barred { (sign(&art::icons::LOCKED)) span { (barred.what) ": " (barred.why) "." } }
            }
        }
    }
}

/// Returns an id that HTML allows for any piece id.
fn details_id(piece: &Piece) -> String {
    let mut id = String::with_capacity(32);
    id.push_str("details-");
    for c in piece.id.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => id.push(c),
            other => id.push_str(&format!("_{:x}", u32::from(other))),
        }
    }
    id
}
