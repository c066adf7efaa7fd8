//! Widths of Helvetica, and where lines break.

/// Widths of the signs from space to tilde, in thousandths of the size: regular, then bold.
const WIDTHS: [[u16; 95]; 2] = [
    [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
        556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
        556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
        500, 500, 500, 334, 260, 334, 584,
    ],
    [
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722,
        611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556,
        611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778,
        556, 556, 500, 389, 280, 389, 584,
    ],
];

/// The width of a line of words in points. Signs beyond ASCII are taken to be as wide as a digit.
pub fn width(text: &str, size: f32, bold: bool) -> f32 {
    let one = |sign: char| match sign {
        ' '..='~' => WIDTHS[usize::from(bold)][sign as usize - 32],
        _ => 556,
    };
    text.chars().map(one).map(f32::from).sum::<f32>() * size / 1000.0
}

/// The lines of a text. A line is wider than `room` only if a single word is.
pub(super) fn wrap(text: &str, size: f32, bold: bool, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size, bold) + width(" ", size, bold) + width(word, size, bold) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The text cut to `room`, with an ellipsis if something is missing.
pub(super) fn fit(text: &str, size: f32, bold: bool, room: f32) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut cut = String::new();
    for sign in text.chars() {
        if width(&cut, size, bold) + width("M...", size, bold) > room {
            break;
        }
        cut.push(sign);
    }
    format!("{}...", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_where_the_room_ends() {
        let lines = wrap("the quick brown fox jumps over the lazy dog", 10.0, false, 80.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, 10.0, false) <= 80.0), "{lines:?}");
        assert_eq!(lines.join(" "), "the quick brown fox jumps over the lazy dog");
        assert_eq!(width("iiii", 10.0, false), 8.88);
    }

    #[test]
    fn a_long_name_is_cut() {
        let name = fit(&"W".repeat(200), 24.0, true, 300.0);
        assert!(name.ends_with("...") && width(&name, 24.0, true) <= 300.0);
        assert_eq!(fit("Conan", 24.0, true, 300.0), "Conan");
    }
}
