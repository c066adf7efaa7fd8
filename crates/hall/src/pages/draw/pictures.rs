//! Drawings, by name: image files from the catalogue, one a theme.

use art::Theme as Inks;
use kernel::Picture;
use maud::{Markup, html};

use super::Theme;

/// A drawing in the colours of the visitor's theme, if the catalogue has it. It fills its frame and is cut at the edges;
/// what is to be seen on it must stand in words nearby.
pub(super) fn picture(picture: Picture, theme: Theme) -> Option<Markup> {
    let drawing = art::picture(picture.0)?;
    let (width, height) = drawing.size();
    let right = drawing.focus() == art::Focus::Right;
    let image = |inks: Inks| html! { img.to-the-right[right] src={ "/assets/art/" (drawing.file_name(inks)) } width=(width) height=(height) alt="" decoding="sync"; };
    Some(match theme {
        Theme::Vault => image(Inks::Vault),
        Theme::Parchment => image(Inks::Parchment),
        Theme::System => html! {
            picture {
                source media="(prefers-color-scheme: light)" srcset={ "/assets/art/" (drawing.file_name(Inks::Parchment)) };
                (image(Inks::Vault))
            }
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_comes_in_the_colours_of_the_theme() {
        let goblin = |theme| picture(Picture("common/goblin"), theme).unwrap().into_string();
        let (vault, parchment, system) = (goblin(Theme::Vault), goblin(Theme::Parchment), goblin(Theme::System));
        assert!(vault.contains("/assets/art/goblin-vault-") && !vault.contains("parchment"), "{vault}");
        assert!(parchment.contains("/assets/art/goblin-parchment-") && !parchment.contains("vault"), "{parchment}");
        assert!(system.contains("goblin-vault-") && system.contains("goblin-parchment-"), "{system}");
        assert!(picture(Picture("common/nobody"), Theme::System).is_none());
    }
}
