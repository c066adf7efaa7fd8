//! The parts for print: a hero sheet of each class, tokens for the tree, and a pawn.

use kernel::{
    Icon, Look, Piece, Tone,
    printed::{Block, Deck, Part, Sheet as Printed},
};
use text::t;

use super::hero::class_picture;
use crate::{
    content::Class,
    names::suggestion,
    print::Page,
    sheet::{Name, Sheet},
};

/// The diameter of tokens: that of a node.
const TOKEN: u8 = 14;
/// Tokens for nodes: hardly any turn needs more.
const TOKENS: u8 = 12;

pub(super) fn parts() -> Vec<Part> {
    let sheets = Class::ALL.into_iter().filter_map(hero);
    let sheets = sheets.map(|sheet| Printed::page("", [Block::Drawing(Page::front_alone(&sheet))]).times(1));
    let counter = |icon| Piece::new("", Look::Token { icon, tone: Tone::Plain, value: None, seat: None }, "");
    let pawns = Class::ALL.map(|class| (counter(Icon("pawn")).picture(class_picture(class)), 1));
    let tokens = [
        Deck::tokens(t!("Pawns"), TOKEN, pawns),
        Deck::tokens(t!("Tokens for the tree"), TOKEN, [(counter(Icon("branch")), TOKENS)]),
    ];
    tokens.into_iter().chain(sheets).collect()
}

/// The first suggested hero of a class.
fn hero(class: Class) -> Option<Sheet> {
    let named = |number| Name::new(suggestion(number)).ok().map(Sheet::of);
    (0..64).filter_map(named).find(|sheet| sheet.class == class)
}
