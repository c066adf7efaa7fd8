//! The options of a match.

use kernel::{HouseCards, OptionKind, OptionSpec};
use serde::{Deserialize, Serialize};
use text::text;

use crate::Gloombah;

/// The options, as data.
pub(crate) const SPECS: &[OptionSpec] = &[OptionSpec::new(
    "round_limit",
    text!("Longest match"),
    text!("After so many rounds the lantern goes out and the highest level wins (R59)."),
    OptionKind::Number { min: 10, max: 60, default: 30 },
)];

/// The options of a match. The kernel has checked them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Rounds after which the lantern goes out, 10 to 60.
    pub round_limit: u8,
    /// The house cards; `None` for the cards of the base game.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "kernel::packs::PackOf::<Gloombah>")]
    pub pack: Option<&'static HouseCards>,
}

impl Default for Options {
    fn default() -> Self {
        Options { round_limit: 30, pack: None }
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
