//! Dice: solids of 4, 6, 8, 10, 12 and 20 sides in four tones of candlelight, at rest and tumbling.
//!
//! This module draws a die at rest with its number in front ([`drawing`]). A tumble is fourteen
//! drawings; the last is the die at rest. Every value can come to rest in the same pose. A drawing
//! has `#0`, `#1`, … in place of the numbers of its faces. Each value has a list of the numbers for
//! these places. So one small file for each kind of die ([`Die::tumble`]) tumbles to every value:
//!
//! ```json
//! {"numbers": [["1", "5", "3", …], …], "frames": ["<ellipse class=\"s\" …/><path class=\"d-lit\" …/><text …>#0</text>…", …]}
//! ```
//!
//! A page draws the die with `data-tumble` naming the file, and a script that holds `sheet`, the
//! file as read, does
//!
//! ```js
//! const numbers = sheet.numbers[value - 1];
//! const show = (frame) => (svg.innerHTML = sheet.frames[frame].replace(/#(\d+)/g, (_, slot) => numbers[slot]));
//! for (let frame = 0; frame < sheet.frames.length; frame++) setTimeout(show, frame * 50, frame);
//! ```
//!
//! The file is fetched when the first die of its kind is rolled. The last frame is what [`drawing`]
//! draws.
//!
//! # Classes
//!
//! The stylesheet gives the colours. `.die .d-lit`, `.d-tone`, `.d-dusk`, `.d-dark` are faces by
//! their light, and `.die .s` is the shadow. `.die text` is a number in the colour of ink, and
//! `.die .on-dark` one on a dark face. A number is set in a font of 100 px and anchored in its
//! middle; the drawing scales it. A tumbling die starts outside its box, so its `overflow` must be
//! visible.

mod numbers;
mod solid;
mod space;

use std::{fmt::Write as _, sync::LazyLock};

use solid::{Face, Solid};
use space::{Point, cross, dot, rotate, scale, unit};

use crate::inks::content_hash;

/// The box that a die is drawn in, for `viewBox`: it has room for the die at rest and its shadow.
pub const VIEW_BOX: &str = "16 14 208 226";

/// Number of drawings in a tumble, including the die at rest.
pub const FRAMES: usize = 14;

/// The direction of the light, in the drawing's axes: x to the right, y down, z to the reader.
const LIGHT: Point = [-0.62, 0.30, 0.72];
/// The middle of a die at rest.
const MIDDLE: [f64; 2] = [120.0, 122.0];
/// The distance from the middle of a die to its corners, for a die of size 1.
const RADIUS: f64 = 100.0;
/// The angle through which a die turns in a tumble, in radians.
const TURNS: f64 = 9.0;
/// The distance to the right at which a tumble begins, and the height of its first bounce.
const THROW: [f64; 2] = [260.0, 110.0];

/// A kind of die.
pub struct Die {
    sides: u8,
    /// The drawings of the tumble, `#SLOT` for the number of each face.
    frames: Vec<String>,
    /// The number on each face when a value lies in front: by value less one, then by face.
    numbers: Vec<Vec<u8>>,
    tumble: String,
    file_name: String,
}

static DICE: LazyLock<Vec<Die>> = LazyLock::new(|| solid::SIDES.into_iter().map(Die::new).collect());

/// Returns the die with this number of sides, if it is one of the six solids.
pub fn die(sides: u8) -> Option<&'static Die> {
    DICE.iter().find(|die| die.sides == sides)
}

/// Returns the kind of die whose tumble has this file name. A name of an earlier version finds
/// nothing.
pub fn by_file_name(file: &str) -> Option<&'static Die> {
    DICE.iter().find(|die| die.file_name == file)
}

/// Draws a die at rest that shows `value`: the content of its `<svg viewBox=VIEW_BOX>`. A number of
/// sides without a solid, or a value that no side has, gives a plain disc with its number.
pub fn drawing(sides: u8, value: u16) -> String {
    let on_a_side = u8::try_from(value).ok().filter(|value| (1..=sides).contains(value));
    match (die(sides), on_a_side) {
        (Some(die), Some(value)) => die.frame(FRAMES - 1, value),
        _ => format!(
            "<ellipse class=\"s\" cx=\"128\" cy=\"224\" rx=\"84\" ry=\"15\"/><circle class=\"d-dark\" cx=\"120\" cy=\"122\" r=\"92\"/>\
             <circle class=\"d-tone\" cx=\"120\" cy=\"114\" r=\"88\"/><circle class=\"d-lit\" cx=\"120\" cy=\"114\" r=\"68\"/>\
             <text transform=\"matrix(.7 0 0 .7 120 138)\">{value}</text>"
        ),
    }
}

