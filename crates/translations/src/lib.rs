//! The languages of the product. A folder has the catalogues of a language, a file for each crate
//! that has texts.

/// The catalogues of a folder, each with its crate.
macro_rules! folder {
    ($folder:literal, $kind:literal) => {
        folder!($folder, $kind:
            "undercroft-kernel" "undercroft-art" "undercroft-roster" "undercroft-lab" "undercroft-model" "undercroft-pages" "undercroft-table" "undercroft-views"
            "undercroft-store" "undercroft-service" "undercroft-hall" "undercroft-web" "undercroft-terminal" "undercroft"
            "accursed-tomb" "crimsonbranch" "dungeon-rummy" "gloombah" "rogue-ascension")
    };
    ($folder:literal, $kind:literal: $($domain:literal)*) => {
        [$(($domain, text::file!(concat!("../", $folder, "/", $domain, $kind)))),*]
    };
}

mod bracketed;
mod kept;

use std::sync::LazyLock;

pub use bracketed::bracketed;
pub use kept::KeptText;
use text::{Catalogue, Language};

#[expect(clippy::expect_used, reason = "the files are part of the program, and a test reads them")]
fn read_german() -> Catalogue {
    let one_or_several = |count| usize::from(count != 1);
    let files = GERMAN_CATALOGUES.iter().map(|(domain, own)| (*domain, text::brought(&format!("de/{domain}.po"), own)));
    let files: Vec<_> = files.filter(|(_, text)| !text.is_empty()).collect();
    let read = Catalogue::read("de", "Deutsch", one_or_several, &files);
    read.expect("the German catalogues can be read").with_decimal_mark(',')
}

static GERMAN_CATALOGUES: &[(&str, &str)] = &folder!("de", ".po");
static GERMAN_RULES: [(&str, &str); 5] =
    folder!("de/rules", ".md": "accursed-tomb" "crimsonbranch" "dungeon-rummy" "gloombah" "rogue-ascension");
static GERMAN: LazyLock<Catalogue> = LazyLock::new(read_german);
static GERMAN_IN_ASCII: LazyLock<Catalogue> = LazyLock::new(|| read_german().in_ascii());
static ENGLISH_IN_ASCII: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::empty("en", "English").in_ascii());

/// Returns the German language.
///
/// ```
/// assert_eq!(translations::german().speak(|| text::decimal(2.25, 1)), "2,2");
/// ```
pub fn german() -> Language {
    Language::of(&GERMAN)
}

/// Returns the same language, spelled in ASCII only, for terminals that show no other letters.
///
/// ```
/// let plain = translations::in_ascii(translations::german());
/// assert!(plain.is_ascii() && plain.tag() == "de");
/// ```
pub fn in_ascii(language: Language) -> Language {
    match language.tag() {
        "de" => Language::of(&GERMAN_IN_ASCII),
        _ => Language::of(&ENGLISH_IN_ASCII),
    }
}

/// Returns the rules of a game on one page, as Markdown, in the current language; `None` in
/// English, which has the whole rulebooks, and in a browser, which brings them typeset.
///
/// ```
/// let german = translations::german().speak(|| translations::rules("gloombah")).unwrap();
/// assert!(german.contains("Stufe 12") && translations::rules("gloombah").is_none());
/// ```
pub fn rules(game: &str) -> Option<&'static str> {
    let games = match Language::spoken().tag() {
        "de" => &GERMAN_RULES,
        _ => return None,
    };
    let (_, own) = games.iter().find(|(id, _)| *id == game)?;
    Some(*own).filter(|text| !text.is_empty())
}

/// Returns the files of the German language, by the names under which a browser brings them
/// ([`text::bring`]) before it asks for the language.
pub fn german_files() -> impl Iterator<Item = (String, &'static str)> {
    GERMAN_CATALOGUES.iter().map(|(domain, text)| (format!("de/{domain}.po"), *text))
}

/// Returns every language, English first.
pub fn all() -> [Language; 2] {
    [Language::english(), german()]
}

/// Returns the language with this tag.
pub fn named(tag: &str) -> Option<Language> {
    all().into_iter().find(|language| language.tag() == tag)
}

/// Returns the language of a system from its environment variables; English if the product does not
/// have it.
///
/// ```
/// let of = |locale: &'static str| translations::of_system(move |name| (name == "LANG").then(|| locale.to_owned())).tag();
/// assert_eq!([of("de_AT.UTF-8"), of("fr_FR"), of("C")], ["de", "en", "en"]);
/// ```
pub fn of_system(variable: impl Fn(&str) -> Option<String>) -> Language {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let primary = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
    named(&primary.to_ascii_lowercase()).unwrap_or_else(Language::english)
}

/// Whether a system's character set probably has only ASCII. It has if its locale names a character
/// set other than UTF-8, or none, as old locales do. A system without a locale counts as a modern
/// one.
///
/// ```
/// let of = |locale: &'static str| translations::system_is_ascii(move |name| (name == "LANG").then(|| locale.to_owned()));
/// assert!(["C", "POSIX", "de_DE.ISO-8859-1", "de_DE@euro", "de_DE"].into_iter().all(of));
/// assert!(!["", "C.UTF-8", "de_DE.utf8", "en_US.UTF-8@x"].into_iter().any(of));
/// ```
pub fn system_is_ascii(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_some_and(|locale| {
        let charset = locale.split_once('.').map_or("", |(_, rest)| rest.split('@').next().unwrap_or_default());
        !matches!(charset.to_ascii_lowercase().as_str(), "utf-8" | "utf8")
    })
}

/// Returns the product's language that a browser prefers by `Accept-Language`; English if there is
/// none.
///
/// ```
/// assert_eq!(translations::preferred("de-AT,de;q=0.9,en;q=0.8").tag(), "de");
/// assert_eq!(translations::preferred("fr, en;q=0.7, de;q=0.3").tag(), "en");
/// assert_eq!(translations::preferred("fr").tag(), "en");
/// ```
pub fn preferred(accepted: &str) -> Language {
    let weighed = accepted.split(',').filter_map(|range| {
        let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
        let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        let primary = tag.trim().split('-').next()?.to_ascii_lowercase();
        Some((named(&primary)?, weight)).filter(|(_, weight)| *weight > 0.0)
    });
    // Between equal weights the first counts.
    let best = weighed.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map_or_else(Language::english, |(language, _)| language)
}
