//! Charts of a change: before and now in one plot.

use maud::{Markup, html};
use text::t;

use super::{Axis, BELOW, BRASS, FAINT, FROST, INK, MARGIN, RIGHT, WIDTH, chart, foot, px};
use crate::stats::Interval;

/// A figure before a change and after it.
pub(crate) struct BeforeAndNow {
    pub(crate) name: String,
    pub(crate) before: Interval,
    pub(crate) now: Interval,
}

/// Draws the intervals of each figure: before as an outline, now filled, with a line at the value.
pub(crate) fn before_and_now(title: &str, unit: &str, rows: &[BeforeAndNow]) -> Markup {
    const LINE: f64 = 22.0;
    const BOX: f64 = 16.0;
    const ROW: f64 = LINE + 2.0 * BOX + 12.0;
    let ends = || rows.iter().flat_map(|row| [row.before, row.now]).flat_map(|one| [one.low, one.high]);
    let (low, high) = (ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max));
    if !(low.is_finite() && high.is_finite()) {
        return html! {};
    }
    let air = ((high - low) * 0.06).max(0.1);
    let axis = Axis { range: (low - air, high + air), pixels: (MARGIN, WIDTH - RIGHT) };
    let bottom = MARGIN + ROW * rows.len() as f64;
    let drawn = html! {
        g stroke=(FAINT) { @for x in axis.marks(false) { line x1=(px(axis.at(x))) x2=(px(axis.at(x))) y1=(px(MARGIN)) y2=(px(bottom)) {} } }
        @for (index, row) in rows.iter().enumerate() {
            @let top = MARGIN + ROW * index as f64;
            text x=(px(MARGIN + 6.0)) y=(px(top + LINE - 6.0)) { (row.name) }
            @for (place, one, fill) in [(0.0, row.before, "none"), (1.0, row.now, BRASS)] {
                @let y = top + LINE + place * (BOX + 2.0);
                rect x=(px(axis.at(one.low))) y=(px(y)) width=(px(axis.at(one.high) - axis.at(one.low))) height=(px(BOX)) fill=(fill) stroke=(INK) {}
                line x1=(px(axis.at(one.value))) x2=(px(axis.at(one.value))) y1=(px(y)) y2=(px(y + BOX)) stroke=(INK) stroke-width="3" {}
            }
        }
        (foot(&axis, bottom, &t!("{unit}: before as an outline, now filled"), false))
    };
    chart(title, [WIDTH, bottom + BELOW], &drawn)
}

/// The width of charts that stand side by side, and the lower end of their plots.
const HALF: f64 = 270.0;
const BOTTOM: f64 = 160.0;

/// Draws how often each whole number occurred before, as outlines, and now, as a line. Both have the
/// same columns.
pub(crate) fn two_columns(title: &str, unit: &str, [before, now]: [&[(i64, u64)]; 2], step: i64) -> Markup {
    let (Some((first, _)), Some((last, _))) = (before.first(), before.last()) else { return html! {} };
    let shares = |columns: &[(i64, u64)]| {
        let all: u64 = columns.iter().map(|(_, count)| count).sum();
        columns.iter().map(|(_, count)| *count as f64 / all.max(1) as f64).collect::<Vec<_>>()
    };
    let (was, is) = (shares(before), shares(now));
    let most = was.iter().chain(&is).copied().fold(0.0, f64::max).max(0.001);
    let x = Axis { range: (*first as f64, (*last + step) as f64), pixels: (MARGIN, HALF - RIGHT) };
    let y = Axis { range: (0.0, most * 1.05), pixels: (BOTTOM, MARGIN) };
    let ends = |value: i64| [x.at(value as f64), x.at((value + step) as f64)];
    let steps = now.iter().zip(&is).map(|((value, _), share)| {
        let ([left, right], high) = (ends(*value), y.at(*share));
        format!("{},{} {},{}", px(left), px(high), px(right), px(high))
    });
    let line: Vec<String> = steps.collect();
    let drawn = html! {
        @for ((value, _), share) in before.iter().zip(&was).filter(|(_, share)| **share > 0.0) {
            @let [left, right] = ends(*value);
            rect x=(px(left)) y=(px(y.at(*share))) width=(px((right - left - 2.0).max(1.0))) height=(px(BOTTOM - y.at(*share))) fill="none" stroke=(FROST) {}
        }
        polyline points=(line.join(" ")) fill="none" stroke=(BRASS) stroke-width="4" {}
        (foot(&x, BOTTOM, unit, true))
    };
    chart(title, [HALF, BOTTOM + BELOW], &drawn)
}

