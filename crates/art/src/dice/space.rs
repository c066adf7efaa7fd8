//! Points and directions in space: x to the right, y down, z to the reader.

/// A point or a direction.
pub(super) type Point = [f64; 3];

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn sub(a: Point, b: Point) -> Point {
    add(a, scale(b, -1.0))
}

pub(super) fn scale(a: Point, by: f64) -> Point {
    a.map(|x| x * by)
}

pub(super) fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// Returns the direction of `a`, of length 1.
pub(super) fn unit(a: Point) -> Point {
    scale(a, 1.0 / length(a))
}

/// Returns the middle of some points.
pub(super) fn middle(points: &[Point]) -> Point {
    scale(points.iter().fold([0.0; 3], |sum, &point| add(sum, point)), 1.0 / points.len() as f64)
}

/// Returns `v` turned around an axis of length 1 by an angle in radians.
pub(super) fn rotate(v: Point, axis: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    add(add(scale(v, cos), scale(cross(axis, v), sin)), scale(axis, dot(axis, v) * (1.0 - cos)))
}
