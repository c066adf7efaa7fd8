use std::collections::BTreeSet;

use super::*;

/// Returns the visible numbers of a drawing, each with the part of the page that it takes.
fn seen(drawing: &str) -> Vec<(String, f64)> {
    let texts = drawing.split("<text").skip(1).filter_map(|text| {
        let (matrix, rest) = text.split_once("matrix(")?.1.split_once(')')?;
        let m: Vec<f64> = matrix.split(' ').filter_map(|n| n.parse().ok()).collect();
        let number = rest.strip_prefix("\">")?.split('<').next()?;
        Some((number.to_owned(), (m[0] * m[3] - m[1] * m[2]).abs()))
    });
    texts.collect()
}

#[test]
fn the_six_solids_have_as_many_faces_as_sides() {
    for sides in solid::SIDES {
        let solid = Solid::new(sides);
        assert_eq!(solid.faces.len(), usize::from(sides), "d{sides}");
        let corners: BTreeSet<usize> = solid.faces.iter().map(|face| face.corners.len()).collect();
        let expected = match sides {
            6 | 10 => 4,
            12 => 5,
            _ => 3,
        };
        assert_eq!(corners, [expected].into(), "d{sides}");
    }
}

#[test]
fn the_number_in_front_is_the_value() {
    for sides in solid::SIDES {
        for value in 1..=sides {
            let seen = seen(&drawing(sides, u16::from(value)));
            let front = seen.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("a number is seen");
            assert_eq!(front.0.trim_end_matches('.'), value.to_string(), "d{sides}");
        }
    }
}

#[test]
fn every_number_stands_on_one_face_whatever_lies_in_front() {
    for sides in solid::SIDES {
        let die = die(sides).unwrap();
        for numbers in &die.numbers {
            assert_eq!(numbers.iter().copied().collect::<BTreeSet<u8>>(), (1..=sides).collect(), "d{sides}");
        }
    }
}

#[test]
fn opposite_sides_add_up() {
    for sides in solid::SIDES.into_iter().filter(|sides| *sides != 4) {
        let solid = Solid::new(sides);
        for numbers in &die(sides).unwrap().numbers {
            for (face, number) in solid.faces.iter().zip(numbers) {
                let opposite = solid.faces.iter().position(|other| dot(other.normal, face.normal) < -0.999).unwrap();
                assert_eq!(number + numbers[opposite], sides + 1, "d{sides}");
            }
        }
    }
}

/// Numbers around a corner of a cube have the same orientation whatever lies in front: it is always
/// the same die.
#[test]
fn turning_a_die_does_not_mirror_it() {
    let solid = Solid::new(6);
    let facing = |numbers: &[u8], number: u8| solid.faces[numbers.iter().position(|n| *n == number).unwrap()].normal;
    let turnings: BTreeSet<i32> = die(6)
        .unwrap()
        .numbers
        .iter()
        .map(|n| dot(cross(facing(n, 1), facing(n, 2)), facing(n, 3)).round() as i32)
        .collect();
    assert_eq!(turnings.len(), 1, "{turnings:?}");
}

#[test]
fn a_tumble_ends_in_the_still_die() {
    for sides in solid::SIDES {
        let die = die(sides).unwrap();
        assert_eq!(die.frames.len(), FRAMES);
        assert_eq!(die.frame(FRAMES - 1, sides), drawing(sides, u16::from(sides)));
        let different: BTreeSet<&String> = die.frames.iter().collect();
        assert_eq!(different.len(), FRAMES, "no two drawings are the same");
        assert!(die.frames.iter().all(|frame| frame.contains("class=\"s\"") && frame.contains("#")));
    }
}

#[test]
fn six_and_nine_are_told_apart_where_both_are() {
    assert_eq!(seen(&drawing(6, 6)).iter().filter(|(number, _)| number == "6.").count(), 0);
    assert!(seen(&drawing(10, 9)).iter().any(|(number, _)| number == "9."));
}

#[test]
fn other_dice_are_plain() {
    for (sides, value) in [(100, 42), (3, 2), (6, 0), (6, 7), (20, 300)] {
        let plain = drawing(sides, value);
        assert!(plain.contains("<circle") && plain.contains(&format!(">{value}</text>")), "d{sides}");
    }
    assert!(die(100).is_none());
}

#[test]
fn drawings_and_tumbles_are_small() {
    for sides in solid::SIDES {
        let die = die(sides).unwrap();
        let largest = (1..=sides).map(|value| drawing(sides, u16::from(value)).len()).max().unwrap();
        assert!(largest < 1300, "d{sides}: {largest} bytes");
        assert!(die.tumble().len() < 18_000, "d{sides}: {} bytes", die.tumble().len());
        assert!(die.tumble().is_ascii() && !die.tumble().contains("style="));
    }
}

#[test]
fn a_tumble_is_found_by_its_name() {
    let die = die(8).unwrap();
    assert!(die.file_name().starts_with("d8-") && die.file_name().ends_with(".json"));
    assert_eq!(by_file_name(die.file_name()).map(Die::sides), Some(8));
    assert!(by_file_name("d8-00000000.json").is_none());
    assert!(die.tumble().starts_with("{\"numbers\":[[\"1\",") && die.tumble().ends_with("</text>\"]}"));
}

#[test]
fn numbers_are_written_short() {
    assert_eq!([0.5, -0.25, 1.0, 0.001, -0.001, 1.05].map(short), [".5", "-.25", "1", "0", "0", "1.05"]);
}
