//! The parts of a game for print: cards, tiles, tokens and sheets, as data that a printer lays out.

use crate::{Picture, Piece};

/// A part of a game for print.
pub enum Part {
    /// Pieces to cut out.
    Deck(Deck),
    /// A sheet to write on or to look things up.
    Sheet(Sheet),
}

/// Pieces to cut out. They have one shape and one back.
pub struct Deck {
    /// Its name, which is on the back.
    pub title: &'static str,
    /// The shape of its pieces.
    pub cut: Cut,
    /// The picture on the back. Pieces without one have their face on both sides.
    pub back: Option<Picture>,
    /// Its kinds of pieces, each with its copies. They look like pieces in a scene.
    pub pieces: Vec<(Piece, u8)>,
}

/// The shape of a piece to cut out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// A playing card of 63 by 88 mm.
    Card,
    /// A square of a map, with the length of its sides in millimetres, 30 or more.
    Tile(u8),
    /// A round counter, with its diameter in millimetres, 12 or more.
    Token(u8),
}

impl Cut {
    /// Returns its width and its height in millimetres.
    pub const fn size(self) -> [f32; 2] {
        match self {
            Cut::Card => [63.0, 88.0],
            Cut::Tile(side) | Cut::Token(side) => [side as f32, side as f32],
        }
    }
}

impl Deck {
    /// Creates a deck of cards.
    pub fn cards(title: &'static str, back: Picture, cards: impl IntoIterator<Item = (Piece, u8)>) -> Part {
        Part::Deck(Deck { title, cut: Cut::Card, back: Some(back), pieces: cards.into_iter().collect() })
    }

    /// Creates a set of tiles, with sides of this many millimetres.
    pub fn tiles(title: &'static str, side: u8, back: Picture, tiles: impl IntoIterator<Item = (Piece, u8)>) -> Part {
        Part::Deck(Deck { title, cut: Cut::Tile(side), back: Some(back), pieces: tiles.into_iter().collect() })
    }

    /// Creates a set of tokens, with this diameter in millimetres. They have two equal sides.
    pub fn tokens(title: &'static str, diameter: u8, tokens: impl IntoIterator<Item = (Piece, u8)>) -> Part {
        Part::Deck(Deck { title, cut: Cut::Token(diameter), back: None, pieces: tokens.into_iter().collect() })
    }
}

/// A sheet to write on or to look things up.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// Its heading; empty if a drawing has one already.
    pub title: String,
    /// A picture next to the heading.
    pub picture: Option<Picture>,
    /// Whether it is half a page, so that two of them share a page.
    pub half: bool,
    /// Number of copies.
    pub copies: u8,
    /// Its content, from top to bottom.
    pub blocks: Vec<Block>,
}

impl Sheet {
    /// Creates a sheet of a page.
    pub fn page(title: impl Into<String>, blocks: impl IntoIterator<Item = Block>) -> Sheet {
        Sheet { title: title.into(), picture: None, half: false, copies: 1, blocks: blocks.into_iter().collect() }
    }

    /// Creates a sheet of half a page.
    pub fn half(title: impl Into<String>, blocks: impl IntoIterator<Item = Block>) -> Sheet {
        Sheet { half: true, ..Sheet::page(title, blocks) }
    }

    /// Sets the picture next to the heading.
    #[must_use]
    pub fn picture(self, picture: Picture) -> Sheet {
        Sheet { picture: Some(picture), ..self }
    }

    /// Sets the number of copies, and makes it a part.
    pub fn times(self, copies: u8) -> Part {
        Part::Sheet(Sheet { copies, ..self })
    }
}

/// A block of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Rows of words. The words of the head are empty where a column needs none.
    Table {
        /// The headings of the columns.
        head: Vec<String>,
        /// The rows, with as many cells each.
        rows: Vec<Vec<String>>,
    },
    /// Boxes to tick or to put a token on, with the word on each.
    Boxes {
        /// The thing that they count.
        label: String,
        /// The words on the boxes.
        boxes: Vec<String>,
    },
    /// Lines to write on, side by side, each with its label.
    Lines(Vec<String>),
    /// A drawing of the game's own.
    Drawing(Drawing),
}

impl Block {
    /// Creates a heading.
    pub fn heading(words: impl Into<String>) -> Block {
        Block::Heading(words.into())
    }

    /// Creates a paragraph.
    pub fn text(words: impl Into<String>) -> Block {
        Block::Text(words.into())
    }

    /// Creates a table.
    pub fn table<const N: usize>(head: [impl Into<String>; N], rows: impl IntoIterator<Item = [String; N]>) -> Block {
        Block::Table { head: head.map(Into::into).into(), rows: rows.into_iter().map(Vec::from).collect() }
    }

    /// Creates boxes with these words on them.
    pub fn boxes(label: impl Into<String>, boxes: impl IntoIterator<Item = impl ToString>) -> Block {
        Block::Boxes { label: label.into(), boxes: boxes.into_iter().map(|on| on.to_string()).collect() }
    }

    /// Creates boxes without words.
    pub fn blanks(label: impl Into<String>, count: usize) -> Block {
        Block::Boxes { label: label.into(), boxes: vec![String::new(); count] }
    }

    /// Creates lines to write on.
    pub fn lines(labels: impl IntoIterator<Item = impl Into<String>>) -> Block {
        Block::Lines(labels.into_iter().map(Into::into).collect())
    }
}

/// A drawing in points of 1/72 inch, with the origin in its upper left corner. Text is set in Fira
/// Sans, headings and numbers in Libertinus Serif Bold.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Its width and its height.
    pub size: (f32, f32),
    /// Its shapes, the later above the earlier.
    pub shapes: Vec<Shape>,
}

/// A level of grey, from 0 for black to 1 for white.
pub type Grey = f32;

/// Something drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A line through points.
    Path {
        /// The points, as x and y.
        points: Vec<(f32, f32)>,
        /// Whether the last is joined to the first.
        closed: bool,
        /// The style of the line.
        style: Style,
    },
    /// A circle.
    Circle {
        /// Its centre.
        at: (f32, f32),
        /// Its radius.
        radius: f32,
        /// The style of the circle.
        style: Style,
    },
    /// A line of words.
    Text {
        /// The point on the base line at which its anchor is.
        at: (f32, f32),
        /// Size in points.
        size: f32,
        /// Whether it is a heading or a number, in bold serifs.
        bold: bool,
        /// The part of it that is at the point.
        anchor: Anchor,
        /// Its grey.
        grey: Grey,
        /// The words.
        text: String,
    },
}

/// The style of a shape: its inside and its line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Grey of the inside, if it is filled.
    pub fill: Option<Grey>,
    /// Width and grey of the line, if there is one.
    pub line: Option<(f32, Grey)>,
}

/// The part of a line of words that is at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Style {
    /// Filled, without a line.
    pub const fn filled(grey: Grey) -> Style {
        Style { fill: Some(grey), line: None }
    }

    /// A line of this width around white.
    pub const fn outlined(width: f32) -> Style {
        Style { fill: Some(1.0), line: Some((width, 0.0)) }
    }

    /// A line of this width and grey.
    pub const fn line(width: f32, grey: Grey) -> Style {
        Style { fill: None, line: Some((width, grey)) }
    }
}
