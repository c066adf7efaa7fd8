//! The cards in force: those of the base game, or those that a pack makes of them.

use kernel::packs::Faults;
use text::{Text, text};

use super::{Effect, Kind, LAST_LEVEL, kinds::DECKS};
use crate::Crimsonbranch;

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

kernel::house_cards! {
    Crimsonbranch {
        classes: ClassCard = CLASSES, classes_of;
        growth: GrowthCard = GROWTHS, growths_of;
        price: PriceCard = PRICES, prices_of;
    }
    also {}
    check check;
    keys [
        "class": text!("class"),
        "growth": text!("growth"),
        "price": text!("price"),
        "n": text!("effect"),
        "attack": text!("attack"),
        "range": text!("range"),
        "heal": text!("heal"),
        "defense": text!("defense"),
        "max": text!("HP"),
        "points": text!("skill points"),
        "across": text!("price"),
    ]
}

/// A class, with the effects of a six in each space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassCard {
    pub(crate) name: Text,
    pub(crate) word: Text,
    pub(crate) attack: Effect,
    pub(crate) range: Effect,
    pub(crate) heal: Effect,
    pub(crate) defense: Effect,
}

/// The numbers of a hero by level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GrowthCard {
    pub(crate) max: u8,
    pub(crate) more: u8,
    pub(crate) points: u8,
    pub(crate) more_points: u8,
}

impl GrowthCard {
    #[inline]
    pub(super) const fn max_at(&self, level: u8) -> u8 {
        self.max + self.more * (level - 1)
    }
}

/// The prices of one HP of an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PriceCard {
    pub(crate) usual: u8,
    pub(crate) across: u8,
}

/// The most HP of a hero in the base game, for the odds calculator.
pub(crate) const BASE_MOST: u8 = GROWTHS[0].max_at(LAST_LEVEL);

/// The prices of the base game.
pub(super) const BASE_PRICES: PriceCard = PRICES[0];

/// The HP of a hero must fit the numbers of the rules.
fn check(cards: &CardSet, faults: &mut Faults) {
    let most = cards.growth[0].max_at(LAST_LEVEL);
    if most > 120 {
        faults.of_cards(format!("at level {LAST_LEVEL} a hero has {most} HP; 120 is the most"));
    }
}
