//! Messages: the texts in the code.

use std::{borrow::Cow, fmt};

use crate::{Argument, Language, TemplatePart};

/// A text without gaps, as data: a name, a rule on a card. It is displayed in the current language.
///
/// ```
/// use text::{Text, t, text};
///
/// const GHOUL: Text = text!("the ghoul");
/// assert_eq!(t!("attacks {}", GHOUL), "attacks the ghoul");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(&'static Source);

/// The source of a text: a crate and the English text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Source {
    /// The crate.
    pub domain: &'static str,
    /// The text.
    pub text: &'static str,
}

impl Text {
    /// Creates the text with this source; [`text!`](crate::text) expands to this.
    pub const fn new(source: &'static Source) -> Text {
        Text(source)
    }

    /// Translates a text that a crate reads from data, such as a lesson, into the current language.
    /// `None` in English, and if the catalogue does not have it.
    pub fn find(domain: &str, source: &str) -> Option<&'static str> {
        Language::catalogue()?.text(domain, source, "")
    }

    /// Returns the English text from the code: for names in protocols and records.
    pub const fn source(self) -> &'static str {
        self.0.text
    }

    /// Returns the text in the current language.
    pub fn as_str(self) -> &'static str {
        self.form("")
    }

    /// Returns the text in the current language, in one of its forms; in the usual one if it has no
    /// such form.
    pub fn form(self, form: &str) -> &'static str {
        let Source { domain, text } = self.0;
        let translated = Language::catalogue().and_then(|catalogue| catalogue.text(domain, text, form));
        translated.or_else(|| crate::coined::find(self.0)).unwrap_or(text)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text!({:?})", self.source())
    }
}

impl From<Text> for Cow<'static, str> {
    fn from(text: Text) -> Cow<'static, str> {
        text.as_str().into()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        text.as_str().to_owned()
    }
}

/// A text with gaps in the code; the macros create these.
///
/// ```
/// use text::t;
///
/// let (b, braces) = ("two", "x");
/// assert_eq!(t!("{} and {b:>5}, {}", 1, 2), "1 and   two, 2");
/// assert_eq!(t!("{a} and {b:>3}, {a}", a = 1), "1 and two, 1");
/// assert_eq!(t!("{{{braces}}}: {{"), "{x}: {");
/// ```
#[derive(Debug)]
pub struct Message {
    /// The crate of the text.
    pub domain: &'static str,
    /// The text in the code.
    pub source: &'static str,
    /// Its gaps, in order: the words before each, and the index of its argument.
    pub gaps: &'static [(&'static str, u8)],
    /// The words after the last gap.
    pub rest: &'static str,
    /// The names of the arguments.
    pub names: &'static [&'static str],
}

impl Message {
    /// Visits the parts of the text in the current language. It calls `words` with words, and `gap`
    /// with the number of an argument and the form of the gap.
    pub fn visit<T>(&self, to: &mut T, words: impl Fn(&mut T, &str), gap: impl Fn(&mut T, usize, &str)) {
        match Language::catalogue().and_then(|catalogue| catalogue.template(self.domain, self.source)) {
            None => self.visit_source(to, words, gap),
            Some(parts) => parts.iter().for_each(|part| match part {
                TemplatePart::Words(text) => words(to, text),
                TemplatePart::Gap { name, form } => {
                    if let Some(index) = self.names.iter().position(|own| **own == **name) {
                        gap(to, index, form);
                    }
                }
            }),
        }
    }

    /// Visits the parts of the text in the code.
    fn visit_source<T>(&self, to: &mut T, words: impl Fn(&mut T, &str), gap: impl Fn(&mut T, usize, &str)) {
        let words = |to: &mut T, text: &str| {
            if !text.is_empty() {
                words(to, text)
            }
        };
        for (before, index) in self.gaps {
            words(to, before);
            gap(to, usize::from(*index), "");
        }
        words(to, self.rest);
    }

    /// Returns the text with these arguments, in the current language.
    pub fn fill(&self, arguments: &[&dyn Argument]) -> String {
        let mut text = String::with_capacity(self.source.len() + 8 * arguments.len());
        self.visit(
            &mut text,
            |text, words| text.push_str(words),
            |text, index, form| arguments[index].write(form, text),
        );
        text
    }
}
