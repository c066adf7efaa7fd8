//! Cards: the picture to its edges above, numbers on plates at its lower corners, the name, a line,
//! and the coloured foot.

use kernel::{Flag, Icon, Look, Piece, Role, Seat, Stat, Suit};
use maud::{Markup, html};

use crate::{
    common::{escaped, icon, icons, picture, words},
    context::{self, PressEffect, RenderContext},
    pieces::gauge,
};

/// The place of a piece, as far as it changes the drawing.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The role of its area.
    pub(crate) role: Role,
    /// The owner of its area, among the belongings of a player.
    pub(crate) seat: Option<Seat>,
    /// The effect of pressing it.
    pub(crate) effect: PressEffect<'a>,
}

/// Returns the sheet of a card.
pub(crate) fn card(ctx: RenderContext, piece: &Piece, place: Place) -> Markup {
    let Look::Card { name, kind, icon: sign, corner, suit, emblem, stats, copies, .. } = &piece.look else {
        return html! {};
    };
    // Beside a fight a card names its owner, where several people play.
    let fought = matches!(place.role, Role::Fighters | Role::Foes) && ctx.page.seats.len() > 1;
    let by = piece.seat.filter(|_| fought).map(|seat| ctx.names.brief(seat));
    let drawing = piece.picture.and_then(|name| picture(name, ctx.page.theme));
    let drawn = drawing.is_some();
    let line = piece.note.as_deref().or_else(|| piece.text.as_deref().filter(|_| place.role == Role::Offer));
    html! {
        span.sheet.drawn[drawn].playing[suit.is_some()].gauged[piece.gauge.is_some()] aria-hidden="true" {
            @if suit.is_some() || emblem.is_some() || !drawn && corner.is_some() { (index(corner.as_deref(), *suit, *emblem)) }
            @if suit.is_some() { (signs(*emblem, stats)) }
            span.picture {
                @match (drawing, suit) {
                    (Some(drawing), _) => (drawing),
                    (None, Some(suit)) => (icons::suit(*suit)),
                    (None, None) => (icon(*sign)),
                }
                @if suit.is_none() && !stats.is_empty() { span.stats { @for stat in &**stats { (number(&piece.id, stat)) } } }
                @if *copies > 1 { span.copies { "×" (copies) } }
                @if let Some(tag) = tag(ctx, piece, place) { span.tag { (tag) } }
            }
            @if let Some(by) = by { span.by { (by) } }
            span.name { (escaped(name)) }
            @if let Some(line) = line { span.line { (escaped(line)) } }
            @if let Some(of) = &piece.gauge {
                (gauge::bar(&gauge::Bar {
                    piece: &piece.id, icon: of.icon, name: gauge::meaning(of.icon), value: of.value, max: Some(of.max),
                    lost: context::lost(ctx.scene, &piece.id, None), ahead: piece.ahead, low: piece.flags.contains(&Flag::Danger),
                }))
            } @else {
                (foot(ctx, piece, name, kind, place))
            }
        }
    }
}

/// Returns the signs on a card that can be picked: the changes that its move would make.
fn tag<'a>(ctx: RenderContext<'a>, piece: &Piece, place: Place) -> Option<&'a str> {
    let lies = place.role != Role::Seat && !matches!(place.effect, PressEffect::Idle);
    ctx.moves.tag(&piece.id).filter(|_| lies)
}

/// Returns the foot of a card: its kind, and on an offer the effect of taking it.
fn foot(ctx: RenderContext, piece: &Piece, name: &str, kind: &str, place: Place) -> Markup {
    let taken = match place.effect {
        PressEffect::Does(index) | PressEffect::Receives(index) if place.role == Role::Offer => Some(index),
        _ => None,
    };
    html! {
        @if let Some(wording) = taken.map(|index| &ctx.moves.all()[index].wording) {
            @let text = ctx.names.plain(&wording.text);
            @if let Some(forecast) = &wording.forecast { span.line.forecast { (forecast.text) } }
            span.kind.verb.move.danger[wording.is_dangerous()] { (verb(&text, name)) (gauge::risk(wording.odds())) }
        } @else {
            @let keyed = matches!(place.effect, PressEffect::Does(_) | PressEffect::Receives(_)) || tag(ctx, piece, place).is_some();
            @let pressed = place.role == Role::Hand && keyed;
            span.kind.verb[pressed].move[pressed] { (escaped(kind)) }
        }
    }
}

