//! A finished match as an animated picture: a card with its title, some of its moments, and a card
//! with its end. Each moment shows its subject, the reason for its choice, and its place on the
//! course of the match. Only the two cards have words, in outlines.

use std::iter;

use art::{IconArt, icons};
use kernel::{Picture, Scene, Seat, Tone};
use resvg::tiny_skia::Pixmap;
use roster::Analysis;

use super::{
    animation::{self, AnimationFrame},
    framed, letters, paint,
};
use crate::{
    common::preview,
    table::{
        credits::{Credits, CreditsCard},
        curve::Plot,
        moment,
    },
};

/// Width and height: half those of a link's picture.
const SIZE: (u32, u32) = (preview::SIZE.0 / 2, preview::SIZE.1 / 2);
/// How long a moment is shown, a card with words, and the last card, in seconds.
const SECONDS: u16 = 2;
const CARD_SECONDS: u16 = 3;
const LAST_SECONDS: u16 = 5;

/// The distance of a moment's pictures from the upper edge.
const PICTURES: u32 = 84;
/// The position of the course of the match, and its width and height.
const COURSE: [u32; 2] = [200, 484];
const COURSE_SIZE: [f64; 2] = [950.0, 100.0];
/// The distance of the marks of moments from the upper edge of the course.
const MARKS: u32 = 120;
/// The distance of the words of a card from the edges of their strip.
const EDGE: usize = 24;
/// The background of the course and of words, and the ink on it.
const GROUND: &str = "#e9dcc0";
const INK: &str = "#3b2a1a";
/// The colours of seats where they play against each other, as in the stylesheet.
const SEATS: [&str; 8] = ["#2e6ca4", "#a8383b", "#39753f", "#7a4aa6", "#8a5a10", "#3d7078", "#a03a6e", "#5c5650"];

/// The reason why a moment is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MomentKind {
    /// The match begins.
    Opening,
    /// A decision that cost more than others.
    Decision,
    /// The luckiest roll.
    Luckiest,
    /// The unluckiest roll.
    Unluckiest,
    /// A seat is out of the game.
    Fall,
    /// A chapter begins, or the moment fills a gap between others.
    Other,
    /// The match is over.
    End,
}

/// A moment of a match to draw.
#[derive(Clone, Debug)]
pub struct PicturedMoment {
    /// The number of steps before it.
    pub step: usize,
    /// The reason why it is shown.
    pub kind: MomentKind,
    /// The table at that moment, as everybody may see it.
    pub scene: Scene,
}

