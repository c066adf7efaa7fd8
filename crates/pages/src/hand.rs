//! The cards in the viewer's hand, in the order of their choice: as dealt, by suit, or by rank.

use kernel::{Area, Look, Piece, Role, Suit};
use maud::{Markup, html};
use text::t;

use super::{TablePage, context::RenderContext, scene};

/// The order of a hand of playing cards. Pages with scripts store it in the browser, others in the
/// address.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum HandOrder {
    /// As the game gives them.
    #[default]
    Dealt,
    /// By suit, and then by rank.
    Suit,
    /// By rank, and then by suit.
    Rank,
}

impl HandOrder {
    /// Every order.
    pub const ALL: [HandOrder; 3] = [HandOrder::Dealt, HandOrder::Suit, HandOrder::Rank];

    /// Returns its name in addresses.
    pub const fn code(self) -> &'static str {
        match self {
            HandOrder::Dealt => "dealt",
            HandOrder::Suit => "suit",
            HandOrder::Rank => "rank",
        }
    }

    fn words(self) -> &'static str {
        match self {
            HandOrder::Dealt => t!("As dealt"),
            HandOrder::Suit => t!("By suit"),
            HandOrder::Rank => t!("By rank"),
        }
    }

    /// Returns the order of this name, [`HandOrder::Dealt`] if there is none.
    pub fn named(code: &str) -> HandOrder {
        HandOrder::ALL.into_iter().find(|order| order.code() == code).unwrap_or_default()
    }
}

/// Returns the areas of the hand, and the links that sort them.
pub(super) fn hand(ctx: RenderContext) -> Markup {
    let areas = || ctx.scene.areas.iter().filter(|area| area.role == Role::Hand);
    html! {
        div.hand {
            @if can_sort(ctx.page) { div.sorts.wide role="group" aria-label=(t!("Sort the hand")) { (orders(ctx.page)) } }
            @for area in areas() {
                @if ctx.page.hand_order == HandOrder::Dealt { (scene::area(ctx, area)) }
                @else { (scene::area(ctx, &sorted(area, ctx.page.hand_order))) }
            }
        }
    }
}

/// Returns links that sort the hand.
pub(super) fn orders(page: &TablePage) -> Markup {
    html! {
        @for order in HandOrder::ALL {
            a.tool href={ "/tables/" (page.id) "?sort=" (order.code()) @if let Some(seat) = page.chosen_seat { "&seat=" (seat) } }
                data-sort=(order.code()) aria-current=[(order == page.hand_order).then_some("true")] { (order.words()) }
        }
    }
}

/// Returns whether there is a hand that can be sorted: three playing cards or more.
pub(super) fn can_sort(page: &TablePage) -> bool {
    let areas = page.scene.iter().flat_map(|scene| &scene.areas).filter(|area| area.role == Role::Hand);
    areas.flat_map(|area| &area.pieces).filter(|piece| place(piece).is_some()).count() > 2
}

/// Returns the suit and the rank of a playing card, as numbers that sort them. A corner that is
/// neither a number nor a court card is an ace.
pub(super) fn place(piece: &Piece) -> Option<(u8, u8)> {
    let Look::Card { suit: Some(suit), corner, .. } = &piece.look else { return None };
    let corner = corner.as_deref().unwrap_or_default();
    let court = || ["J", "Q", "K"].iter().zip(11..).find_map(|(letter, rank)| (*letter == corner).then_some(rank));
    let rank = corner.parse().ok().or_else(court).unwrap_or(1);
    let suit = Suit::ALL.iter().position(|other| other == suit)? as u8;
    Some((suit, rank))
}

fn sorted(area: &Area, order: HandOrder) -> Area {
    let mut area = area.clone();
    match order {
        HandOrder::Dealt => {}
        HandOrder::Suit => area.pieces.sort_by_key(place),
        HandOrder::Rank => area.pieces.sort_by_key(|piece| place(piece).map(|(suit, rank)| (rank, suit))),
    }
    area
}

#[cfg(test)]
mod tests {
    use kernel::{Icon, Layout, Tone};

    use super::*;

    fn card(corner: &'static str, suit: Suit) -> Piece {
        let look = Look::Card {
            name: corner.into(),
            kind: "".into(),
            icon: Icon::CARD,
            tone: Tone::Plain,
            corner: Some(corner.to_owned()),
            suit: Some(suit),
            emblem: None,
            stats: Vec::new().into(),
            copies: 1,
        };
        Piece::new(format!("{corner}{}", &suit.word()[..1]), look, corner)
    }

    #[test]
    fn a_hand_is_sorted_by_suit_or_by_rank() {
        let cards =
            [card("K", Suit::Spades), card("10", Suit::Hearts), card("A", Suit::Spades), card("9", Suit::Clubs)];
        let hand = Area::new("hand", "Hand", Role::Hand, Layout::Fan).with(cards);
        let ids =
            |order| sorted(&hand, order).pieces.iter().map(|piece| piece.id.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(ids(HandOrder::Dealt), "Ks 10h As 9c");
        assert_eq!(ids(HandOrder::Suit), "10h 9c As Ks");
        assert_eq!(ids(HandOrder::Rank), "As 9c 10h Ks");
    }
}
