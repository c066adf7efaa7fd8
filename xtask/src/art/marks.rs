//! The short marks of a drawing, and the path data that they expand to.
//!
//! | mark | path |
//! |---|---|
//! | `{o x,y x,y! …}` | closed outline, smooth through the points; `!` makes a corner |
//! | `{O x,y x,y! …}` | the same, mirrored about x = 120 |
//! | `{g a m b w}` | a gouge from a through m to b, w wide in the middle, pointed at both ends |
//! | `{h n w0 w1\|a m b\|a m b}` | n gouges, from the first to the second: carved shading |
//! | `{r cx,cy r0 r1 a0 a1 n w}` | n rays between two radii, from angle a0 to a1 (degrees, 0 = right, −90 = up) |

use std::str::FromStr;

use anyhow::{Context, Result, bail};

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

/// Returns a drawing's text with every mark replaced by its path data.
pub(super) fn expand(text: &str) -> Result<String> {
    let mut plain = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (mark, behind) = after.split_once('}').context("a mark is not closed")?;
        plain.push_str(before);
        plain.push_str(&path(mark).with_context(|| format!("{{{mark}}}"))?);
        rest = behind;
    }
    plain.push_str(rest);
    Ok(plain)
}

fn path(mark: &str) -> Result<String> {
    match mark.split_once(' ').context("a mark is a letter, a space, and its points")? {
        ("o", points) => outline(points, false),
        ("O", points) => outline(points, true),
        ("g", words) => single_gouge(words),
        ("h", words) => shading(words),
        ("r", words) => rays(words),
        (letter, _) => bail!("{letter:?} is no mark; there are o, O, g, h and r"),
    }
}

/// Returns a curve through all points: at a smooth one its direction is that from the point before
/// to the point after.
fn outline(points: &str, mirrored: bool) -> Result<String> {
    const PULL: f64 = 1.0 / 5.5;
    let corners: Vec<bool> = points.split_whitespace().map(|word| word.ends_with('!')).collect();
    let points = points.split_whitespace().map(|word| {
        let Point { x, y } = point(word.trim_end_matches('!'))?;
        Ok(Point { x: if mirrored { thousandth(240.0 - x) } else { x }, y })
    });
    let points: Vec<Point> = points.collect::<Result<_>>()?;
    let at = |i: usize| points[i % points.len()];
    let mut path = format!("M{}", numbers(&[at(0).x, at(0).y]));
    for i in 0..points.len() {
        let (before, from, to, after) = (at(i + points.len() - 1), at(i), at(i + 1), at(i + 2));
        let (corner, next_corner) = (corners[i], corners[(i + 1) % points.len()]);
        if corner && next_corner {
            path.push_str(&format!("l{}", numbers(&[to.x - from.x, to.y - from.y])));
            continue;
        }
        let leave = match corner {
            true => from,
            false => Point { x: from.x + (to.x - before.x) * PULL, y: from.y + (to.y - before.y) * PULL },
        };
        let reach = match next_corner {
            true => to,
            false => Point { x: to.x - (after.x - from.x) * PULL, y: to.y - (after.y - from.y) * PULL },
        };
        path.push_str(&format!(
            "c{}",
            numbers(&[
                (leave.x - from.x).round_ties_even(),
                (leave.y - from.y).round_ties_even(),
                (reach.x - from.x).round_ties_even(),
                (reach.y - from.y).round_ties_even(),
                to.x - from.x,
                to.y - from.y,
            ])
        ));
    }
    path.push('Z');
    Ok(path)
}

fn single_gouge(words: &str) -> Result<String> {
    match words.split_whitespace().collect::<Vec<_>>()[..] {
        [a, m, b, width] => Ok(gouge(point(a)?, point(m)?, point(b)?, number(width)?)),
        _ => bail!("a gouge is three points and a width"),
    }
}

fn shading(words: &str) -> Result<String> {
    let parts: Vec<&str> = words.split('|').collect();
    let [how, first, last] = parts[..] else { bail!("shading is a count and widths, a first gouge, and a last one") };
    let how: Vec<&str> = how.split_whitespace().collect();
    let [count, width, last_width] = how[..] else { bail!("shading begins with a count and two widths") };
    let (count, width, last_width): (u32, f64, f64) = (number(count)?, number(width)?, number(last_width)?);
    let (first, last) = (three_points(first)?, three_points(last)?);
    let mut path = String::new();
    for i in 0..count {
        let part = if count > 1 { f64::from(i) / f64::from(count - 1) } else { 0.0 };
        let between = |p: Point, q: Point| Point { x: p.x + (q.x - p.x) * part, y: p.y + (q.y - p.y) * part };
        let [a, m, b] = [0, 1, 2].map(|i| between(first[i], last[i]));
        // Uneven lengths, as a hand cuts them.
        let short = (f64::from((i * 7) % 5) - 2.0) * 0.06;
        let b = Point { x: b.x + (m.x - b.x) * short, y: b.y + (m.y - b.y) * short };
        path.push_str(&gouge(a, m, b, width + (last_width - width) * part));
    }
    Ok(path)
}

