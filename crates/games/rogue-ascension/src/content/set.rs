//! The cards in force: those of the base game, or those that a pack makes of them.

use kernel::{Card, Die, Picture, Rank};
use text::{Text, text};

use super::kinds::DECKS;
use crate::{
    Curse, Item, RogueAscension,
    state::{Cards, MAX_HEROES},
};

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

kernel::house_cards! {
    RogueAscension {
    items: ItemCard = ITEMS, items_of;
    enemies: EnemyCard = ENEMIES, enemies_of;
    dice: DiceCard = DICE, dice_of;
    traps: TrapCard = TRAPS, traps_of;
    curses: CurseCard = CURSES, curses_of;
    hero: HeroCard = HEROES, heroes_of;
    tower: TowerCard = TOWERS, towers_of;
    ranks: RankCard = RANKS, ranks_of;
    }
    also {
        unseen: Cards = unseen_of(ranks, RANKS);
        item_numbers: [u16; Item::ALL.len()] = numbers_of(items, ITEMS);
        burdens: [u16; Curse::ALL.len()] = burdens_of(curses, CURSES);
        floors: [u8; MAX_HEROES] = floors_of(tower, TOWERS);
    }
    check |_, _| {};
    keys [
        "potion": text!("potion"),
        "weapon": text!("weapon"),
        "boon": text!("boon"),
        "charm": text!("charm"),
        "remedy": text!("remedy"),
        "ability": text!("ability"),
        "enemy": text!("enemy"),
        "boss": text!("boss"),
        "enemy_dice": text!("dice of enemies"),
        "trap": text!("trap"),
        "curse": text!("curse"),
        "number_curse": text!("curse"),
        "die_curse": text!("curse"),
        "health_curse": text!("curse"),
        "hero": text!("hero"),
        "tower": text!("tower"),
        "rank": text!("rank"),
        "rare_rank": text!("rank"),
        "n": text!("effect"),
        "die": text!("die"),
        "health": text!("health"),
        "attack": text!("attack"),
        "defense": text!("defense"),
        "target": text!("needed on a d20"),
        "floors": text!("floors"),
        "copies": text!("copies"),
        "text": text!("text"),
    ]
}

/// The hero of the base game, which is the default of the odds calculator.
pub(crate) const BASE_HERO: HeroCard = HEROES[0];

/// All cards of the two packs.
const fn unseen_of(ranks: &[RankCard; Rank::KINDS]) -> Cards {
    let (mut counts, mut place) = ([0; 16], 0);
    while place < ranks.len() {
        counts[place] = ranks[place].copies;
        place += 1;
    }
    Cards::of_counts(counts)
}

/// The number of each item; 0 for one without.
const fn numbers_of(items: &[ItemCard; Item::ALL.len()]) -> [u16; Item::ALL.len()] {
    let (mut numbers, mut place) = ([0; Item::ALL.len()], 0);
    while place < items.len() {
        if let Does::Number { n } = items[place].does {
            numbers[place] = n;
        }
        place += 1;
    }
    numbers
}

/// The number of each curse; 0 for one without.
const fn burdens_of(curses: &[CurseCard; Curse::ALL.len()]) -> [u16; Curse::ALL.len()] {
    let (mut numbers, mut place) = ([0; Curse::ALL.len()], 0);
    while place < curses.len() {
        numbers[place] = match curses[place].burden {
            Burden::Number { n } => n as u16,
            Burden::Health { n, .. } => n,
            Burden::Die { .. } | Burden::Other {} => 0,
        };
        place += 1;
    }
    numbers
}

/// The number of floors of a tower for one hero, for two, and so on.
const fn floors_of(towers: &[TowerCard; 1]) -> [u8; MAX_HEROES] {
    let (mut floors, mut more) = ([0; MAX_HEROES], 0);
    while more < MAX_HEROES {
        floors[more] = towers[0].floors + towers[0].more * more as u8;
        more += 1;
    }
    floors
}

/// An item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemCard {
    pub(crate) id: &'static str,
    pub(crate) name: Text,
    pub(crate) short: Option<Text>,
    pub(crate) the: Text,
    pub(crate) picture: Picture,
    pub(crate) text: Text,
    pub(crate) does: Does,
}

/// How much an item does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Does {
    Number { n: u16 },
    Die { die: Die },
    Other {},
}

/// An enemy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EnemyCard {
    pub(crate) name: Text,
    pub(crate) the: Text,
    pub(crate) a: Text,
    pub(crate) picture: Picture,
    pub(crate) health: u16,
    pub(crate) appears: Text,
    pub(crate) ahead: Text,
    pub(crate) hurt: Text,
    pub(crate) rises: Rises,
}

/// Whether its health rises with ascension.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rises {
    Not {},
    ByAscension { more: u16 },
}

/// The dice of a kind of enemies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiceCard {
    pub(crate) attack: Die,
    pub(crate) defense: Die,
}

/// A trap: its target on a d20, and the die of its damage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrapCard {
    pub(crate) picture: Picture,
    pub(crate) target: u16,
    pub(crate) die: Die,
}

/// A curse.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CurseCard {
    pub(crate) id: &'static str,
    pub(crate) name: Text,
    pub(crate) picture: Picture,
    pub(crate) text: Text,
    pub(crate) burden: Burden,
}

/// How much a curse does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Burden {
    Number { n: u8 },
    Die { die: Die },
    Health { n: u16, boss: u16 },
    Other {},
}

/// A hero at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeroCard {
    pub(crate) health: u16,
    pub(crate) attack: u8,
    pub(crate) defense: u8,
}

/// Floors of the tower for one hero, and more for each further one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TowerCard {
    pub(crate) floors: u8,
    pub(crate) more: u8,
}

/// Copies of a rank in the two packs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankCard {
    pub(crate) copies: u8,
}
