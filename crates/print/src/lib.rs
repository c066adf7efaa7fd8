//! Games on paper. A game says what it consists of as data ([`kernel::printed`]); this crate lays the
//! cards, tiles, tokens and sheets out on pages, to be printed, cut out and played with.
//!
//! | task | item |
//! |---|---|
//! | pages of pieces to cut out, each followed by their backs | [`pieces`] |
//! | the pieces that a pack of cards has changed | [`changed`] |
//! | a page in the fonts and pictures of a web page | [`svg`] |
//! | pages of sheets | [`sheets`] |
//! | pages of a rulebook | `rulebook`, feature `files` |
//! | all pages as a PDF, pieces as PNG | `pdf`, `images`, `deck_sheets`, feature `files` |
//!
//! All of them are made of the same [`Mark`]s. Lengths are in millimetres from the upper left corner
//! of a page, and sizes of letters in points.

#[cfg(feature = "files")]
mod book;
mod changed;
#[cfg(feature = "files")]
mod document;
#[cfg(feature = "files")]
mod drawing;
mod error;
mod face;
mod flow;
#[cfg(feature = "files")]
mod font_file;
#[cfg(feature = "files")]
mod image;
mod layout;
mod mark;
mod sheet;
mod svg;
mod typeface;

#[cfg(feature = "files")]
pub use book::pages as rulebook;
pub use changed::changed;
#[cfg(feature = "files")]
pub use document::document as pdf;
pub use error::PrintError;
#[cfg(feature = "files")]
pub use image::{write_images as images, write_sheets as deck_sheets};
pub use layout::pages as pieces;
pub use mark::{Mark, drawn};
pub use sheet::pages as sheets;
pub use svg::page as svg;
pub use typeface::{Font, POINTS};

use kernel::printed::{Deck, Part, Sheet};

/// Returns the decks and the sheets among a game's parts.
pub fn split(parts: &[Part]) -> (Vec<&Deck>, Vec<&Sheet>) {
    let (mut decks, mut sheets) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Deck(deck) => decks.push(deck),
            Part::Sheet(sheet) => sheets.push(sheet),
        }
    }
    (decks, sheets)
}

/// The paper to print on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Returns the width and the height in millimetres.
    pub const fn size(self) -> [f32; 2] {
        match self {
            Paper::A4 => [210.0, 297.0],
            Paper::Letter => [215.9, 279.4],
        }
    }
}

/// The colours to print with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// All colours.
    Full,
    /// Light greys on white, to spare ink.
    Grey,
}
