//! The options of a match.

use kernel::{HouseCards, OptionKind, OptionSpec};
use serde::{Deserialize, Serialize};
use text::text;

use crate::RogueAscension;

/// The options, as data.
pub(crate) const SPECS: &[OptionSpec] = &[
    OptionSpec::new(
        "ascension",
        text!("Ascension level"),
        text!("Each level adds a curse card to every hero, 10 health a hero to the boss, and 2 to enemy initiative."),
        OptionKind::Number { min: 0, max: 99, default: 0 },
    )
    .unlocked_by_winning(),
    OptionSpec::new(
        "die_floor",
        text!("Lowest die"),
        text!("How far curses can lower a die (R8)."),
        OptionKind::Choice(&[("d4", text!("never below d4")), ("none", text!("down to no die"))]),
    ),
    OptionSpec::new(
        "overheal",
        text!("Overheal"),
        text!("Healing may raise health above 30 (R7)."),
        OptionKind::Switch { default: false },
    ),
    OptionSpec::new(
        "coop_reward",
        text!("Rewards in company"),
        text!("Who draws a treasure after a beaten monster (R31)."),
        OptionKind::Choice(&[
            ("active-and-slayer", text!("the active hero and the slayer")),
            ("active", text!("the active hero alone")),
            ("all", text!("everybody")),
        ]),
    ),
    OptionSpec::new(
        "fight_round_limit",
        text!("Longest fight"),
        text!("A fight that is not over after so many rounds is lost (R36)."),
        OptionKind::Number { min: 1, max: 1000, default: 1000 },
    ),
];

/// The options of a match. The kernel has checked them against the data sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Ascension level, 0 to 99.
    pub ascension: u8,
    /// Lowest level a cursed die can have.
    pub die_floor: DieFloor,
    /// Whether healing may raise health above 30.
    pub overheal: bool,
    /// The heroes that draw after a beaten monster.
    pub coop_reward: CoopReward,
    /// Rounds after which a fight is lost, 1 to 1000.
    pub fight_round_limit: u16,
    /// The house cards; `None` for the cards of the base game.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "kernel::packs::PackOf::<RogueAscension>")]
    pub pack: Option<&'static HouseCards>,
}

/// Lowest level a cursed die can have (R8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DieFloor {
    /// Never below d4.
    D4,
    /// Down to no die at all.
    None,
}

/// The heroes that draw after a beaten monster (R31).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoopReward {
    /// The active hero, and the hero of the last hit if that is another.
    ActiveAndSlayer,
    /// The active hero alone.
    Active,
    /// Every hero, in turn order.
    All,
}

impl Options {
    /// The options if no player changes them.
    pub(crate) const USUAL: Options = Options {
        ascension: 0,
        die_floor: DieFloor::D4,
        overheal: false,
        coop_reward: CoopReward::ActiveAndSlayer,
        fight_round_limit: 1000,
        pack: None,
    };
}

impl Default for Options {
    fn default() -> Self {
        Options::USUAL
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
}
