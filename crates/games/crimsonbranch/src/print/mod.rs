//! The hero sheet on paper: the drawing of a page of A4 or Letter in black and white.
//!
//! A [`Page`] is a list of [`Shape`]s in points of 1/72 inch, with the origin in the upper left
//! corner. [`document`] makes an SVG of them; a writer of another format walks through them. Text
//! is set in Fira Sans, headings and numbers in Libertinus Serif Bold, as on the pages. Their widths
//! are known, so that every reader breaks lines in the same places.

mod back;
mod front;
mod svg;
mod symbols;
mod text;

pub(crate) use front::effect;
pub use svg::document;

use kernel::printed::Drawing;
pub use kernel::printed::{Anchor, Grey, Shape, Style};

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

impl Page {
    /// The front: tree, tracks, and room for what is crossed out, ticked and written down.
    pub fn front(sheet: &Sheet, paper: Paper) -> Page {
        Pen::new(paper).draw(|pen| front::draw(pen, sheet))
    }

    /// The same as a drawing without margins.
    pub(crate) fn front_alone(sheet: &Sheet) -> Drawing {
        let pen = Pen { page: Page { paper: Paper::A4, shapes: Vec::new() }, origin: (0.0, 0.0) };
        Drawing { size: SIZE, shapes: pen.draw(|pen| front::draw(pen, sheet)).shapes }
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
