//! Texts that are kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A text in every language, for what is kept and read later by others.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeptText(BTreeMap<String, String>);

impl KeptText {
    /// What this says, in every language there is.
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

    /// In the language that is spoken; in English if it was kept before there was that language.
    pub fn spoken(&self) -> &str {
        let of = |tag| self.0.get(tag).map(String::as_str);
        of(text::Language::spoken().tag()).or_else(|| of("en")).unwrap_or_default()
    }
}
