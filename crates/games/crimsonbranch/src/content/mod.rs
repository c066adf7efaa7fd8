//! The constants of the game: kinds, classes, time and levels. Those that packs may change stand in
//! `content/*.toml`.

mod kinds;
mod set;

use serde::{Deserialize, Serialize};
use text::{Text, text};

use set::BASE_PRICES;
pub(crate) use set::{BASE_MOST, CardSet, PACKS};

/// Ready-made chat phrases.
pub(crate) const PHRASES: &[Text] = &[
    text!("Which way?"),
    text!("Left."),
    text!("Right."),
    text!("Let us circle that."),
    text!("Keep your dice for the next one."),
    text!("That was close."),
];

/// A kind of symbol, of enemy, and of space for dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Swords.
    Attack,
    /// Arrows.
    Range,
    /// Healing.
    Heal,
    /// Shields.
    Defense,
}

/// The type of a branch and of the item that can circle it. Each belongs to the kind of the same
/// index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stat {
    /// The stat of attack.
    Strength,
    /// The stat of range.
    Dexterity,
    /// The stat of heal.
    Vitality,
    /// The stat of defense.
    Magic,
}

/// A hero's class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Strong in attack.
    Warrior,
    /// Strong in range.
    Ranger,
    /// Strong in heal.
    Wizard,
    /// Strong in defense.
    Paladin,
}

impl Kind {
    /// All four, in the order in which everything is listed.
    pub const ALL: [Kind; 4] = [Kind::Attack, Kind::Range, Kind::Heal, Kind::Defense];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        ["attack", "range", "heal", "defense"][self as usize]
    }

    /// Its name in sentences.
    pub const fn word(self) -> Text {
        [text!("attack"), text!("range"), text!("heal"), text!("defense")][self as usize]
    }

    /// The type of item that an enemy of this kind leaves, and of branches that grow with it.
    #[inline]
    pub const fn stat(self) -> Stat {
        Stat::ALL[self as usize]
    }
}

impl Stat {
    /// All four, in the order in which everything is listed.
    pub const ALL: [Stat; 4] = [Stat::Strength, Stat::Dexterity, Stat::Vitality, Stat::Magic];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        ["strength", "dexterity", "vitality", "magic"][self as usize]
    }

    /// Its name in sentences.
    pub const fn word(self) -> Text {
        [text!("strength"), text!("dexterity"), text!("vitality"), text!("magic")][self as usize]
    }

    /// The kind that it belongs to.
    pub const fn kind(self) -> Kind {
        Kind::ALL[self as usize]
    }
}

impl Class {
    /// All four, by index.
    pub const ALL: [Class; 4] = [Class::Warrior, Class::Ranger, Class::Wizard, Class::Paladin];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        ["warrior", "ranger", "wizard", "paladin"][self as usize]
    }

    /// Its name in sentences.
    pub fn word(self) -> Text {
        CardSet::in_force().classes[self as usize].word
    }

    /// Its name for people, by itself.
    pub fn title(self) -> Text {
        CardSet::in_force().classes[self as usize].name
    }

    /// The effect of a six spent in a space.
    #[inline]
    pub fn effect(self, space: Kind) -> Effect {
        let class = &CardSet::in_force().classes[self as usize];
        match space {
            Kind::Attack => class.attack,
            Kind::Range => class.range,
            Kind::Heal => class.heal,
            Kind::Defense => class.defense,
        }
    }
}

/// The effect of a six spent by a special symbol. Kinds are those of the enemies it meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The shields of these enemies are gone.
    Break(&'static [Kind]),
    /// These enemies lose this much HP; shields are ignored and stay (R28).
    Damage(u8, &'static [Kind]),
    /// The hero gains this much HP, up to Max.
    Gain(u8),
}

/// Time boxes on the sheet.
pub const TIME_BOXES: u8 = 40;
/// The best quality that an item can have, and the last segment of time.
pub const LAST_SEGMENT: u8 = 10;

/// Width and height of the small grid of a segment of time, which is also that of an item's
/// quality: 1 to 10.
#[inline]
pub const fn grid(segment: u8) -> (u8, u8) {
    const GRIDS: [(u8, u8); 10] = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 4), (5, 5)];
    GRIDS[(segment - 1) as usize]
}

/// The highest level.
pub const LAST_LEVEL: u8 = 30;

/// HP/XP Max at a level, 8 to 66 in the base game: how much HP the hero can have, and the XP for the
/// next level.
#[inline]
pub fn max_at(level: u8) -> u8 {
    CardSet::in_force().growth[0].max_at(level)
}

/// Skill points that the levels up to this one have given.
#[inline]
pub fn points_at(level: u8) -> u8 {
    let growth = &CardSet::in_force().growth[0];
    growth.points + growth.more_points * (level - 1)
}

/// The price of one HP of an enemy, paid from the attack space or from the range space.
#[inline]
pub fn price(enemy: Kind, slot: Kind) -> u8 {
    price_of::<false>(enemy, slot)
}

/// The same; where `BASE` is true, by the prices of the base game, which are known to the compiler.
#[inline]
pub(crate) fn price_of<const BASE: bool>(enemy: Kind, slot: Kind) -> u8 {
    let price = if BASE { BASE_PRICES } else { CardSet::in_force().price[0] };
    match (enemy, slot) {
        (Kind::Attack, Kind::Range) | (Kind::Range, Kind::Attack) => price.across,
        _ => price.usual,
    }
}

/// Whether the prices in force are those of the base game.
#[inline]
pub(crate) fn has_base_prices() -> bool {
    CardSet::in_force().price[0] == BASE_PRICES
}
