//! The two sides of pieces to cut out, as marks from their upper left corner.

use kernel::{
    Look, Piece, Stat, Suit,
    printed::{Cut, Deck},
};
use text::capital;

use crate::{
    Ink,
    flow::wrap,
    mark::{BRASS, DARK, LIGHT, Mark},
    typeface::{Font, POINTS, printable},
};

/// The grounds of a front and of a back.
const GROUNDS: [u32; 2] = [0xf2e8d5, 0x231e1a];
/// The colours of red suits and of black ones.
const SUITS: [u32; 2] = [0xa8321f, 0x14110f];
/// The room from the edge of a card to its words and its picture.
pub(crate) const EDGE: f32 = 4.5;
/// The least size of letters.
pub(crate) const LEAST: f32 = 5.0;
/// The size of letters that is not made smaller before the picture is.
const PLEASANT: f32 = 7.0;
/// Sides of the picture on a card, in millimetres.
const PICTURES: [f32; 6] = [44.0, 40.0, 36.0, 32.0, 28.0, 24.0];

/// The side of a piece, with its ground `out` millimetres over its edges.
fn side(cut: Cut, is_back: bool, out: f32, ink: Ink) -> Vec<Mark> {
    let [wide, high] = cut.size();
    let fill = (ink == Ink::Full).then_some(GROUNDS[usize::from(is_back)]);
    let line = Some((0.35, BRASS));
    match cut {
        Cut::Token(_) => {
            let (at, radius) = ([wide / 2.0, high / 2.0], wide / 2.0);
            vec![
                Mark::Circle { at, radius: radius + out, fill, line: None },
                Mark::Circle { at, radius: radius - 0.2, fill: None, line },
            ]
        }
        Cut::Card | Cut::Tile(_) => {
            let inset = if cut == Cut::Card { 2.2 } else { 1.2 };
            vec![
                Mark::rect([-out, -out, wide + 2.0 * out, high + 2.0 * out], fill, None),
                Mark::rect([inset, inset, wide - 2.0 * inset, high - 2.0 * inset], None, line),
            ]
        }
    }
}

/// The front of a piece.
pub(crate) fn front(piece: &Piece, cut: Cut, out: f32, ink: Ink) -> Vec<Mark> {
    let mut marks = side(cut, false, out, ink);
    marks.extend(match cut {
        Cut::Card => card(piece),
        Cut::Tile(side) => tile(piece, side.into()),
        Cut::Token(diameter) => token(piece, diameter.into()),
    });
    marks
}

/// The back of a piece; one without a picture there shows its front again.
pub(crate) fn back(game: &str, deck: &Deck, piece: &Piece, out: f32, ink: Ink) -> Vec<Mark> {
    let Some(picture) = deck.back else { return front(piece, deck.cut, out, ink) };
    let [wide, high] = deck.cut.size();
    let (theme, rgb) = match ink {
        Ink::Full => (art::Theme::Vault, LIGHT),
        Ink::Grey => (art::Theme::Parchment, DARK),
    };
    let mut marks = side(deck.cut, true, out, ink);
    let (edge, size) = if deck.cut == Cut::Card { (8.0, 17.0) } else { (wide * 0.13, 9.0) };
    let square = wide - 2.0 * edge - if deck.cut == Cut::Card { 0.0 } else { wide * 0.1 };
    let frame = [(wide - square) / 2.0, (high - square) / 2.0, square, square];
    let across = [edge - 2.0, wide - edge + 2.0];
    let room = (high - square) / 2.0;
    marks.extend(pictured(picture.0, frame, theme));
    marks.push(Mark::centred(across, room * 0.72, size, Font::Title, game).coloured(rgb));
    marks.push(Mark::centred(across, high - room * 0.42, size * 0.7, Font::Title, deck.title).coloured(rgb));
    marks
}

