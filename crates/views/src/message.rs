//! Messages to pages: a line of JSON, and a line for each drawing. The JSON refers to a drawing by
//! the number of its line, counted from 0 after the first. The drawings need no escaping, and
//! nobody parses them twice.
//!
//! A message is a line of JSON and a line for each drawing, which the JSON names by number: no
//! drawing is escaped, or parsed twice by the page.

use memchr::memchr2;
use serde::{Serialize, Serializer};

/// The drawings of a message.
#[derive(Default, Debug)]
pub(super) struct Drawings<'a>(Vec<&'a str>);

impl<'a> Drawings<'a> {
    /// Adds a drawing and returns its number.
    pub(super) fn add(&mut self, html: &'a str) -> usize {
        self.0.push(html);
        self.0.len() - 1
    }

    /// Returns the message: this value as JSON, and the drawings below it.
    pub(super) fn below(self, json: &impl Serialize) -> Vec<u8> {
        let drawings: usize = self.0.iter().map(|html| html.len() + 1).sum();
        let mut message = Vec::with_capacity(drawings + 2048);
        // The value contains only texts, numbers and maps by name, so writing it cannot fail.
        let _ = serde_json::to_writer(&mut message, json);
        for html in self.0 {
            message.push(b'\n');
            write_line(&mut message, html);
        }
        message
    }
}

/// Writes a drawing as one line. Line breaks occur only in texts and attributes, because the markup
/// has none.
fn write_line(message: &mut Vec<u8>, html: &str) {
    let mut rest = html.as_bytes();
    while let Some(end) = memchr2(b'\n', b'\r', rest) {
        message.extend_from_slice(&rest[..end]);
        message.extend_from_slice(if rest[end] == b'\n' { b"&#10;" } else { b"&#13;" });
        rest = &rest[end + 1..];
    }
    message.extend_from_slice(rest);
}

/// Pairs that serialize as a JSON object.
pub(super) struct Pairs<K, V>(Vec<(K, V)>);

impl<K, V> FromIterator<(K, V)> for Pairs<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Pairs(pairs.into_iter().collect())
    }
}

impl<K: Serialize, V: Serialize> Serialize for Pairs<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_one_line_whatever_stands_in_it() {
        let mut drawings = Drawings::default();
        let numbers: Pairs<&str, usize> = [("a", "<b title=\"x\\\">ü</b>"), ("b", ""), ("c", "one\ntwo\r\nthree")]
            .map(|(id, html)| (id, drawings.add(html)))
            .into_iter()
            .collect();
        let message = String::from_utf8(drawings.below(&numbers)).unwrap();
        let lines: Vec<&str> = message.split('\n').collect();
        assert_eq!(lines, ["{\"a\":0,\"b\":1,\"c\":2}", "<b title=\"x\\\">ü</b>", "", "one&#10;two&#13;&#10;three"]);
    }
}
