//! Whole numbers in JSON: a number up to 2^53, and its digits as a text beyond that, because some
//! readers of JSON would round it.

use std::{fmt::Display, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The largest whole number that every reader of JSON reads exactly.
pub(crate) const EXACT: u64 = 1 << 53;

/// A whole number as it is written.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Number(i64),
    Digits(String),
}

impl Written {
    fn of<T: Copy + Display + TryInto<i64>>(value: T) -> Written {
        match value.try_into() {
            Ok(number) if number.unsigned_abs() <= EXACT => Written::Number(number),
            Ok(_) | Err(_) => Written::Digits(value.to_string()),
        }
    }

    fn read<T: FromStr + TryFrom<i64>>(&self) -> Result<T, String> {
        let read = match self {
            Written::Number(number) => T::try_from(*number).ok(),
            Written::Digits(digits) => digits.parse().ok(),
        };
        read.ok_or_else(|| match self {
            Written::Number(number) => format!("{number} is not possible here"),
            Written::Digits(digits) => format!("{digits:?} is no whole number that is possible here"),
        })
    }
}

pub(crate) fn serialize<T: Copy + Display + TryInto<i64>, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    Written::of(*value).serialize(to)
}

pub(crate) fn deserialize<'de, T: FromStr + TryFrom<i64>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Written::deserialize(from)?.read().map_err(D::Error::custom)
}

/// The same for a list.
pub(crate) mod list {
    use super::*;

    pub(crate) fn serialize<T: Copy + Display + TryInto<i64>, S: Serializer>(
        values: &[T],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(|value| Written::of(*value)))
    }

    pub(crate) fn deserialize<'de, T: FromStr + TryFrom<i64>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let all = Vec::<Written>::deserialize(from)?;
        all.iter().map(|written| written.read().map_err(D::Error::custom)).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Both {
        #[serde(with = "super")]
        seed: u64,
        #[serde(with = "list")]
        sums: Vec<i128>,
    }

    #[test]
    fn numbers_beyond_exact_ones_are_texts() {
        let both = Both { seed: u64::MAX, sums: vec![0, EXACT.into(), i128::from(EXACT) + 1, i128::MIN] };
        let written = serde_json::to_value(&both).unwrap();
        assert_eq!(written["seed"], json!("18446744073709551615"));
        assert_eq!(written["sums"][1], json!(9_007_199_254_740_992_u64));
        assert_eq!(written["sums"][2], json!("9007199254740993"));
        assert_eq!(serde_json::from_value::<Both>(written).unwrap(), both);
        let small = json!({ "seed": 7, "sums": [-7, "8"] });
        assert_eq!(serde_json::from_value::<Both>(small).unwrap(), Both { seed: 7, sums: vec![-7, 8] });
        for bad in [json!({ "seed": -1, "sums": [] }), json!({ "seed": "x", "sums": [] })] {
            assert!(serde_json::from_value::<Both>(bad).is_err());
        }
    }
}