/// A picture in a frame.
fn pictured(name: &'static str, frame: [f32; 4], theme: art::Theme) -> [Mark; 2] {
    [Mark::Picture { name, frame, theme, round: false }, Mark::rect(frame, None, Some((0.35, BRASS)))]
}

/// The front of a card. Its picture is smaller where its text is long.
fn card(piece: &Piece) -> Vec<Mark> {
    let [wide, high] = Cut::Card.size();
    let across = [EDGE, wide - EDGE];
    let Look::Card { name, kind, stats, corner, suit, .. } = &piece.look else {
        return vec![Mark::centred(across, high / 2.0, 12.0, Font::Title, &piece.label)];
    };
    if let (Some(suit), Some(corner)) = (suit, corner) {
        return playing_card(piece, name, kind, stats, corner, *suit);
    }
    let mut marks = Vec::new();
    let mut head = across;
    if let Some(corner) = corner {
        let room = Font::Title.width(corner, 20.0) + 1.5;
        head = [head[0] + room, head[1] - room];
        marks.push(Mark::words([EDGE, 11.0], 20.0, Font::Title, corner));
    }
    marks.push(Mark::centred(head, 8.2, 12.0, Font::Title, name));
    marks.push(Mark::centred(head, 12.0, 7.0, Font::Text, kind));
    let parts = [piece.note.as_deref(), piece.text.as_deref()].map(|text| text.map(printable).unwrap_or_default());
    let bottom = high - if piece.ruling.is_some() { 6.0 } else { 4.0 };
    let below = |height: f32| 14.0 + height + if stats.is_empty() { 4.5 } else { 13.0 };
    let picture = piece.picture.map(|picture| picture.0);
    let heights: &[f32] = if picture.is_some() { &PICTURES } else { &[4.0] };
    let words = |height: f32, least: f32| paragraphs(&parts, across, [below(height), bottom], least);
    let least = heights[heights.len() - 1];
    let fitting = heights.iter().find_map(|height| Some((*height, words(*height, PLEASANT)?)));
    let (height, text) = fitting.unwrap_or_else(|| (least, words(least, LEAST).unwrap_or_default()));
    if let Some(picture) = picture {
        marks.extend(pictured(picture, [(wide - height) / 2.0, 14.0, height, height], art::Theme::Parchment));
    }
    marks.extend(numbers(stats, across, 14.0 + height + 6.2));
    marks.extend(text);
    if let Some(ruling) = piece.ruling {
        marks.push(Mark::centred(across, high - 3.2, LEAST, Font::Text, ruling));
    }
    marks
}

/// Numbers side by side, each with its sign and its name below.
fn numbers(stats: &[Stat], [left, right]: [f32; 2], y: f32) -> Vec<Mark> {
    let room = (right - left) / stats.len().max(1) as f32;
    let one = |(place, stat): (usize, &Stat)| {
        let left = left + place as f32 * room;
        let value = printable(&stat.value);
        let size = 15.0_f32.min(15.0 * (room - 6.0) / Font::Title.width(&value, 15.0));
        let wide = 4.8 + Font::Title.width(&value, size);
        let x = left + (room - wide) / 2.0;
        [
            Mark::Icon { name: stat.icon.0, at: [x, y - 4.1], size: 4.2, rgb: BRASS },
            Mark::words([x + 4.8, y], size, Font::Title, &value),
            Mark::centred([left, left + room], y + 3.2, 6.5, Font::Text, &capital(stat.name)),
        ]
    };
    stats.iter().enumerate().flat_map(one).collect()
}

