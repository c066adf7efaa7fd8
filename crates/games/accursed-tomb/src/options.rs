//! The options of a match.

use kernel::{HouseCards, OptionKind, OptionSpec};
use serde::{Deserialize, Serialize};
use text::{Text, text};

use crate::AccursedTomb;

/// The choices for the multiplier of several weapons or armors.
pub(crate) const GEARS: &[(&str, Text)] = &[
    ("plus-one", text!("one more than you carry")),
    ("literal", text!("as many as you carry; the first does nothing")),
];

/// The options, as data.
pub(crate) const SPECS: &[OptionSpec] = &[
    OptionSpec::new(
        "gear",
        text!("Weapons and armors"),
        text!("What several of a kind multiply by (R14)."),
        OptionKind::Choice(GEARS),
    ),
    OptionSpec::new(
        "engage",
        text!("When a fight begins"),
        text!("By stepping towards a monster, or by being next to one when your turn begins (R7)."),
        OptionKind::Choice(&[("entered", text!("by stepping towards it")), ("adjacent", text!("by being next to it"))]),
    ),
    OptionSpec::new(
        "retreat",
        text!("Retreat"),
        text!("Whether a fight can be left by moving away (R9)."),
        OptionKind::Switch { default: true },
    ),
    OptionSpec::new(
        "max_rounds",
        text!("Longest match"),
        text!("After so many rounds the match is drawn (R25)."),
        OptionKind::Number { min: 1, max: 1000, default: 100 },
    ),
];

/// The options of a match. The kernel has checked them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The multiplier of several weapons or armors.
    pub gear: Gear,
    /// The moment when a fight begins.
    pub engage: Engage,
    /// Whether a fight can be left.
    pub retreat: bool,
    /// Rounds after which the match is drawn, 1 to 1000.
    pub max_rounds: u16,
    /// The house cards; `None` for the cards of the base game.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "kernel::packs::PackOf::<AccursedTomb>")]
    pub pack: Option<&'static HouseCards>,
}

/// The multiplier of several weapons or armors (R14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gear {
    /// One more than their number.
    PlusOne,
    /// Their number, and at least 1.
    Literal,
}

impl Gear {
    /// The multiplier of `count` cards of a kind.
    #[inline]
    pub const fn times(self, count: u8) -> u8 {
        match (self, count) {
            (Gear::PlusOne, _) => 1 + count,
            (Gear::Literal, 0) => 1,
            (Gear::Literal, _) => count,
        }
    }
}

/// The moment when a fight begins (R7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engage {
    /// By moving towards a monster.
    Entered,
    /// Also by beginning a turn next to one.
    Adjacent,
}

impl Default for Options {
    fn default() -> Self {
        Options { gear: Gear::PlusOne, engage: Engage::Entered, retreat: true, max_rounds: 100, pack: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_data_and_type_agree() {
        let whole = kernel::options::complete(SPECS, &serde_json::Value::Null).unwrap();
        assert_eq!(serde_json::from_value::<Options>(whole.into()).unwrap(), Options::default());
    }

    #[test]
    fn gear_multiplies() {
        assert_eq!([0, 1, 2].map(|n| Gear::PlusOne.times(n)), [1, 2, 3]);
        assert_eq!([0, 1, 2].map(|n| Gear::Literal.times(n)), [1, 1, 2]);
    }
}
