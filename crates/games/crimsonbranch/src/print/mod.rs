//! The hero sheet on paper: the drawing of a page of A4 or Letter in black and white.
//!
//! A [`Page`] is a list of [`Shape`]s in points of 1/72 inch, with the origin in the upper left
//! corner. [`document`] makes an SVG of them; a writer of another format walks through them. Text
//! is set in Fira Sans, headings and numbers in Libertinus Serif Bold, as on the pages. Their widths
//! are known (see [`width`]), so that every reader breaks lines in the same places.

mod back;
mod front;
mod svg;
mod symbols;
mod text;

pub(crate) use front::effect;
pub use svg::document;
pub use text::{sign_width, width, wrap};

use crate::sheet::Sheet;

/// A sheet of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.0, 842.0),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// Width and height of the drawing: as much as both papers can hold within their margins.
const SIZE: (f32, f32) = (535.0, 736.0);

/// One side of a sheet of paper.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The paper.
    pub paper: Paper,
    /// The shapes, the later above the earlier.
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
    const fn filled(grey: Grey) -> Style {
        Style { fill: Some(grey), line: None }
    }

    /// A line of this width around white.
    const fn outlined(width: f32) -> Style {
        Style { fill: Some(1.0), line: Some((width, 0.0)) }
    }

    /// A line of this width and grey.
    const fn line(width: f32, grey: Grey) -> Style {
        Style { fill: None, line: Some((width, grey)) }
    }
}

impl Page {
    /// The front: tree, tracks, and room for what is crossed out, ticked and written down.
    pub fn front(sheet: &Sheet, paper: Paper) -> Page {
        Pen::new(paper).draw(|pen| front::draw(pen, sheet))
    }

    /// The back: the rules in one page.
    pub fn back(paper: Paper) -> Page {
        Pen::new(paper).draw(back::draw)
    }
}

/// Draws on a page, with the origin in the upper left corner of what both papers can hold.
struct Pen {
    page: Page,
    origin: (f32, f32),
}

impl Pen {
    fn new(paper: Paper) -> Pen {
        let (width, height) = paper.size();
        let origin = ((width - SIZE.0) / 2.0, (height - SIZE.1) / 2.0);
        Pen { page: Page { paper, shapes: Vec::new() }, origin }
    }

    fn draw(mut self, what: impl FnOnce(&mut Pen)) -> Page {
        what(&mut self);
        self.page
    }

    fn at(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (self.origin.0 + x, self.origin.1 + y)
    }

    fn path(&mut self, points: &[(f32, f32)], closed: bool, style: Style) {
        let points = points.iter().map(|point| self.at(*point)).collect();
        self.page.shapes.push(Shape::Path { points, closed, style });
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, grey: Grey) {
        self.path(&[from, to], false, Style::line(width, grey));
    }

    fn rect(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), style: Style) {
        self.path(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)], true, style);
    }

    fn circle(&mut self, at: (f32, f32), radius: f32, style: Style) {
        let at = self.at(at);
        self.page.shapes.push(Shape::Circle { at, radius, style });
    }

    fn text(&mut self, at: (f32, f32), size: f32, bold: bool, anchor: Anchor, text: impl Into<String>) {
        let at = self.at(at);
        self.page.shapes.push(Shape::Text { at, size, bold, anchor, grey: 0.0, text: text.into() });
    }

    /// A heading with a rule under it.
    fn heading(&mut self, (x, y): (f32, f32), length: f32, title: &str) {
        self.text((x, y), 8.5, true, Anchor::Start, title);
        self.line((x, y + 3.0), (x + length, y + 3.0), 0.8, 0.0);
    }
}
