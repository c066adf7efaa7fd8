//! Bits of a drawing: pieces, and other elements marked as bits. If only bits of a part have
//! changed, the server sends only these bits.

use std::{ops::Range, sync::LazyLock};

use memchr::{memchr, memchr2, memmem::Finder, memrchr};
use pages::hash::hash_of;

/// The start of each mark, and the texts that follow it and mark an element as a bit; the id comes
/// next.
static DATA: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" data-"));
const MARKS: [&str; 2] = ["piece=\"", "bit=\""];

/// The usual largest number of bits in a part.
const FEW: usize = 16;

/// A bit of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bit {
    /// The range of its id.
    pub(crate) id: Range<usize>,
    /// The hash of its id.
    pub(crate) hash: u64,
    /// The range of its element.
    pub(crate) at: Range<usize>,
}

/// Returns the outermost bits of a drawing, in order. It returns none if two have the same id,
/// because then neither can be found. `length` returns the length of the bit whose id has this
/// hash; if it is unknown, the function searches for the end.
pub(crate) fn bits(html: &str, length: impl Fn(u64) -> Option<usize>) -> Vec<Bit> {
    let mut bits: Vec<Bit> = Vec::with_capacity(FEW);
    let mut at = 0;
    while let Some((start, id)) = next(html, at) {
        let hash = hash_of(&html[id.clone()]);
        let known = length(hash).map(|length| start + length);
        debug_assert!(known.is_none() || known == end_of(html, start), "{} is longer or shorter", &html[id]);
        let Some(end) = known.or_else(|| end_of(html, start)) else { return Vec::new() };
        bits.push(Bit { id, hash, at: start..end });
        at = end;
    }
    let mut ids: Vec<u64> = bits.iter().map(|bit| bit.hash).collect();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) { Vec::new() } else { bits }
}

/// Returns the start of the next bit, and its id. Ids that HTML would escape make no bits: their
/// parts are sent as a whole.
fn next(html: &str, mut from: usize) -> Option<(usize, Range<usize>)> {
    loop {
        let at = from + DATA.find(&html.as_bytes()[from..])?;
        from = at + DATA.needle().len();
        let Some(mark) = MARKS.iter().find(|mark| html[from..].starts_with(**mark)) else { continue };
        let id = from + mark.len();
        let end = id + memchr2(b'"', b'&', &html.as_bytes()[id..])?;
        if html.as_bytes()[end] == b'"' {
            return Some((memrchr(b'<', &html.as_bytes()[..at])?, id..end));
        }
    }
}

/// Returns the end of the element that begins at `start`. In drawings, `<` occurs only at the start
/// of a tag.
fn end_of(html: &str, start: usize) -> Option<usize> {
    let name = html[start + 1..].split([' ', '>']).next()?;
    let (mut depth, mut at) = (0, start);
    loop {
        let tag = at + memchr(b'<', &html.as_bytes()[at..])? + 1;
        let (closes, rest) = html[tag..].strip_prefix('/').map_or((false, &html[tag..]), |rest| (true, rest));
        match rest.strip_prefix(name) {
            Some(rest) if closes && rest.starts_with('>') => {
                depth -= 1;
                if depth == 0 {
                    return Some(html.len() - rest.len() + 1);
                }
            }
            Some(rest) if !closes && rest.starts_with([' ', '>']) => depth += 1,
            _ => {}
        }
        at = tag;
    }
}

/// Reads a drawing piece by piece, with only the ids of its bits in their places.
pub(crate) fn around(html: &str, bits: &[Bit], mut read: impl FnMut(&str)) {
    let mut at = 0;
    for bit in bits {
        read(&html[at..bit.at.start]);
        read("<");
        read(&html[bit.id.clone()]);
        at = bit.at.end;
    }
    read(&html[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_told_apart_in_its_outermost_bits() {
        let rolls = r#"<div data-bit="rolls"><i data-piece="c">2</i></div>"#;
        let html = format!(r#"<div data-seat="0"><b data-piece="a"><b>1</b></b>{rolls}x</div>"#);
        let found = bits(&html, |id| (id == hash_of("rolls")).then_some(rolls.len()));
        let texts: Vec<(&str, &str)> = found.iter().map(|bit| (&html[bit.id.clone()], &html[bit.at.clone()])).collect();
        assert_eq!(texts, [("a", r#"<b data-piece="a"><b>1</b></b>"#), ("rolls", rolls)]);
        let mut rest = String::new();
        around(&html, &found, |text| rest.push_str(text));
        assert_eq!(rest, "<div data-seat=\"0\"><a<rollsx</div>");
        assert!(bits(r#"<b data-piece="a"></b><b data-piece="a"></b>"#, |_| None).is_empty());
        assert!(bits(r#"<b data-piece="&quot;"></b>"#, |_| None).is_empty());
    }
}
