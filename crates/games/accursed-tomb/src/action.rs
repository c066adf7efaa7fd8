//! What a seat can do, spelled as the spec spells it.

use serde::{Deserialize, Serialize};

use crate::Cell;

/// An action. Which are legal when stands in the table of decisions in the rulebook.
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
        /// Which.
        what: Ware,
    },
}

/// What a merchant has to give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ware {
    /// A weapon.
    Weapon,
    /// An armor.
    Armor,
}
