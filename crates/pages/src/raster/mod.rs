//! Raster pictures: PNGs for links and icons, and the animated picture of a match. Drawing one
//! takes a while.

mod animation;
mod letters;
mod match_picture;

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use kernel::{Picture, Scene};
use resvg::{tiny_skia, usvg};

use crate::{
    common::preview::{SIGN, SIZE, cover, icon_href, name as preview_name, preview, whole},
    table::{
        moment::pictured,
        moving::{FRAMED, framed},
        stone::{self, Line, Stone},
    },
};
pub use match_picture::match_picture;

/// Returns the PNG of a generated picture, by its name below `/assets/`; it is drawn at the first
/// request and cached.
pub(crate) fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    static DRAWN: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let (svg, size) = source(name)?;
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = drawn.get(name) {
        return Some(known.clone().into());
    }
    let png = pixels(&svg, size)?;
    drawn.insert(name.to_owned(), png.clone());
    Some(png.into())
}

/// The sizes of the sign that devices ask for.
const ICONS: [u32; 3] = [180, 192, 512];

/// Returns the names of the sign in each size.
pub(crate) fn icons() -> impl Iterator<Item = String> {
    ICONS.into_iter().filter_map(|size| icon_href(size).strip_prefix("/assets/").map(str::to_owned))
}

/// Returns the SVG source of a file, and its width and height; `None` for a name of an earlier
/// version.
fn source(name: &str) -> Option<(String, (u32, u32))> {
    if name.starts_with("preview/") {
        let games = roster::GAMES.iter().map(|title| Some(title.meta()));
        let game = games.chain([None]).find(|game| preview_name(*game) == name)?;
        return Some((preview(cover(game), "", whole), SIZE));
    }
    let size = ICONS.into_iter().find(|size| icon_href(*size).strip_prefix("/assets/") == Some(name))?;
    Some((SIGN.to_owned(), (size, size)))
}

/// Draws the picture of a moment that everybody may see, as PNG. Drawing takes a while.
pub fn moment_picture(cover: Option<Picture>, scene: &Scene) -> Option<Vec<u8>> {
    picture_of(cover?, &pictured(scene))
}

/// Draws the picture of a moment: the cover of its game, with these pictures side by side on it.
fn picture_of(cover: Picture, shown: &[Picture]) -> Option<Vec<u8>> {
    pixels(&preview(cover, &framed(shown, (SIZE.1 - FRAMED) / 2, whole), whole), SIZE)
}

/// Draws a gravestone, as PNG. Drawing takes a while.
pub fn stone_picture(stone: &Stone) -> Option<Vec<u8>> {
    let (width, height) = stone::SIZE;
    let hero = |picture: Picture, place: &str| {
        let drawing = art::picture(picture.0).map(|picture| picture.svg(art::Theme::Vault)).unwrap_or_default();
        drawing.replacen("<svg ", &format!("<svg {place} "), 1)
    };
    let write = |line: &Line| letters::written(line.text, width / 2, line.y, line.size, stone::INK);
    pixels(&stone.drawing(&format!("width=\"{width}\" height=\"{height}\""), hero, write), stone::SIZE)
}

/// Renders a drawing as PNG of that width and height.
fn pixels(svg: &str, (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let mut canvas = tiny_skia::Pixmap::new(width, height)?;
    paint(svg, &mut canvas)?;
    canvas.encode_png().ok()
}

/// Paints a drawing on a canvas, scaled to the canvas.
fn paint(svg: &str, canvas: &mut tiny_skia::Pixmap) -> Option<()> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let scale = |wanted: u32, drawn: f32| wanted as f32 / drawn;
    let size = tree.size();
    let transform =
        tiny_skia::Transform::from_scale(scale(canvas.width(), size.width()), scale(canvas.height(), size.height()));
    resvg::render(&tree, transform, &mut canvas.as_mut());
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_moment_is_about_stands_on_its_picture() {
        let cover = Picture("scenes/rogue-ascension");
        let [none, one] = [&[][..], &[Picture("common/goblin")]].map(|shown| picture_of(cover, shown).unwrap());
        assert!(none.starts_with(b"\x89PNG") && none != one);
    }
}
