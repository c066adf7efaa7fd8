//! The typefaces of the pages: the widths of their signs, and the signs that they have.
//! `cargo xtask fonts` writes the files of both.

use std::{collections::HashMap, sync::LazyLock};

/// A font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Font {
    /// Fira Sans, for text.
    Text,
    /// Fira Sans Bold, for words of weight within a text.
    Strong,
    /// Libertinus Serif Bold, for headings and numbers.
    Title,
}

/// Points in a millimetre.
pub const POINTS: f32 = 72.0 / 25.4;

/// The signs of each font, a line for each: the sign, and its width in thousandths of the size.
const WIDTHS: [&str; 3] = [
    include_str!("../fonts/sans-400.widths"),
    include_str!("../fonts/sans-700.widths"),
    include_str!("../fonts/serif-700.widths"),
];
static SIGNS: LazyLock<[HashMap<char, u16>; 3]> = LazyLock::new(|| {
    WIDTHS.map(|lines| {
        let sign = |line: &str| {
            let mut signs = line.chars();
            let sign = signs.next()?;
            Some((sign, signs.as_str().parse().ok()?))
        };
        lines.lines().filter_map(sign).collect()
    })
});

/// Signs outside Latin-1, with their codes in the fonts of a PDF. They are those of the usual
/// encoding (WinAnsi), and the minus, which replaces the sign of the euro.
pub(crate) const CODES: [(char, u8); 14] = [
    (MINUS.0, MINUS.1),
    ('\u{201a}', 130),
    ('\u{201e}', 132),
    ('\u{2026}', 133),
    ('\u{2039}', 139),
    ('\u{2018}', 145),
    ('\u{2019}', 146),
    ('\u{201c}', 147),
    ('\u{201d}', 148),
    ('\u{2022}', 149),
    ('\u{2013}', 150),
    ('\u{2014}', 151),
    ('\u{203a}', 155),
    ('\u{153}', 156),
];
/// The minus: its sign, its code, and its name in lists of glyphs.
pub(crate) const MINUS: (char, u8, &[u8]) = ('\u{2212}', 128, b"minus");
/// The sign that replaces those that the fonts lack.
const MISSING: char = '?';

impl Font {
    /// All fonts.
    pub const ALL: [Font; 3] = [Font::Text, Font::Strong, Font::Title];

    /// Whether it has a sign.
    pub fn has(self, sign: char) -> bool {
        code(sign).is_some() && SIGNS[self as usize].contains_key(&sign)
    }

    /// The sign, or the one that replaces it.
    pub(crate) fn shown(self, sign: char) -> char {
        if self.has(sign) { sign } else { MISSING }
    }

    /// The width of a sign in thousandths of the size.
    pub(crate) fn advance(self, sign: char) -> u16 {
        SIGNS[self as usize].get(&self.shown(sign)).copied().unwrap_or_default()
    }

    /// The width of a line of words in millimetres, at a size in points.
    pub fn width(self, text: &str, size: f32) -> f32 {
        text.chars().map(|sign| f32::from(self.advance(sign))).sum::<f32>() * size / 1000.0 / POINTS
    }
}

/// The code of a sign in a PDF.
pub(crate) fn code(sign: char) -> Option<u8> {
    match sign {
        ' '..='~' | '\u{a0}'..='\u{ff}' => Some(sign as u8),
        other => CODES.iter().find(|(sign, _)| *sign == other).map(|(_, code)| *code),
    }
}

/// The text in signs that the fonts have. Only arrows and the suits of cards have another sign.
pub(crate) fn printable(text: &str) -> String {
    let text: String = text.chars().filter(|sign| !matches!(sign, '\u{2660}'..='\u{2666}')).collect();
    text.replace('\u{2192}', "\u{203a}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_have_a_minus_and_the_quotes_of_both_languages() {
        for font in Font::ALL {
            assert!("\u{2212}\u{201e}\u{201c}\u{201d}\u{2026}\u{2013}\u{d7}\u{c4}\u{df}".chars().all(|c| font.has(c)));
            assert_eq!(font.shown('\u{4e2d}'), MISSING);
        }
        assert!(Font::Text.width("mmm", 10.0) > Font::Text.width("iii", 10.0));
    }
}
