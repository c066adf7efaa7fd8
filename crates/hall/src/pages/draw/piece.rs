//! Pieces, drawn by their look.

use kernel::{Area, Flag, Icon, Look, Piece, Role, Seat, Stat, Suit, Tone};
use maud::{Markup, html};

use super::{
    context::RenderContext,
    dice,
    icons::{self, Sign, icon, sign},
    move_map::{Part, Press},
    names::badge,
    pictures::picture,
};

/// A piece as it lies in `area`: its face, and the text behind it.
pub(super) fn piece<'a>(ctx: RenderContext<'a>, area: &Area, piece: &'a Piece) -> Markup {
    let part = ctx.moves.part(&piece.id);
    let face = html! {
        (look(ctx, piece, area.role == Role::Piles))
        (flags(&piece.flags))
        @if area.role == Role::Offer { (verb(ctx, part)) } @else { (mark(ctx, &piece.id, part)) }
    };
    html! {
        div class=(classes(piece, part)) data-piece=(piece.id) data-moves=[moves_visibly(&piece.look)]
            data-sides=[sides(&piece.look)] {
            (pressable(ctx, piece, part, &face))
            @if has_details(ctx, piece) { (details(ctx, piece)) }
        }
    }
}

/// The mark of a hint: on the piece to use, and on each that is the only place to make its move.
fn mark(ctx: RenderContext, piece: &str, part: Part) -> Markup {
    let indices = ctx.moves.of(part);
    let advised = indices.iter().any(|index| ctx.hint.advises(*index));
    html! { @if advised || ctx.moves.speaks_for_itself(piece) { (ctx.hint.mark(&indices)) } }
}

/// Pieces that travel over the table; the rest stays where it is.
fn moves_visibly(look: &Look) -> Option<&'static str> {
    matches!(look, Look::Card { .. } | Look::Die { .. } | Look::Token { .. } | Look::Back { .. }).then_some("")
}

fn sides(look: &Look) -> Option<u8> {
    if let Look::Die { sides, .. } = look { Some(*sides) } else { None }
}

pub(super) fn classes(piece: &Piece, part: Part) -> String {
    let mut all = vec!["piece"];
    all.push(match &piece.look {
        Look::Card { .. } => "card",
        Look::Back { .. } => "back",
        Look::Die { .. } => "dice",
        Look::Token { .. } => "token",
        Look::Tile { .. } => "tile",
        Look::Meter { .. } => "meter",
        Look::Edge { .. } => "edge",
        Look::Text => "words",
    });
    all.push(match &piece.look {
        Look::Card { tone, .. } | Look::Token { tone, .. } | Look::Tile { tone, .. } | Look::Edge { tone, .. } => {
            tone_class(*tone)
        }
        Look::Back { .. } | Look::Die { .. } | Look::Meter { .. } | Look::Text => "tone-plain",
    });
    if let Look::Card { suit: Some(suit), .. } = &piece.look {
        all.push(if matches!(suit, Suit::Hearts | Suit::Diamonds) { "suit-red" } else { "suit-black" });
    }
    all.extend(piece.flags.iter().map(|flag| flag_class(*flag)));
    all.push(match part {
        Part::Idle => "idle",
        Part::Does(_) | Part::PicksUp(_) => "can",
        Part::PutsBack(_) => "picked",
        Part::Receives(_) | Part::LeadsOn(_) => "target",
    });
    all.join(" ")
}

/// The class that colours a tone.
pub(super) fn tone_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "tone-plain",
        Tone::Good => "tone-good",
        Tone::Bad => "tone-bad",
        Tone::Luck => "tone-luck",
    }
}

fn flag_class(flag: Flag) -> &'static str {
    match flag {
        Flag::Exhausted => "exhausted",
        Flag::Damaged => "damaged",
        Flag::Highlighted => "highlighted",
        Flag::Reachable => "reachable",
        Flag::Danger => "danger",
        Flag::Dead => "dead",
    }
}

