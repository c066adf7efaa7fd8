//! Drawings as marks of a PDF page.

use pdf_writer::Content;
use resvg::{
    tiny_skia::{PathSegment, Transform},
    usvg::{self, FillRule, Node, Paint},
};

use super::Ink;

/// Red, green and blue from 0 to 1, as they are printed.
pub(super) fn inked(rgb: u32, ink: Ink) -> [f32; 3] {
    let part = |shift: u32| (rgb >> shift & 0xff) as f32 / 255.0;
    let [r, g, b] = [part(16), part(8), part(0)];
    match ink {
        Ink::Full => [r, g, b],
        Ink::Grey => [1.0 - 0.6 * (1.0 - (0.3 * r + 0.59 * g + 0.11 * b)); 3],
    }
}

/// The marks of a drawing, in its own coordinates. Its filters are for screens and left out, and so
/// are glows: only plain inks are printed.
pub(super) fn marks(svg: &str, ink: Ink) -> Vec<u8> {
    let mut content = Content::new();
    if let Ok(tree) = usvg::Tree::from_str(svg, &usvg::Options::default()) {
        group(&mut content, tree.root(), ink);
    }
    content.finish().to_vec()
}

fn group(content: &mut Content, nodes: &usvg::Group, ink: Ink) {
    for node in nodes.children() {
        match node {
            Node::Group(inner) => group(content, inner, ink),
            Node::Path(path) => {
                let Some(fill) = path.fill() else { continue };
                let Paint::Color(colour) = fill.paint() else { continue };
                let rgb = u32::from_be_bytes([0, colour.red, colour.green, colour.blue]);
                let [r, g, b] = inked(rgb, ink);
                content.set_fill_rgb(r, g, b);
                trace(content, path.data(), path.abs_transform());
                match fill.rule() {
                    FillRule::NonZero => content.fill_nonzero(),
                    FillRule::EvenOdd => content.fill_even_odd(),
                };
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
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
