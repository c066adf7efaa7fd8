//! Pieces as pictures: a file for each, and deck sheets for Tabletop Simulator.

use std::{fmt::Write, fs, path::Path};

use kernel::printed::{Cut, Deck};
use png::{BitDepth, ColorType, Encoder};
use resvg::{
    tiny_skia::{Pixmap, PixmapPaint, Transform},
    usvg,
};

use crate::{
    Ink, PrintError, drawing, face,
    mark::Mark,
    svg::{self, Source, Words},
    typeface::POINTS,
};

/// Width and height of a card's picture, in pixels.
const CARD: [u32; 2] = [750, 1050];
/// The width of a card on a deck sheet. A sheet of ten cards is not wider than the 4,096 pixels
/// that Tabletop Simulator asks for.
const ON_SHEET: u32 = 400;
/// The most columns and rows of a deck sheet.
const GRID: [usize; 2] = [10, 7];

/// Width and height of a piece's picture in pixels, from the width of a card's.
fn pixels(cut: Cut, width: u32) -> [u32; 2] {
    match cut {
        Cut::Card => [width, width * CARD[1] / CARD[0]],
        Cut::Tile(_) | Cut::Token(_) => [width, width],
    }
}

/// Writes a PNG of every kind of piece, and one of each back, and returns their number. A card has 750
/// by 1050 pixels.
///
/// # Errors
/// If a piece cannot be drawn, or a file not written.
pub fn write_images(game: &str, decks: &[&Deck], ink: Ink, folder: &Path) -> Result<usize, PrintError> {
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let mut count = 0;
    for (number, deck) in (1..).zip(decks) {
        let title = plain(deck.title);
        let size = pixels(deck.cut, CARD[0]);
        let mut write = |name: &str, marks: &[Mark]| {
            count += 1;
            write(&folder.join(format!("{number}-{title}-{name}.png")), &rendered(marks, deck.cut, size)?)
        };
        for (place, (piece, _)) in (1..).zip(&deck.pieces) {
            let name = if piece.label.is_empty() { "token" } else { &piece.label };
            let named = match &piece.look {
                kernel::Look::Card { name, .. } => name,
                _ => name,
            };
            write(&format!("{place:02}-{}", plain(named)), &face::front(piece, deck.cut, 0.0, ink))?;
        }
        if let (Some(_), Some((piece, _))) = (deck.back, deck.pieces.first()) {
            write("back", &face::back(game, deck, piece, 0.0, ink))?;
        }
    }
    Ok(count)
}

/// A name for a file: letters and digits, with hyphens between words.
fn plain(name: &str) -> String {
    let letters = name.to_lowercase().replace('\u{e4}', "ae").replace('\u{f6}', "oe").replace('\u{fc}', "ue");
    let words: Vec<String> = letters
        .replace(['\'', '\u{2019}'], "")
        .split(|sign: char| !sign.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.join("-")
}

/// Writes the deck sheets of all decks with a back, and returns a line about each. The last place
/// of a sheet has the back, which Tabletop Simulator shows of a hidden card. The files are named after
/// `file`.
///
/// # Errors
/// If a piece cannot be drawn, or a file not written.
pub fn write_sheets(game: &str, decks: &[&Deck], ink: Ink, file: &Path) -> Result<Vec<String>, PrintError> {
    let mut said = Vec::new();
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let named = |name: String| file.with_file_name(format!("{stem}-{name}.png"));
    for deck in decks.iter().filter(|deck| deck.back.is_some()) {
        let size = pixels(deck.cut, ON_SHEET);
        let render = |marks: &[Mark]| rendered(marks, deck.cut, size);
        let mut all = Vec::new();
        for (piece, copies) in &deck.pieces {
            let picture = render(&face::front(piece, deck.cut, 0.0, ink))?;
            all.extend(std::iter::repeat_n(picture, usize::from(*copies)));
        }
        let Some((piece, _)) = deck.pieces.first() else { continue };
        let back = render(&face::back(game, deck, piece, 0.0, ink))?;
        let back_file = named(format!("{}-back", plain(deck.title)));
        write(&back_file, &back)?;
        for (number, cards) in (1..).zip(all.chunks(GRID[0] * GRID[1] - 1)) {
            let columns = (cards.len() + 1).clamp(2, GRID[0]);
            let rows = (cards.len() + 1).div_ceil(columns).max(2);
            let [wide, high] = size;
            let mut sheet = Pixmap::new(columns as u32 * wide, rows as u32 * high).ok_or(PrintError::Size)?;
            let last = (columns * rows - 1, &back);
            for (place, card) in cards.iter().enumerate().chain([last]) {
                let [x, y] = [(place % columns) as u32 * wide, (place / columns) as u32 * high];
                let paint = PixmapPaint::default();
                sheet.draw_pixmap(x as i32, y as i32, card.as_ref(), &paint, Transform::identity(), None);
            }
            let name = if all.len() < GRID[0] * GRID[1] { String::new() } else { format!("-{number}") };
            let sheet_file = named(format!("{}{name}", plain(deck.title)));
            write(&sheet_file, &sheet)?;
            said.push(format!(
                "{}: width {columns}, height {rows}, number {}, back {}",
                sheet_file.display(),
                cards.len(),
                back_file.display()
            ));
        }
    }
    Ok(said)
}

/// The marks of a piece as a picture of this size in pixels.
fn rendered(marks: &[Mark], cut: Cut, [wide, high]: [u32; 2]) -> Result<Pixmap, PrintError> {
    let svg = svg::drawn(marks, cut.size(), [wide, high].map(|pixels| pixels.to_string()), &WholeFile)?;
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default())?;
    let mut picture = Pixmap::new(wide, high).ok_or(PrintError::Size)?;
    resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
    Ok(picture)
}

