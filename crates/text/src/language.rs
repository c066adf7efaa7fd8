//! Languages, and the current language of a thread or a future.

use std::{
    cell::Cell,
    fmt,
    hash::{Hash, Hasher},
    pin::Pin,
    sync::LazyLock,
    task::{Context, Poll},
};

use crate::Catalogue;

/// A language of texts.
#[derive(Clone, Copy)]
pub struct Language(&'static Catalogue);

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::empty("en", "English"));

thread_local! {
    /// The current language of this thread; English if not set.
    static SPOKEN: Cell<Option<Language>> = const { Cell::new(None) };
}

impl Language {
    /// Returns the language of the texts in the code.
    pub fn english() -> Language {
        Language(&ENGLISH)
    }

    /// Returns the language of a catalogue.
    pub const fn of(catalogue: &'static Catalogue) -> Language {
        Language(catalogue)
    }

    /// Returns the current language.
    pub fn spoken() -> Language {
        SPOKEN.get().unwrap_or_else(Language::english)
    }

    /// Returns its tag, as in `lang` and `Accept-Language`: `de`.
    pub fn tag(self) -> &'static str {
        self.0.tag()
    }

    /// Returns its name in the language itself: `Deutsch`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether it is spelled in ASCII only, for terminals that show no other letters
    /// ([`Catalogue::in_ascii`]).
    pub fn is_ascii(self) -> bool {
        self.0.is_ascii()
    }

    pub(crate) fn decimal_mark(self) -> char {
        self.0.decimal_mark()
    }

    /// Returns its catalogue; `None` for English, because the code contains the English texts.
    pub(crate) fn catalogue() -> Option<&'static Catalogue> {
        SPOKEN.get().map(|language| language.0).filter(|catalogue| !catalogue.is_empty())
    }

    /// Runs a function in this language.
    ///
    /// ```
    /// use text::Language;
    ///
    /// assert_eq!(Language::english().speak(|| Language::spoken().tag()), "en");
    /// ```
    pub fn speak<T>(self, something: impl FnOnce() -> T) -> T {
        /// Restores the previous language, even after a panic.
        struct Before(Option<Language>);
        impl Drop for Before {
            fn drop(&mut self) {
                SPOKEN.set(self.0);
            }
        }
        let _before = Before(SPOKEN.replace(Some(self)));
        something()
    }

    /// Runs a future in this language, on whatever thread it runs.
    pub fn around<F: Future>(self, future: F) -> InLanguage<F> {
        InLanguage { language: self, future: Box::pin(future) }
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.tag() == other.tag() && self.is_ascii() == other.is_ascii()
    }
}

impl Eq for Language {}

impl Hash for Language {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tag().hash(state);
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// A future in a language.
#[derive(Debug)]
pub struct InLanguage<F> {
    language: Language,
    future: Pin<Box<F>>,
}

impl<F: Future> Future for InLanguage<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let language = self.language;
        language.speak(|| self.future.as_mut().poll(context))
    }
}
