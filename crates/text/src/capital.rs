//! Capital letters.

/// Returns the text with a capital letter at its start.
///
/// ```
/// assert_eq!(text::capital("éclair of doom"), "Éclair of doom");
/// ```
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
