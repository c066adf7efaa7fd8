//! A guess of the name that a misspelt word means.

/// The similarity of a word and a name at which the name is suggested, from 0 to 1: one less the
/// share of letters to change (Damerau and Levenshtein's distance).
const ALIKE: f64 = 0.6;

/// Returns the name that begins with `word`, or of which `word` is likely a slip; `None` if it is
/// like none of them.
///
/// ```
/// assert_eq!(kernel::likely_meant("asension", ["die_floor", "ascension"]), Some("ascension"));
/// assert_eq!(kernel::likely_meant("nwe", ["answer", "new"]), Some("new"));
/// assert_eq!(kernel::likely_meant("chess", ["die_floor", "ascension"]), None);
/// ```
pub fn likely_meant<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |name: &str| match !word.is_empty() && name.starts_with(&word) {
        true => 1.0,
        false => strsim::normalized_damerau_levenshtein(&word, name),
    };
    let rated = names.into_iter().map(|name| (likeness(name), name));
    rated.filter(|(alike, _)| *alike >= ALIKE).max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, name)| name)
}

/// Returns the end of an error message in English that asks about a [likely](likely_meant) name;
/// empty if there is none.
///
/// ```
/// assert_eq!(kernel::did_you_mean("refrence", ["random", "reference"]), "; did you mean reference?");
/// ```
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    likely_meant(word, names).map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}
