//! The language in which a command tells of a match.

use text::Language;

/// The language in which a command tells of a match.
#[derive(clap::Args)]
pub(crate) struct Spoken {
    /// Language of the match, such as de; the system's if left out
    #[arg(long, value_name = "TAG", value_parser = named)]
    language: Option<Language>,
}

impl Spoken {
    /// The one that was asked for, or the system's.
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_else(|| translations::of_system(|name| std::env::var(name).ok()))
    }
}

fn named(tag: &str) -> Result<Language, String> {
    let known = || translations::all().map(Language::tag).join(", ");
    translations::named(tag).ok_or_else(|| format!("the languages are {}", known()))
}
