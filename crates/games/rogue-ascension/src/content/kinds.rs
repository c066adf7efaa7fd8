//! The kinds of cards and their keys; the build script reads them too.

use cards::{Deck, Field, Kind, number, picture, text, word};

/// The tables of the game. Kinds of cards are fixed: the rules know each item and curse.
pub(crate) const DECKS: &[Deck] = &[
    Deck::fixed("ITEMS", "ItemCard", "items", &[POTION, BOON, WEAPON, REMEDY, CHARM, ABILITY]).ids(),
    Deck::fixed("ENEMIES", "EnemyCard", "enemies", &[ENEMY, BOSS]),
    Deck::fixed("DICE", "DiceCard", "dice of enemies", &[ENEMY_DICE]),
    Deck::fixed("TRAPS", "TrapCard", "traps", &[TRAP]),
    Deck::fixed("CURSES", "CurseCard", "curses", &[CURSE, NUMBER_CURSE, DIE_CURSE, HEALTH_CURSE]).ids(),
    Deck::fixed("HEROES", "HeroCard", "heroes", &[HERO]),
    Deck::fixed("TOWERS", "TowerCard", "towers", &[TOWER]),
    // With fewer cards than in the base game, a late hero could draw aces for ever (R12).
    Deck::fixed("RANKS", "RankCard", "ranks", &[RANK, RARE]).size(104, 200),
];

const DIES: &[&str] = &["d4", "d6", "d8", "d10", "d12", "d20"];

const fn die(key: &'static str) -> Field {
    word(key, "kernel::Die", DIES)
}

/// The keys of every item.
const ITEM: &[Field] = &[
    text("name"),
    text("short").or_none().about("The name at the table."),
    text("the").about("The name in a sentence."),
    picture(),
    text("text").says(&["n", "die"]),
];

const POTION: Kind = Kind::new("potion", "items", ITEM).variant("does", "Does::Number", &[number("n", 0, 50)]);
const WEAPON: Kind = Kind::new("weapon", "items", ITEM).variant("does", "Does::Number", &[number("n", 0, 50)]);
const BOON: Kind = Kind::new("boon", "items", ITEM).variant("does", "Does::Number", &[number("n", 0, 9)]);
const CHARM: Kind = Kind::new("charm", "items", ITEM).variant("does", "Does::Number", &[number("n", 0, 20)]);
const REMEDY: Kind = Kind::new("remedy", "items", ITEM).variant("does", "Does::Die", &[die("die")]);
const ABILITY: Kind = Kind::new("ability", "items", ITEM).variant("does", "Does::Other", &[]);

/// The keys of every enemy.
const FOE: &[Field] = &[
    text("name"),
    text("the").about("The name in a sentence."),
    text("a").about("The name in a sentence that mentions it first."),
    picture(),
    number("health", 1, 99),
    text("appears").about("Its words when it shows up."),
    text("ahead").about("Its words when it has the better of a hero."),
    text("hurt").about("Its words when it is badly hurt."),
];

const ENEMY: Kind = Kind::new("enemy", "enemies", FOE).variant("rises", "Rises::Not", &[]);
const BOSS: Kind = Kind::new("boss", "enemies", FOE).variant(
    "rises",
    "Rises::ByAscension",
    &[number("more", 0, 99).about("More health for each hero and level of ascension.")],
);

const ENEMY_DICE: Kind = Kind::new("enemy_dice", "dice", &[die("attack"), die("defense")]);

const TRAP: Kind = Kind::new(
    "trap",
    "traps",
    &[picture(), number("target", 1, 19).about("Needed on a d20."), die("die").about("The damage.")],
);

/// The keys of every curse.
const BURDEN: &[Field] = &[text("name"), picture(), text("text").says(&["n", "boss", "die"])];

const CURSE: Kind = Kind::new("curse", "curses", BURDEN).variant("burden", "Burden::Other", &[]);
const NUMBER_CURSE: Kind =
    Kind::new("number_curse", "curses", BURDEN).variant("burden", "Burden::Number", &[number("n", 0, 9)]);
const DIE_CURSE: Kind = Kind::new("die_curse", "curses", BURDEN).variant("burden", "Burden::Die", &[die("die")]);
const HEALTH_CURSE: Kind = Kind::new("health_curse", "curses", BURDEN).variant(
    "burden",
    "Burden::Health",
    &[number("n", 0, 20), number("boss", 0, 50).about("More health of the boss.")],
);

const HERO: Kind = Kind::new(
    "hero",
    "hero",
    &[
        number("health", 1, 99),
        number("attack", 1, 11).about("The level of the dice ladder."),
        number("defense", 1, 11).about("The level of the dice ladder."),
    ],
);

const TOWER: Kind = Kind::new(
    "tower",
    "tower",
    &[number("floors", 1, 10).about("With one hero."), number("more", 0, 5).about("With each further hero.")],
);

const RANK: Kind = Kind::new("rank", "ranks", &[number("copies", 0, 16)]);
// More kings could double a roll beyond all numbers (R15); more aces follow on each other (R12).
const RARE: Kind = Kind::new("rare_rank", "ranks", &[number("copies", 0, 8)]);