/// The front of a playing card: rank and suit in two corners, and a picture or the suit between.
fn playing_card(piece: &Piece, name: &str, kind: &str, stats: &[Stat], corner: &str, suit: Suit) -> Vec<Mark> {
    let [wide, high] = Cut::Card.size();
    let across = [EDGE, wide - EDGE];
    let (sign, rgb) = match suit {
        Suit::Hearts => ("suit-hearts", SUITS[0]),
        Suit::Diamonds => ("suit-diamonds", SUITS[0]),
        Suit::Spades => ("suit-spades", SUITS[1]),
        Suit::Clubs => ("suit-clubs", SUITS[1]),
    };
    let icon = |at, size| Mark::Icon { name: sign, at, size, rgb };
    let rank = Font::Title.width(corner, 24.0).max(7.0);
    let rank = |left: f32, y: f32| Mark::centred([left, left + rank], y, 24.0, Font::Title, corner).coloured(rgb);
    let right = wide - EDGE - Font::Title.width(corner, 24.0).max(7.0);
    let mut marks = vec![
        rank(EDGE, 12.0),
        icon([EDGE, 14.0], 7.0),
        rank(right, high - 6.0),
        icon([wide - EDGE - 7.0, high - 20.5], 7.0),
        Mark::centred([18.0, wide - 18.0], 9.0, 9.0, Font::Title, kind),
    ];
    match piece.picture {
        Some(picture) => marks.extend(pictured(picture.0, [13.5, 25.0, 36.0, 36.0], art::Theme::Parchment)),
        None => marks.push(icon([wide / 2.0 - 14.0, 29.0], 28.0)),
    }
    marks.extend(numbers(stats, [18.0, wide - 18.0], 72.5));
    marks.push(Mark::centred([across[0], right - 1.0], high - 5.0, 7.0, Font::Text, name));
    marks
}

/// Paragraphs between two heights, the first of them bold, as large as there is room for; `None` if
/// there is none for letters of the least size.
fn paragraphs(parts: &[String; 2], across: [f32; 2], [top, bottom]: [f32; 2], least: f32) -> Option<Vec<Mark>> {
    let mut size = 8.0;
    while size >= least {
        let (mut y, mut last, mut marks, step) = (top, top, Vec::new(), size * 1.22 / POINTS);
        for (place, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
            let font = if place == 0 { Font::Strong } else { Font::Text };
            for line in wrap(part, size, font, across[1] - across[0]) {
                marks.push(Mark::centred(across, y, size, font, &line));
                (last, y) = (y, y + step);
            }
            y += step * 0.3;
        }
        if last <= bottom {
            return Some(marks);
        }
        size -= 0.25;
    }
    None
}

/// The front of a tile: its picture, its name, and its number on a disc.
fn tile(piece: &Piece, side: f32) -> Vec<Mark> {
    let square = side - 9.5;
    let frame = [(side - square) / 2.0, 2.6, square, square];
    let mut marks = Vec::new();
    if let Some(picture) = piece.picture {
        marks.extend(pictured(picture.0, frame, art::Theme::Parchment));
    }
    marks.push(Mark::centred([2.0, side - 2.0], side - 2.9, 9.5, Font::Title, &piece.label));
    if let Look::Tile { value: Some(value), .. } = &piece.look {
        let (at, radius) = ([frame[0] + 1.8, frame[1] + 3.0], 4.2);
        marks.push(Mark::Circle { at, radius, fill: Some(GROUNDS[0]), line: Some((0.35, BRASS)) });
        marks.push(Mark::centred([at[0] - 3.2, at[0] + 3.2], at[1] + 1.7, 13.0, Font::Title, value));
    }
    marks
}

