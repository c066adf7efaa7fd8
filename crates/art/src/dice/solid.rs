//! The six solids: their corners, the faces between them, and the pose in which they come to rest.

use super::space::{Point, add, cross, dot, length, middle, rotate, scale, sub, unit};

/// The numbers of sides that are solids.
pub(super) const SIDES: [u8; 6] = [4, 6, 8, 10, 12, 20];

/// Limit of the distance at which two corners, planes or directions count as the same.
const NEAR: f64 = 0.004;

/// A convex solid around the origin, its corners at most 1 away from it.
pub(super) struct Solid {
    pub(super) sides: u8,
    /// The first face is the one in front at rest.
    pub(super) faces: Vec<Face>,
    /// The scale of the drawing: a solid with few corners fills little of its sphere, so it is
    /// drawn larger.
    pub(super) size: f64,
    /// The scale of the number in front, compared with the size of its face.
    pub(super) front_number: f64,
}

/// One side.
pub(super) struct Face {
    /// The direction that it faces.
    pub(super) normal: Point,
    /// Its corners, in order along its edge.
    pub(super) corners: Vec<Point>,
    pub(super) middle: Point,
    /// The direction of the upper end of its number.
    pub(super) up: Point,
    /// The distance from its middle to its nearest edge.
    pub(super) inner_radius: f64,
}

impl Solid {
    /// Creates one of [`SIDES`]; another number gets the corners of the last.
    pub(super) fn new(sides: u8) -> Solid {
        let corners = corners(sides);
        let (size, front_number) = match sides {
            4 => (1.15, 1.85),
            6 => (1.12, 1.5),
            8 => (1.2, 1.75),
            10 => (1.0, 1.45),
            12 => (1.0, 1.5),
            _ => (1.0, 1.65),
        };
        Solid { sides, faces: faces(&corners, sides), size, front_number }
    }

    /// Returns the rotation into the pose at rest: the first face to the reader, a little tilted,
    /// its number upright.
    pub(super) fn rest(&self) -> impl Fn(Point) -> Point {
        let face = &self.faces[0];
        let (z, y) = (face.normal, scale(face.up, -1.0));
        let x = cross(y, z);
        let (tilt, angle) = if self.sides < 8 { ([1.0, 0.75, 0.0], -0.55) } else { ([1.0, 0.25, 0.0], -0.26) };
        move |v| rotate([dot(v, x), dot(v, y), dot(v, z)], unit(tilt), angle)
    }
}

fn corners(sides: u8) -> Vec<Point> {
    let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
    let points = match sides {
        4 => vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]],
        6 => all_signs([1.0; 3]),
        8 => turned([0.0, 0.0, 1.0]),
        10 => ten_sided(),
        12 => [all_signs([1.0; 3]), turned([0.0, 1.0 / golden, golden])].concat(),
        _ => turned([0.0, 1.0, golden]),
    };
    let far = points.iter().map(|&point| length(point)).fold(0.0, f64::max);
    points.into_iter().map(|point| scale(point, 1.0 / far)).collect()
}

/// Returns the corners of a ten-sided die: a belt of ten corners, alternately above and below,
/// between two tips. Its sides are kites. The belt's height is the one at which the four corners of
/// a kite lie in one plane.
fn ten_sided() -> Vec<Point> {
    let belt = (0..10_u8).map(|i| {
        let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 10.0).sin_cos();
        [cos, sin, if i % 2 == 1 { 0.1056 } else { -0.1056 }]
    });
    belt.chain([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]).collect()
}

/// Returns a point with every choice of signs.
fn all_signs(point: Point) -> Vec<Point> {
    let mut points = vec![point];
    for axis in 0..3 {
        if point[axis] != 0.0 {
            let mut mirrored = points.clone();
            mirrored.iter_mut().for_each(|point| point[axis] = -point[axis]);
            points.extend(mirrored);
        }
    }
    points
}

/// Returns a point with its coordinates in all three cyclic orders, with every choice of signs.
fn turned([x, y, z]: Point) -> Vec<Point> {
    [[x, y, z], [y, z, x], [z, x, y]].into_iter().flat_map(all_signs).collect()
}

/// Finds the faces of a convex solid: each plane through three corners that has all others on one
/// side.
fn faces(corners: &[Point], sides: u8) -> Vec<Face> {
    let mut faces: Vec<Face> = Vec::new();
    for (i, &a) in corners.iter().enumerate() {
        for (j, &b) in corners.iter().enumerate().skip(i + 1) {
            for &c in &corners[j + 1..] {
                let across = cross(sub(b, a), sub(c, a));
                if length(across) < 1e-4 {
                    continue;
                }
                let normal = unit(scale(across, dot(across, a).signum()));
                let distance = dot(normal, a);
                let outside = corners.iter().any(|&p| dot(normal, p) > distance + NEAR);
                if !outside && !faces.iter().any(|face| dot(face.normal, normal) > 0.999) {
                    let on = corners.iter().copied().filter(|&p| dot(normal, p) > distance - NEAR).collect();
                    faces.push(face(normal, on, sides));
                }
            }
        }
    }
    faces
}

fn face(normal: Point, mut corners: Vec<Point>, sides: u8) -> Face {
    let middle = middle(&corners);
    let along = unit(sub(corners[0], middle));
    let across = cross(normal, along);
    let angle = |p: &Point| dot(sub(*p, middle), across).atan2(dot(sub(*p, middle), along));
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    let edges = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(&a, &b)| scale(add(a, b), 0.5));
    let inner_radius = edges.map(|edge| length(sub(edge, middle))).fold(f64::INFINITY, f64::min);
    // The upper end of a number points to a corner; on a square to an edge; on a kite to the tip.
    let top = match sides {
        6 => scale(add(corners[0], corners[1]), 0.5),
        10 => corners.iter().copied().max_by(|a, b| a[2].abs().total_cmp(&b[2].abs())).unwrap_or(corners[0]),
        _ => corners[0],
    };
    Face { normal, middle, up: unit(sub(top, middle)), inner_radius, corners }
}
