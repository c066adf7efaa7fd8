//! Dice on the table, drawn by the catalogue.

use maud::{Markup, PreEscaped, html};

use crate::assets;

/// Returns a die that shows `value`. `data-tumble` is the address of its tumble for the script; a
/// die that is no solid has none.
pub(crate) fn die(sides: u8, value: u8) -> Markup {
    html! {
        svg.die viewBox=(art::dice::VIEW_BOX) data-tumble=[assets::tumble_href(sides)] aria-hidden="true" focusable="false" {
            (PreEscaped(art::dice::drawing(sides, value.into())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_names_the_file_of_its_tumble() {
        let d20 = die(20, 17).into_string();
        let file =
            d20.split("data-tumble=\"/assets/").nth(1).and_then(|rest| rest.split('"').next()).expect("an address");
        assert!(assets::file(file).is_some_and(|file| file.for_good && file.kind == "application/json"));
        assert!(d20.contains(">17</text>") && !d20.contains("style="));
        assert!(!die(100, 42).into_string().contains("data-tumble"));
    }
}
