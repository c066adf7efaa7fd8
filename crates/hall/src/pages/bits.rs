//! Bits of a drawing: pieces, and whatever else is marked as one. Of a part of which only bits have changed, only those are
//! told.

use std::ops::Range;

/// What marks an element as a bit, with its id.
const MARKS: [&str; 2] = [" data-piece=\"", " data-bit=\""];

/// The outermost bits of a drawing, in their order, with where they lie. None if two have the same id, for then neither can
/// be found.
pub(crate) fn bits(html: &str) -> Vec<(String, Range<usize>)> {
    let mut bits: Vec<(String, Range<usize>)> = Vec::new();
    let mut at = 0;
    while let Some((start, id)) = next(html, at) {
        let Some(end) = end_of(html, start) else { return Vec::new() };
        if bits.iter().any(|(other, _)| other == id) {
            return Vec::new();
        }
        bits.push((id.to_owned(), start..end));
        at = end;
    }
    bits
}

/// Where the next bit begins, and its id. Ids that HTML would escape make no bits: their parts are told as a whole.
fn next(html: &str, from: usize) -> Option<(usize, &str)> {
    let found = MARKS.iter().filter_map(|mark| Some((from + html[from..].find(mark)?, mark.len())));
    let (at, length) = found.min()?;
    let id = html[at + length..].split('"').next()?;
    let start = html[..at].rfind('<')?;
    if id.contains('&') { next(html, at + length) } else { Some((start, id)) }
}

/// Where the element ends that begins at `start`. What is drawn has `<` nowhere but where a tag begins.
fn end_of(html: &str, start: usize) -> Option<usize> {
    let name = html[start + 1..].split([' ', '>']).next()?;
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let (mut depth, mut at) = (0, start);
    loop {
        let tag = at + html[at..].find('<')?;
        let rest = &html[tag..];
        if rest.starts_with(&close) {
            depth -= 1;
            if depth == 0 {
                return Some(tag + close.len());
            }
        } else if rest.starts_with(&open) && rest[open.len()..].starts_with([' ', '>']) {
            depth += 1;
        }
        at = tag + 1;
    }
}

/// A drawing with nothing but their ids where its bits are.
pub(crate) fn around(html: &str, bits: &[(String, Range<usize>)]) -> String {
    let mut rest = String::with_capacity(html.len());
    let mut at = 0;
    for (id, bit) in bits {
        rest.push_str(&html[at..bit.start]);
        rest.push('<');
        rest.push_str(id);
        at = bit.end;
    }
    rest.push_str(&html[at..]);
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_told_apart_in_its_outermost_bits() {
        let rolls = r#"<div data-bit="rolls"><i data-piece="c">2</i></div>"#;
        let html = format!(r#"<div><b data-piece="a"><b>1</b></b>{rolls}x</div>"#);
        let found = bits(&html);
        let texts: Vec<(&str, &str)> = found.iter().map(|(id, at)| (id.as_str(), &html[at.clone()])).collect();
        assert_eq!(texts, [("a", r#"<b data-piece="a"><b>1</b></b>"#), ("rolls", rolls)]);
        assert_eq!(around(&html, &found), "<div><a<rollsx</div>");
        assert!(bits(r#"<b data-piece="a"></b><b data-piece="a"></b>"#).is_empty());
        assert!(bits(r#"<b data-piece="&quot;"></b>"#).is_empty());
    }
}
