//! English plurals.

/// Returns the English plural of a noun.
///
/// ```
/// use text::plural_of;
///
/// assert_eq!(["step", "match", "enemy", "day", "boss"].map(plural_of), ["steps", "matches", "enemies", "days", "bosses"]);
/// ```
pub fn plural_of(one: &str) -> String {
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| one.ends_with(end));
    match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if hisses => format!("{one}es"),
        _ => format!("{one}s"),
    }
}
