//! The kinds of cards and their keys; the build script reads them too.

use cards::{Deck, Field, Kind, number, picture, text};

/// The tables of the game. The cards are those of two packs with jokers, so their kinds are fixed.
pub(crate) const DECKS: &[Deck] = &[
    Deck::fixed("PLACES", "PlaceCard", "cards", &[PLACE, MONSTER, DEMON]),
    Deck::fixed("EXPLORERS", "ExplorerCard", "explorers", &[EXPLORER]),
];

const NAME: Field = text("name");
const THE: Field = text("the").about("The name in a sentence.");
const A: Field = text("a").about("The name in a sentence that mentions it first.");
const COPIES: Field = number("copies", 0, 8).about("Of each card with this meaning.");
const HEALTH: Field = number("health", 1, 60);
const TEXT: Field = text("text").says(&["fury"]);

const PLACE: Kind =
    Kind::new("place", "places", &[NAME, THE, A, picture(), COPIES, TEXT]).with(&[("health", "0"), ("fury", "0")]);
const MONSTER: Kind =
    Kind::new("monster", "places", &[NAME, THE, A, picture(), COPIES, HEALTH, TEXT]).with(&[("fury", "0")]);
const DEMON: Kind = Kind::new(
    "demon",
    "places",
    &[NAME, THE, A, picture(), COPIES, HEALTH, number("fury", 0, 50).about("Added to each blow (R12)."), TEXT],
);

const EXPLORER: Kind = Kind::new(
    "explorer",
    "explorer",
    &[number("health", 1, 60).about("Without armor; each armor adds as much (R15).")],
);
