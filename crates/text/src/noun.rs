//! Nouns for counting.

use std::fmt::Display;

use crate::{Language, plural_of};

/// A noun for counted things, by its singular.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Noun {
    domain: &'static str,
    one: &'static str,
}

impl Noun {
    /// Creates the noun of a crate; [`noun!`](crate::noun) expands to this.
    pub const fn new(domain: &'static str, one: &'static str) -> Noun {
        Noun { domain, one }
    }

    /// Returns a number of things.
    ///
    /// ```
    /// use text::noun;
    ///
    /// let steps = noun!("step");
    /// assert_eq!([steps.counted(1), steps.counted(0), steps.counted("2,000")], ["1 step", "0 steps", "2,000 steps"]);
    /// ```
    pub fn counted(self, count: impl Display) -> String {
        let mut text = count.to_string();
        let word = self.word(&text);
        text.push('\u{20}');
        text.push_str(&word);
        text
    }

    /// Returns the word for a number of things, without the number.
    pub fn word(self, count: &str) -> String {
        let translated = Language::catalogue().and_then(|catalogue| catalogue.noun(self.domain, self.one, count));
        match translated {
            Some(word) => word.to_owned(),
            None if count == "1" => self.one.to_owned(),
            None => plural_of(self.one),
        }
    }
}
