//! The kinds of cards and their keys; the build script reads them too.

use cards::{Deck, Field, Kind, Op, effect, list, number, op, picture, text, word};

/// The tables of the game. Kinds of cards are fixed: a deck has one of each.
pub(crate) const DECKS: &[Deck] = &[
    Deck::fixed("MONSTERS", "MonsterCard", "monsters", &[MONSTER, BOSS]).ids(),
    Deck::fixed("TREASURES", "TreasureCard", "treasures", &[TREASURE]).ids(),
    Deck::fixed("HEROES", "HeroCard", "heroes", &[HERO]),
    Deck::fixed("LEVELS", "LevelCard", "levels", &[LEVEL]),
];

const NAME: Field = text("name");
const LINE: Field = text("line").about("The line below the name.");
const PHASES: Field = list(
    "phases",
    "Phase",
    4,
    &[
        number("health", 1, 60),
        list("guard", "", 1, &[effect("op", "Guard", GUARDS)]).about("What a meld must be to hurt it."),
        list("hits", "", 3, &[TARGET, number("n", 0, 9)]),
        list("effects", "", 1, &[effect("op", "SideEffect", EFFECTS)]),
    ],
)
.about("Each is beaten by itself (R42).");
const TARGET: Field = word("target", "Target", &["focus", "next", "active", "all", "weakest", "toughest", "richest"]);

const MONSTER: Kind = Kind::new(
    "monster",
    "monsters",
    &[
        NAME,
        picture(),
        LINE,
        word("tier", "Tier", &["one", "two", "three"]),
        number("chests", 0, 3).about("Treasures to be looted."),
        PHASES,
    ],
);
const BOSS: Kind =
    Kind::new("boss", "monsters", &[NAME, picture(), LINE, PHASES]).with(&[("tier", "Tier::Boss"), ("chests", "0")]);

const GUARDS: &[Op] = &[
    op("run", &[]),
    op("set", &[]),
    op("min", &[number("n", 3, 7)]),
    op("pure", &[]),
    op("suits", &[number("n", 2, 4)]),
    op("mana", &[number("n", 1, 4)]),
    op("canasta", &[]),
];

const EFFECTS: &[Op] = &[
    op("rage", &[number("n", 1, 5)]),
    op("mend", &[number("n", 1, 9)]),
    op("trip", &[number("n", 1, 2)]),
    op("drain", &[TARGET, number("n", 1, 7)]),
    op("fumble", &[number("n", 1, 5)]),
    op("chew", &[TARGET, number("n", 1, 5)]),
    op("mill", &[TARGET, number("n", 1, 5)]),
    op("pilfer", &[number("n", 1, 5)]),
];

const TREASURE: Kind =
    Kind::new("treasure", "treasures", &[NAME, picture(), LINE, effect("effect", "Effect", TREASURES)]);

const TREASURES: &[Op] = &[
    op("heal", &[number("n", 1, 30)]),
    op("heal_all", &[number("n", 1, 30)]),
    op("tokens", &[number("n", 1, 7)]),
    op("draw", &[number("n", 1, 5)]),
    op("draw_all", &[number("n", 1, 5)]),
    op("dodge", &[]),
    op("lace", &[]),
    op("sharpen", &[number("n", 1, 5)]),
    op("pierce", &[]),
    op("strike", &[number("n", 1, 20)]),
    op("compost", &[]),
    op("salvage", &[number("n", 1, 5)]),
    op("forge", &[]),
    op("tug", &[]),
    op("juggle", &[]),
];

const HERO: Kind =
    Kind::new("hero", "heroes", &[number("health", 1, 60), number("mana", 1, 9).about("What makes one token (R38).")]);

const LEVEL: Kind = Kind::new(
    "level",
    "levels",
    &[number("boss_health", 0, 20).about("More health of every phase of the boss (R67).")],
);
