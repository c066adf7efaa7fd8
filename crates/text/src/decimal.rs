//! Decimal numbers.

use crate::Language;

/// Formats a number with this number of digits after the decimal mark of the current language.
///
/// ```
/// assert_eq!(text::decimal(2.25, 1), "2.2");
/// ```
pub fn decimal(number: f64, digits: usize) -> String {
    let written = format!("{number:.digits$}");
    match Language::spoken().decimal_mark() {
        '.' => written,
        mark => written.replace('.', mark.encode_utf8(&mut [0; 4])),
    }
}
