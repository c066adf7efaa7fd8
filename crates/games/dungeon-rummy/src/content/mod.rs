//! Heroes, monsters, treasures and levels: data only. The numbers of the base game stand in
//! `content/*.toml`.

mod bestiary;
mod kinds;
mod monsters;
mod set;
mod treasures;

use kernel::Picture;
use serde::{Deserialize, Serialize};
use text::{Noun, Text, noun, t, text};

pub use bestiary::Monster;
pub use monsters::{Guard, Phase, SideEffect, Target, Tier};
use set::CardSet;
pub(crate) use set::PACKS;
pub use treasures::{Effect, Treasure};

use crate::Suit;

/// The most tokens that a hero can hold (R38).
pub(crate) const MAX_TOKENS: u8 = 7;
/// Cards drawn at the start, and into an empty hand (R7, R58).
pub(crate) const HAND: u8 = 7;
/// The number of cards from which on a meld is a canasta (R36).
pub(crate) const CANASTA: usize = 7;
/// The bonus of a canasta to damage and to mana (R36).
pub(crate) const CANASTA_BONUS: u8 = 3;
/// Cards that a meld needs to attack with.
pub(crate) const ATTACK: usize = 3;
/// Cards in the graveyard that make it burst, and the damage it does then (R56).
pub(crate) const BLAST: u8 = 7;
/// Turns until the torches go out (R61).
pub(crate) const TORCHES: u8 = 100;
/// Actions in one action phase, its end not counted (R62).
pub(crate) const MAX_ACTIONS: u8 = 200;
/// Health that remaking a deck costs (R59).
pub(crate) const REMAKE: i8 = 2;
/// Boots of each player, by the number of players (R8).
pub(crate) const BOOTS: [u8; 4] = [4, 3, 2, 2];

/// Ready-made chat phrases. They speak of public facts, whatever a player holds: hidden hands stay
/// hidden.
pub(crate) const PHRASES: &[Text] = &[
    text!("Strike now?"),
    text!("Let us wait with the blow."),
    text!("Which meld shall grow?"),
    text!("Save the shields."),
    text!("Can you spare a boot?"),
    text!("Somebody needs healing."),
    text!("Mind the graveyard."),
    text!("Watch the torches."),
];

/// A hero. The order is party order: it settles ties between heroes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Hero {
    Lily,
    Bob,
    Oakie,
    Milton,
}

/// The constants of a hero.
struct HeroData {
    id: &'static str,
    picture: Picture,
    name: &'static str,
    class: Text,
    token: &'static str,
    /// The tokens in short and in full.
    counted: [Noun; 2],
    suit: Suit,
}

/// R2, R3.
static HEROES: [HeroData; 4] = [
    HeroData {
        id: "lily",
        picture: Picture("dungeon-rummy/lily"),
        name: "Lily",
        class: text!("barbarian"),
        token: "shield",
        counted: [noun!("shield"), noun!("shield token")],
        suit: Suit::Tank,
    },
    HeroData {
        id: "bob",
        picture: Picture("dungeon-rummy/bob"),
        name: "Bob",
        class: text!("mage"),
        token: "draw",
        counted: [noun!("draw"), noun!("draw token")],
        suit: Suit::Dealer,
    },
    HeroData {
        id: "oakie",
        picture: Picture("dungeon-rummy/oakie"),
        name: "Oakie",
        class: text!("cleric"),
        token: "heal",
        counted: [noun!("heal"), noun!("heal token")],
        suit: Suit::Healer,
    },
    HeroData {
        id: "milton",
        picture: Picture("dungeon-rummy/milton"),
        name: "Milton",
        class: text!("bard"),
        token: "wild",
        counted: [noun!("wild"), noun!("wild token")],
        suit: Suit::Support,
    },
];

impl Hero {
    /// All four, in party order.
    pub const ALL: [Hero; 4] = [Hero::Lily, Hero::Bob, Hero::Oakie, Hero::Milton];

    /// The id: `lily`.
    pub fn id(self) -> &'static str {
        HEROES[self as usize].id
    }

    /// The name: `Lily`.
    pub fn name(self) -> &'static str {
        HEROES[self as usize].name
    }

    /// The drawing.
    pub fn picture(self) -> Picture {
        HEROES[self as usize].picture
    }

    /// The class of the hero: `barbarian`.
    pub fn class(self) -> Text {
        HEROES[self as usize].class
    }

    /// Full health.
    #[inline]
    pub fn health(self) -> i8 {
        CardSet::in_force().heroes[self as usize].health
    }

    /// The id of the tokens: `shield`.
    pub fn token(self) -> &'static str {
        HEROES[self as usize].token
    }

    /// The tokens in short: `shield`.
    pub(crate) fn tokens_in_short(self) -> Noun {
        HEROES[self as usize].counted[0]
    }

    /// The tokens: `shield token`.
    pub(crate) fn tokens(self) -> Noun {
        HEROES[self as usize].counted[1]
    }

    /// Mana that makes one token (R38).
    #[inline]
    pub fn mana(self) -> u8 {
        CardSet::in_force().heroes[self as usize].mana
    }

    /// The home suit.
    pub fn suit(self) -> Suit {
        HEROES[self as usize].suit
    }
}

/// The level of a dungeon: its length and its difficulty (R67).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Level {
    Easy,
    Normal,
    Hard,
    Heroic,
}

impl Level {
    /// The id: `easy`.
    pub const fn id(self) -> &'static str {
        ["easy", "normal", "hard", "heroic"][self as usize]
    }

    /// The name: `Cellar Tour`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => t!("Cellar Tour"),
            Level::Normal => t!("Proper Dungeon"),
            Level::Hard => t!("Bad Idea"),
            Level::Heroic => t!("Terrible Idea"),
        }
    }

    /// The tiers on the way to the boss.
    pub(crate) const fn tiers(self) -> &'static [Tier] {
        const ONE: Tier = Tier::One;
        const TWO: Tier = Tier::Two;
        const THREE: Tier = Tier::Three;
        match self {
            Level::Easy => &[ONE, ONE, TWO],
            Level::Normal => &[ONE, ONE, TWO, THREE],
            Level::Hard => &[ONE, TWO, TWO, THREE, THREE],
            Level::Heroic => &[TWO, TWO, THREE, THREE, THREE, THREE],
        }
    }

    /// The bonus to the health of every phase of the boss.
    pub(crate) fn boss_health(self) -> u8 {
        CardSet::in_force().levels[self as usize].boss_health
    }
}
