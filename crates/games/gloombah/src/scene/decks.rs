//! The parts for print: the three decks, pawns, and a sheet for each player.

use kernel::{
    Game as _, Icon, Look, Picture, Piece, Tone,
    printed::{Block, Deck, Part, Sheet},
};
use text::t;

use super::{cards::item_card, encounter::monster_card, words::against};
use crate::{
    Class, Gloombah, Item, Monster, Tag,
    content::{CLASS_COPIES, RUN_LEVEL, TOP},
};

pub(super) fn parts() -> Vec<Part> {
    let monsters = Monster::all().map(|monster| (monster_card(String::new(), monster, 1), monster.card().copies));
    let items = Item::all().map(|item| (item_card(String::new(), item, 1), item.card().copies));
    let classes = Class::ALL.map(|class| (class_card(class), CLASS_COPIES));
    let seats = Gloombah::META.seats.1;
    let pawn = |number: u8| {
        let look = Look::Token { icon: Icon("pawn"), tone: Tone::Plain, value: Some(number.to_string()), seat: None };
        (Piece::new("", look, ""), 1)
    };
    vec![
        Deck::cards(t!("Monsters"), Picture("gloombah/ancient_something"), monsters),
        Deck::cards(t!("Items"), Picture("gloombah/birthday_parcel"), items),
        Deck::cards(t!("Classes"), Picture("gloombah/retired_knights_suit"), classes),
        Deck::tokens(t!("Pawns"), 16, (1..=seats).map(pawn)),
        player().times(seats),
    ]
}

/// The sheet of a player: a pawn shows the level.
fn player() -> Sheet {
    let head = std::iter::once(t!("Class")).chain(Tag::ALL.map(|tag| tag.name().as_str()));
    let rows = Class::ALL.map(|class| {
        std::iter::once(class.name().to_string()).chain(Tag::ALL.map(|tag| against(class, tag))).collect()
    });
    let blocks = [
        Block::lines([t!("Name")]),
        Block::boxes(t!("Level"), 1..=TOP),
        Block::text(t!("From level {RUN_LEVEL} on running takes two dice.")),
        Block::lines([t!("Gear"), t!("Weapon"), t!("Lasting effect")]),
        Block::Table { head: head.map(Into::into).collect(), rows: rows.into() },
    ];
    Sheet::half(t!("Adventurer"), blocks).picture(Picture("gloombah/class_warrior"))
}

/// A class with what it adds to attacks on each kind of monster.
fn class_card(class: Class) -> Piece {
    let look = Look::card(class.name(), t!("Class"), Icon::HERO, Tone::Good, Vec::new());
    let tags = Tag::ALL.map(|tag| format!("{} {}", tag.name(), against(class, tag)));
    Piece::new("", look, class.name()).picture(class.picture()).text(tags.join(", "), Some("R30"))
}