/// Draws the animated picture of a match with these moments, as PNG. Drawing takes a while.
pub fn match_picture(
    cover: Option<Picture>,
    moments: &[PicturedMoment],
    analysis: Option<&Analysis>,
    credits: &Credits,
) -> Option<Vec<u8>> {
    let course = Course::new(moments, analysis);
    let (cover, mut backdrop) = (cover?, Pixmap::new(SIZE.0, SIZE.1)?);
    paint(&preview::preview(cover, &course.backdrop()), &mut backdrop)?;
    let frame = |moment: &PicturedMoment| {
        let mut picture = backdrop.clone();
        paint(&overlay(&course, moment), &mut picture)?;
        Some(AnimationFrame { picture, seconds: SECONDS })
    };
    let card = |card: &CreditsCard, seconds: u16| {
        let mut picture = Pixmap::new(SIZE.0, SIZE.1)?;
        paint(&preview::preview(cover, &written(card)), &mut picture)?;
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

/// Returns the layer that belongs to one moment, above the common backdrop.
fn overlay(course: &Course, moment: &PicturedMoment) -> String {
    let (width, height) = preview::SIZE;
    let pictures = framed(&moment::pictured(&moment.scene), PICTURES);
    let (course, badge) = (course.until(moment.step), badge(moment));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{pictures}{course}{badge}</svg>"
    )
}

/// Returns a sign for the reason why the moment is shown; empty where the reason is obvious.
fn badge(moment: &PicturedMoment) -> String {
    let bad = moment.scene.ending.as_ref().is_some_and(|ending| ending.tone == Tone::Bad);
    let (icon, colour): (&IconArt, &str) = match moment.kind {
        MomentKind::Opening | MomentKind::Other => return String::new(),
        MomentKind::Decision => (&icons::BRANCH, "#8a5a10"),
        MomentKind::Luckiest => (&icons::LUCK, "#39753f"),
        MomentKind::Unluckiest => (&icons::CRACKED, "#a8383b"),
        MomentKind::Fall => (&icons::SKULL, "#3a3430"),
        MomentKind::End if bad => (&icons::GRAVE, "#3a3430"),
        MomentKind::End => (&icons::TROPHY, "#b08d3e"),
    };
    format!(
        "<defs>{}</defs><circle cx=\"92\" cy=\"84\" r=\"60\" fill=\"{colour}\" stroke=\"{GROUND}\" stroke-width=\"6\"/>\
         <use href=\"#i-{}\" x=\"50\" y=\"42\" width=\"84\" height=\"84\" fill=\"{GROUND}\" color=\"{GROUND}\"/>",
        icon.symbol(),
        icon.name()
    )
}

/// The course of the match along the lower edge: its curves, and the places of its moments.
struct Course {
    curves: String,
    steps: usize,
    marks: Vec<usize>,
}

impl Course {
    fn new(moments: &[PicturedMoment], analysis: Option<&Analysis>) -> Course {
        let marks: Vec<usize> = moments.iter().map(|moment| moment.step).collect();
        let curves = analysis.map(|analysis| curves(&Plot::by_steps(analysis)));
        Course { curves: curves.unwrap_or_default(), steps: marks.last().copied().unwrap_or_default(), marks }
    }

    /// Returns the distance of a step from the left end.
    fn x(&self, step: usize) -> f64 {
        COURSE_SIZE[0] * step as f64 / self.steps.max(1) as f64
    }

    /// Returns the background, all of the curves faintly, and a mark for each moment.
    fn backdrop(&self) -> String {
        let marks =
            self.marks.iter().map(|step| format!("<circle cx=\"{:.0}\" cy=\"{MARKS}\" r=\"7\"/>", self.x(*step)));
        let (marks, width, curves) = (marks.collect::<String>(), COURSE_SIZE[0], &self.curves);
        placed(&format!(
            "<rect x=\"-{}\" y=\"-32\" width=\"{}\" height=\"170\" fill=\"{GROUND}\"/>\
             <g fill=\"none\" stroke-width=\"6\" opacity=\".3\">{curves}</g>\
             <path d=\"M0 {MARKS}H{width}\" stroke=\"{INK}\" stroke-width=\"3\" opacity=\".5\"/>\
             <g fill=\"{INK}\" opacity=\".5\">{marks}</g>",
            COURSE[0],
            preview::SIZE.0
        ))
    }

    /// Returns the curves up to a step, and the mark of that step.
    fn until(&self, step: usize) -> String {
        let (x, curves) = (self.x(step), &self.curves);
        placed(&format!(
            "<clipPath id=\"past\"><rect x=\"-8\" y=\"-32\" width=\"{:.0}\" height=\"170\"/></clipPath>\
             <g clip-path=\"url(#past)\" fill=\"none\" stroke-width=\"6\" stroke-linejoin=\"round\">{curves}</g>\
             <path d=\"M{x:.0} -16V{MARKS}\" stroke=\"{INK}\" stroke-width=\"4\"/>\
             <circle cx=\"{x:.0}\" cy=\"{MARKS}\" r=\"14\" fill=\"{INK}\"/>",
            x + 8.0
        ))
    }
}

/// Returns a line for each seat that has a curve.
fn curves(plot: &Plot) -> String {
    let single = plot.curves().count() < 2;
    let colour = |seat: Seat| if single { SEATS[1] } else { SEATS[seat.index() % SEATS.len()] };
    let line = |(seat, curve)| {
        let (path, colour) = (plot.path(curve, COURSE_SIZE), colour(seat));
        format!("<path d=\"{path}\" stroke=\"{colour}\"/>")
    };
    plot.curves().map(line).collect()
}

/// Moves a drawing to its place on the picture.
fn placed(drawing: &str) -> String {
    format!("<g transform=\"translate({} {})\">{drawing}</g>", COURSE[0], COURSE[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_have_the_colours_of_the_stylesheet() {
        let tokens = include_str!("../../assets/style/tokens.css");
        for (n, colour) in SEATS.iter().enumerate() {
            assert!(tokens.contains(&format!("--s{}: {colour};", n + 1)), "seat {n}");
        }
    }
}
