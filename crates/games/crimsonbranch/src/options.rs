//! The options of a match.

use kernel::{HouseCards, OptionKind, OptionSpec};
use serde::{Deserialize, Serialize};
use text::text;

use crate::{
    Crimsonbranch,
    sheet::{MOST_LETTERS, Name},
};

/// The options, as data.
pub(crate) const SPECS: &[OptionSpec] = &[
    OptionSpec::new(
        "hero",
        text!("Hero"),
        text!("The name of your hero. Class, map and skill tree grow from its letters."),
        OptionKind::Text { max_length: MOST_LETTERS as u16, default: "Conan" },
    ),
    OptionSpec::new(
        "max_visits",
        text!("Most visits"),
        text!("After so many visits and challenges the game ends without a score (R40)."),
        OptionKind::Number { min: 1, max: 1000, default: 200 },
    ),
    OptionSpec::new(
        "max_turns",
        text!("Longest fight"),
        text!("A fight that is not won after so many turns is a defeat (R40)."),
        OptionKind::Number { min: 1, max: 1000, default: 100 },
    ),
];

/// The options of a match. The kernel has checked them against the data sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The hero's name, of at most 215 characters (R41).
    pub hero: Name,
    /// Visits and challenges after which the game is over, 1 to 1000.
    pub max_visits: u16,
    /// Turns after which a fight is lost, 1 to 1000.
    pub max_turns: u16,
    /// The house cards; `None` for the cards of the base game.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "kernel::packs::PackOf::<Crimsonbranch>")]
    pub pack: Option<&'static HouseCards>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_data_and_type_agree() {
        let whole = kernel::options::complete(SPECS, &serde_json::Value::Null).expect("the defaults are allowed");
        let options: Options = serde_json::from_value(whole.into()).expect("the type takes the defaults");
        assert_eq!((options.hero.as_str(), options.max_visits, options.max_turns), ("Conan", 200, 100));
    }
}