/// Returns the text of a move without the name of its card: `Take` of `Take the Potion` and of
/// `Take: Potion`.
fn verb<'a>(text: &'a str, name: &str) -> &'a str {
    let ends = text
        .len()
        .checked_sub(name.len())
        .filter(|at| text.is_char_boundary(*at) && text[*at..].eq_ignore_ascii_case(name));
    let Some(rest) = ends.map(|at| text[..at].trim_end()) else { return text };
    let article = rest.rsplit(' ').next().filter(|word| words::is_article(word));
    let bare = article.and_then(|article| rest.strip_suffix(article)).unwrap_or(rest).trim_end_matches([' ', ':']);
    if bare.is_empty() { text } else { bare }
}

/// Returns the corner of a card: its rank, its suit and the emblem next to it.
fn index(corner: Option<&str>, suit: Option<Suit>, emblem: Option<Icon>) -> Markup {
    html! {
        span.index {
            @if let Some(corner) = corner { b { (corner) } }
            @match (suit, emblem) {
                (Some(suit), _) => (icons::suit(suit)),
                (None, Some(emblem)) => (icon(emblem)),
                (None, None) => {}
            }
        }
    }
}

/// Returns the other corner of a playing card: its emblem, and small numbers as that many signs.
fn signs(emblem: Option<Icon>, stats: &[Stat]) -> Markup {
    const FEW: usize = 3;
    html! {
        @if emblem.is_some() || !stats.is_empty() {
            span.corner {
                @if let Some(emblem) = emblem { (icon(emblem)) }
                @for stat in stats {
                    @match stat.value.parse::<usize>() {
                        Ok(few @ 1..=FEW) => @for _ in 0..few { (icon(stat.icon)) },
                        _ => { (icon(stat.icon)) b { (stat.value) } },
                    }
                }
            }
        }
    }
}

/// Returns the suit and the rank of a playing card, as numbers that sort them. A corner that is
/// neither a number nor a court card is an ace.
pub(crate) fn suit_and_rank(piece: &Piece) -> Option<(u8, u8)> {
    let Look::Card { suit: Some(suit), corner, .. } = &piece.look else { return None };
    let corner = corner.as_deref().unwrap_or_default();
    let court = || ["J", "Q", "K"].iter().zip(11..).find_map(|(letter, rank)| (*letter == corner).then_some(rank));
    let rank = corner.parse().ok().or_else(court).unwrap_or(1);
    let suit = Suit::ALL.iter().position(|other| other == suit)? as u8;
    Some((suit, rank))
}

fn number(piece: &str, stat: &Stat) -> Markup {
    html! {
        @let name = escaped(stat.name);
        span.stat title=(name) data-num=[stat.value.parse::<i32>().ok()] data-key={ (escaped(piece)) "/" (name) } {
            (icon(stat.icon)) b { (stat.value) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::verb;

    #[test]
    fn a_foot_does_not_say_the_name_again() {
        assert_eq!(verb("Take the Lucky Charm", "Lucky charm"), "Take");
        assert_eq!(verb("Keep Heal", "Heal"), "Keep");
        assert_eq!(verb("Nehmen: Heiltrank", "Heiltrank"), "Nehmen");
        assert_eq!(verb("Heal", "Heal"), "Heal");
        assert_eq!(verb("Save it for later", "Potion"), "Save it for later");
        assert_eq!(verb("Öl", "l"), "Ö");
    }
}