fn rays(words: &str) -> Result<String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let [centre, inner, outer, from, to, count, width] = words[..] else {
        bail!("rays are a centre, two radii, two angles, a count and a width")
    };
    let centre = point(centre)?;
    let (inner, outer): (f64, f64) = (number(inner)?, number(outer)?);
    let (from, to): (f64, f64) = (number(from)?, number(to)?);
    let (count, width): (u32, f64) = (number(count)?, number(width)?);
    let mut path = String::new();
    for i in 0..count {
        let lean = (f64::from((i * 5) % 3) - 1.0) * 1.5;
        let angle = (from + (to - from) * (f64::from(i) + 0.5) / f64::from(count) + lean).to_radians();
        // Uneven ends, as a hand cuts them.
        let start = 1.0 + (f64::from((i * 3) % 4) - 1.5) * 0.12;
        let end = 1.0 + (f64::from((i * 7) % 5) - 2.0) * 0.07;
        let at = |radius: f64, part: f64| Point {
            x: centre.x + angle.cos() * radius * part,
            y: centre.y + angle.sin() * radius * part,
        };
        let (a, b) = (at(inner, start), at(outer, end));
        path.push_str(&gouge(a, Point { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 }, b, width));
    }
    Ok(path)
}

/// Returns two curves that share their ends and part in the middle.
fn gouge(a: Point, m: Point, b: Point, width: f64) -> String {
    let control = Point { x: (2.0 * m.x) - f64::midpoint(a.x, b.x), y: (2.0 * m.y) - f64::midpoint(a.y, b.y) };
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = match (dx * dx + dy * dy).sqrt() {
        0.0 => 1.0,
        length => length,
    };
    let (across_x, across_y) = (-dy / length * width, dx / length * width);
    let (along_x, along_y) = (dx * 0.12, dy * 0.12);
    let a = Point { x: a.x.round_ties_even(), y: a.y.round_ties_even() };
    let b = Point { x: b.x.round_ties_even(), y: b.y.round_ties_even() };
    let fine = |v: f64| if v.abs() < 6.0 { (v * 2.0).round_ties_even() / 2.0 } else { v.round_ties_even() };
    let there =
        [fine(control.x + across_x + along_x - a.x), fine(control.y + across_y + along_y - a.y), b.x - a.x, b.y - a.y];
    let back =
        [fine(control.x - across_x + along_x - b.x), fine(control.y - across_y + along_y - b.y), a.x - b.x, a.y - b.y];
    format!("M{}q{}q{}z", numbers(&[a.x, a.y]), numbers(&there), numbers(&back))
}

fn three_points(words: &str) -> Result<[Point; 3]> {
    let points: Vec<Point> = words.split_whitespace().map(point).collect::<Result<_>>()?;
    points.try_into().ok().context("a gouge goes through three points")
}

fn point(word: &str) -> Result<Point> {
    let (x, y) = word.split_once(',').with_context(|| format!("{word:?} is no point x,y"))?;
    Ok(Point { x: number(x)?, y: number(y)? })
}

fn number<N: FromStr>(word: &str) -> Result<N> {
    word.parse().ok().with_context(|| format!("{word:?} is no number that fits here"))
}

fn thousandth(v: f64) -> f64 {
    (v * 1000.0).round() / 1000.0
}

/// Formats numbers as path data: one decimal at most, no zero before the point, a minus sign serves
/// as the space.
fn numbers(values: &[f64]) -> String {
    let mut text = String::new();
    for value in values {
        let rounded = format!("{value:.1}");
        let short = match rounded.strip_suffix(".0").unwrap_or(&rounded) {
            "-0" => "0".to_owned(),
            short => match (short.strip_prefix("-0."), short.strip_prefix("0.")) {
                (Some(part), _) => format!("-.{part}"),
                (None, Some(part)) => format!(".{part}"),
                (None, None) => short.to_owned(),
            },
        };
        if !text.is_empty() && !short.starts_with('-') {
            text.push(' ');
        }
        text.push_str(&short);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_joined_by_lines_and_a_mirror_turns_them_round() {
        assert_eq!(expand("d=\"{o 10,10! 20,10! 20,30!}\"").unwrap(), "d=\"M10 10l10 0l0 20l-10-20Z\"");
        assert_eq!(expand("{O 10,10! 20,10! 20,30!}").unwrap(), "M230 10l-10 0l0 20l10-20Z");
    }

    #[test]
    fn a_gouge_is_two_curves_that_share_their_ends() {
        assert_eq!(expand("{g 0,0 10,0 20,0 2}").unwrap(), "M0 0q12 2 20 0q-8-2-20 0z");
        assert_eq!(expand("{h 1 2 2|0,0 10,0 20,0|0,9 10,9 20,9}").unwrap().matches('M').count(), 1);
        assert_eq!(expand("{r 120,120 10 30 -90 90 5 2}").unwrap().matches('z').count(), 5);
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!(numbers(&[0.5, -0.5, 3.0, -0.02, 12.26]), ".5-.5 3 0 12.3");
    }

    #[test]
    fn what_is_no_mark_is_named() {
        for (text, said) in [
            ("{o 1,1", "not closed"),
            ("{x 1,1}", "is no mark"),
            ("{g 1,1 2,2 3}", "three points and a width"),
            ("{o 1;1}", "no point"),
            ("{h 2 1 1|0,0 1,1|0,0 1,1 2,2}", "three points"),
        ] {
            let error = format!("{:#}", expand(text).unwrap_err());
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
