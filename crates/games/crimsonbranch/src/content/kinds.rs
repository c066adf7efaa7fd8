//! The kinds of cards and their keys; the build script reads them too.

use cards::{Deck, Field, Kind, Op, effect, list, number, op, part, text, word};

/// The tables of the game. Sheets grow from a name, so there are no cards to add or to remove.
pub(crate) const DECKS: &[Deck] = &[
    Deck::fixed("CLASSES", "ClassCard", "classes", &[CLASS]),
    Deck::fixed("GROWTHS", "GrowthCard", "growths", &[GROWTH]),
    Deck::fixed("PRICES", "PriceCard", "prices", &[PRICE]),
];

const CLASS: Kind = Kind::new(
    "class",
    "classes",
    &[
        text("name"),
        text("word").about("The name in a sentence."),
        part("attack", "", SPACE),
        part("range", "", SPACE),
        part("heal", "", SPACE),
        part("defense", "", SPACE),
    ],
);

/// The effect of a six spent in a space.
const SPACE: &[Field] = &[effect("op", "Effect", EFFECTS)];
const EFFECTS: &[Op] =
    &[op("break", &[KINDS]), op("damage", &[number("n", 0, 30), KINDS]), op("gain", &[number("n", 0, 30)])];
const KINDS: Field = list("kinds", "", 4, &[word("kind", "Kind", &["attack", "range", "heal", "defense"])])
    .about("Enemies that it meets.");

const GROWTH: Kind = Kind::new(
    "growth",
    "growth",
    &[
        number("max", 1, 60).about("HP and XP at level 1."),
        number("more", 0, 4).about("More at each further level."),
        number("points", 0, 9).about("Skill points at level 1."),
        number("more_points", 0, 3).about("More at each further level."),
    ],
);

const PRICE: Kind = Kind::new(
    "price",
    "prices",
    &[
        number("usual", 1, 3).about("The price of one HP of an enemy."),
        number("across", 1, 3).about("Of an attack enemy from the range space, and the other way round."),
    ],
);
