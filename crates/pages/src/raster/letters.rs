//! Words on pictures: the outlines of the typeface of headings, because the renderer has no font.
//!
//! `cargo xtask fonts` writes the file of outlines: a line for each character, with the character,
//! its width, and its path, in thousandths of the size.

use std::{collections::HashMap, sync::LazyLock};

use unicode_normalization::UnicodeNormalization;

const OUTLINES: &str = include_str!("../../assets/font/serif-700.outlines");

/// The width and the path of each character.
static LETTERS: LazyLock<HashMap<char, (u32, &str)>> = LazyLock::new(|| OUTLINES.lines().filter_map(letter).collect());

fn letter(line: &'static str) -> Option<(char, (u32, &'static str))> {
    let letter = line.chars().next()?;
    let (width, path) = line.get(letter.len_utf8()..)?.split_once(' ')?;
    Some((letter, (width.parse().ok()?, path)))
}

/// Returns the drawing of a line of words with its middle at `x`, on the base line `y`. A character
/// without an outline loses its marks, or is left out.
pub(super) fn written(text: &str, x: u32, y: usize, size: usize, ink: &str) -> String {
    let known = |letter: char| {
        let base = letter.nfd().next().filter(|_| !LETTERS.contains_key(&letter));
        LETTERS.get(&base.unwrap_or(letter))
    };
    let (mut paths, mut at) = (String::new(), 0);
    for (width, path) in text.chars().filter_map(known) {
        if !path.is_empty() {
            paths.push_str(&format!("<path transform=\"translate({at} 0)\" d=\"{path}\"/>"));
        }
        at += width;
    }
    let (scale, left) = (size as f64 / 1000.0, f64::from(x) - f64::from(at) * size as f64 / 2000.0);
    format!("<g transform=\"translate({left:.1} {y}) scale({scale})\" fill=\"{ink}\">{paths}</g>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_both_languages_have_outlines() {
        let paths = |text| written(text, 0, 0, 10, "#000").matches("<path").count();
        assert_eq!([paths("Hier ruht Öß"), paths("„So nah.“"), paths("Żółw")], [10, 8, 3]);
        assert_eq!(paths("\u{4e2d}"), 0, "a character of another script is left out");
    }
}
