//! Monster cards.

use kernel::{Card, Picture};
use text::Text;

use super::{CardSet, MONSTER_ROOM, Tag};

/// An effect of a monster on the losers of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Lasting: this many percent in every attack of the loser; negative.
    Attack(i8),
    /// Lasting: this much on every run roll; negative.
    Run(i8),
    /// Lasting: the weapon counts 0.
    WeaponOff,
    /// Lasting: no offers.
    NoHelp,
    /// At once: this many random cards of the hand are lost.
    Drop(u8),
}

impl Effect {
    /// Its name in the view.
    pub const fn id(self) -> &'static str {
        match self {
            Effect::Attack(_) => "attack",
            Effect::Run(_) => "run",
            Effect::WeaponOff => "weapon_off",
            Effect::NoHelp => "no_help",
            Effect::Drop(_) => "drop",
        }
    }

    /// Its number in the view; 0 for effects without one.
    pub const fn number(self) -> i8 {
        match self {
            Effect::Attack(n) | Effect::Run(n) => n,
            Effect::Drop(n) => n as i8,
            Effect::WeaponOff | Effect::NoHelp => 0,
        }
    }
}

/// A monster card. A card has at most one effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MonsterCard {
    /// Its id in records and views.
    pub id: &'static str,
    /// Its name for people.
    pub name: Text,
    /// Its picture.
    pub picture: Picture,
    /// The kind of creature.
    pub tag: Tag,
    /// Copies in the deck.
    pub copies: u8,
    /// Attack points.
    pub ap: u8,
    /// The damage to the losers.
    pub damage: u8,
    /// Whether the damage goes past gear (R43).
    pub pierce: bool,
    /// Levels for the winners.
    pub xp: u8,
    /// Item cards for the winners.
    pub treasure: u8,
    /// The further effect on the losers.
    pub effect: Option<Effect>,
    /// The text on the card.
    pub text: Text,
}

/// A monster card by its number among those in force, which are in the order of their ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Monster(u8);

impl Monster {
    /// All monsters in force, in the order of their ids.
    pub fn all() -> impl DoubleEndedIterator<Item = Monster> + ExactSizeIterator + Clone {
        (0..Monster::kinds() as u8).map(Monster)
    }

    /// The card.
    #[inline]
    pub fn card(self) -> &'static MonsterCard {
        CardSet::in_force().monster(self.0)
    }

    /// Its name for people.
    pub fn name(self) -> Text {
        self.card().name
    }
}

impl Card for Monster {
    const KINDS: usize = MONSTER_ROOM;

    #[inline]
    fn kinds() -> usize {
        CardSet::in_force().monster_kinds()
    }

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        debug_assert!(index < Monster::kinds(), "there are {} kinds of monsters", Monster::kinds());
        Monster(index as u8)
    }

    fn code(self) -> &'static str {
        self.card().id
    }

    fn title(self) -> Option<Text> {
        Some(self.name())
    }

    fn drawing(self) -> Option<Picture> {
        Some(self.card().picture)
    }
}

kernel::serde_by_code!(Monster);
