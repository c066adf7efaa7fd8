//! A finished match as a picture that moves: some of its moments, one after the other. Each shows its
//! subject, the reason for its choice, and its place on the course of the match. The moments have no
//! words.
//!
//! The server draws the layers as pixels. A browser animates them itself, as one SVG.

use std::fmt::Write;

use art::{IconArt, icons};
use kernel::{Picture, Scene, Seat, Tone};
use roster::Analysis;

use crate::{
    common::preview::{self, Draw},
    table::{curve::Plot, moment},
};

/// How long a moment is shown, and the last one, in seconds.
pub(crate) const SECONDS: u16 = 2;
pub(crate) const LAST_SECONDS: u16 = 5;

/// The distance of a moment's pictures from the upper edge.
const PICTURES: u32 = 84;
/// The position of the course of the match, and its width and height.
const COURSE: [u32; 2] = [200, 484];
const COURSE_SIZE: [f64; 2] = [950.0, 100.0];
/// The distance of the marks of moments from the upper edge of the course.
const MARKS: u32 = 120;
/// The background of the course and of words, and the ink on it.
pub(crate) const GROUND: &str = "#e9dcc0";
pub(crate) const INK: &str = "#3b2a1a";
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

/// Returns how long a moment is shown, in seconds.
pub(crate) const fn seconds(kind: MomentKind) -> u16 {
    if matches!(kind, MomentKind::End) { LAST_SECONDS } else { SECONDS }
}

/// Returns a drawing that refers to its file.
fn referring(drawing: &'static art::Picture) -> String {
    let ((width, height), file) = (drawing.size(), drawing.file_name(art::Theme::Vault));
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"xMidYMid slice\"><image href=\"/assets/art/{file}\" width=\"{width}\" height=\"{height}\"/></svg>"
    )
}

/// Returns the moving picture of a match with these moments as SVG, which refers to its drawings by
/// their addresses. A reader who prefers no motion sees the last moment.
pub fn moving_picture(cover: Picture, moments: &[PicturedMoment], analysis: Option<&Analysis>) -> String {
    let course = Course::new(moments, analysis);
    let all: u16 = moments.iter().map(|moment| seconds(moment.kind)).sum();
    let percent = |seconds: u16| 100.0 * f64::from(seconds) / f64::from(all.max(1));
    let (mut style, mut layers, mut from) = (String::new(), course.backdrop(), 0);
    for (n, moment) in moments.iter().enumerate() {
        let to = from + seconds(moment.kind);
        let _ = write!(
            style,
            "@keyframes m{n}{{0%{{visibility:hidden}}{:.3}%{{visibility:visible}}{:.3}%{{visibility:hidden}}}}.m{n}{{animation-name:m{n}}}",
            percent(from),
            percent(to)
        );
        let _ = write!(layers, "<g class=\"m m{n}\">{}</g>", overlay(&course, moment, referring));
        from = to;
    }
    let style = format!(
        "<style>.m{{visibility:hidden;animation:{all}s step-end infinite}}{style}\
         @media (prefers-reduced-motion:reduce){{.m{{animation:none}}.m:last-of-type{{visibility:visible}}}}</style>"
    );
    preview::preview(cover, &format!("{style}{layers}"), referring)
}

/// The side of a picture on that of a moment, and the gap between two.
pub(crate) const FRAMED: u32 = 300;
const GAP: u32 = 48;

/// Returns pictures side by side, each in a frame, at this distance from the upper edge.
pub(crate) fn framed(shown: &[Picture], y: u32, draw: Draw) -> String {
    let files = shown.iter().filter_map(|picture| art::picture(picture.0)).map(draw);
    let left = (preview::SIZE.0 - FRAMED * shown.len() as u32 - GAP * (shown.len() as u32).saturating_sub(1)) / 2;
    let framed = files.zip(0_u32..).map(|(file, n)| {
        let x = left + n * (FRAMED + GAP);
        let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{FRAMED}\" height=\"{FRAMED}\" ");
        let (side, fx, fy) = (FRAMED + 16, x - 8, y - 8);
        let frame =
            format!("<rect x=\"{fx}\" y=\"{fy}\" width=\"{side}\" height=\"{side}\" rx=\"14\" fill=\"#b98a45\"/>");
        frame + &file.replacen("<svg ", &place, 1)
    });
    framed.collect()
}

/// Returns the layer that belongs to one moment, above the common backdrop.
pub(crate) fn overlay(course: &Course, moment: &PicturedMoment, draw: Draw) -> String {
    let pictures = framed(&moment::pictured(&moment.scene), PICTURES, draw);
    let (course, badge) = (course.until(moment.step), badge(moment));
    format!("{pictures}{course}{badge}")
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
pub(crate) struct Course {
    curves: String,
    steps: usize,
    marks: Vec<usize>,
}

impl Course {
    pub(crate) fn new(moments: &[PicturedMoment], analysis: Option<&Analysis>) -> Course {
        let marks: Vec<usize> = moments.iter().map(|moment| moment.step).collect();
        let curves = analysis.map(|analysis| curves(&Plot::by_steps(analysis)));
        Course { curves: curves.unwrap_or_default(), steps: marks.last().copied().unwrap_or_default(), marks }
    }

    /// Returns the distance of a step from the left end.
    fn x(&self, step: usize) -> f64 {
        COURSE_SIZE[0] * step as f64 / self.steps.max(1) as f64
    }

    /// Returns the background, all of the curves faintly, and a mark for each moment.
    pub(crate) fn backdrop(&self) -> String {
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
            "<clipPath id=\"past-{step}\"><rect x=\"-8\" y=\"-32\" width=\"{:.0}\" height=\"170\"/></clipPath>\
             <g clip-path=\"url(#past-{step})\" fill=\"none\" stroke-width=\"6\" stroke-linejoin=\"round\">{curves}</g>\
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
