//! The language of a command's texts about a match, and their character set.

use std::borrow::Cow;

use text::Language;

/// The language in which a command tells of a match.
#[derive(clap::Args)]
pub(crate) struct Spoken {
    /// Language of the match, such as de; the system's if left out
    #[arg(long, value_name = "TAG", value_parser = named)]
    language: Option<Language>,
}

impl Spoken {
    /// The requested language, or the system's; spelled in ASCII if the system shows no more.
    pub(crate) fn language(&self) -> Language {
        self.language.map_or_else(of_system, as_system_shows)
    }
}

/// The system's language.
pub(super) fn of_system() -> Language {
    as_system_shows(translations::of_system(variable))
}

fn as_system_shows(language: Language) -> Language {
    if translations::system_is_ascii(variable) { translations::in_ascii(language) } else { language }
}

/// A text for people as this system can show it.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if translations::system_is_ascii(variable) { text::in_ascii(text) } else { Cow::Borrowed(text) }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn named(tag: &str) -> Result<Language, String> {
    let known = || translations::all().map(Language::tag).join(", ");
    translations::named(tag).ok_or_else(|| format!("the languages are {}", known()))
}
