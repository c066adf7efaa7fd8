//! The symbols, as outlines on a square of 24 by 24.

use super::{Pen, Style};
use crate::content::Kind;

/// Points of an outline.
type Outline = &'static [(f32, f32)];

const SWORD: &[Outline] = &[
    &[(21.5, 2.5), (17.5, 3.2), (8.0, 12.7), (11.3, 16.0), (20.8, 6.5)],
    &[(5.0, 11.8), (6.8, 10.0), (14.0, 17.2), (12.2, 19.0)],
    &[(7.6, 14.6), (9.4, 16.4), (5.4, 20.4), (3.6, 18.6)],
    &[(3.0, 18.9), (5.1, 21.0), (4.0, 22.1), (1.9, 20.0)],
];
const ARROW: &[Outline] = &[
    &[(21.5, 2.5), (12.6, 4.4), (19.6, 11.4)],
    &[(15.6, 6.8), (17.2, 8.4), (7.6, 18.0), (6.0, 16.4)],
    &[(2.2, 17.2), (5.4, 14.0), (10.0, 18.6), (6.8, 21.8), (6.2, 17.8)],
];
const CROSS: &[Outline] = &[&[
    (9.0, 3.0),
    (15.0, 3.0),
    (15.0, 9.0),
    (21.0, 9.0),
    (21.0, 15.0),
    (15.0, 15.0),
    (15.0, 21.0),
    (9.0, 21.0),
    (9.0, 15.0),
    (3.0, 15.0),
    (3.0, 9.0),
    (9.0, 9.0),
]];
const SHIELD: &[Outline] = &[&[
    (12.0, 2.0),
    (20.5, 4.6),
    (20.5, 11.0),
    (19.0, 15.4),
    (16.0, 19.2),
    (12.0, 22.0),
    (8.0, 19.2),
    (5.0, 15.4),
    (3.5, 11.0),
    (3.5, 4.6),
]];

impl Pen {
    /// The symbol of a kind, in a square of this side around a point.
    pub(super) fn kind(&mut self, kind: Kind, (x, y): (f32, f32), side: f32) {
        let outlines = match kind {
            Kind::Attack => SWORD,
            Kind::Range => ARROW,
            Kind::Heal => CROSS,
            Kind::Defense => SHIELD,
        };
        for outline in outlines {
            let place = |(a, b): &(f32, f32)| (x + (a - 12.0) * side / 24.0, y + (b - 12.0) * side / 24.0);
            let points: Vec<(f32, f32)> = outline.iter().map(place).collect();
            self.path(&points, true, Style::filled(0.0));
        }
    }

    /// The special symbol: a burst of eight rays.
    pub(super) fn special(&mut self, (x, y): (f32, f32), radius: f32) {
        let ray = |step: u8| {
            let (angle, far) =
                (f32::from(step) * std::f32::consts::PI / 8.0, if step % 2 == 0 { radius } else { radius * 0.5 });
            (x + far * angle.sin(), y - far * angle.cos())
        };
        let points: Vec<(f32, f32)> = (0..16).map(ray).collect();
        self.path(&points, true, Style { fill: Some(0.0), line: Some((1.2, 1.0)) });
    }

    /// An open pearl, with room for a cross or a symbol.
    pub(super) fn pearl(&mut self, at: (f32, f32), radius: f32) {
        self.circle(at, radius, Style::outlined(1.2));
        let arc = |step: u8| {
            let angle = std::f32::consts::PI * (1.1 + 0.35 * f32::from(step) / 4.0);
            (at.0 + radius * 0.68 * angle.cos(), at.1 + radius * 0.68 * angle.sin())
        };
        let points: Vec<(f32, f32)> = (0..5).map(arc).collect();
        self.path(&points, false, Style::line(0.8, 0.45));
    }

    /// The arch of a door around a node.
    pub(super) fn door(&mut self, (x, y): (f32, f32), radius: f32) {
        let arc = |step: u8| {
            let angle = std::f32::consts::PI * (1.0 + f32::from(step) / 12.0);
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        let mut points: Vec<(f32, f32)> = (0..=12).map(arc).collect();
        points.extend([(x + radius, y + radius), (x - radius, y + radius)]);
        self.path(&points, true, Style::outlined(2.6));
    }

    /// The steps of stairs around a node.
    pub(super) fn stairs(&mut self, (x, y): (f32, f32), radius: f32) {
        let step = radius * 0.62;
        let (left, top, right, bottom) = (x - radius, y - radius, x + radius, y + radius);
        let points = [
            (left, top),
            (right - 2.0 * step, top),
            (right - 2.0 * step, top + step * 0.55),
            (right - step, top + step * 0.55),
            (right - step, top + step * 1.1),
            (right, top + step * 1.1),
            (right, bottom),
            (left, bottom),
        ];
        self.path(&points, true, Style::outlined(1.4));
    }
}
