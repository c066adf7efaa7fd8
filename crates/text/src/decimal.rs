//! Numbers as people read them.

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

/// Formats a whole number with its thousands apart, as in the current language.
///
/// ```
/// assert_eq!([0, 999, 12_345_678].map(text::grouped), ["0", "999", "12,345,678"]);
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let thousands: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|three| std::str::from_utf8(three).ok()).collect();
    thousands.join(if Language::spoken().decimal_mark() == '.' { "," } else { "." })
}
