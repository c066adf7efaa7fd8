//! The actions of the player, spelled as in the rulebook.

use serde::{Deserialize, Serialize};

use crate::{
    board::{Branch, Node},
    content::{Kind, Stat},
};

/// An action. The table of decisions in the rulebook lists which actions are legal when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Go to a node, and fight what is there.
    Visit {
        /// The node.
        node: Node,
    },
    /// Fight the Great Evil.
    Challenge,
    /// Move an item's circle to another branch.
    MoveItem {
        /// The item.
        item: Stat,
        /// The new branch of its circle.
        branch: Branch,
    },
    /// Give an item up for 1 XP.
    DropItem {
        /// The item.
        item: Stat,
    },
    /// Spend a skill point on a branch.
    Cross {
        /// The branch.
        branch: Branch,
    },
    /// End the game without a score.
    Retire,
    /// Put a token on a node and use its symbols.
    Activate {
        /// The node.
        node: Node,
    },
    /// Leave the preparation.
    Fight,
    /// Use a symbol of the node being activated.
    Use {
        /// The symbol.
        symbol: Symbol,
    },
    /// Leave the other symbol unused.
    Done,
    /// Spend the six in a space.
    Spend {
        /// The space.
        space: Kind,
    },
    /// Pay for an enemy's shield.
    Break {
        /// The enemy.
        enemy: u8,
        /// The space that pays.
        slot: Kind,
    },
    /// Pay for one HP of an enemy.
    Hit {
        /// The enemy.
        enemy: u8,
        /// The space that pays.
        slot: Kind,
    },
    /// Let the enemies act.
    EndFight,
    /// Take an enemy's Strength as XP.
    TakeXp {
        /// The enemy.
        enemy: u8,
    },
    /// Take an enemy's Strength as the quality of an item.
    TakeItem {
        /// The enemy.
        enemy: u8,
    },
    /// Cross the pearl out for XP.
    PearlXp,
    /// Engrave the pearl with a kind.
    PearlCopy {
        /// The kind.
        kind: Kind,
    },
    /// Leave the rest of the loot.
    EndLoot,
    /// Circle a branch with the new item.
    Circle {
        /// The branch.
        branch: Branch,
    },
    /// Throw the new item away for 1 XP.
    Discard,
}

/// A symbol that can be used when a node is activated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbol {
    /// Swords.
    Attack,
    /// Arrows.
    Range,
    /// Healing.
    Heal,
    /// Shields.
    Defense,
    /// The special symbol.
    Special,
}

impl Symbol {
    /// All five, in the order in which they are listed.
    pub const ALL: [Symbol; 5] = [Symbol::Attack, Symbol::Range, Symbol::Heal, Symbol::Defense, Symbol::Special];

    /// The kind, unless it is the special symbol.
    #[inline]
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Symbol::Attack => Some(Kind::Attack),
            Symbol::Range => Some(Kind::Range),
            Symbol::Heal => Some(Kind::Heal),
            Symbol::Defense => Some(Kind::Defense),
            Symbol::Special => None,
        }
    }

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self.kind() {
            Some(kind) => kind.name(),
            None => "special",
        }
    }
}

impl From<Kind> for Symbol {
    fn from(kind: Kind) -> Symbol {
        Symbol::ALL[kind as usize]
    }
}
