//! The cards in force: those of the base game, or those that a pack makes of them.

use kernel::{Picture, packs::Faults};
use text::{Text, text};

use super::{Effect, Guard, Phase, SideEffect, Target, Tier, kinds::DECKS};
use crate::DungeonRummy;

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

kernel::house_cards! {
    DungeonRummy {
        monsters: MonsterCard = MONSTERS, monsters_of;
        treasures: TreasureCard = TREASURES, treasures_of;
        heroes: HeroCard = HEROES, heroes_of;
        levels: LevelCard = LEVELS, levels_of;
    }
    also {}
    check check;
    keys [
        "monster": text!("monster"),
        "boss": text!("boss"),
        "treasure": text!("treasure"),
        "hero": text!("hero"),
        "level": text!("level"),
        "health": text!("health"),
        "n": text!("effect"),
        "chests": text!("treasures"),
        "phases": text!("phases"),
        "mana": text!("mana"),
        "boss_health": text!("health of the boss"),
        "line": text!("text"),
    ]
}

/// An entry of the bestiary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MonsterCard {
    pub(crate) id: &'static str,
    pub(crate) name: Text,
    pub(crate) picture: Picture,
    pub(crate) line: Text,
    pub(crate) tier: Tier,
    pub(crate) chests: u8,
    pub(crate) phases: &'static [Phase],
}

/// A treasure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreasureCard {
    pub(crate) id: &'static str,
    pub(crate) name: Text,
    pub(crate) picture: Picture,
    pub(crate) line: Text,
    pub(crate) effect: Effect,
}

/// The numbers of a hero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeroCard {
    pub(crate) health: i8,
    pub(crate) mana: u8,
}

/// The numbers of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelCard {
    pub(crate) boss_health: u8,
}

/// A level must find its monsters (R67), and a monster has a phase.
fn check(cards: &CardSet, faults: &mut Faults) {
    for (tier, least) in [(Tier::One, 2), (Tier::Two, 2), (Tier::Three, 4)] {
        let found = cards.monsters.iter().filter(|monster| monster.tier == tier).count();
        if found < least {
            faults.of_cards(format!("there are {found} monsters of tier {}; it needs {least}", tier.number()));
        }
    }
    for monster in cards.monsters.iter().filter(|monster| monster.phases.is_empty()) {
        faults.of_card(monster.id, "phases", "a monster has 1 to 4".to_owned());
    }
}
