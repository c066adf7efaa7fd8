//! Words as outlines of the pages' serif typeface: the renderer of pictures has no fonts.
//! `cargo xtask fonts` writes the outlines.

use std::{collections::HashMap, sync::LazyLock};

use serde_json::Value;

/// The letters of the bold serif font.
struct Letters {
    /// The font's units of its size.
    units: f64,
    /// The width and the path of each character.
    all: HashMap<char, (f64, String)>,
}

static SERIF: LazyLock<Letters> = LazyLock::new(|| {
    let file: Value = serde_json::from_str(include_str!("../../assets/font/serif-700.json")).unwrap_or_default();
    let letter = |(letter, outline): (&String, &Value)| {
        let path = outline[1].as_str()?.to_owned();
        Some((letter.chars().next()?, (outline[0].as_f64()?, path)))
    };
    let all = file["letters"].as_object().into_iter().flatten().filter_map(letter).collect();
    Letters { units: file["units"].as_f64().unwrap_or(1000.0), all }
});

/// Returns a line of words as a drawing, centred on `x` with its feet at `y`. It is smaller than
/// `size` if it would be wider than `most`. Characters that the font lacks are left out.
pub(super) fn centred(words: &str, [x, y]: [f64; 2], size: f64, most: f64, fill: &str) -> String {
    let letters = || words.chars().filter_map(|letter| SERIF.all.get(&letter));
    let width: f64 = letters().map(|(width, _)| width).sum();
    let scale = (size / SERIF.units).min(most / width.max(1.0));
    let mut at = 0.0;
    let placed = letters().map(|(width, path)| {
        let letter = format!("<path d=\"{path}\" transform=\"translate({at:.0} 0)\"/>");
        at += width;
        letter
    });
    let placed: String = placed.collect();
    let left = x - scale * width / 2.0;
    format!("<g fill=\"{fill}\" transform=\"translate({left:.1} {y:.1}) scale({scale:.5} -{scale:.5})\">{placed}</g>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_drawn_letter_by_letter_and_fit() {
        let drawn = centred("Gloombah! – Süß", [600.0, 100.0], 80.0, 2000.0, "#fff");
        assert_eq!(drawn.matches("<path").count(), 15, "{drawn}");
        assert!(drawn.contains("scale(0.08000 -0.08000)"));
        let narrow = centred("Dungeons of Crimsonbranch", [600.0, 100.0], 80.0, 300.0, "#fff");
        assert!(narrow.starts_with("<g fill=\"#fff\" transform=\"translate(450.0 100.0) scale(0.0"), "{narrow}");
        assert_eq!(centred("☠", [0.0, 0.0], 1.0, 1.0, "#fff").matches("<path").count(), 0);
    }
}
