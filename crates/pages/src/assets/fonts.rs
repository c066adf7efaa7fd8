//! The typefaces of the pages: Libertinus Serif for headings, Fira Sans for text, both under the
//! SIL Open Font License. `cargo xtask fonts` writes their files.

/// The content type of a font.
pub(super) const KIND: &str = "font/woff2";

/// A font: one weight of a typeface.
pub(super) struct Font {
    pub(super) file: &'static str,
    pub(super) bytes: &'static [u8],
    pub(super) hash: u64,
    family: &'static str,
    /// The weights for which browsers choose it.
    weights: &'static str,
}

pub(super) const FONTS: [Font; 4] = [
    Font {
        file: "serif-400.woff2",
        bytes: text::file_bytes!("../../assets/font/serif-400.woff2"),
        hash: text::file_hash!("../../assets/font/serif-400.woff2"),
        family: "Libertinus Serif",
        weights: "400",
    },
    Font {
        file: "serif-700.woff2",
        bytes: text::file_bytes!("../../assets/font/serif-700.woff2"),
        hash: text::file_hash!("../../assets/font/serif-700.woff2"),
        family: "Libertinus Serif",
        weights: "600 700",
    },
    Font {
        file: "sans-400.woff2",
        bytes: text::file_bytes!("../../assets/font/sans-400.woff2"),
        hash: text::file_hash!("../../assets/font/sans-400.woff2"),
        family: "Fira Sans",
        weights: "400",
    },
    Font {
        file: "sans-700.woff2",
        bytes: text::file_bytes!("../../assets/font/sans-700.woff2"),
        hash: text::file_hash!("../../assets/font/sans-700.woff2"),
        family: "Fira Sans",
        weights: "600 700",
    },
];

impl Font {
    /// Its address from the folder of the stylesheet.
    fn reference(&self) -> String {
        format!("{}?v={:016x}", self.file, self.hash)
    }
}

/// Returns the rules of the stylesheet that declare the fonts. A font that is late is left out until
/// the next page, so that no text moves.
pub(super) fn faces() -> String {
    let rule = |font: &Font| {
        let (family, weights, file) = (font.family, font.weights, font.reference());
        format!(
            "@font-face{{font-family:\"{family}\";font-weight:{weights};font-display:optional;src:url({file}) format(\"woff2\")}}\n"
        )
    };
    FONTS.iter().map(rule).collect()
}

/// Returns the addresses of the fonts that every page has, so that it asks for them early.
pub(crate) fn hrefs() -> impl Iterator<Item = String> {
    FONTS[1..].iter().map(|font| format!("/assets/{}", font.reference()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_are_light_and_named_by_their_content() {
        assert!(FONTS.iter().all(|font| font.bytes.starts_with(b"wOF2")));
        let size: usize = FONTS.iter().map(|font| font.bytes.len()).sum();
        assert!(size < 45 * 1024, "{size} bytes");
        assert!(FONTS.iter().all(|font| faces().contains(&super::super::mark(font.file).unwrap())));
    }
}
