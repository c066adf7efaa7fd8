//! A finished match as an animated picture, as pixels.

use kernel::Picture;
use resvg::tiny_skia::Pixmap;
use roster::Analysis;

use super::{
    animation::{self, AnimationFrame},
    paint,
};
use crate::{
    common::preview,
    table::moving::{Course, PicturedMoment, overlay, seconds, whole},
};

/// Width and height: half those of a link's picture.
const SIZE: (u32, u32) = (preview::SIZE.0 / 2, preview::SIZE.1 / 2);

/// Draws the animated picture of a match with these moments, as PNG. Drawing takes a while.
pub fn match_picture(
    cover: Option<Picture>,
    moments: &[PicturedMoment],
    analysis: Option<&Analysis>,
) -> Option<Vec<u8>> {
    let (width, height) = preview::SIZE;
    let course = Course::new(moments, analysis);
    let mut backdrop = Pixmap::new(SIZE.0, SIZE.1)?;
    paint(&preview::preview(cover?, &course.backdrop(), whole), &mut backdrop)?;
    let frame = |moment: &PicturedMoment| {
        let mut picture = backdrop.clone();
        let layer = overlay(&course, moment, whole);
        paint(
            &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{layer}</svg>"),
            &mut picture,
        )?;
        Some(AnimationFrame { picture, seconds: seconds(moment.kind) })
    };
    let frames: Option<Vec<AnimationFrame>> = moments.iter().map(frame).collect();
    animation::animated(&frames?)
}
