//! Stored texts in every language.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A text in every language, for stored texts that other people read later.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeptText(BTreeMap<String, String>);

impl KeptText {
    /// Creates the text of a function in every language.
    ///
    /// ```
    /// use translations::KeptText;
    ///
    /// let kept = KeptText::of(|| text::Language::spoken().tag().to_owned());
    /// assert_eq!(translations::german().speak(|| kept.spoken().to_owned()), "de");
    /// ```
    pub fn of(says: impl Fn() -> String) -> KeptText {
        KeptText(crate::all().into_iter().map(|language| (language.tag().to_owned(), language.speak(&says))).collect())
    }

    /// Returns the text in the current language, or in English if that language did not exist when
    /// the text was stored.
    pub fn spoken(&self) -> &str {
        let of = |tag| self.0.get(tag).map(String::as_str);
        of(text::Language::spoken().tag()).or_else(|| of("en")).unwrap_or_default()
    }
}
