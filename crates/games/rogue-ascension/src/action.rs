//! What a seat can do, spelled as the spec spells it.

use kernel::{Rank, Seat};
use serde::{Deserialize, Serialize};

use crate::Item;

/// An action. Which are legal when stands in the table of decisions in the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Turn the next floor, or enter the boss room.
    Reveal,
    /// Roll the attack.
    Attack,
    /// Leave it at that.
    Pass,
    /// Use a saved card, or the treasure in hand, on a hero.
    Use {
        /// What is used.
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
        /// Which one.
        name: Item,
    },
}
