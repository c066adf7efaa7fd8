//! The cards in force: those of the base game, or those that a pack makes of them.

use kernel::{Card, Die, Picture, Rank};
use text::{Text, text};

use super::kinds::DECKS;
use crate::{RogueAscension, state::Cards};

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
    also { unseen: Cards = unseen_of(ranks, RANKS); }
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
