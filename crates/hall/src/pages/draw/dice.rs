//! Dice as they look from above: the shape says how many sides, the number how it fell.

use maud::{Markup, html};

/// The outline of a die and the edges seen on it, in a box of 100 by 100, and where its number stands.
struct Shape {
    outline: &'static str,
    edges: &'static str,
    y: u8,
    size: u8,
}

fn shape(sides: u8) -> Shape {
    match sides {
        4 => Shape { outline: "M50 8 96 88H4Z", edges: "M50 8V62M4 88 50 62 96 88", y: 84, size: 34 },
        6 => Shape { outline: "M12 12H88V88H12Z", edges: "", y: 66, size: 46 },
        8 => Shape { outline: "M50 3 93 27V73L50 97 7 73V27Z", edges: "M50 3 93 73H7Z", y: 66, size: 34 },
        10 => Shape {
            outline: "M50 3 97 42V60L50 97 3 60V42Z",
            edges: "M50 3 78 56 50 70 22 56ZM3 60 22 56M97 60 78 56M50 70V97",
            y: 55,
            size: 30,
        },
        12 => Shape {
            outline: "M50 3 78 12 96 36V64L78 88 50 97 22 88 4 64V36L22 12Z",
            edges: "M50 22 78 42 67 75H33L22 42ZM50 3V22M96 36 78 42M78 88 67 75M22 88 33 75M4 36 22 42",
            y: 64,
            size: 34,
        },
        20 => Shape {
            outline: "M50 3 91 26V74L50 97 9 74V26Z",
            edges: "M50 24 76 67H24ZM50 3V24M9 26 50 24 91 26M9 26 24 67 9 74M91 26 76 67 91 74M24 67 50 97 76 67",
            y: 61,
            size: 28,
        },
        _ => Shape { outline: "M50 4A46 46 0 1 1 49.9 4Z", edges: "", y: 65, size: 42 },
    }
}

/// A die that shows `value`.
pub(super) fn die(sides: u8, value: u8) -> Markup {
    let shape = shape(sides);
    html! {
        svg.die viewBox="0 0 100 100" aria-hidden="true" focusable="false" {
            path.body d=(shape.outline) {}
            @if !shape.edges.is_empty() { path.edges d=(shape.edges) {} }
            text x="50" y=(shape.y) font-size=(shape.size) text-anchor="middle" { (value) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_die_has_a_shape_of_its_own() {
        let outlines: std::collections::HashSet<&str> =
            [4, 6, 8, 10, 12, 20, 100].into_iter().map(|sides| shape(sides).outline).collect();
        assert_eq!(outlines.len(), 7);
        assert!(die(20, 17).into_string().contains(">17</text>"));
    }
}
