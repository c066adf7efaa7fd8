//! Messages as JSON, written as they are put together.

use std::io::Write;

use serde::Serialize;

/// An object that is being written.
#[derive(Debug)]
pub(super) struct Object(Vec<u8>);

impl Object {
    /// An object that will take about so many bytes.
    pub(super) fn with_capacity(bytes: usize) -> Object {
        let mut json = Vec::with_capacity(bytes);
        json.push(b'{');
        Object(json)
    }

    /// The text of the whole.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.0.push(b'}');
        self.0
    }

    /// Goes on with a member, of which the value is to come.
    fn name(&mut self, name: &str) {
        if self.0.last() != Some(&b'{') {
            self.0.push(b',');
        }
        write_text(&mut self.0, name);
        self.0.push(b':');
    }

    /// A member that is a number, a list, or something else that is not long.
    pub(super) fn value(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        self.name(name);
        // What messages have can all be written: texts, numbers and lists of values.
        let _ = serde_json::to_writer(&mut self.0, value);
    }

    /// A member that is a drawing.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        write_text(&mut self.0, text);
    }

    /// A member that is an object.
    pub(super) fn object(&mut self, name: &str, fill: impl FnOnce(&mut Object)) {
        self.name(name);
        self.0.push(b'{');
        fill(self);
        self.0.push(b'}');
    }
}

/// Writes a text. In drawings every few bytes is a quotation mark, so they are gone through one by one.
fn write_text(to: &mut Vec<u8>, text: &str) {
    to.push(b'"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => to.extend([b'\\', byte]),
            // Nothing can go wrong in writing to a list of bytes.
            ..b' ' => drop(write!(to, "\\u{byte:04x}")),
            _ => to.push(byte),
        }
    }
    to.push(b'"');
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_is_written_is_what_it_was() {
        let odd = "<b class=\"x\">\\ \n\t\u{1} “Zoë” 🎲</b>";
        let mut object = Object::with_capacity(0);
        object.object("none", |_| {});
        object.object("parts", |parts| {
            parts.text("a", odd);
            parts.text(odd, "");
        });
        object.value("step", &3);
        object.value("moments", &[json!({ "say": odd })]);
        let read: Value = serde_json::from_slice(&object.finish()).unwrap();
        let wanted = json!({ "none": {}, "parts": { "a": odd, odd: "" }, "step": 3, "moments": [{ "say": odd }] });
        assert_eq!(read, wanted);
    }
}
