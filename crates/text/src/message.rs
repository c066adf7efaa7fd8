//! Texts as they stand in the code.

use std::{borrow::Cow, fmt};

use crate::{Argument, Language, TemplatePart};

/// A text without gaps, as data: a name, a rule on a card. It is displayed in the language that is spoken.
///
/// ```
/// use text::{Text, t, text};
///
/// const GHOUL: Text = text!("the ghoul");
/// assert_eq!(t!("attacks {}", GHOUL), "attacks the ghoul");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(&'static Source);

/// A text of a crate, as it stands in the code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Source {
    /// The crate.
    pub domain: &'static str,
    /// The text.
    pub text: &'static str,
}

impl Text {
    /// The text with this source; [`text!`](crate::text) writes this.
    pub const fn new(source: &'static Source) -> Text {
        Text(source)
    }

    /// What a text of a crate that was read from data, such as a lesson, is in the language that is spoken; `None` in English, and where
    /// the catalogue does not have it.
    pub fn find(domain: &str, source: &str) -> Option<&'static str> {
        Language::catalogue()?.text(domain, source, "")
    }

    /// As it stands in the code, in English: for names in protocols and records.
    pub const fn source(self) -> &'static str {
        self.0.text
    }

    /// In the language that is spoken.
    pub fn as_str(self) -> &'static str {
        self.form("")
    }

    /// In the language that is spoken, in one of its forms; as it usually is if it has no such form.
    pub fn form(self, form: &str) -> &'static str {
        let Source { domain, text } = self.0;
        let translated = Language::catalogue().and_then(|catalogue| catalogue.text(domain, text, form));
        translated.unwrap_or(text)
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

/// A part of a text with gaps, as the macros write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words.
    Words(&'static str),
    /// The gap for this one of the arguments.
    Gap(usize),
}

/// A text with gaps, as it stands in the code; the macros write these.
#[derive(Debug)]
pub struct Message {
    /// The crate that it stands in.
    pub domain: &'static str,
    /// As it stands there.
    pub source: &'static str,
    /// The same in parts.
    pub parts: &'static [Part],
    /// What the arguments are called.
    pub names: &'static [&'static str],
}

impl Message {
    /// Goes through the text in the language that is spoken: `words` is called with words, `gap` with the number of an argument and
    /// the form in which it stands there.
    pub fn visit<T>(&self, to: &mut T, words: impl Fn(&mut T, &str), gap: impl Fn(&mut T, usize, &str)) {
        match Language::catalogue().and_then(|catalogue| catalogue.template(self.domain, self.source)) {
            None => self.parts.iter().for_each(|part| match *part {
                Part::Words(text) => words(to, text),
                Part::Gap(index) => gap(to, index, ""),
            }),
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

    /// The text with these arguments, in the language that is spoken.
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
