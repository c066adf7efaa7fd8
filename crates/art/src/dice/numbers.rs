//! The numbers on the sides of a die.
//!
//! A die is numbered once. If sides have opposites, these add up to one more than the number of
//! sides. For each value the die is then turned as a body, so that this value lies in front: the
//! solid looks the same, and the numbers have moved with it.

use super::{
    solid::{Face, Solid},
    space::{Point, add, cross, dot, scale, sub, unit},
};

/// Returns the number on each face when a value lies on the first: by value less one, then by face.
pub(super) fn by_value(solid: &Solid) -> Vec<Vec<u8>> {
    let numbered = once(solid);
    let face_of = |value: u8| numbered.iter().position(|&number| number == value).unwrap_or_default();
    (1..=solid.sides).map(|value| turned_to(solid, &numbered, face_of(value))).collect()
}

/// Returns a number as text on a die: a point distinguishes 6 from 9 if the die has both.
pub(super) fn written(sides: u8, number: u8) -> String {
    let point = if sides > 8 && matches!(number, 6 | 9) { "." } else { "" };
    format!("{number}{point}")
}

/// Numbers each face.
fn once(solid: &Solid) -> Vec<u8> {
    let faces = &solid.faces;
    let mut numbers = vec![0; faces.len()];
    let mut next = 1;
    for face in 0..faces.len() {
        if numbers[face] == 0 {
            numbers[face] = next;
            let opposite = faces.iter().position(|other| dot(other.normal, faces[face].normal) < -0.99);
            if let Some(opposite) = opposite {
                numbers[opposite] = solid.sides + 1 - next;
            }
            next += 1;
        }
    }
    numbers
}

/// Returns the numbers after the solid is turned so that the number on `face` lies on the first
/// face.
fn turned_to(solid: &Solid, numbered: &[u8], face: usize) -> Vec<u8> {
    let (front, target) = (&solid.faces[0], &solid.faces[face]);
    let from = axes(front, front.corners[0]);
    let onto_itself = target.corners.iter().find_map(|&corner| {
        let to = axes(target, corner);
        let turn = |v: Point| (0..3).fold([0.0; 3], |sum, i| add(sum, scale(to[i], dot(from[i], v))));
        let faces = solid.faces.iter().map(|face| face_towards(solid, turn(face.normal)));
        faces.collect::<Option<Vec<usize>>>()
    });
    // Every one of the six solids can be turned so; any other solid would keep its numbers.
    onto_itself.map_or_else(|| numbered.to_vec(), |faces| faces.into_iter().map(|face| numbered[face]).collect())
}

/// Three directions at right angles that hold a face in place: out of it, to one of its corners,
/// and across.
fn axes(face: &Face, corner: Point) -> [Point; 3] {
    let along = unit(sub(corner, face.middle));
    [face.normal, along, cross(face.normal, along)]
}

fn face_towards(solid: &Solid, direction: Point) -> Option<usize> {
    solid.faces.iter().position(|face| dot(face.normal, direction) > 0.999)
}
