//! Item cards, and the viewer's own hand.

use kernel::{Area, Card, HouseCards, Icon, Layout, Look, Piece, Role, Seat, Tone};
use text::{PerLanguage, t, text};

use super::words::{self, item_text};
use crate::{
    Item, View,
    content::{Kind, Op, When},
    words::icon,
};

pub(super) fn hand(view: &View, seat: Seat) -> Option<Area> {
    let cards = view.hand(seat)?.iter().map(|(card, copies)| item_card(hand_id(card), card, copies));
    let active = view.open.awaited().contains(seat);
    Some(Area::new("hand", t!("Your hand"), Role::Hand, Layout::Fan).of(seat).active(active).with(cards))
}

pub(super) fn hand_id(card: Item) -> String {
    ["hand-", card.card().id].concat()
}

pub(super) fn item_card(id: String, item: Item, copies: u8) -> Piece {
    static CARDS: PerLanguage<Vec<Piece>> = PerLanguage::new(|| Item::all().map(card).collect());
    laid(&CARDS, item.index(), || card(item), id, copies)
}

/// A card in some place, with this many equal ones. Those of the base game are made once for each
/// language, a house card at every use.
pub(super) fn laid(
    base: &'static PerLanguage<Vec<Piece>>,
    place: usize,
    card: impl FnOnce() -> Piece,
    id: String,
    alike: u8,
) -> Piece {
    let mut piece = match HouseCards::in_force() {
        None => base.get()[place].with_id(id),
        Some(_) => Piece { id, ..card() },
    };
    if let Look::Card { copies, .. } = &mut piece.look {
        *copies = alike;
    }
    piece
}

fn card(item: Item) -> Piece {
    let card = item.card();
    let (kind, tone) = match card.kind {
        Kind::Gear { .. } => (text!("gear"), Tone::Plain),
        Kind::Weapon { class, .. } => (class.word(), Tone::Plain),
        Kind::Consumable { op, .. } => match op.when() {
            When::Prep => (text!("own turn"), Tone::Luck),
            When::Fight => (text!("fighters"), Tone::Good),
            When::Backstab => (text!("backstab"), Tone::Bad),
        },
    };
    let look = Look::card(card.name, text::capital(kind.as_str()), icon(item), tone, words::stats(card.kind));
    let text = item_text(card.kind);
    let label = format!("{}, {kind}: {text}", card.name);
    Piece::new("", look, label).picture(card.picture).text(text, ruling(card.kind))
}

/// The ruling of a card.
fn ruling(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Gear { .. } => Some("R41"),
        Kind::Weapon { .. } => Some("R9"),
        Kind::Consumable { op, .. } => match op {
            Op::LevelUp(_) => Some("R55"),
            Op::Attack(..) => Some("R31"),
            Op::Bless(_) | Op::Curse(_) => Some("R29"),
            Op::Duplicate => Some("R35"),
            Op::DestroyGear => Some("R36"),
            Op::Escape => Some("R37"),
            Op::Shield(_) | Op::DamageAdd(_) => Some("R44"),
            _ if op.when() == When::Prep => Some("R11"),
            _ => Some("R20"),
        },
    }
}

/// An empty place for equipment.
pub(super) fn slot(id: String, kind: &'static str, icon: Icon, name: &'static str) -> Piece {
    let look = Look::card(name, kind, icon, Tone::Plain, Vec::new());
    Piece::new(id, look, name)
}
