//! Texts that a program reads while it runs, with their translations.

use std::{
    collections::HashMap,
    sync::{LazyLock, PoisonError, RwLock},
};

use crate::{Language, Source, Text};

/// The crate of texts that stand in no code.
const DOMAIN: &str = "coined";

/// Translations, by language and the address of the text.
type Words = HashMap<(String, usize), &'static str>;

static WORDS: LazyLock<RwLock<Words>> = LazyLock::new(RwLock::default);

impl Text {
    /// Makes a text of words that were read, with its translations by the tag of their language. It
    /// is kept for as long as the program runs.
    ///
    /// ```
    /// use text::{Language, Text};
    ///
    /// let cat = Text::coined("Very Sulky Housecat", [("de", "Sehr beleidigte Hauskatze")]);
    /// assert_eq!(Language::english().speak(|| cat.as_str()), "Very Sulky Housecat");
    /// ```
    pub fn coined<'a>(words: &str, translations: impl IntoIterator<Item = (&'a str, &'a str)>) -> Text {
        let source: &'static Source = Box::leak(Box::new(Source { domain: DOMAIN, text: words.to_owned().leak() }));
        let mut all = WORDS.write().unwrap_or_else(PoisonError::into_inner);
        for (language, translated) in translations {
            all.insert((language.to_owned(), address(source)), translated.to_owned().leak());
        }
        Text::new(source)
    }
}

/// Returns the translation of a text that was read into the current language.
pub(crate) fn find(source: &'static Source) -> Option<&'static str> {
    if source.domain != DOMAIN {
        return None;
    }
    let all = WORDS.read().unwrap_or_else(PoisonError::into_inner);
    all.get(&(Language::spoken().tag().to_owned(), address(source))).copied()
}

fn address(source: &Source) -> usize {
    std::ptr::from_ref(source).addr()
}