/// The face, as something to press if pressing it does something.
fn pressable<'a>(ctx: RenderContext<'a>, piece: &'a Piece, part: Part, face: &Markup) -> Markup {
    let press = match part {
        Part::Does(index) | Part::Receives(index) => Some(ctx.moves.press(index)),
        Part::PicksUp(fork) | Part::LeadsOn(fork) => fork.node.map(|node| ctx.moves.pick(node)),
        Part::PutsBack(node) => Some(ctx.moves.pick(node)),
        Part::Idle => None,
    };
    let aim = match part {
        Part::Does(index) => ctx.moves.all()[index].wording.target().filter(|target| *target != piece.id),
        _ => None,
    };
    let title = press.as_ref().and(piece.text.as_deref());
    let pressed = match part {
        Part::PicksUp(_) | Part::LeadsOn(_) => Some("false"),
        Part::PutsBack(_) => Some("true"),
        Part::Idle | Part::Does(_) | Part::Receives(_) => None,
    };
    html! {
        @if let Some(Press { form, name, value }) = press {
            button.face type="submit" form=(form) name=(name) value=(value) data-to=[aim] title=[title]
                aria-pressed=[pressed] aria-label=(spoken(ctx, piece, part)) { (face) }
        } @else if has_details(ctx, piece) {
            button.face type="button" popovertarget=(details_id(piece)) aria-label=(ctx.names.label(piece)) { (face) }
        } @else if matches!(piece.look, Look::Text) {
            p.face { (piece.label) }
        } @else {
            div.face role="img" aria-label=(ctx.names.label(piece)) { (face) }
        }
    }
}

/// What a screen reader says of a piece that can be pressed.
fn spoken(ctx: RenderContext, piece: &Piece, part: Part) -> String {
    let of = |index: usize| {
        let wording = &ctx.moves.all()[index].wording;
        let forecast = wording.forecast.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
        let worth = ctx.hint.worth(index).map(|worth| format!(", {worth}")).unwrap_or_default();
        let hint = if ctx.hint.advises(index) { "Hint: " } else { "" };
        format!("{hint}{}{forecast}{worth}", ctx.names.plain(&wording.text))
    };
    let label = ctx.names.label(piece);
    match part {
        Part::Idle => label,
        Part::Does(index) | Part::Receives(index) => format!("{}. {label}", of(index)),
        Part::PicksUp(_) => format!("Pick up: {label}"),
        Part::LeadsOn(_) => format!("Then: {label}"),
        Part::PutsBack(_) => format!("Put back: {label}"),
    }
}

/// On offers: what taking it means, below it.
fn verb(ctx: RenderContext, part: Part) -> Markup {
    html! {
        @match part {
            Part::Does(index) | Part::Receives(index) => {
                @let wording = &ctx.moves.all()[index].wording;
                span.verb.move {
                    (ctx.names.plain(&wording.text))
                    @if let Some(forecast) = &wording.forecast { small { (forecast.text) } }
                    (ctx.hint.mark(&[index]))
                }
            }
            Part::Idle | Part::PicksUp(_) | Part::LeadsOn(_) | Part::PutsBack(_) => {}
        }
    }
}

/// The face of a piece. `named`: a token also says which it is, `Potion` of `Potion: 3 left`, for where many lie together.
fn look(ctx: RenderContext, piece: &Piece, named: bool) -> Markup {
    let drawing = piece.picture.and_then(|name| picture(name, ctx.page.theme));
    let drawn = drawing.is_some();
    let name = piece.label.split_once(':').map(|(name, _)| name).filter(|_| named);
    html! {
        @match &piece.look {
            Look::Card { name, kind, icon: sign, corner, suit, emblem, stats, copies, .. } => {
                span.sheet.drawn[drawn] {
                    @if corner.is_some() || suit.is_some() || emblem.is_some() { (index(corner.as_deref(), *suit, *emblem)) }
                    @if !drawn { span.name { (name) } }
                    span.picture {
                        @match (drawing, suit) {
                            (Some(drawing), _) => { (drawing) (numbers(piece, stats)) }
                            (None, Some(suit)) => (icons::suit(*suit)),
                            (None, None) => (icon(*sign)),
                        }
                    }
                    @if drawn { span.name { (name) } } @else { (numbers(piece, stats)) }
                    span.kind { (kind) }
                    @if *copies > 1 { span.copies { "×" (copies) } }
                }
            }
            Look::Back { count } => {
                span.sheet { (icons::arch()) span.count data-num=(count) data-key=(piece.id) { (count) } }
            }
            Look::Die { sides, value, purpose } => {
                (dice::die(*sides, *value))
                span.purpose { @if let Some(seat) = piece.seat { (badge(seat)) } (purpose) }
            }
            Look::Token { icon: sign, value, seat, .. } => {
                span.disc.long[value.as_ref().is_some_and(|value| value.chars().count() > 4)] data-seat=[seat] {
                    @match drawing { Some(drawing) => (drawing), None => (icon(*sign)) }
                    @if let Some(name) = name { span.name { (name) } }
                    @if let Some(value) = value { b { (value) } }
                }
            }
            Look::Tile { icon: sign, value, pawns, .. } => {
                (tile(drawing.or_else(|| sign.map(icon)), value.as_deref(), pawns))
            }
            Look::Meter { icon: sign, name, value, max } => { (meter(&piece.id, *sign, name, *value, *max)) }
            Look::Edge { .. } => span.crossing {},
            Look::Text => (piece.label),
        }
    }
}

