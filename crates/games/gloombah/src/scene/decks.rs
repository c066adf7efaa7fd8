//! The three decks for print.

use kernel::{Icon, Look, Picture, Piece, PrintedDeck, Tone};
use text::t;

use super::{cards::item_card, encounter::monster_card, words::against};
use crate::{Class, Item, Monster, Tag, content::CLASS_COPIES};

pub(super) fn decks() -> Vec<PrintedDeck> {
    let monsters = Monster::all().map(|monster| (monster_card(String::new(), monster, 1), monster.card().copies));
    let items = Item::all().map(|item| (item_card(String::new(), item, 1), item.card().copies));
    let classes = Class::ALL.map(|class| (class_card(class), CLASS_COPIES));
    vec![
        PrintedDeck { title: t!("Monsters"), back: Picture("gloombah/ancient_something"), cards: monsters.collect() },
        PrintedDeck { title: t!("Items"), back: Picture("gloombah/birthday_parcel"), cards: items.collect() },
        PrintedDeck { title: t!("Classes"), back: Picture("gloombah/retired_knights_suit"), cards: classes.into() },
    ]
}

/// A class with what it adds to attacks on each kind of monster.
fn class_card(class: Class) -> Piece {
    let look = Look::card(class.name(), t!("Class"), Icon::HERO, Tone::Good, Vec::new());
    let tags = Tag::ALL.map(|tag| format!("{} {}", tag.name(), against(class, tag)));
    Piece::new("", look, class.name()).picture(class.picture()).text(tags.join(", "), Some("R30"))
}
