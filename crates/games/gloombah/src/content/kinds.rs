//! The kinds of cards and their keys; the build script reads them too.

use cards::{Deck, Field, Kind, Op, effect, number, op, part, picture, switch, text, word};

/// The decks. Six seats are dealt five items each, and two monsters are out at a time.
pub(crate) const DECKS: &[Deck] = &[
    Deck::fixed("MONSTERS", "MonsterCard", "monsters", &[MONSTER]).ids().room(40).size(6, 100),
    Deck::fixed("ITEMS", "ItemCard", "items", &[GEAR, WEAPON, CONSUMABLE]).ids().room(64).size(40, 200),
];

const TAGS: &[&str] = &["arcane", "beast", "brute", "ooze", "trickster", "undead"];
const NAME: Field = text("name");
const COPIES: Field = number("copies", 0, 20);

const MONSTER: Kind = Kind::new(
    "monster",
    "monsters",
    &[
        NAME,
        picture(),
        word("tag", "Tag", TAGS).about("The kind of creature."),
        COPIES,
        number("ap", 0, 99).about("Attack points."),
        number("damage", 0, 20),
        switch("pierce").about("Damage goes past gear (R43)."),
        number("xp", 0, 11).about("Levels for the winners."),
        number("treasure", 0, 9).about("Item cards for the winners."),
        part("effect", "", &[effect("op", "Effect", EFFECTS)]).or_none(),
        text("text"),
    ],
);

const EFFECTS: &[Op] = &[
    op("attack", &[number("n", -100, -1)]),
    op("run", &[number("n", -9, -1)]),
    op("weapon_off", &[]),
    op("no_help", &[]),
    op("drop", &[number("n", 1, 9)]),
];

const GEAR: Kind = Kind::new("gear", "gear", &[NAME, picture(), COPIES]).variant(
    "kind",
    "Kind::Gear",
    &[number("value", 0, 20).about("Damage that it takes."), number("run", -9, 9).or(0)],
);

const WEAPON: Kind = Kind::new("weapon", "weapons", &[NAME, picture(), COPIES]).variant(
    "kind",
    "Kind::Weapon",
    &[word("class", "Class", &["mage", "rogue", "warrior"]), number("bonus", 0, 20), VS],
);

const CONSUMABLE: Kind = Kind::new("consumable", "consumables", &[NAME, picture(), COPIES]).variant(
    "kind",
    "Kind::Consumable",
    &[effect("op", "Op", OPS), text("text").says(&["op", "n", "vs"])],
);

const VS: Field = part("vs", "Vs", &[word("tag", "Tag", TAGS), number("extra", 1, 20)])
    .or_none()
    .about("More against monsters with a tag.");

const OPS: &[Op] = &[
    op("level_up", &[number("n", 1, 10)]),
    op("draw", &[number("n", 1, 9)]),
    op("scout", &[number("n", 2, 2)]),
    op("steal", &[number("n", 1, 8)]),
    op("trade_in", &[number("n", 1, 9)]),
    op("recover", &[]),
    op("cure", &[]),
    op("attack", &[number("n", 0, 20), VS]),
    op("bless", &[number("n", 1, 100)]),
    op("shield", &[number("n", 1, 20)]),
    op("cleanse", &[]),
    op("escape", &[]),
    op("monster_add", &[number("n", 1, 20)]),
    op("duplicate", &[]),
    op("curse", &[number("n", 1, 100)]),
    op("disarm", &[]),
    op("destroy_gear", &[]),
    op("damage_add", &[number("n", 1, 9)]),
];
