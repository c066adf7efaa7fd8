//! Reading of text files by people and programs: with or without a byte order mark, with LF or
//! CRLF.
//!
//! All code in the workspace that reads text uses this module: records, rulebook pages, the lab's
//! `@FILE`, and the lines of the engine protocol.

/// A byte order mark: some editors write one at the beginning of a text.
const MARK: char = '\u{feff}';

/// Bytes that are not a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotText {
    /// The byte order mark of UTF-16.
    #[error("it is UTF-16; save it as UTF-8")]
    Utf16,
    /// Bytes that are not valid UTF-8.
    #[error("it is not UTF-8: byte {at} cannot be part of a text")]
    Utf8 {
        /// Place of the first such byte, from 1.
        at: usize,
    },
}

/// Decodes the bytes of a text file.
///
/// # Errors
/// If they are not UTF-8.
pub fn decode(bytes: Vec<u8>) -> Result<String, NotText> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(NotText::Utf16);
    }
    String::from_utf8(bytes).map_err(|error| NotText::Utf8 { at: error.utf8_error().valid_up_to() + 1 })
}

/// Returns the text without a byte order mark at its beginning.
///
/// ```
/// assert_eq!(kernel::plain_text::unmarked("\u{feff}text"), "text");
/// ```
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Returns a line, read as bytes, without a byte order mark at its beginning.
pub fn unmarked_bytes(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// Returns the lines of a text with their numbers, from 1. It drops a byte order mark at the
/// beginning of any line, because concatenated files have marks in the middle.
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
