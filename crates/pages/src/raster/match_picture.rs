//! A finished match as an animated picture, as pixels: a card with its title, some of its moments,
//! and a card with its end. Only the two cards have words, in outlines.

use std::iter;

use kernel::Picture;
use resvg::tiny_skia::Pixmap;
use roster::Analysis;

use super::{
    animation::{self, AnimationFrame},
    letters, paint,
};
use crate::{
    common::preview::{self, whole},
    table::{
        credits::{Credits, CreditsCard},
        moving::{Course, GROUND, INK, LAST_SECONDS, PicturedMoment, SECONDS, overlay},
    },
};

/// Width and height: half those of a link's picture.
const SIZE: (u32, u32) = (preview::SIZE.0 / 2, preview::SIZE.1 / 2);
/// How long the first card is shown, in seconds.
const CARD_SECONDS: u16 = 3;
/// The distance of the words of a card from the edges of their strip.
const EDGE: usize = 24;

/// Draws the animated picture of a match with these moments, as PNG. Drawing takes a while.
pub fn match_picture(
    cover: Option<Picture>,
    moments: &[PicturedMoment],
    analysis: Option<&Analysis>,
    credits: &Credits,
) -> Option<Vec<u8>> {
    let (width, height) = preview::SIZE;
    let course = Course::new(moments, analysis);
    let (cover, mut backdrop) = (cover?, Pixmap::new(SIZE.0, SIZE.1)?);
    paint(&preview::preview(cover, &course.backdrop(), whole), &mut backdrop)?;
    let frame = |moment: &PicturedMoment| {
        let mut picture = backdrop.clone();
        let layer = overlay(&course, moment, whole);
        paint(
            &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{layer}</svg>"),
            &mut picture,
        )?;
        Some(AnimationFrame { picture, seconds: SECONDS })
    };
    let card = |card: &CreditsCard, seconds: u16| {
        let mut picture = Pixmap::new(SIZE.0, SIZE.1)?;
        paint(&preview::preview(cover, &written(card), whole), &mut picture)?;
        Some(AnimationFrame { picture, seconds })
    };
    let first = iter::once_with(|| card(&credits.title, CARD_SECONDS));
    let last = iter::once_with(|| card(&credits.end, LAST_SECONDS));
    let frames: Option<Vec<AnimationFrame>> = first.chain(moments.iter().map(frame)).chain(last).collect();
    animation::animated(&frames?)
}

/// Returns a card with words, on a strip across the picture.
fn written(card: &CreditsCard) -> String {
    let (width, height) = preview::SIZE;
    let lines = card.lines();
    let high = lines.iter().map(|line| line.size * 3 / 2).sum::<usize>();
    let mut y = (height as usize - high) / 2;
    let words = lines.iter().map(|line| {
        y += line.size * 3 / 2;
        letters::written(&line.text, width / 2, y - line.size / 2, line.size, INK)
    });
    let words: String = words.collect();
    let (top, tall) = ((height as usize - high) / 2 - EDGE, high + 2 * EDGE);
    format!(
        "<rect y=\"{top}\" width=\"{width}\" height=\"{tall}\" fill=\"{GROUND}\"/>\
         <path d=\"M0 {top}h{width}m0 {tall}h-{width}\" stroke=\"{INK}\" stroke-width=\"6\"/>{words}"
    )
}