impl Die {
    fn new(sides: u8) -> Die {
        let solid = Solid::new(sides);
        let numbers = numbers::by_value(&solid);
        let frames: Vec<String> = (1..=FRAMES).map(|n| frame(&solid, n as f64 / FRAMES as f64)).collect();
        let quoted: Vec<String> = frames.iter().map(|frame| format!("\"{}\"", frame.replace('"', "\\\""))).collect();
        let label = |number: &u8| format!("\"{}\"", numbers::written(sides, *number));
        let labels = |row: &Vec<u8>| format!("[{}]", row.iter().map(label).collect::<Vec<_>>().join(","));
        let labels: Vec<String> = numbers.iter().map(labels).collect();
        let tumble = format!("{{\"numbers\":[{}],\"frames\":[{}]}}", labels.join(","), quoted.join(","));
        let file_name = format!("d{sides}-{}.json", content_hash(text::fnv1a(tumble.as_bytes())));
        Die { sides, frames, numbers, tumble, file_name }
    }

    /// Returns its number of sides.
    pub const fn sides(&self) -> u8 {
        self.sides
    }

    /// Returns the tumble as JSON for a script, as this module describes it.
    pub fn tumble(&self) -> &str {
        &self.tumble
    }

    /// Returns the name of the tumble's file, such as `d6-1a2b3c4d.json`. The digits change with
    /// the drawings, so browsers may cache it.
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Draws one frame of the tumble to a value.
    fn frame(&self, frame: usize, value: u8) -> String {
        let numbers = &self.numbers[usize::from(value) - 1];
        let mut parts = self.frames[frame].split('#');
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (slot, rest) = part.split_at(part.find('<').unwrap_or(part.len()));
            if let Some(number) = slot.parse::<usize>().ok().and_then(|slot| numbers.get(slot)) {
                let _ = write!(out, "{}", numbers::written(self.sides, *number));
            }
            out.push_str(rest);
        }
        out
    }
}

/// Draws a solid at the time `t` of its tumble, from 0 to 1. It comes from the right, bounces, and
/// slows down.
fn frame(solid: &Solid, t: f64) -> String {
    let left = (1.0 - t).powi(3);
    let bounce = (t * std::f64::consts::PI * 2.5).cos().abs() * (1.0 - t) * (1.0 - t).sqrt();
    let axis = unit([0.5, -0.8, 0.3]);
    let rest = solid.rest();
    let turn = |v: Point| rotate(rest(v), axis, left * TURNS);
    let (x, height) = (MIDDLE[0] + left * THROW[0], bounce * THROW[1]);
    let radius = RADIUS * solid.size;
    let place = |v: Point| [x + v[0] * radius, MIDDLE[1] - height + v[1] * radius];

    let shadow = 92.0 - height * 0.1;
    let mut out = format!(
        "<ellipse class=\"s\" cx=\"{:.0}\" cy=\"{:.0}\" rx=\"{shadow:.0}\" ry=\"16\"/>",
        x + 8.0,
        224.0 + height * 0.1
    );
    for (slot, face) in solid.faces.iter().enumerate() {
        let normal = turn(face.normal);
        if normal[2] <= 0.02 {
            continue;
        }
        let tone = tone(dot(normal, unit(LIGHT)));
        let corners = face.corners.iter().map(|&corner| place(turn(corner)));
        let points: Vec<String> = corners.map(|[x, y]| format!("{x:.0} {y:.0}")).collect();
        let _ = write!(out, "<path class=\"d-{tone}\" d=\"M{}Z\"/>", points.join(" "));
        if normal[2] > 0.25 {
            let matrix = number_matrix(solid, face, normal, turn(face.up), place(turn(face.middle)));
            let class = if tone == "dark" { " class=\"on-dark\"" } else { "" };
            let _ = write!(out, "<text{class} transform=\"matrix({matrix})\">#{slot}</text>");
        }
    }
    out
}

/// Returns the word for the light on a face, from the cosine between the face and the light.
fn tone(light: f64) -> &'static str {
    match light {
        light if light > 0.8 => "lit",
        light if light > 0.5 => "tone",
        light if light > 0.08 => "dusk",
        _ => "dark",
    }
}

/// Returns the matrix that places a number of 100 units height on a face. The number in front is
/// enlarged, so that it can be read at 42 pixels; the more a face turns away, the less.
fn number_matrix(solid: &Solid, face: &Face, normal: Point, up: Point, middle: [f64; 2]) -> String {
    let front = ((normal[2] - 0.78) / 0.16).clamp(0.0, 1.0);
    let size = RADIUS * solid.size * face.inner_radius * (1.0 + (solid.front_number - 1.0) * front) / 100.0;
    let (right, down) = (scale(cross(normal, up), size), scale(up, -size));
    // The middle of a figure is 36 units above its line.
    let line = [middle[0] + 36.0 * down[0], middle[1] + 36.0 * down[1]];
    format!(
        "{} {} {} {} {:.0} {:.0}",
        short(right[0]),
        short(right[1]),
        short(down[0]),
        short(down[1]),
        line[0],
        line[1]
    )
}

/// Formats a number with two digits after the point, without unneeded characters.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".into(),
        _ => text.replacen("0.", ".", usize::from(number.abs() < 1.0)),
    }
}

#[cfg(test)]
mod tests;
