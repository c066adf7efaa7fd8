//! Marks on paper: the one list from which PDF pages and pictures are drawn. Lengths are in
//! millimetres from the upper left corner, sizes of letters in points.

use kernel::printed::{Anchor, Drawing, Shape};

use super::typeface::{Font, POINTS, printable};

/// The colour of letters.
pub(crate) const DARK: u32 = 0x14110f;
/// The colour of letters on a dark ground.
pub(crate) const LIGHT: u32 = 0xe9e2d3;
/// The colour of frames.
pub(crate) const BRASS: u32 = 0xb08d3e;

/// A line: its width, and its colour.
pub(crate) type Stroke = (f32, u32);

/// A mark.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// A line of words, from the start of its base line.
    Words {
        /// The start.
        at: [f32; 2],
        /// Size of the letters in points.
        size: f32,
        /// The font.
        font: Font,
        /// The colour.
        rgb: u32,
        /// The words.
        text: String,
    },
    /// Straight lines through points.
    Path {
        /// The points.
        points: Vec<[f32; 2]>,
        /// Whether the last is joined to the first.
        closed: bool,
        /// The colour of the inside.
        fill: Option<u32>,
        /// The line.
        line: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// The centre.
        at: [f32; 2],
        /// The radius.
        radius: f32,
        /// The colour of the inside.
        fill: Option<u32>,
        /// The line.
        line: Option<Stroke>,
    },
    /// A picture that fills its frame.
    Picture {
        /// Its name.
        name: &'static str,
        /// Left, top, width and height.
        frame: [f32; 4],
        /// Its inks.
        theme: art::Theme,
        /// Whether it is cut to a circle.
        round: bool,
    },
    /// A sign.
    Icon {
        /// Its name.
        name: &'static str,
        /// The upper left corner.
        at: [f32; 2],
        /// The side.
        size: f32,
        /// The colour.
        rgb: u32,
    },
}

impl Mark {
    /// Words from a point on.
    pub(crate) fn words(at: [f32; 2], size: f32, font: Font, text: &str) -> Mark {
        Mark::Words { at, size, font, rgb: DARK, text: printable(text) }
    }

    /// Words in the middle between two edges, as large as `size` at most.
    pub(crate) fn centred([left, right]: [f32; 2], y: f32, size: f32, font: Font, text: &str) -> Mark {
        let (text, room) = (printable(text), right - left);
        let size = size.min(size * room / font.width(&text, size).max(0.1));
        let x = left + (room - font.width(&text, size)) / 2.0;
        Mark::Words { at: [x, y], size, font, rgb: DARK, text }
    }

    /// A rectangle.
    pub(crate) fn rect([left, top, wide, high]: [f32; 4], fill: Option<u32>, line: Option<Stroke>) -> Mark {
        let points = vec![[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]];
        Mark::Path { points, closed: true, fill, line }
    }

    /// A line from one point to another.
    pub(crate) fn line(from: [f32; 2], to: [f32; 2], line: Stroke) -> Mark {
        Mark::Path { points: vec![from, to], closed: false, fill: None, line: Some(line) }
    }

    /// The same words in another colour.
    pub(crate) fn coloured(self, colour: u32) -> Mark {
        match self {
            Mark::Words { at, size, font, text, .. } => Mark::Words { at, size, font, rgb: colour, text },
            other => other,
        }
    }

    /// The same mark elsewhere.
    pub(crate) fn moved(mut self, [x, y]: [f32; 2]) -> Mark {
        match &mut self {
            Mark::Words { at, .. } | Mark::Circle { at, .. } | Mark::Icon { at, .. } => {
                *at = [at[0] + x, at[1] + y];
            }
            Mark::Path { points, .. } => points.iter_mut().for_each(|at| *at = [at[0] + x, at[1] + y]),
            Mark::Picture { frame, .. } => {
                frame[0] += x;
                frame[1] += y;
            }
        }
        self
    }

    /// Its left, right, upper and lower end.
    #[cfg(test)]
    pub(crate) fn ends(&self) -> [f32; 4] {
        match self {
            Mark::Words { at: [x, y], size, font, text, .. } => {
                [*x, x + font.width(text, *size), y - 0.75 * size / POINTS, y + 0.25 * size / POINTS]
            }
            Mark::Path { points, .. } => {
                let along = |axis: usize| points.iter().map(move |at| at[axis]);
                let [least, most] = [f32::min as fn(f32, f32) -> f32, f32::max];
                [
                    along(0).fold(f32::INFINITY, least),
                    along(0).fold(0.0, most),
                    along(1).fold(f32::INFINITY, least),
                    along(1).fold(0.0, most),
                ]
            }
            Mark::Circle { at: [x, y], radius, .. } => [x - radius, x + radius, y - radius, y + radius],
            Mark::Picture { frame: [x, y, wide, high], .. } => [*x, x + wide, *y, y + high],
            Mark::Icon { at: [x, y], size, .. } => [*x, x + size, *y, y + size],
        }
    }
}

/// A game's drawing as marks, `scale` times as large.
pub fn drawn(drawing: &Drawing, scale: f32) -> Vec<Mark> {
    let unit = scale / POINTS;
    let grey = |grey: f32| 0x010101 * (grey.clamp(0.0, 1.0) * 255.0).round() as u32;
    let place = |(x, y): (f32, f32)| [x * unit, y * unit];
    let stroke = |line: Option<(f32, f32)>| line.map(|(width, shade)| (width * unit, grey(shade)));
    let mark = |shape: &Shape| match shape {
        Shape::Path { points, closed, style } => Mark::Path {
            points: points.iter().copied().map(place).collect(),
            closed: *closed,
            fill: style.fill.map(grey),
            line: stroke(style.line),
        },
        Shape::Circle { at, radius, style } => {
            Mark::Circle { at: place(*at), radius: radius * unit, fill: style.fill.map(grey), line: stroke(style.line) }
        }
        Shape::Text { at, size, bold, anchor, grey: shade, text } => {
            let (font, size) = (if *bold { Font::Title } else { Font::Text }, size * scale);
            let back = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => font.width(text, size) / 2.0,
                Anchor::End => font.width(text, size),
            };
            let [x, y] = place(*at);
            Mark::Words { at: [x - back, y], size, font, rgb: grey(*shade), text: text.clone() }
        }
    };
    drawing.shapes.iter().map(mark).collect()
}
