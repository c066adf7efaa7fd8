//! Pages as SVG.

use std::fmt::Write;

use crate::{
    PrintError,
    mark::{Mark, Stroke},
    typeface::{Font, POINTS},
};

/// The side of an icon, in its own units.
pub(crate) const ICON: f32 = 24.0;

/// Where the words and pictures of an SVG come from.
pub(crate) trait Source {
    /// Writes a line of words from the start of its base line.
    fn words(&self, svg: &mut String, mark: &Words<'_>);

    /// Writes a picture that fills its frame.
    ///
    /// # Errors
    /// If there is no such picture.
    fn picture(&self, svg: &mut String, name: &str, frame: [f32; 4], theme: art::Theme) -> Result<(), PrintError>;
}

/// A line of words.
pub(crate) struct Words<'a> {
    pub(crate) at: [f32; 2],
    pub(crate) size: f32,
    pub(crate) font: Font,
    pub(crate) rgb: u32,
    pub(crate) text: &'a str,
}

/// A web page with the fonts of the hall, and the pictures at its addresses.
struct WebPage;

impl Source for WebPage {
    fn words(&self, svg: &mut String, Words { at: [x, y], size, font, rgb, text }: &Words<'_>) {
        let family = match font {
            Font::Text | Font::Strong => "Fira Sans",
            Font::Title => "Libertinus Serif",
        };
        let weight = if *font == Font::Text { 400 } else { 700 };
        let size = size / POINTS;
        // The layout has measured the words: they take this room in every browser.
        let wide = font.width(text, size * POINTS);
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-family=\"{family}\" font-weight=\"{weight}\" \
             font-size=\"{size:.3}\" textLength=\"{wide:.2}\" lengthAdjust=\"spacingAndGlyphs\" \
             fill=\"#{rgb:06x}\">{text}</text>"
        );
    }

    fn picture(
        &self,
        svg: &mut String,
        name: &str,
        [left, top, wide, high]: [f32; 4],
        theme: art::Theme,
    ) -> Result<(), PrintError> {
        let file = art::file_name(name, theme).ok_or_else(|| PrintError::Picture(name.to_owned()))?;
        let _ = write!(
            svg,
            "<image href=\"/assets/art/{file}\" x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" \
             preserveAspectRatio=\"xMidYMid slice\"/>"
        );
        Ok(())
    }
}

/// Returns a page of this width and height for a web page of the hall: in its fonts, with its
/// pictures under `/assets/art/`.
///
/// # Errors
/// If a mark names a picture or an icon that does not exist.
pub fn page(marks: &[Mark], size: [f32; 2]) -> Result<String, PrintError> {
    let [wide, high] = size;
    drawn(marks, size, [format!("{wide}mm"), format!("{high}mm")], &WebPage)
}

/// Returns marks as an SVG of this width and height in millimetres; `shown` are those in the file.
pub(crate) fn drawn(
    marks: &[Mark],
    [wide, high]: [f32; 2],
    shown: [String; 2],
    source: &dyn Source,
) -> Result<String, PrintError> {
    let [width, height] = shown;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {high}\" preserveAspectRatio=\"none\">"
    );
    for (place, mark) in marks.iter().enumerate() {
        draw(&mut svg, mark, place, source)?;
    }
    svg.push_str("</svg>");
    Ok(svg)
}

fn draw(svg: &mut String, mark: &Mark, place: usize, source: &dyn Source) -> Result<(), PrintError> {
    let _ = match mark {
        Mark::Words { at, size, font, rgb, text } => {
            source.words(svg, &Words { at: *at, size: *size, font: *font, rgb: *rgb, text });
            Ok(())
        }
        Mark::Path { points, closed, fill, line } => {
            let points: Vec<String> = points.iter().map(|[x, y]| format!("{x},{y}")).collect();
            let shape = if *closed { "polygon" } else { "polyline" };
            write!(svg, "<{shape} points=\"{}\"{}/>", points.join(" "), style(*fill, *line))
        }
        Mark::Circle { at: [x, y], radius, fill, line } => {
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>", style(*fill, *line))
        }
        Mark::Picture { name, frame, theme, round } => {
            let [left, top, wide, high] = frame;
            if *round {
                let [x, y, radius] = [left + wide / 2.0, top + high / 2.0, wide / 2.0];
                let _ = write!(
                    svg,
                    "<clipPath id=\"round-{place}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/></clipPath>\
                     <g clip-path=\"url(#round-{place})\">"
                );
            }
            source.picture(svg, name, *frame, *theme)?;
            svg.push_str(if *round { "</g>" } else { "" });
            Ok(())
        }
        Mark::Icon { name, at: [x, y], size, rgb } => {
            let scale = size / ICON;
            let icon = icon(name)?;
            write!(svg, "<g fill=\"#{rgb:06x}\" transform=\"translate({x} {y}) scale({scale})\">{icon}</g>")
        }
    };
    Ok(())
}

/// The icon of that name, as an SVG.
pub(crate) fn icon(name: &str) -> Result<String, PrintError> {
    let icon = art::icon(name).ok_or_else(|| PrintError::Icon(name.to_owned()))?;
    Ok(icon.svg().replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"24\" height=\"24\" ", 1))
}

fn style(fill: Option<u32>, line: Option<Stroke>) -> String {
    let fill = fill.map_or("none".to_owned(), |rgb| format!("#{rgb:06x}"));
    let line = line.map(|(width, rgb)| format!(" stroke=\"#{rgb:06x}\" stroke-width=\"{width}\"")).unwrap_or_default();
    format!(" fill=\"{fill}\"{line}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ink, Paper, pieces};

    #[test]
    fn pages_of_all_games_name_fonts_and_pictures_of_the_hall() {
        for game in roster::GAMES {
            let parts = game.printed();
            let (decks, _) = crate::split(&parts);
            for marks in pieces(game.meta().title, &decks, Paper::A4, false, Ink::Full) {
                let svg = page(&marks, Paper::A4.size()).unwrap();
                assert!(svg.contains("width=\"210mm\" height=\"297mm\""));
                let pictures = marks.iter().filter(|mark| matches!(mark, Mark::Picture { .. })).count();
                assert_eq!(svg.matches("href=\"/assets/art/").count(), pictures);
                let words = marks.iter().filter(|mark| matches!(mark, Mark::Words { .. })).count();
                assert_eq!(svg.matches("<text ").count(), words);
            }
        }
        let unknown = Mark::Icon { name: "none", at: [0.0, 0.0], size: 1.0, rgb: 0 };
        assert_eq!(page(&[unknown], [9.0, 9.0]).unwrap_err().to_string(), "there is no icon none");
    }
}