/// How many parts a curve has.
const PARTS: u64 = 60;

/// Draws how an interval narrows with the matches: `margin` is half its width after `games` matches.
/// Up to now it is filled; the line goes on to the end, at `asked` matches.
pub(crate) fn funnel(title: &str, margin: f64, games: u64, asked: u64) -> Markup {
    if games == 0 || margin <= 0.0 {
        return html! {};
    }
    let asked = asked.max(games);
    let half = |matches: f64| margin * (games as f64 / matches).sqrt();
    // Few matches know next to nothing: the curve begins where it is four times as wide as at the end.
    let begin = asked as f64 / 16.0;
    let most = half(begin);
    let x = Axis { range: (0.0, asked as f64), pixels: (MARGIN, HALF - RIGHT) };
    let y = Axis { range: (-most, most), pixels: (BOTTOM, MARGIN) };
    let curve = |from: f64, to: f64, sign: f64| -> Vec<String> {
        let at = |part: u64| from + (to - from) * part as f64 / PARTS as f64;
        let point = |matches: f64| format!("{},{}", px(x.at(matches)), px(y.at(sign * half(matches))));
        (0..=PARTS).map(|part| point(at(part))).collect()
    };
    let now = games as f64;
    let known: Vec<String> = match begin < now {
        true => curve(begin, now, 1.0).into_iter().chain(curve(begin, now, -1.0).into_iter().rev()).collect(),
        false => Vec::new(),
    };
    let drawn = html! {
        polygon points=(known.join(" ")) fill=(BRASS) fill-opacity="0.5" stroke=(INK) {}
        @for sign in [1.0, -1.0] {
            polyline points=(curve(now.max(begin), asked as f64, sign).join(" ")) fill="none" stroke=(INK) stroke-dasharray="6 5" {}
        }
        line x1=(px(x.at(now))) x2=(px(x.at(now))) y1=(px(MARGIN)) y2=(px(BOTTOM)) stroke=(INK) stroke-width="3" {}
        (foot(&x, BOTTOM, t!("pairs of matches"), true))
    };
    chart(title, [HALF, BOTTOM + BELOW], &drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_a_change_are_drawn() {
        let one = |low, value, high| Interval { value, low, high };
        let rows = [BeforeAndNow { name: "mage".into(), before: one(30.0, 31.0, 32.0), now: one(33.0, 34.0, 35.0) }];
        let wins = before_and_now("Wins", "%", &rows).into_string();
        assert!(wins.contains(">mage<") && wins.matches("<rect").count() == 2 && !wins.contains("NaN"), "{wins}");
        let lengths = two_columns("Length", "decisions", [&[(1, 5), (2, 0)], &[(1, 1), (2, 4)]], 1).into_string();
        assert!(lengths.matches("<rect").count() == 1 && lengths.contains("<polyline"), "{lengths}");
        assert!(before_and_now("Nothing", "", &[]).into_string().is_empty());
        assert!(two_columns("Nothing", "", [&[], &[]], 1).into_string().is_empty());
    }

    #[test]
    fn funnel_is_filled_up_to_now() {
        let svg = |games| funnel("How sure", 1.6, games, 10_000).into_string();
        let empty = "<polygon points=\"\"";
        assert!(svg(3_240).contains("<polygon") && !svg(3_240).contains(empty), "{}", svg(3_240));
        assert!(svg(100).contains(empty), "nothing is known yet");
        assert!(!svg(10_000).contains("NaN") && funnel("", 0.0, 10, 10).into_string().is_empty());
    }
}
