//! The seed of a name (section "From a name to a sheet" of the rulebook).

use serde::{Deserialize, Serialize};

/// The most letters that count in a name: beyond these the seed might leave the range of a binary64
/// (R32).
pub const MOST_LETTERS: usize = 215;

/// A hero's name, as it was given. It has at most [`MOST_LETTERS`] letters from a to z; all else in
/// it is free, and an empty name is a name (R32, R41).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// A name with too many letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a hero's name has at most {MOST_LETTERS} letters from a to z, not {letters} (R32)")]
pub struct TooLong {
    /// The number of letters that it has.
    pub letters: usize,
}

impl Name {
    /// A name.
    ///
    /// # Errors
    /// If it has more than [`MOST_LETTERS`] letters from a to z.
    pub fn new(text: impl Into<String>) -> Result<Name, TooLong> {
        let text = text.into();
        match letters(&text).count() {
            0..=MOST_LETTERS => Ok(Name(text)),
            letters => Err(TooLong { letters }),
        }
    }

    /// The name as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number that the sheet grows from: the letters as digits to base 26, the first the least
    /// significant.
    ///
    /// Every operation rounds on its own as a binary64 does, in this order: from 12 letters on the
    /// sum is not exact, and which way it rounds is part of the game.
    pub fn seed(&self) -> f64 {
        let (mut seed, mut base) = (0.0, 1.0);
        for letter in letters(&self.0) {
            seed += base * f64::from(letter - b'a' + 1);
            base *= 26.0;
        }
        seed
    }
}

/// The letters that count: those from a to z once the name is in lower case. Accented letters do
/// not count, but U+0130 becomes an i with a combining dot, and the Kelvin sign a k.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.chars().flat_map(char::to_lowercase).filter(char::is_ascii_lowercase).map(|letter| letter as u8)
}

impl TryFrom<String> for Name {
    type Error = TooLong;

    fn try_from(text: String) -> Result<Self, TooLong> {
        Name::new(text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
