//! Drawn pages as a PDF.
//!
//! The file contains its two fonts: Fira Sans for words, and Libertinus Serif Bold for headings.
//! Signs that they lack become a question mark. `cargo xtask fonts` writes the fonts' files.

use crimsonbranch::print::{Anchor, Page, Shape, Style, sign_width, width};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr, types::FontFlags};

/// Names of the regular and the bold font within a page.
pub(in crate::commands) const FONTS: [&[u8]; 2] = [b"R", b"B"];
/// The fonts: name, file, ascent, descent, height of capitals, and bounds, in thousandths of the size.
pub(in crate::commands) const FACES: [Face; 2] = [
    Face {
        name: b"FiraSans-Regular",
        file: include_bytes!("../../../fonts/sans-400.ttf"),
        heights: [935.0, -265.0, 689.0],
        bounds: [-756.0, -353.0, 1360.0, 1104.0],
    },
    Face {
        name: b"LibertinusSerif-Bold",
        file: include_bytes!("../../../fonts/serif-700.ttf"),
        heights: [894.0, -246.0, 645.0],
        bounds: [-638.0, -328.0, 6171.0, 1014.0],
    },
];
/// The codes of the usual encoding that can be signs.
const CODES: std::ops::RangeInclusive<u8> = 32..=255;

/// A font to embed.
pub(in crate::commands) struct Face {
    name: &'static [u8],
    file: &'static [u8],
    /// Ascent, descent, and height of capitals.
    heights: [f32; 3],
    bounds: [f32; 4],
}

/// The distance of the handles of a quarter circle from its ends, for a radius of 1.
const HANDLE: f32 = 0.552_284_8;

/// A PDF with these pages.
pub(super) fn document(title: &str, pages: &[Page]) -> Vec<u8> {
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, fonts) = (id(), id(), id(), [0, 1].map(|_| [id(), id(), id()]));
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (id(), id())).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title));
    pdf.pages(tree).kids(ids.iter().map(|(page, _)| *page)).count(pages.len() as i32);
    for (bold, (ids, face)) in fonts.iter().zip(&FACES).enumerate() {
        embed(&mut pdf, *ids, face, bold == 1);
    }
    for (page, (page_id, content_id)) in pages.iter().zip(ids) {
        let (wide, high) = page.paper.size();
        let mut out = pdf.page(page_id);
        out.media_box(Rect::new(0.0, 0.0, wide, high)).parent(tree).contents(content_id);
        let mut resources = out.resources();
        let mut named = resources.fonts();
        for (name, [font, ..]) in FONTS.into_iter().zip(fonts) {
            named.pair(Name(name), font);
        }
        named.finish();
        resources.finish();
        out.finish();
        let mut content = Content::new();
        content.set_line_join(pdf_writer::types::LineJoinStyle::RoundJoin);
        for shape in &page.shapes {
            draw(&mut content, shape, high);
        }
        pdf.stream(content_id, &content.finish());
    }
    pdf.finish()
}

/// Writes a font, its description, and its file.
pub(in crate::commands) fn embed(pdf: &mut Pdf, [font, described, file]: [Ref; 3], face: &Face, bold: bool) {
    let mut dict = pdf.indirect(font).dict();
    dict.pair(Name(b"Type"), Name(b"Font")).pair(Name(b"Subtype"), Name(b"TrueType"));
    dict.pair(Name(b"BaseFont"), Name(face.name)).pair(Name(b"Encoding"), Name(b"WinAnsiEncoding"));
    dict.pair(Name(b"FirstChar"), i32::from(*CODES.start())).pair(Name(b"LastChar"), i32::from(*CODES.end()));
    let widths = CODES.map(|code| i32::from(sign_width(char::from(code), bold).unwrap_or_default()));
    dict.insert(Name(b"Widths")).array().items(widths);
    dict.pair(Name(b"FontDescriptor"), described);
    dict.finish();
    let ([ascent, descent, capitals], [left, bottom, right, top]) = (face.heights, face.bounds);
    let mut description = pdf.font_descriptor(described);
    description.name(Name(face.name)).flags(FontFlags::NON_SYMBOLIC).bbox(Rect::new(left, bottom, right, top));
    description.italic_angle(0.0).ascent(ascent).descent(descent).cap_height(capitals).stem_v(80.0);
    description.font_file2(file);
    description.finish();
    pdf.stream(file, face.file).pair(Name(b"Length1"), face.file.len() as i32);
}

/// Draws a shape; in a PDF heights are counted from below.
fn draw(content: &mut Content, shape: &Shape, high: f32) {
    match shape {
        Shape::Path { points, closed, style } => {
            for (index, (x, y)) in points.iter().enumerate() {
                match index {
                    0 => content.move_to(*x, high - y),
                    _ => content.line_to(*x, high - y),
                };
            }
            if *closed {
                content.close_path();
            }
            paint(content, *style);
        }
        Shape::Circle { at: (x, y), radius, style } => {
            circle(content, (*x, high - y), *radius);
            paint(content, *style);
        }
        Shape::Text { at: (x, y), size, bold, anchor, grey, text } => {
            let back = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width(text, *size, *bold) / 2.0,
                Anchor::End => width(text, *size, *bold),
            };
            content.set_fill_gray(*grey).begin_text().set_font(Name(FONTS[usize::from(*bold)]), *size);
            content.next_line(x - back, high - y).show(Str(&encoded(text, *bold))).end_text();
        }
    }
}

fn circle(content: &mut Content, (x, y): (f32, f32), r: f32) {
    let h = HANDLE * r;
    content.move_to(x + r, y);
    content.cubic_to(x + r, y + h, x + h, y + r, x, y + r);
    content.cubic_to(x - h, y + r, x - r, y + h, x - r, y);
    content.cubic_to(x - r, y - h, x - h, y - r, x, y - r);
    content.cubic_to(x + h, y - r, x + r, y - h, x + r, y);
    content.close_path();
}

fn paint(content: &mut Content, style: Style) {
    if let Some(grey) = style.fill {
        content.set_fill_gray(grey);
    }
    if let Some((width, grey)) = style.line {
        content.set_line_width(width).set_stroke_gray(grey);
    }
    match (style.fill, style.line) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

/// A text in WinAnsi, which is Latin-1 where that has printable signs.
pub(in crate::commands) fn encoded(text: &str, bold: bool) -> Vec<u8> {
    text.chars().map(|sign| sign_width(sign, bold).map_or(b'?', |_| sign as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crimsonbranch::{print::Paper, sheet};

    #[test]
    fn a_pdf_has_all_its_pages() {
        let name = sheet::Name::new("\u{d6}d\u{f6}n \u{4e2d}").expect("a short name");
        let pages = [Page::front(&sheet::Sheet::of(name), Paper::Letter), Page::back(Paper::A4)];
        let bytes = document("a title", &pages);
        assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("/Count 2") && text.contains("612 792") && text.contains("595 842"));
        assert_eq!(encoded("\u{d6}\u{4e2d}", true), [0xd6, b'?']);
        assert!(FACES.iter().all(|face| text.contains(&*String::from_utf8_lossy(face.name))));
    }
}