/// A file that contains all that it shows: words as outlines, and the drawings.
struct WholeFile;

impl Source for WholeFile {
    fn words(&self, svg: &mut String, Words { at: [x, y], size, font, rgb, text }: &Words<'_>) {
        let path = font.outlined(text, size / POINTS);
        // Writing to a string cannot fail.
        let _ = write!(svg, "<path fill=\"#{rgb:06x}\" transform=\"translate({x} {y})\" d=\"{path}\"/>");
    }

    fn picture(
        &self,
        svg: &mut String,
        name: &str,
        [left, top, wide, high]: [f32; 4],
        theme: art::Theme,
    ) -> Result<(), PrintError> {
        let drawing = drawing::picture(name)?.svg(theme);
        let place = format!(
            "<svg x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" \
             preserveAspectRatio=\"xMidYMid slice\" "
        );
        let drawing = drawing.replacen(" preserveAspectRatio=\"xMidYMid slice\"", "", 1);
        svg.push_str(&drawing.replacen("<svg ", &place, 1));
        Ok(())
    }
}

fn write(path: &Path, picture: &Pixmap) -> Result<(), PrintError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let pixels: Vec<u8> = picture
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let colour = pixel.demultiply();
            [colour.red(), colour.green(), colour.blue(), colour.alpha()]
        })
        .collect();
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    fs::write(path, bytes).map_err(|error| unwritable(path, error))
}

fn unwritable(path: &Path, error: std::io::Error) -> PrintError {
    PrintError::File { path: path.display().to_string(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_have_letters_digits_and_hyphens() {
        assert_eq!(plain("Retired Knight's Suit (\u{d6}l)"), "retired-knights-suit-oel");
    }

    #[test]
    fn a_card_has_its_ground_and_its_frame() {
        let look = kernel::Look::Tile {
            icon: None,
            tone: kernel::Tone::Plain,
            value: Some("7".to_owned()),
            pawns: Vec::new(),
        };
        let tile = kernel::Piece::new("", look, "Goblin").picture(kernel::Picture("common/goblin"));
        let marks = face::front(&tile, Cut::Tile(40), 0.0, Ink::Full);
        let picture = rendered(&marks, Cut::Tile(40), [120, 120]).unwrap();
        let at = |x: u32, y: u32| picture.pixel(x, y).unwrap().demultiply();
        assert_eq!((at(1, 1).red(), at(1, 1).green(), at(1, 1).alpha()), (0xf2, 0xe8, 255));
        assert!((0..120).any(|x| at(x, 60).red() < 0x60), "the picture has dark ink");
    }
}
