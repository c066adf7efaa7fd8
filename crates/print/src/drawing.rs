//! Drawings as marks of a PDF page.

use pdf_writer::Content;
use resvg::{
    tiny_skia::{PathSegment, Transform},
    usvg::{self, FillRule, Node, Paint},
};

use crate::{Ink, PrintError};

/// Red, green and blue from 0 to 1, as they are printed.
pub(crate) fn inked(rgb: u32, ink: Ink) -> [f32; 3] {
    let part = |shift: u32| (rgb >> shift & 0xff) as f32 / 255.0;
    let [r, g, b] = [part(16), part(8), part(0)];
    match ink {
        Ink::Full => [r, g, b],
        Ink::Grey => [1.0 - 0.6 * (1.0 - (0.3 * r + 0.59 * g + 0.11 * b)); 3],
    }
}

/// The inks of a drawing.
#[derive(Clone, Copy)]
pub(crate) enum Inks {
    /// Its own.
    Own(Ink),
    /// One colour for all its shapes.
    One(u32, Ink),
}

/// The picture of that name.
pub(crate) fn picture(name: &str) -> Result<&'static art::Picture, PrintError> {
    art::picture(name).ok_or_else(|| PrintError::Picture(name.to_owned()))
}

/// The marks of a drawing of this name, in its own coordinates. Its filters are for screens and left
/// out, and so are glows: only plain inks are printed.
///
/// # Errors
/// If the drawing cannot be read, or nothing of it would be printed.
pub(crate) fn marks(name: &str, svg: &str, inks: Inks) -> Result<Vec<u8>, PrintError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let mut content = Content::new();
    let shapes = group(&mut content, tree.root(), inks);
    if shapes == 0 {
        return Err(PrintError::Blank(name.to_owned()));
    }
    Ok(content.finish().to_vec())
}

/// Draws a group, and returns the number of its shapes.
fn group(content: &mut Content, nodes: &usvg::Group, inks: Inks) -> usize {
    let mut shapes = 0;
    for node in nodes.children() {
        match node {
            Node::Group(inner) => shapes += group(content, inner, inks),
            Node::Path(path) => {
                let Some(fill) = path.fill() else { continue };
                let Paint::Color(colour) = fill.paint() else { continue };
                let [r, g, b] = match inks {
                    Inks::Own(ink) => inked(u32::from_be_bytes([0, colour.red, colour.green, colour.blue]), ink),
                    Inks::One(rgb, ink) => inked(rgb, ink),
                };
                content.set_fill_rgb(r, g, b);
                trace(content, path.data(), path.abs_transform());
                match fill.rule() {
                    FillRule::NonZero => content.fill_nonzero(),
                    FillRule::EvenOdd => content.fill_even_odd(),
                };
                shapes += 1;
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
    shapes
}

fn trace(content: &mut Content, path: &resvg::tiny_skia::Path, by: Transform) {
    let Some(path) = path.clone().transform(by) else { return };
    let mut last = [0.0, 0.0];
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                last = [to.x, to.y];
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                last = [to.x, to.y];
            }
            PathSegment::QuadTo(mid, to) => {
                let near = |end: f32, mid: f32| end + (mid - end) * 2.0 / 3.0;
                let [x, y] = last;
                content.cubic_to(near(x, mid.x), near(y, mid.y), near(to.x, mid.x), near(to.y, mid.y), to.x, to.y);
                last = [to.x, to.y];
            }
            PathSegment::CubicTo(a, b, to) => {
                content.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
                last = [to.x, to.y];
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::icon;

    #[test]
    fn every_drawing_can_be_printed() {
        for picture in art::pictures() {
            let marks = marks(picture.name(), &picture.svg(art::Theme::Parchment), Inks::Own(Ink::Full));
            assert!(marks.is_ok(), "{}: {marks:?}", picture.name());
        }
        for one in art::icons() {
            let marks = icon(one.name()).and_then(|svg| marks(one.name(), &svg, Inks::One(0, Ink::Grey)));
            assert!(marks.is_ok(), "{}: {marks:?}", one.name());
        }
    }

    #[test]
    fn a_drawing_that_cannot_be_read_is_an_error() {
        assert!(marks("broken", "<svg", Inks::Own(Ink::Full)).is_err());
        assert!(
            marks("empty", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>", Inks::Own(Ink::Full))
                .is_err()
        );
        assert!(picture("nobody/nothing").is_err() && icon("nothing").is_err());
    }
}
