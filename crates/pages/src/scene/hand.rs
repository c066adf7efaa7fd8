//! The cards in the viewer's hand, in the order of their choice: as dealt, by suit, or by rank.

use kernel::{Area, Role};
use maud::{Markup, html};
use text::t;

use crate::{
    context::RenderContext,
    data::{HandOrder, TablePage},
    pieces::{area, suit_and_rank},
};

/// Returns the areas of the hand, and the links that sort them.
pub(crate) fn hand(ctx: RenderContext) -> Markup {
    let areas = || ctx.areas(Role::Hand);
    html! {
        div.hand {
            @if can_sort(ctx.page) { div.sorts.wide role="group" aria-label=(t!("Sort the hand")) { (orders(ctx.page)) } }
            @for area in areas() {
                @if ctx.page.hand_order == HandOrder::Dealt { (area::area(ctx, area)) }
                @else { (area::area(ctx, &sorted(area, ctx.page.hand_order))) }
            }
        }
    }
}

/// Returns links that sort the hand.
pub(crate) fn orders(page: &TablePage) -> Markup {
    html! {
        @for order in HandOrder::ALL {
            a.tool href={ "/tables/" (page.id) "?sort=" (order.code()) @if let Some(seat) = page.chosen_seat { "&seat=" (seat) } }
                data-sort=(order.code()) aria-current=[(order == page.hand_order).then_some("true")] { (order.words()) }
        }
    }
}

/// Returns whether there is a hand that can be sorted: three playing cards or more.
pub(crate) fn can_sort(page: &TablePage) -> bool {
    let areas = page.areas().filter(|area| area.role == Role::Hand);
    areas.flat_map(|area| &area.pieces).filter(|piece| suit_and_rank(piece).is_some()).count() > 2
}

fn sorted(area: &Area, order: HandOrder) -> Area {
    let mut area = area.clone();
    match order {
        HandOrder::Dealt => {}
        HandOrder::Suit => area.pieces.sort_by_key(suit_and_rank),
        HandOrder::Rank => area.pieces.sort_by_key(|piece| suit_and_rank(piece).map(|(suit, rank)| (rank, suit))),
    }
    area
}

#[cfg(test)]
mod tests {
    use kernel::{Icon, Layout, Look, Piece, Suit, Tone};

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
