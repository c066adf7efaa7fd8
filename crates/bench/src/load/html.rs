//! Reads pages: their parts, the bits in them, and the values of attributes.

use std::{collections::BTreeMap, ops::Range};

/// The parts of a page, by name.
pub(crate) fn parts(html: &str) -> BTreeMap<String, String> {
    let mut parts = BTreeMap::new();
    let mut at = 0;
    while let Some(found) = html[at..].find("<div id=\"part-") {
        let start = at + found;
        let (Some(end), Some(inner)) = (end_of(html, start), html[start..].find('>')) else { break };
        let name = html[start + "<div id=\"part-".len()..].split('"').next().unwrap_or_default();
        parts.insert(name.to_owned(), html[start + inner + 1..end - "</div>".len()].to_owned());
        at = end;
    }
    parts
}

/// The range of the bit of this id in a part.
pub(crate) fn bit(part: &str, id: &str) -> Option<Range<usize>> {
    let marks = ["data-piece", "data-bit"].map(|mark| format!(" {mark}=\"{id}\""));
    let at = marks.iter().filter_map(|mark| part.find(mark)).min()?;
    let start = part[..at].rfind('<')?;
    Some(start..end_of(part, start)?)
}

/// The end of the element that begins at `start`.
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

/// The first value of an attribute.
pub(crate) fn value(html: &str, attribute: &str) -> Option<String> {
    values(html, &format!(" {attribute}=\"")).next()
}

/// The text after each `label` up to the next quotation mark.
pub(crate) fn values<'a>(html: &'a str, label: &'a str) -> impl Iterator<Item = String> + 'a {
    html.match_indices(label).filter_map(move |(at, _)| {
        let text = html[at + label.len()..].split('"').next()?;
        Some(text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    })
}

/// A text as encoded in a form.
pub(crate) fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
