//! The files of the fonts: outlines of their signs, and the fonts within a PDF.

use std::{collections::BTreeMap, fmt::Write, sync::LazyLock};

use pdf_writer::{Finish, Name, Pdf, Rect, Ref, types::FontFlags};
use ttf_parser::{Face, OutlineBuilder};

use crate::typeface::{CODES, Font, MINUS, code};

/// The data of a font: its name in a PDF, its file, and the height of its capitals in thousandths of
/// its size.
struct Data {
    name: &'static [u8],
    file: &'static [u8],
    capitals: f32,
}

static DATA: [Data; 3] = [
    Data { name: b"FiraSans-Regular", file: include_bytes!("../fonts/sans-400.ttf"), capitals: 689.0 },
    Data { name: b"FiraSans-Bold", file: include_bytes!("../fonts/sans-700.ttf"), capitals: 693.0 },
    Data { name: b"LibertinusSerif-Bold", file: include_bytes!("../fonts/serif-700.ttf"), capitals: 645.0 },
];
static FACES: LazyLock<[Face<'static>; 3]> = LazyLock::new(|| {
    DATA.each_ref().map(|data| Face::parse(data.file, 0).expect("the fonts in the program are whole"))
});

impl Font {
    fn face(self) -> &'static Face<'static> {
        &FACES[self as usize]
    }

    /// Its name within a page of a PDF.
    pub(crate) fn name(self) -> &'static [u8] {
        [b"R", b"S", b"B"][self as usize]
    }

    /// A text as codes of the font in a PDF.
    pub(crate) fn encoded(self, text: &str) -> Vec<u8> {
        text.chars().filter_map(|sign| code(self.shown(sign))).collect()
    }

    /// A line of words as the path of an SVG, with its start at the origin, in the font's size.
    pub(crate) fn outlined(self, text: &str, size: f32) -> String {
        let (face, mut x, mut path) = (self.face(), 0.0, Path::default());
        let scale = size / f32::from(face.units_per_em());
        for sign in text.chars().map(|sign| self.shown(sign)) {
            let Some(glyph) = face.glyph_index(sign) else { continue };
            (path.x, path.scale) = (x, scale);
            face.outline_glyph(glyph, &mut path);
            x += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
        }
        path.data
    }

    /// Writes the font, its description, and its file.
    pub(crate) fn embed(self, pdf: &mut Pdf, [font, described, file]: [Ref; 3]) {
        let (data, face) = (&DATA[self as usize], self.face());
        let signs: BTreeMap<u8, char> =
            (' '..='\u{ff}').chain(CODES.map(|(sign, _)| sign)).filter_map(|sign| Some((code(sign)?, sign))).collect();
        let mut dict = pdf.indirect(font).dict();
        dict.pair(Name(b"Type"), Name(b"Font")).pair(Name(b"Subtype"), Name(b"TrueType"));
        dict.pair(Name(b"BaseFont"), Name(data.name)).pair(Name(b"FirstChar"), 32).pair(Name(b"LastChar"), 255);
        let mut encoding = dict.insert(Name(b"Encoding")).dict();
        encoding.pair(Name(b"Type"), Name(b"Encoding")).pair(Name(b"BaseEncoding"), Name(b"WinAnsiEncoding"));
        encoding.insert(Name(b"Differences")).array().item(i32::from(MINUS.1)).item(Name(MINUS.2));
        encoding.finish();
        let widths = (32..=255).map(|code| signs.get(&code).map_or(0, |sign| i32::from(self.advance(*sign))));
        dict.insert(Name(b"Widths")).array().items(widths);
        dict.pair(Name(b"FontDescriptor"), described);
        dict.finish();
        let bounds = face.global_bounding_box();
        let [left, bottom, right, top] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(f32::from);
        let mut description = pdf.font_descriptor(described);
        description.name(Name(data.name)).flags(FontFlags::NON_SYMBOLIC).bbox(Rect::new(left, bottom, right, top));
        description.italic_angle(0.0).ascent(face.ascender().into()).descent(face.descender().into());
        description.cap_height(data.capitals).stem_v(80.0).font_file2(file);
        description.finish();
        pdf.stream(file, data.file).pair(Name(b"Length1"), data.file.len() as i32);
    }
}

/// The path of some glyphs, as the data of an SVG, upside down as they are in fonts.
#[derive(Default)]
struct Path {
    data: String,
    x: f32,
    scale: f32,
}

impl Path {
    fn add(&mut self, command: char, points: &[f32]) {
        self.data.push(command);
        for point in points.chunks(2) {
            // Writing to a string cannot fail.
            let _ = write!(self.data, "{:.3} {:.3} ", self.x + point[0] * self.scale, -point[1] * self.scale);
        }
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_fonts() {
        for font in Font::ALL {
            let signs = (' '..='~').chain('\u{a0}'..='\u{ff}').chain(CODES.map(|(sign, _)| sign));
            for sign in signs {
                let glyph = font.face().glyph_index(sign);
                assert_eq!(font.has(sign), glyph.is_some(), "{sign}");
                let Some(wide) = glyph.and_then(|glyph| font.face().glyph_hor_advance(glyph)) else { continue };
                let thousandths = u32::from(wide) * 1000 / u32::from(font.face().units_per_em());
                assert_eq!(u32::from(font.advance(sign)), thousandths, "{sign}");
            }
            assert_eq!(font.encoded("A\u{2212}1\u{4e2d}"), [b'A', 128, b'1', b'?']);
            assert!(font.outlined("H", 10.0).starts_with('M'));
        }
    }
}
