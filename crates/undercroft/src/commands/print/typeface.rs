//! The typefaces of the pages: their widths, their outlines, and their files within a PDF.
//! `cargo xtask fonts` writes the fonts' files.

use std::{collections::BTreeMap, fmt::Write, sync::LazyLock};

use pdf_writer::{Finish, Name, Pdf, Rect, Ref, types::FontFlags};
use ttf_parser::{Face, OutlineBuilder};

/// A font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Font {
    /// Fira Sans, for text.
    Text,
    /// Fira Sans Bold, for words of weight within a text.
    Strong,
    /// Libertinus Serif Bold, for headings and numbers.
    Title,
}

/// Points in a millimetre.
pub(crate) const POINTS: f32 = 72.0 / 25.4;

/// The data of a font: its names in the file and on a page, its file, and the height of its
/// capitals in thousandths of its size.
struct Data {
    name: &'static [u8],
    file: &'static [u8],
    capitals: f32,
}

static DATA: [Data; 3] = [
    Data { name: b"FiraSans-Regular", file: include_bytes!("../../../fonts/sans-400.ttf"), capitals: 689.0 },
    Data { name: b"FiraSans-Bold", file: include_bytes!("../../../fonts/sans-700.ttf"), capitals: 693.0 },
    Data { name: b"LibertinusSerif-Bold", file: include_bytes!("../../../fonts/serif-700.ttf"), capitals: 645.0 },
];
static FACES: LazyLock<[Face<'static>; 3]> = LazyLock::new(|| {
    DATA.each_ref().map(|data| Face::parse(data.file, 0).expect("the fonts in the program are whole"))
});

/// Signs outside Latin-1, with their codes in the fonts of a PDF. They are those of the usual
/// encoding (WinAnsi), and the minus, which replaces the sign of the euro.
const CODES: [(char, u8); 14] = [
    (MINUS.0, MINUS.1),
    ('\u{201a}', 130),
    ('\u{201e}', 132),
    ('\u{2026}', 133),
    ('\u{2039}', 139),
    ('\u{2018}', 145),
    ('\u{2019}', 146),
    ('\u{201c}', 147),
    ('\u{201d}', 148),
    ('\u{2022}', 149),
    ('\u{2013}', 150),
    ('\u{2014}', 151),
    ('\u{203a}', 155),
    ('\u{153}', 156),
];
/// The minus: its sign, its code, and its name in lists of glyphs.
const MINUS: (char, u8, &[u8]) = ('\u{2212}', 128, b"minus");
/// The sign that replaces those that the fonts lack.
const MISSING: char = '?';

impl Font {
    /// All fonts.
    pub(crate) const ALL: [Font; 3] = [Font::Text, Font::Strong, Font::Title];

    fn face(self) -> &'static Face<'static> {
        &FACES[self as usize]
    }

    /// Its name within a page.
    pub(crate) fn name(self) -> &'static [u8] {
        [b"R", b"S", b"B"][self as usize]
    }

    /// Whether it has a sign.
    pub(crate) fn has(self, sign: char) -> bool {
        code(sign).is_some() && self.face().glyph_index(sign).is_some()
    }

    /// The sign, or the one that replaces it.
    fn shown(self, sign: char) -> char {
        if self.has(sign) { sign } else { MISSING }
    }

    /// The width of a sign in thousandths of the size.
    fn advance(self, sign: char) -> u16 {
        let face = self.face();
        let width = face.glyph_index(self.shown(sign)).and_then(|glyph| face.glyph_hor_advance(glyph));
        (u32::from(width.unwrap_or_default()) * 1000 / u32::from(face.units_per_em())) as u16
    }

    /// The width of a line of words in millimetres, at a size in points.
    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        text.chars().map(|sign| f32::from(self.advance(sign))).sum::<f32>() * size / 1000.0 / POINTS
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

/// The code of a sign in a PDF.
fn code(sign: char) -> Option<u8> {
    match sign {
        ' '..='~' | '\u{a0}'..='\u{ff}' => Some(sign as u8),
        other => CODES.iter().find(|(sign, _)| *sign == other).map(|(_, code)| *code),
    }
}

/// The text in signs that the fonts have. Only arrows and the suits of cards have another sign.
pub(crate) fn printable(text: &str) -> String {
    let text: String = text.chars().filter(|sign| !matches!(sign, '\u{2660}'..='\u{2666}')).collect();
    text.replace('\u{2192}', "\u{203a}").trim_end().to_owned()
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
    fn fonts_have_a_minus_and_the_quotes_of_both_languages() {
        for font in Font::ALL {
            assert!("\u{2212}\u{201e}\u{201c}\u{201d}\u{2026}\u{2013}\u{d7}\u{c4}\u{df}".chars().all(|c| font.has(c)));
            assert_eq!(font.encoded("A\u{2212}1\u{4e2d}"), [b'A', 128, b'1', b'?']);
            assert!(font.outlined("H", 10.0).starts_with('M'));
        }
        assert!(Font::Text.width("mmm", 10.0) > Font::Text.width("iii", 10.0));
    }
}
