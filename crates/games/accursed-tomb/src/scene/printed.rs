//! The parts for print: the tiles of the tomb, pawns, wounds, and a sheet for each explorer.

use kernel::{
    Card, Icon, Look, Picture, Piece, StandardCard, Suit, Tone,
    printed::{Block, Deck, Part, Sheet},
};
use text::t;

use crate::{
    Meaning,
    cells::{Cells, SIDE},
    content::{CardSet, FACES},
};

/// The length of a tile's sides: eight of them are as wide as a small table.
const TILE: u8 = 40;
/// The diameter of tokens.
const TOKEN: u8 = 20;
/// The armors for which a sheet has boxes: hardly anybody finds more.
const ARMORS: u8 = 3;
/// The values of wounds, each with its tokens.
const WOUNDS: [(u8, u8); 3] = [(1, 16), (2, 12), (5, 8)];

pub(super) fn parts() -> Vec<Part> {
    let tiles = Meaning::ALL.into_iter().flat_map(|meaning| match meaning {
        Meaning::Demon(_) => Suit::ALL.map(Meaning::Demon).into(),
        other => vec![other],
    });
    let way_in = tile(Meaning::Hallway, t!("The way in")).picture(Picture("common/torch"));
    let tiles = tiles.map(|meaning| (tile(meaning, meaning.name().as_str()), copies(meaning)));
    let pawns = FACES.map(|face| (token(None).picture(face), 1));
    let wounds = WOUNDS.map(|(wound, copies)| (token(Some(format!("\u{2212}{wound}"))), copies));
    vec![
        Deck::tiles(t!("The tomb"), TILE, Picture("accursed-tomb/hallway"), tiles.chain([(way_in, 1)])),
        Deck::tokens(t!("Explorers"), TOKEN, pawns),
        Deck::tokens(t!("Wounds of monsters"), TOKEN, wounds),
        explorer().times(FACES.len() as u8),
        aid().times(FACES.len() as u8),
    ]
}

/// Copies of a tile: as many as there are cards with this meaning.
fn copies(meaning: Meaning) -> u8 {
    let alike = (0..StandardCard::KINDS).filter(|kind| Meaning::of_kind(*kind) == meaning).count() as u8;
    meaning.copies() * alike
}

fn tile(meaning: Meaning, name: &'static str) -> Piece {
    let value = meaning.health().map(|health| health.to_string());
    let look = Look::Tile { icon: Some(meaning.icon()), tone: meaning.tone(), value, pawns: Vec::new() };
    Piece::new("", look, name).picture(meaning.picture())
}

fn token(value: Option<String>) -> Piece {
    Piece::new("", Look::Token { icon: Icon("pawn"), tone: Tone::Plain, value, seat: None }, "")
}

/// The sheet of an explorer, with all that can change.
fn explorer() -> Sheet {
    let [weapons, armors, blessings] =
        [Meaning::Weapon, Meaning::Armor, Meaning::Blessing].map(|gear| text::capital(&gear.noun().word("2")));
    Sheet::half(
        t!("Explorer"),
        [
            Block::lines([t!("Name")]),
            Block::boxes(t!("Health"), 1..=CardSet::body() * (1 + ARMORS)),
            Block::boxes(weapons, (2..=6).map(|factor| format!("\u{d7}{factor}"))),
            Block::boxes(armors, (1..=ARMORS).map(|armor| format!("+{}", armor * CardSet::body()))),
            Block::blanks(blessings, 4),
            Block::text(t!(
                "Lay out {SIDE} by {SIDE} cells: the way in at the bottom right, and any {cells} other tiles face down. \
                 Take a tile away when it becomes a hallway: an empty cell is one.",
                cells = Cells::ALL.len() - 1
            )),
        ],
    )
    .picture(Picture("common/map"))
}

/// The effects of all tiles.
fn aid() -> Sheet {
    let meanings = Meaning::ALL.map(|meaning| {
        let name = match meaning {
            Meaning::Demon(_) => text::capital(&meaning.noun().word("1")),
            other => other.name().to_string(),
        };
        let health = meaning.health().map(|health| health.to_string()).unwrap_or_default();
        [name, health, meaning.text().0.to_string()]
    });
    Sheet::half(t!("Tiles"), [Block::table([t!("Tile"), t!("Health"), ""], meanings)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_as_many_as_the_cards_of_two_packs() {
        let Part::Deck(tomb) = &parts()[0] else { panic!("the first part has the tiles") };
        let all: u32 = tomb.pieces.iter().map(|(_, copies)| u32::from(*copies)).sum();
        assert_eq!(all, 108 + 1);
    }
}
