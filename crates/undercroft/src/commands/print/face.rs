//! The two sides of a card. Lengths are in millimetres from its upper left corner, sizes of letters
//! in points.

use crimsonbranch::print::{width, wrap};
use kernel::{Look, Piece, PrintedDeck};
use text::capital;

use super::layout::CARD;

/// Points in a millimetre.
pub(super) const POINTS: f32 = 72.0 / 25.4;
/// The room from the edge of a card to its words and its picture.
const EDGE: f32 = 4.5;
/// The least size of letters.
const LEAST: f32 = 5.0;

/// A line of words, with the place of its middle or its start on the base line.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Line {
    pub(super) at: [f32; 2],
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) text: String,
}

impl Line {
    fn new(at: [f32; 2], size: f32, bold: bool, text: &str) -> Line {
        Line { at, size, bold, text: text.to_owned() }
    }

    /// A line in the middle of this part of a card, as large as `size` at most.
    fn centred([left, right]: [f32; 2], y: f32, size: f32, bold: bool, text: &str) -> Line {
        let room = right - left;
        let size = size.min(size * room / millimetres(text, size, bold).max(0.1));
        let x = left + (room - millimetres(text, size, bold)) / 2.0;
        Line::new([x, y], size, bold, text)
    }

    /// Its end at the right.
    #[cfg(test)]
    pub(super) fn end(&self) -> f32 {
        self.at[0] + millimetres(&self.text, self.size, self.bold)
    }
}

/// One side of a card.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Face {
    /// The picture's name.
    pub(super) picture: Option<&'static str>,
    /// Left, top, width and height of the picture, which fills it.
    pub(super) frame: [f32; 4],
    pub(super) lines: Vec<Line>,
}

fn millimetres(text: &str, size: f32, bold: bool) -> f32 {
    width(text, size, bold) / POINTS
}

/// The text in letters that the fonts for print have.
fn printable(text: &str) -> String {
    let sign = |sign: char| match sign {
        '\u{2212}' | '\u{2013}' | '\u{2014}' => "-".to_owned(),
        '\u{2018}' | '\u{2019}' | '\u{201a}' => "'".to_owned(),
        '\u{201c}' | '\u{201d}' | '\u{201e}' => "\"".to_owned(),
        '\u{2026}' => "...".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(sign).collect()
}

/// The front of a card.
pub(super) fn front(card: &Piece) -> Face {
    let (across, mut lines) = ([EDGE, CARD[0] - EDGE], Vec::new());
    let frame = [EDGE, 14.0, CARD[0] - 2.0 * EDGE, 40.0];
    let picture = card.picture.map(|picture| picture.0);
    let Look::Card { name, kind, stats, .. } = &card.look else {
        return Face { picture, frame, lines: vec![Line::centred(across, 8.5, 12.0, true, &printable(&card.label))] };
    };
    lines.push(Line::centred(across, 8.2, 12.0, true, &printable(name)));
    lines.push(Line::centred(across, 12.2, 7.0, false, &printable(kind)));
    let room = (across[1] - across[0]) / stats.len().max(1) as f32;
    for (place, stat) in stats.iter().enumerate() {
        let left = across[0] + place as f32 * room;
        lines.push(Line::centred([left, left + room], 60.0, 15.0, true, &printable(&stat.value)));
        lines.push(Line::centred([left, left + room], 63.3, 6.5, false, &printable(&capital(stat.name))));
    }
    let top = if stats.is_empty() { 60.0 } else { 68.0 };
    let parts = [card.note.as_deref(), card.text.as_deref()].map(|text| text.map(printable).unwrap_or_default());
    lines.extend(paragraphs(&parts, top));
    if let Some(ruling) = card.ruling {
        lines.push(Line::centred(across, CARD[1] - 3.2, LEAST, false, ruling));
    }
    Face { picture, frame, lines }
}

/// Paragraphs from `top` down, the first of them in bold letters, as large as there is room for.
fn paragraphs(parts: &[String; 2], top: f32) -> Vec<Line> {
    let (room, bottom) = (CARD[0] - 2.0 * EDGE, CARD[1] - 6.0);
    let mut size = 8.0;
    loop {
        let (mut y, mut lines, step) = (top, Vec::new(), size * 1.25 / POINTS);
        for (place, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
            for line in wrap(part, size, place == 0, room * POINTS) {
                lines.push(Line::centred([EDGE, CARD[0] - EDGE], y, size, place == 0, &line));
                y += step;
            }
            y += step * 0.3;
        }
        if lines.last().is_none_or(|line| line.at[1] <= bottom) || size <= LEAST {
            return lines;
        }
        size -= 0.25;
    }
}

/// The back of the cards of a deck.
pub(super) fn back(game: &str, deck: &PrintedDeck) -> Face {
    let across = [8.0, CARD[0] - 8.0];
    Face {
        picture: Some(deck.back.0),
        frame: [8.0, 20.5, CARD[0] - 16.0, CARD[0] - 16.0],
        lines: vec![
            Line::centred(across, 15.0, 17.0, true, &printable(game)),
            Line::centred(across, 77.0, 12.0, true, &printable(deck.title)),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the faults of the lines of a side.
    fn faults(face: &Face) -> Vec<String> {
        let outside = |line: &&Line| {
            let ([x, y], end) = (line.at, line.end());
            x < EDGE - 0.01 || end > CARD[0] - EDGE + 0.01 || y > CARD[1] - 3.0 || line.size < LEAST - 0.01
        };
        let unknown =
            |line: &&Line| line.text.chars().any(|c| crimsonbranch::print::sign_width(c, line.bold).is_none());
        let wrong = face.lines.iter().filter(|line| outside(line) || unknown(line));
        wrong.map(|line| format!("{line:?}")).collect()
    }

    #[test]
    fn no_word_is_cut_or_outside_its_card() {
        for language in translations::all() {
            language.speak(|| {
                for game in roster::GAMES {
                    for deck in game.decks() {
                        assert_eq!(faults(&back(game.meta().title, &deck)), [""; 0]);
                        for (card, _) in &deck.cards {
                            let face = front(card);
                            assert_eq!(faults(&face), [""; 0]);
                            let last = face.lines.iter().filter(|line| line.text != card.ruling.unwrap_or_default());
                            let lowest = last.map(|line| line.at[1]).fold(0.0, f32::max);
                            assert!(lowest <= CARD[1] - 5.9, "{}: {lowest}", card.label);
                            let all: String = face.lines.iter().map(|line| line.text.replace(' ', "")).collect();
                            let text = printable(card.text.as_deref().unwrap_or_default()).replace(' ', "");
                            assert!(all.contains(&text), "{text} is not whole: {all}");
                        }
                    }
                }
            });
        }
    }
}
