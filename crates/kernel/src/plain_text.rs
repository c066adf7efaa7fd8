//! Text files as people and programs write them: with or without a byte order mark, lines ended by
//! LF or CRLF.
//!
//! Everything in the workspace that reads text goes through here: records, rulebook pages, the
//! lab's `@FILE`, and the lines of the engine protocol.

/// A byte order mark: some editors write one at the beginning of a text.
const MARK: char = '\u{feff}';

/// Bytes that are not a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotText {
    /// The byte order mark of UTF-16.
    #[error("it is UTF-16; save it as UTF-8")]
    Utf16,
    /// Bytes that UTF-8 does not have.
    #[error("it is not UTF-8: byte {at} cannot be part of a text")]
    Utf8 {
        /// Place of the first such byte, from 1.
        at: usize,
    },
}

/// Reads the bytes of a text file.
///
/// # Errors
/// If they are not UTF-8.
pub fn decode(bytes: Vec<u8>) -> Result<String, NotText> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(NotText::Utf16);
    }
    String::from_utf8(bytes).map_err(|error| NotText::Utf8 { at: error.utf8_error().valid_up_to() + 1 })
}

/// The text without a byte order mark at its beginning.
///
/// ```
/// assert_eq!(kernel::plain_text::unmarked("\u{feff}text"), "text");
/// ```
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// The same for a line that was read as bytes.
pub fn unmarked_bytes(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// The lines of a text with their numbers, from 1. A byte order mark at the beginning of a line is
/// left out: files that were put together have marks in their middle.
///
/// ```
/// let lines: Vec<_> = kernel::plain_text::lines("\u{feff}a\r\n\u{feff}b\r").collect();
/// assert_eq!(lines, [(1, "a"), (2, "b")]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let clean = |line| unmarked(line).strip_suffix('\r').unwrap_or(unmarked(line));
    text.lines().enumerate().map(move |(n, line)| (n + 1, clean(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_refused_with_the_reason() {
        assert_eq!(decode(b"caf\xc3\xa9".to_vec()).as_deref(), Ok("café"));
        assert_eq!(decode(b"\xff\xfe{\0".to_vec()), Err(NotText::Utf16));
        assert_eq!(decode(b"abc\xff".to_vec()), Err(NotText::Utf8 { at: 4 }));
        assert_eq!(unmarked_bytes(b"\xef\xbb\xbf{}"), b"{}");
    }

    #[test]
    fn line_ends_of_both_kinds_end_a_line() {
        let found: Vec<_> = lines("a\r\n\r\nb\nc\r\r\n").collect();
        assert_eq!(found, [(1, "a"), (2, ""), (3, "b"), (4, "c")]);
        assert_eq!(lines("").count(), 0);
    }
}
