//! Widths of the letters, and where lines break.

/// Widths of the signs from space to tilde and from no-break space to ÿ, in thousandths of the size:
/// Fira Sans, then Libertinus Serif Bold. A sign that the fonts lack has none.
const WIDTHS: [[u16; 191]; 2] = [
    [
        265, 241, 399, 518, 531, 826, 729, 219, 324, 324, 439, 499, 240, 403, 240, 520, 558, 433, 495, 499, 532, 501,
        533, 444, 551, 525, 240, 240, 500, 500, 500, 459, 1020, 573, 608, 560, 644, 535, 491, 631, 680, 295, 305, 589,
        498, 778, 683, 692, 581, 691, 605, 545, 517, 662, 556, 826, 540, 550, 522, 322, 520, 322, 540, 520, 300, 544,
        594, 478, 598, 545, 335, 520, 586, 282, 280, 512, 293, 857, 586, 584, 594, 598, 386, 467, 361, 582, 492, 717,
        485, 492, 437, 322, 403, 322, 488, 265, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 575, 0, 0, 0, 0, 523, 500, 400, 0, 0, 0,
        0, 240, 0, 0, 0, 566, 0, 0, 0, 0, 573, 0, 573, 0, 573, 0, 0, 560, 535, 535, 535, 535, 0, 0, 295, 295, 0, 0, 0,
        0, 692, 0, 692, 500, 0, 662, 0, 662, 662, 0, 0, 593, 544, 0, 544, 0, 544, 0, 849, 478, 545, 545, 545, 545, 0,
        0, 282, 282, 0, 586, 0, 0, 584, 0, 584, 0, 584, 582, 0, 582, 582, 0, 0, 0,
    ],
    [
        250, 266, 376, 514, 514, 637, 729, 215, 315, 315, 433, 537, 244, 358, 244, 316, 514, 514, 514, 514, 514, 514,
        514, 514, 514, 514, 256, 256, 512, 551, 512, 430, 988, 740, 654, 706, 734, 609, 545, 732, 817, 367, 373, 736,
        577, 899, 740, 730, 614, 730, 716, 504, 652, 732, 700, 1028, 718, 624, 624, 397, 307, 397, 518, 486, 392, 506,
        542, 456, 561, 489, 391, 521, 619, 322, 312, 613, 325, 905, 616, 551, 581, 573, 428, 427, 358, 598, 529, 777,
        561, 558, 452, 307, 220, 307, 473, 250, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 555, 0, 0, 0, 0, 267, 527, 340, 0, 0, 0,
        0, 250, 0, 0, 0, 555, 0, 0, 0, 0, 740, 0, 740, 0, 740, 0, 0, 706, 609, 609, 609, 609, 0, 0, 367, 367, 0, 0, 0,
        0, 730, 0, 730, 527, 0, 732, 0, 732, 732, 0, 0, 615, 506, 0, 506, 0, 506, 0, 715, 456, 489, 489, 489, 489, 0,
        0, 322, 322, 0, 616, 0, 0, 551, 0, 551, 0, 567, 598, 0, 598, 598, 0, 0, 0,
    ],
];
/// The sign that replaces those that the fonts lack.
const MISSING: char = '?';

/// The width of a sign in thousandths of the size, if the font has it.
fn sign_width(sign: char, bold: bool) -> Option<u16> {
    let place = match sign {
        ' '..='~' => sign as usize - 32,
        '\u{a0}'..='\u{ff}' => sign as usize - 160 + 95,
        _ => return None,
    };
    Some(WIDTHS[usize::from(bold)][place]).filter(|width| *width > 0)
}

/// The width of a line of words in points. A sign that the font lacks is as wide as a question mark.
pub(super) fn width(text: &str, size: f32, bold: bool) -> f32 {
    let one = |sign: char| sign_width(sign, bold).or_else(|| sign_width(MISSING, bold)).unwrap_or_default();
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
        assert_eq!(width("\u{4e2d}", 10.0, false), width("?", 10.0, false));
    }

    #[test]
    fn a_long_name_is_cut() {
        let name = fit(&"W".repeat(200), 24.0, true, 300.0);
        assert!(name.ends_with("...") && width(&name, 24.0, true) <= 300.0);
        assert_eq!(fit("Conan", 24.0, true, 300.0), "Conan");
    }
}
