//! Pages as an SVG document.

use std::fmt::Write;

use super::{Anchor, Grey, Page, Shape, Style};

/// Space between pages in a document of several.
const GAP: f32 = 12.0;

/// An SVG document with these pages one below the other.
pub fn document(title: &str, pages: &[Page]) -> String {
    let width = pages.iter().map(|page| page.paper.size().0).fold(0.0, f32::max);
    let heights = pages.iter().map(|page| page.paper.size().1);
    let height = heights.sum::<f32>() + GAP * pages.len().saturating_sub(1) as f32;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"'Fira Sans', Helvetica, Arial, 'Liberation Sans', sans-serif\">\n\
         <title>{}</title>\n",
        escaped(title)
    );
    let mut top = 0.0;
    for page in pages {
        let (width, height) = page.paper.size();
        let _ = write!(
            svg,
            "<g transform=\"translate(0 {top})\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        for shape in &page.shapes {
            draw(&mut svg, shape);
        }
        svg.push_str("</g>\n");
        top += height + GAP;
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Path { points, closed, style } => {
            let mut data = String::new();
            for (index, (x, y)) in points.iter().enumerate() {
                let _ = write!(data, "{}{x:.2} {y:.2}", if index == 0 { "M" } else { "L" });
            }
            let end = if *closed { "Z" } else { "" };
            writeln!(svg, "<path d=\"{data}{end}\"{}/>", styled(*style))
        }
        Shape::Circle { at: (x, y), radius, style } => {
            writeln!(svg, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\"{}/>", styled(*style))
        }
        Shape::Text { at: (x, y), size, bold, anchor, grey, text } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let bold = if *bold {
                " font-family=\"'Libertinus Serif', Palatino, Georgia, serif\" font-weight=\"bold\""
            } else {
                ""
            };
            let (fill, text) = (colour(*grey), escaped(text));
            writeln!(
                svg,
                "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" fill=\"{fill}\"{bold}{anchor}>{text}</text>"
            )
        }
    };
}

fn styled(style: Style) -> String {
    let fill = style.fill.map_or("none".to_owned(), colour);
    match style.line {
        Some((width, grey)) => {
            format!(" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"", colour(grey))
        }
        None => format!(" fill=\"{fill}\""),
    }
}

fn colour(grey: Grey) -> String {
    let value = (grey.clamp(0.0, 1.0) * 255.0).round() as u8;
    format!("#{value:02x}{value:02x}{value:02x}")
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no way to write these at all.
            sign if sign.is_control() => safe.push(' '),
            sign => safe.push(sign),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_document() {
        assert_eq!(escaped("<b>&\"\u{7}"), "&lt;b&gt;&amp;&quot; ");
    }
}
