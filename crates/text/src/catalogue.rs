//! Catalogues: the texts of a language.

use std::borrow::Cow;

use foldhash::fast::RandomState;
use polib::po_file;

use crate::{Template, TemplatePart};

type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// The translations of all texts into a language, by the crate of the text and its English source.
#[derive(Debug)]
pub struct Catalogue {
    tag: &'static str,
    name: &'static str,
    /// The plural form of a noun for a number.
    plural: fn(u64) -> usize,
    /// The decimal mark of the language.
    decimal_mark: char,
    /// Whether its texts are spelled in ASCII only.
    ascii: bool,
    domains: HashMap<Box<str>, HashMap<Box<str>, Entry>>,
}

/// A translated text.
#[derive(Debug, Default)]
struct Entry {
    usual: Box<str>,
    parts: Vec<TemplatePart>,
    /// Its other forms, each with its name.
    forms: Vec<(Box<str>, Box<str>)>,
    /// The singular and the plural forms.
    counted: Vec<Box<str>>,
}

/// A catalogue that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadCatalogue {
    /// It is not a PO file.
    #[error("the catalogue of {domain} is no PO file: {why}")]
    Unread {
        /// The crate of the file.
        domain: String,
        /// The reason.
        why: String,
    },
    /// A brace has no partner.
    #[error("the catalogue of {domain} has a brace without a partner in {text:?}")]
    Braces {
        /// The crate of the file.
        domain: String,
        /// The translation.
        text: String,
    },
}

impl Catalogue {
    /// Creates a catalogue without texts, for the language with this tag and name.
    pub fn empty(tag: &'static str, name: &'static str) -> Catalogue {
        let plural = |count| usize::from(count != 1);
        Catalogue { tag, name, plural, decimal_mark: '.', ascii: false, domains: HashMap::default() }
    }

    /// Parses a catalogue from PO files, each with the crate that it belongs to.
    ///
    /// A `msgctxt` names a form of the text: `acc` is the form for a gap such as `{monster:acc}`.
    ///
    /// # Errors
    /// If a file is malformed, or a translation is not a valid text with gaps.
    pub fn read(
        tag: &'static str,
        name: &'static str,
        plural: fn(u64) -> usize,
        files: &[(&str, &str)],
    ) -> Result<Catalogue, BadCatalogue> {
        let mut domains: HashMap<Box<str>, HashMap<Box<str>, Entry>> = HashMap::default();
        for (domain, file) in files {
            let unread =
                |why: po_file::POParseError| BadCatalogue::Unread { domain: (*domain).into(), why: why.to_string() };
            if let Some(line) = ill_formed(file) {
                let why = format!("line {line} is no comment, and no keyword with a text in quotation marks");
                return Err(BadCatalogue::Unread { domain: (*domain).into(), why });
            }
            let read = po_file::parse_from_reader(file.as_bytes()).map_err(unread)?;
            let texts = domains.entry((*domain).into()).or_default();
            for message in read.messages().filter(|message| message.is_translated()) {
                let entry = texts.entry(message.msgid().into()).or_default();
                match (message.msgctxt(), message.msgstr()) {
                    (Some(form), Ok(text)) => entry.forms.push((form.into(), text.into())),
                    (None, Ok(text)) => {
                        let Template(parts) = Template::read(text)
                            .ok_or_else(|| BadCatalogue::Braces { domain: (*domain).into(), text: text.into() })?;
                        entry.parts = parts;
                        entry.usual = text.into();
                    }
                    (_, Err(_)) => {
                        let several = message.msgstr_plural().map(Vec::as_slice).unwrap_or_default();
                        entry.counted = several.iter().map(|word| word.as_str().into()).collect();
                    }
                }
            }
        }
        Ok(Catalogue { tag, name, plural, decimal_mark: '.', ascii: false, domains })
    }

    /// Returns the same catalogue with this decimal mark.
    pub fn with_decimal_mark(self, decimal_mark: char) -> Catalogue {
        Catalogue { decimal_mark, ..self }
    }

    /// Returns the same catalogue, spelled in ASCII only ([`in_ascii`](crate::in_ascii)). Text in
    /// the code does not change.
    pub fn in_ascii(mut self) -> Catalogue {
        let plain = |text: &mut Box<str>| {
            if let Cow::Owned(ascii) = crate::in_ascii(text) {
                *text = ascii.into();
            }
        };
        for entry in self.domains.values_mut().flat_map(HashMap::values_mut) {
            plain(&mut entry.usual);
            entry.counted.iter_mut().for_each(plain);
            entry.forms.iter_mut().for_each(|(_, text)| plain(text));
            let words = entry.parts.iter_mut().filter_map(|part| match part {
                TemplatePart::Words(text) => Some(text),
                TemplatePart::Gap { .. } => None,
            });
            words.for_each(plain);
        }
        self.ascii = true;
        self
    }

    /// Returns its tag, as in `lang` and `Accept-Language`.
    pub fn tag(&self) -> &'static str {
        self.tag
    }

    /// Returns the name of its language in that language.
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn decimal_mark(&self) -> char {
        self.decimal_mark
    }

    pub(crate) fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Whether it is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.domains.is_empty()
    }

    fn entry(&self, domain: &str, source: &str) -> Option<&Entry> {
        self.domains.get(domain)?.get(source)
    }

    /// Returns a text in one of its forms; in its usual one if it has no such form.
    pub(crate) fn text(&self, domain: &str, source: &str, form: &str) -> Option<&str> {
        let entry = self.entry(domain, source)?;
        let formed = entry.forms.iter().find(|(name, _)| **name == *form).map(|(_, text)| &**text);
        let one = || entry.counted.first().map(|word| &**word);
        formed.or_else(|| Some(&*entry.usual).filter(|usual| !usual.is_empty()).or_else(one))
    }

    /// Returns the parts of a text with gaps.
    pub(crate) fn template(&self, domain: &str, source: &str) -> Option<&[TemplatePart]> {
        self.entry(domain, source).map(|entry| &*entry.parts).filter(|parts| !parts.is_empty())
    }

    /// Returns the word for a number of things.
    pub(crate) fn noun(&self, domain: &str, one: &str, count: &str) -> Option<&str> {
        let entry = self.entry(domain, one)?;
        let digits: String = count.chars().filter(char::is_ascii_digit).collect();
        // A value that is not a number, such as a half, takes the plural.
        let number = if count == "1" { 1 } else { digits.parse().ok().filter(|number| *number != 1).unwrap_or(0) };
        entry.counted.get((self.plural)(number)).map(|word| &**word)
    }
}

/// Returns the number of the first malformed line, on which polib panics or which it skips.
fn ill_formed(file: &str) -> Option<usize> {
    let quoted = |text: &str| text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    let mut begun = false;
    for (n, line) in (1..).zip(file.lines()) {
        let fits = match line.split_once(' ') {
            _ if line.is_empty() => true,
            _ if line == "#" || line.starts_with('"') => begun && (line == "#" || quoted(line)),
            Some(("#" | "#." | "#:" | "#,", _)) => {
                begun = true;
                true
            }
            _ if line.starts_with('#') => true,
            Some((word, text)) => {
                begun = true;
                let form = word.strip_prefix("msgstr[").and_then(|rest| rest.strip_suffix(']'));
                let known = matches!(word, "msgctxt" | "msgid" | "msgid_plural" | "msgstr");
                (known || form.is_some_and(|form| matches!(form.as_bytes(), [b'0'..=b'9']))) && quoted(text)
            }
            None => false,
        };
        if !fits {
            return Some(n);
        }
    }
    None
}
