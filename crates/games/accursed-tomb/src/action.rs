//! The actions of a seat, spelled as in the spec.

use serde::{Deserialize, Serialize};

use crate::Cell;

/// An action. The table of decisions in the rulebook lists which actions are legal when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Stay, and get 1 health back.
    Wait,
    /// Strike the foe.
    Fight,
    /// Go to a cell, or try to.
    Move {
        /// The cell.
        to: Cell,
    },
    /// Take one of the merchant's goods.
    Take {
        /// The ware to take.
        what: Ware,
    },
}

/// The wares of a merchant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ware {
    /// A weapon.
    Weapon,
    /// An armor.
    Armor,
}