/// What stands in a card's corner: its rank, its suit and the emblem beside it.
fn index(corner: Option<&str>, suit: Option<Suit>, emblem: Option<Icon>) -> Markup {
    html! {
        span.index {
            @if let Some(corner) = corner { b { (corner) } }
            @if let Some(suit) = suit { (icons::suit(suit)) }
            @if let Some(emblem) = emblem { (icon(emblem)) }
        }
    }
}

fn numbers(piece: &Piece, stats: &[Stat]) -> Markup {
    html! { @if !stats.is_empty() { span.stats { @for stat in stats { (number(&piece.id, stat)) } } } }
}

fn number(piece: &str, stat: &Stat) -> Markup {
    html! {
        span.stat title=(stat.name) data-num=[stat.value.parse::<i32>().ok()] data-key={ (piece) "/" (stat.name) } {
            (icon(stat.icon)) b { (stat.value) }
        }
    }
}

fn tile(drawing: Option<Markup>, value: Option<&str>, pawns: &[Seat]) -> Markup {
    html! {
        span.ground {
            @if let Some(drawing) = drawing { (drawing) }
            @if let Some(value) = value { b.value { (value) } }
        }
        @if !pawns.is_empty() { span.pawns { @for seat in pawns { (badge(*seat)) } } }
    }
}

fn meter(piece: &str, sign: Icon, name: &str, value: i32, max: Option<i32>) -> Markup {
    let share = max.filter(|max| *max > 0).map(|max| (value.clamp(0, max) * 100) / max);
    html! {
        span.reading title=(name) {
            (icon(sign))
            span.name { (name) }
            b data-num=(value) data-key=(piece) { (value) }
            @if let Some(max) = max { span.of { "/" (max) } }
        }
        @if let Some(share) = share {
            svg.bar viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                rect.track width="100" height="6" {}
                rect.fill.low[share <= 33] width=(share) height="6" data-bar=(piece) {}
            }
        }
    }
}

/// A mark for each state that colour alone must not say.
fn flags(flags: &[Flag]) -> Markup {
    html! {
        span.flags aria-hidden="true" {
            @for flag in flags {
                @match flag {
                    Flag::Exhausted => span title="used up for now" { (sign(Sign::Used)) },
                    Flag::Damaged => span title="damaged" { (sign(Sign::Cracked)) },
                    Flag::Danger => span title="danger" { (sign(Sign::Warning)) },
                    Flag::Dead => span title="out of the game" { (icon(Icon::SKULL)) },
                    Flag::Highlighted | Flag::Reachable => {}
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

/// The popover of a piece: the piece enlarged, its text and its ruling.
fn details(ctx: RenderContext, piece: &Piece) -> Markup {
    let (card, title) = match &piece.look {
        Look::Card { name, tone, .. } => (Some(*tone), name.as_str()),
        _ => (None, piece.label.as_str()),
    };
    let complete = piece.text.is_some() && piece.untold().is_none();
    html! {
        div.details id=(details_id(piece)) popover {
            @if let Some(tone) = card { div class={ "large-card " (tone_class(tone)) } aria-hidden="true" { (look(ctx, piece, false)) } }
            p.label { @if complete { (title) } @else { (ctx.names.label(piece)) } }
            @if let Some(text) = &piece.text { p { (text) } }
            @if let Some(ruling) = piece.ruling {
                p.ruling { a href={ "/games/" (ctx.page.meta.id) "#" (ruling) } { "Ruling " (ruling) } }
            }
            @for barred in barred(ctx, piece) {
                p.barred { (sign(Sign::Locked)) span { (barred.what) ": " (barred.why) "." } }
            }
        }
    }
}

/// An id that HTML allows for any piece id.
fn details_id(piece: &Piece) -> String {
    let mut id = String::from("details-");
    for c in piece.id.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => id.push(c),
            other => id.push_str(&format!("_{:x}", u32::from(other))),
        }
    }
    id
}