/// The front of a token: its picture or its sign, and its number.
fn token(piece: &Piece, diameter: f32) -> Vec<Mark> {
    let middle = diameter / 2.0;
    let Look::Token { icon, value, .. } = &piece.look else { return Vec::new() };
    let number = |size: f32, y: f32| {
        let room = diameter * 0.36;
        value.iter().map(move |value| Mark::centred([middle - room, middle + room], y, size, Font::Title, value))
    };
    let Some(picture) = piece.picture else {
        let (at, size) = ([middle - diameter * 0.3, middle - diameter * 0.3], diameter * 0.6);
        let sign = value.is_none().then_some(Mark::Icon { name: icon.0, at, size, rgb: BRASS });
        let size = diameter * 1.1;
        return sign.into_iter().chain(number(size, middle + size * 0.23 / POINTS * 1.5)).collect();
    };
    let edge = 1.2;
    let frame = [edge, edge, diameter - 2.0 * edge, diameter - 2.0 * edge];
    let mut marks = vec![Mark::Picture { name: picture.0, frame, theme: art::Theme::Parchment, round: true }];
    if value.is_some() {
        let (at, radius) = ([middle, diameter - 4.4], 3.4);
        marks.push(Mark::Circle { at, radius, fill: Some(GROUNDS[0]), line: Some((0.3, BRASS)) });
        marks.extend(number(11.0, at[1] + 1.4));
    }
    marks
}

#[cfg(test)]
mod tests {
    use kernel::printed::Part;

    use super::*;

    /// Returns the faults of the marks of a side.
    fn faults(marks: &[Mark], cut: Cut) -> Vec<String> {
        let ([wide, high], edge) = (cut.size(), if cut == Cut::Card { EDGE } else { 1.0 });
        let wrong = |mark: &&Mark| {
            let [left, right, top, bottom] = mark.ends();
            match mark {
                Mark::Words { size, font, text, .. } => {
                    let inside = left >= edge - 0.01 && right <= wide - edge + 0.01 && top >= 0.0 && bottom <= high;
                    !inside || *size < 4.0 || text.chars().any(|sign| !font.has(sign))
                }
                _ => left < -0.01 || right > wide + 0.01 || top < -0.01 || bottom > high + 0.01,
            }
        };
        marks.iter().filter(wrong).map(|mark| format!("{mark:?}")).collect()
    }

    fn words(marks: &[Mark]) -> String {
        let text = |mark: &Mark| match mark {
            Mark::Words { text, .. } => Some(text.replace(' ', "")),
            _ => None,
        };
        marks.iter().filter_map(text).collect()
    }

    #[test]
    fn no_word_is_cut_or_outside_its_piece() {
        for language in translations::all() {
            language.speak(|| {
                for game in roster::GAMES {
                    for part in game.printed() {
                        let Part::Deck(deck) = part else { continue };
                        for (piece, _) in &deck.pieces {
                            let marks = front(piece, deck.cut, 0.0, Ink::Full);
                            assert_eq!(faults(&marks, deck.cut), [""; 0], "{}", piece.label);
                            let text = match deck.cut {
                                Cut::Card => piece.text.as_deref().unwrap_or_default(),
                                _ => "",
                            };
                            let (all, text) = (words(&marks), printable(text).replace(' ', ""));
                            assert!(all.contains(&text), "{text} is not whole: {all}");
                            let marks = back(game.meta().title, &deck, piece, 0.0, Ink::Grey);
                            assert_eq!(faults(&marks, deck.cut), [""; 0], "{}", deck.title);
                        }
                    }
                }
            });
        }
    }

    #[test]
    fn words_and_numbers_of_a_card_do_not_cover_each_other() {
        for language in translations::all() {
            language.speak(|| {
                for part in roster::GAMES.iter().flat_map(|game| game.printed()) {
                    let Part::Deck(deck) = part else { continue };
                    for (piece, _) in deck.pieces.iter().filter(|_| deck.cut == Cut::Card) {
                        let marks = front(piece, deck.cut, 0.0, Ink::Full);
                        let words: Vec<&Mark> =
                            marks.iter().filter(|mark| matches!(mark, Mark::Words { .. })).collect();
                        for (place, one) in words.iter().enumerate() {
                            for other in &words[place + 1..] {
                                let ([l, r, t, b], [left, right, top, bottom]) = (one.ends(), other.ends());
                                let apart = r <= left || right <= l || b <= top + 0.9 || bottom <= t + 0.9;
                                assert!(apart, "{one:?} covers {other:?}");
                            }
                        }
                    }
                }
            });
        }
    }
}
