//! Measuring and breaking text.

pub(crate) use ::text::capital;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// A text broken at spaces into lines of at most `columns`; words that are longer are cut.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let (mut lines, mut line, mut taken) = (Vec::new(), String::new(), 0);
    for word in text.split_whitespace() {
        let long = width(word);
        if taken > 0 && taken + 1 + long > columns {
            lines.push(std::mem::take(&mut line));
            taken = 0;
        }
        if taken > 0 {
            line.push(' ');
            taken += 1;
        }
        for c in word.chars() {
            let wide = c.width().unwrap_or(0);
            if taken + wide > columns {
                lines.push(std::mem::take(&mut line));
                taken = 0;
            }
            line.push(c);
            taken += wide;
        }
    }
    lines.push(line);
    lines
}

/// A text cut to `columns`, with `…` (or `.` in ASCII) at the cut.
pub(crate) fn cut(text: &str, columns: usize, ascii: bool) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        if width(&out) + c.width().unwrap_or(0) + 1 > columns {
            break;
        }
        out.push(c);
    }
    if columns > 0 {
        out.push(if ascii { '.' } else { '…' });
    }
    out
}

/// A text cut to `columns` in its middle, so that its end, which differs from similar texts, is
/// visible.
pub(crate) fn cut_inside(text: &str, columns: usize, ascii: bool) -> String {
    let sign = if ascii { "..." } else { "…" };
    if width(text) <= columns || columns < 4 * width(sign) {
        return cut(text, columns, ascii);
    }
    let left = columns - width(sign);
    let taken = |letters: &mut dyn Iterator<Item = char>, most: usize| {
        let mut used = 0;
        let fits = |c: &char| {
            used += c.width().unwrap_or(0);
            used <= most
        };
        letters.take_while(fits).collect::<Vec<char>>()
    };
    let mut end = taken(&mut text.chars().rev(), left / 2);
    end.reverse();
    let end: String = end.into_iter().collect();
    let start: String = taken(&mut text.chars(), left - width(&end)).into_iter().collect();
    format!("{}{sign}{}", start.trim_end(), end.trim_start())
}

/// A text filled up with spaces to `columns`.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The start of a piece's label, up to its first stop: what the piece is called.
pub(crate) fn head(label: &str) -> &str {
    label.split([':', ',', '.', ';']).next().unwrap_or(label).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(cut("abcdef", 4, false), "abc…");
        assert_eq!(cut("abcd", 4, false), "abcd");
        assert_eq!(cut("abcd", 0, false), "");
        assert_eq!(pad("ab", 4), "ab  ");
        assert_eq!(cut_inside("turn the card in row 6, column 2", 20, false), "turn the c…column 2");
        assert_eq!(cut_inside("turn the card in row 6, column 2", 20, true), "turn the...column 2");
        assert_eq!(cut_inside("abcdef", 6, false), "abcdef");
    }
}
