//! Links as QR codes, which a phone reads off another screen.

use std::fmt::Write;

use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};
use text::t;

/// The width of the white border, in squares: readers expect four.
const BORDER: i32 = 4;

/// Returns a link as a QR code, dark on white in both themes; nothing if the link is too long.
pub(crate) fn code(link: &str) -> Markup {
    let Ok(code) = QrCode::encode_text(link, QrCodeEcc::Medium) else { return html! {} };
    let size = code.size() + 2 * BORDER;
    html! {
        svg.qr role="img" aria-label=(t!("The link as a QR code")) viewBox=(format!("0 0 {size} {size}")) shape-rendering="crispEdges" {
            rect width=(size) height=(size) fill="#fff" {}
            path fill="#000" d=(squares(&code)) {}
        }
    }
}

/// Returns the dark squares of a code as a path: a rectangle for each run in a row.
fn squares(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let begin = x;
            // There is nothing dark outside the code, so that every run ends.
            while code.get_module(x, y) {
                x += 1;
            }
            if x > begin {
                let width = x - begin;
                // Writing to a string does not fail.
                let _ = write!(path, "M{} {}h{width}v1h-{width}z", begin + BORDER, y + BORDER);
            }
            x += 1;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_its_three_corners_and_a_border() {
        let code = QrCode::encode_text("https://hall.test/tables/abcdefghij", QrCodeEcc::Medium).unwrap();
        let (path, far) = (squares(&code), code.size() + BORDER - 7);
        assert!(path.starts_with("M4 4h7v1h-7z"), "{path}");
        assert!(path.contains(&format!("M{far} 4h7v1h-7z")) && path.contains(&format!("M4 {far}h7v1h-7z")), "{path}");
        let dark = (0..code.size()).map(|y| (0..code.size()).filter(|x| code.get_module(*x, y)).count()).sum::<usize>();
        let widths = path.split('h').skip(1).filter_map(|run| run.split('v').next()?.parse::<usize>().ok());
        assert_eq!(widths.sum::<usize>(), dark);
    }

    #[test]
    fn link_that_is_too_long_has_no_code() {
        assert!(code("https://hall.test").into_string().contains("<path"));
        assert_eq!(code(&"a".repeat(3_000)).into_string(), "");
    }
}
