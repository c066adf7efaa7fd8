//! Drawings, by name: image files from the catalogue, one per theme.

use std::{
    collections::HashMap,
    sync::{LazyLock, OnceLock},
};

use art::Theme as Inks;
use kernel::Picture;
use maud::{Markup, PreEscaped, html};

use crate::{common::arch, data::Theme};

/// Returns a drawing in the colours of the visitor's theme, if the catalogue has it. It fills its
/// frame and is cut at the edges; words nearby must state its content.
pub(crate) fn picture(picture: Picture, theme: Theme) -> Option<PreEscaped<&'static str>> {
    let (drawing, images) = IMAGES.get(picture.0)?;
    Some(PreEscaped(images[theme as usize].get_or_init(|| image(drawing, theme)).0.as_str()))
}

/// Returns the same, or the arch of the hall where the catalogue has no such drawing.
pub(crate) fn picture_or_arch(name: Picture, theme: Theme) -> Markup {
    html! { @match picture(name, theme) { Some(drawing) => (drawing), None => (arch()) } }
}

/// Returns a drawing in a small frame, which is empty where the catalogue has no such drawing.
pub(crate) fn shot(name: Option<Picture>, theme: Theme) -> Markup {
    html! { span.shot aria-hidden="true" { @if let Some(drawing) = name.and_then(|name| picture(name, theme)) { (drawing) } } }
}

/// A drawing, and its image in each theme, cached at the first use.
type Images = (&'static art::Picture, [OnceLock<Markup>; Theme::ALL.len()]);

/// The images of all drawings, by name.
static IMAGES: LazyLock<HashMap<&str, Images>> =
    LazyLock::new(|| art::pictures().map(|drawing| (drawing.name(), (drawing, Default::default()))).collect());

fn image(drawing: &art::Picture, theme: Theme) -> Markup {
    let (width, height) = drawing.size();
    let right = drawing.focus() == art::Focus::Right;
    let image = |inks: Inks| html! { img.to-the-right[right] src={ "/assets/art/" (drawing.file_name(inks)) } width=(width) height=(height) alt="" decoding="sync"; };
    match theme {
        Theme::Vault => image(Inks::Vault),
        Theme::Parchment => image(Inks::Parchment),
        Theme::System => html! {
            picture {
                source media="(prefers-color-scheme: light)" srcset={ "/assets/art/" (drawing.file_name(Inks::Parchment)) };
                (image(Inks::Vault))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_comes_in_the_colours_of_the_theme() {
        let goblin = |theme| picture(Picture("common/goblin"), theme).unwrap().0;
        let (vault, parchment, system) = (goblin(Theme::Vault), goblin(Theme::Parchment), goblin(Theme::System));
        assert!(vault.contains("/assets/art/goblin-vault-") && !vault.contains("parchment"), "{vault}");
        assert!(parchment.contains("/assets/art/goblin-parchment-") && !parchment.contains("vault"), "{parchment}");
        assert!(system.contains("goblin-vault-") && system.contains("goblin-parchment-"), "{system}");
        assert!(picture(Picture("common/nobody"), Theme::System).is_none());
    }
}
