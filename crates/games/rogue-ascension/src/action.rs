//! The actions of a seat, spelled as in the spec.

use kernel::{Rank, Seat};
use serde::{Deserialize, Serialize};

use crate::Item;

/// An action. The table of decisions in the rulebook lists which actions are legal when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Turn the next floor, or enter the boss room.
    Reveal,
    /// Roll the attack.
    Attack,
    /// Add nothing, and go on.
    Pass,
    /// Use a saved card, or the treasure in hand, on a hero.
    Use {
        /// The item to use.
        item: Item,
        /// The hero it is used on.
        target: Seat,
    },
    /// Keep the treasure in hand for later.
    Save,
    /// Roll initiative again.
    Sneak,
    /// Double the roll.
    DoubleDie,
    /// Add a weapon to the attack roll.
    Weapon {
        /// The weapon.
        item: Item,
    },
    /// Take all damage away.
    Evade,
    /// Add 5 to the trap roll.
    LuckyCharm,
    /// Spend a luck point on another hero's trap roll.
    Assist,
    /// Draw the reward.
    Draw,
    /// Leave the reward.
    Decline,
    /// Keep one of an ace's two cards.
    Choose {
        /// The card to keep.
        card: Rank,
    },
    /// Take a special ability.
    Ability {
        /// The ability to take.
        name: Item,
    },
}
