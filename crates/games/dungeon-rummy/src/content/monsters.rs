//! The parts of a monster: tiers, targets, guards, side effects and phases.

use kernel::{Card as Kind, Picture};
use text::Text;

use super::{
    bestiary::Monster,
    set::{CardSet, MonsterCard},
};

/// The strength of a monster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Tier {
    One,
    Two,
    Three,
    Boss,
}

impl Tier {
    /// 1, 2 or 3; a boss is beyond them.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// The heroes of a target word. Health and tokens are those at the moment of the lookup, and ties
/// go by party order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// The hero that the monster attacks this turn.
    Focus,
    /// The hero after that one in party order.
    Next,
    /// The hero in turn.
    Active,
    /// All heroes.
    All,
    /// The hero with the least health.
    Weakest,
    /// The hero with the most health.
    Toughest,
    /// The hero with the most tokens.
    Richest,
}

/// A condition that a meld must meet to hurt a monster. Several conditions must all be met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guard {
    /// A run.
    Run,
    /// A set.
    Set,
    /// This many cards at least.
    Min(u8),
    /// Without a wild.
    Pure,
    /// This many different suits at least.
    Suits(u8),
    /// This many diamonds at least on cards that are not marked.
    Mana(u8),
    /// A canasta.
    Canasta,
}

/// An effect of a monster after its hits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SideEffect {
    /// Its later attacks hit the focus hero harder by this much.
    Rage(u8),
    /// This much damage on the phase is gone.
    Mend(u8),
    /// This many boots stay exhausted this turn.
    Trip(u8),
    /// This many tokens are lost.
    Drain(Target, u8),
    /// This many random cards of the active hand go to the graveyard.
    Fumble(u8),
    /// This many cards from the right end of the meld go to the graveyard.
    Chew(Target, u8),
    /// This many cards of the deck go to the graveyard.
    Mill(Target, u8),
    /// This many random treasures are gone.
    Pilfer(u8),
}

/// A part of a monster that is beaten by itself (R42).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    /// Damage that it takes, without what the level adds.
    pub health: u8,
    /// The conditions that a meld must meet to hurt it.
    pub guard: &'static [Guard],
    /// The targets of its hits, each with the damage.
    pub hits: &'static [(Target, u8)],
    /// The side effects that follow.
    pub effects: &'static [SideEffect],
}

impl Monster {
    #[inline]
    fn data(self) -> &'static MonsterCard {
        &CardSet::in_force().monsters[self as usize]
    }

    /// The name: `Damp Sock Golem`.
    pub fn name(self) -> Text {
        self.data().name
    }

    /// Its drawing.
    pub fn picture(self) -> Picture {
        self.data().picture
    }

    /// The line below the name.
    pub fn line(self) -> Text {
        self.data().line
    }

    /// The strength of the monster.
    pub fn tier(self) -> Tier {
        self.data().tier
    }

    /// Treasures to be looted.
    pub fn chests(self) -> u8 {
        self.data().chests
    }

    /// Its phases, in the order in which they are beaten.
    #[inline]
    pub fn phases(self) -> &'static [Phase] {
        self.data().phases
    }
}

impl Kind for Monster {
    const KINDS: usize = Monster::ALL.len();

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Monster::ALL[index]
    }

    fn code(self) -> &'static str {
        self.data().id
    }

    fn title(self) -> Option<Text> {
        Some(self.name())
    }

    fn drawing(self) -> Option<Picture> {
        Some(self.picture())
    }
}

kernel::serde_by_code!(Monster);
