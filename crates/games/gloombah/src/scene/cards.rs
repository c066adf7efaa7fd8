//! Item cards, and the own hand.

use kernel::{Area, Layout, Look, Piece, Role, Seat, Tone};

use super::words::{self, item_text};
use crate::{
    Item, View,
    content::{Kind, When},
    event::icon,
};

pub(super) fn hand(view: &View, seat: Seat) -> Option<Area> {
    let cards = view.hand(seat)?.iter().map(|(card, copies)| item_card(hand_id(card), card, copies));
    let active = view.open.awaited().contains(seat);
    Some(Area::new("hand", "Your hand", Role::Hand, Layout::Fan).of(seat).active(active).with(cards))
}

pub(super) fn hand_id(card: Item) -> String {
    format!("hand-{}", card.card().id)
}

pub(super) fn item_card(id: String, item: Item, copies: u8) -> Piece {
    let card = item.card();
    let (kind, tone) = match card.kind {
        Kind::Gear { .. } => ("Gear", Tone::Plain),
        Kind::Weapon { class, .. } => (class.name(), Tone::Plain),
        Kind::Consumable { op, .. } => match op.when() {
            When::Prep => ("Your own turn", Tone::Luck),
            When::Fight => ("Fighters", Tone::Good),
            When::Backstab => ("Backstab", Tone::Bad),
        },
    };
    let corner = words::corner(card.kind);
    let look = Look::Card {
        name: card.name.into(),
        kind: kind.into(),
        icon: icon(item),
        tone,
        corner,
        suit: None,
        emblem: None,
        stats: words::stats(card.kind),
        copies,
    };
    let text = item_text(card.kind);
    let label = format!("{}, {}: {text}", card.name, kind.to_lowercase());
    Piece::new(id, look, label).picture(card.picture).text(text, None)
}
