//! Decks, and the piles that can be looked through.

use kernel::{Area, Layout, Look, Piece, Role};
use text::{counted, t};

use super::{cards::item_card, encounter::monster_card};
use crate::{Item, View, state::Items};

pub(super) fn piles(view: &View) -> Vec<Area> {
    let open = &view.open;
    let deck = |id: &str, count: usize, label: String| Piece::new(id, Look::Back { count: count as u16 }, label);
    let (items, monsters) = (view.item_deck.into(), open.monster_deck.len());
    let decks = [
        deck("item-deck", items, t!("Items: {cards}", cards = counted!(items, "card"))),
        deck("monster-deck", monsters, t!("Monsters: {cards}", cards = counted!(monsters, "card"))),
    ];
    let pile = |id: &str, title: &str| Area::new(id, title, Role::Piles, Layout::Stack);
    let items = |id: &str, title: &str, cards: &Items, name: fn(Item) -> String| {
        pile(id, title).with(cards.iter().map(|(card, copies)| item_card(name(card), card, copies)))
    };
    let monsters = open.monster_discard.iter();
    let monsters =
        monsters.map(|(monster, copies)| monster_card(["beaten-", monster.card().id].concat(), monster, copies));
    vec![
        Area::new("decks", t!("Decks"), Role::Piles, Layout::Row).with(decks),
        items("item-discard", t!("Discarded items"), &open.item_discard, found_id),
        items("spent", t!("Spent this turn"), &open.spent, |card| ["spent-", card.card().id].concat()),
        pile("monster-discard", t!("Discarded monsters")).with(monsters),
    ]
}

/// The id of a card in the discard pile.
pub(super) fn found_id(card: Item) -> String {
    ["discarded-", card.card().id].concat()
}
