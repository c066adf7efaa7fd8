//! Texts in markup, escaped quickly. Few texts have anything to escape, but maud checks each byte
//! separately.

use maud::{Escaper, Render};

/// Returns a text as maud would render it, but copies it if there is nothing to escape.
pub(crate) fn escaped(text: &str) -> Escaped<'_> {
    Escaped(text)
}

/// A text to render.
#[derive(Clone, Copy)]
pub(crate) struct Escaped<'a>(&'a str);

impl Render for Escaped<'_> {
    fn render_to(&self, html: &mut String) {
        // The loop reads the whole text, so that the compiler can compare many bytes at once.
        let special = |byte: &u8| matches!(byte, b'&' | b'<' | b'>' | b'"');
        if self.0.as_bytes().iter().fold(false, |found, byte| found | special(byte)) {
            // Writing to a text cannot fail.
            let _ = std::fmt::Write::write_str(&mut Escaper::new(html), self.0);
        } else {
            html.push_str(self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::*;

    #[test]
    fn a_text_is_rendered_as_maud_does_it() {
        for text in ["", "plain", "a & b", "<b>", "say \"ü\"", "it's"] {
            assert_eq!(html! { i title=(escaped(text)) { (escaped(text)) } }.0, html! { i title=(text) { (text) } }.0);
        }
    }
}
