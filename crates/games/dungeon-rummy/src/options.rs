//! The options of a match.

use kernel::{BadOptions, HouseCards, OptionKind, OptionSpec};
use serde::{Deserialize, Serialize};
use text::{t, text};

use crate::{DungeonRummy, Hero, Level, Monster};

/// The options, as data.
pub(crate) const SPECS: &[OptionSpec] = &[
    OptionSpec::new(
        "level",
        text!("Dungeon"),
        text!("How many monsters wait on the way, how strong they are, and how much health the boss has (R67)."),
        // The first one is the default.
        OptionKind::Choice(&[
            ("normal", text!("Proper Dungeon: four monsters, then the boss")),
            ("easy", text!("Cellar Tour: three monsters, then the boss")),
            ("hard", text!("Bad Idea: five monsters, then the boss")),
            ("heroic", text!("Terrible Idea: six monsters, then the boss")),
        ]),
    ),
    OptionSpec::new(
        "heroes",
        text!("Heroes"),
        text!(
            "As many as there are players, in party order; the others come along as companions (R9). If none is chosen, the \
         first ones of the party are played."
        ),
        OptionKind::Subset(&[
            ("lily", text!("Lily, the barbarian")),
            ("bob", text!("Bob, the mage")),
            ("oakie", text!("Oakie, the cleric")),
            ("milton", text!("Milton, the bard")),
        ]),
    ),
    OptionSpec::new(
        "boss",
        text!("Boss"),
        text!("Who waits at the end (R64)."),
        OptionKind::Choice(&[
            ("random", text!("whoever it is")),
            ("landlord", text!("The Landlord")),
            ("gorgon", text!("Grandmother Gorgon")),
            ("lich", text!("The Lich of Customer Service")),
            ("dragon", text!("Dragon of the Lower Shelf")),
        ]),
    ),
    OptionSpec::new(
        "open_hands",
        text!("Open hands"),
        text!("Everybody sees every hand (R65)."),
        OptionKind::Switch { default: false },
    ),
    OptionSpec::new(
        "token_control",
        text!("Who spends tokens"),
        text!("Whose tokens the player in turn may spend (R54)."),
        OptionKind::Choice(&[
            ("party", text!("the tokens of all heroes")),
            ("owner", text!("the own ones and those of companions")),
        ]),
    ),
];

/// The options of a match. The kernel has checked them against the data sheet, and `check_options`
/// against the seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Length and tiers of the dungeon, and the boss's health.
    pub level: Level,
    /// The heroes that are played, in party order, one for each seat; empty for the first ones of
    /// the party.
    pub heroes: Vec<Hero>,
    /// The boss at the end.
    pub boss: Boss,
    /// Whether everybody sees every hand.
    pub open_hands: bool,
    /// The tokens that the player in turn may spend.
    pub token_control: TokenControl,
    /// The house cards; `None` for the cards of the base game.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "kernel::packs::PackOf::<DungeonRummy>")]
    pub pack: Option<&'static HouseCards>,
}

/// The boss at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Boss {
    Random,
    Landlord,
    Gorgon,
    Lich,
    Dragon,
}

impl Boss {
    /// The boss of this option; `None` if chance names one.
    pub(crate) fn named(self) -> Option<Monster> {
        match self {
            Boss::Random => None,
            Boss::Landlord => Some(Monster::Landlord),
            Boss::Gorgon => Some(Monster::Gorgon),
            Boss::Lich => Some(Monster::Lich),
            Boss::Dragon => Some(Monster::Dragon),
        }
    }
}

/// The tokens that the player in turn may spend (R54).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenControl {
    /// The tokens of all heroes.
    Party,
    /// The tokens of the player's own hero and of companions.
    Owner,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            level: Level::Normal,
            heroes: Vec::new(),
            boss: Boss::Random,
            open_hands: false,
            token_control: TokenControl::Party,
            pack: None,
        }
    }
}

/// Checks the heroes against the seats: one for each, different ones, in party order.
pub(crate) fn check(options: &Options, seats: u8) -> Result<(), BadOptions> {
    let heroes = &options.heroes;
    if heroes.is_empty() || heroes.len() == usize::from(seats) && heroes.is_sorted_by(|one, next| one < next) {
        return Ok(());
    }
    let heroes = serde_json::json!(heroes).to_string();
    let problem = t!(
        "option \"heroes\" must name as many heroes as there are players ({seats}), in the order lily, bob, oakie, \
         milton, not {heroes}"
    );
    Err(BadOptions::Conflict(problem))
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
    fn heroes_are_as_many_as_the_seats_and_in_party_order() {
        let with = |heroes: &[Hero]| Options { heroes: heroes.to_vec(), ..Options::default() };
        assert_eq!(check(&with(&[]), 3), Ok(()));
        assert_eq!(check(&with(&[Hero::Bob, Hero::Milton]), 2), Ok(()));
        for (heroes, seats) in [
            (&[Hero::Bob][..], 2),
            (&[Hero::Bob, Hero::Milton], 1),
            (&[Hero::Milton, Hero::Bob], 2),
            (&[Hero::Bob, Hero::Bob], 2),
        ] {
            assert!(check(&with(heroes), seats).is_err(), "{heroes:?} for {seats}");
        }
    }
}
