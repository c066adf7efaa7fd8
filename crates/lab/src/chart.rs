//! Charts as SVG elements in a page: no files, no fonts, no links.

mod change;

pub(crate) use change::{BeforeAndNow, before_and_now, funnel, two_columns};
use maud::{Markup, html};
use text::{decimal, t};

use crate::stats::Interval;

/// Colours of the product, on parchment.
const INK: &str = "#14110f";
const FAINT: &str = "#d6cab2";
const BRASS: &str = "#b08d3e";
const FROST: &str = "#4f7387";
/// The width of a chart, and the margins of its plot.
const WIDTH: f64 = 520.0;
const MARGIN: f64 = 10.0;
const RIGHT: f64 = 24.0;
/// The height below a plot, for the numbers and the unit.
const BELOW: f64 = 46.0;
/// The least distance from one mark of an axis to the next, side by side and one above the other.
const APART: [f64; 2] = [75.0, 30.0];

/// A bar with its name.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: Interval,
}

impl Bar {
    /// Creates a bar for an exact value.
    pub(crate) fn plain(name: impl Into<String>, value: f64) -> Bar {
        Bar { name: name.into(), value: Interval::exact(value) }
    }
}

/// An axis: the range of its values, and the pixels of its two ends.
struct Axis {
    range: (f64, f64),
    pixels: (f64, f64),
}

impl Axis {
    fn at(&self, value: f64) -> f64 {
        let ((low, high), (from, to)) = (self.range, self.pixels);
        from + (value - low) / (high - low) * (to - from)
    }

    /// Returns the values of the marks: round numbers, as many as fit.
    fn marks(&self, whole: bool) -> Vec<f64> {
        let (low, high) = self.range;
        let (from, to) = self.pixels;
        let most = if from < to { (to - from) / APART[0] } else { (from - to) / APART[1] };
        let rough = (high - low) / most.floor();
        let power = libm::pow(10.0, libm::log10(rough).floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        // There is no length between one whole number and the next.
        let step = if whole { step.max(1.0).round() } else { step };
        let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
        (first..=last).map(|times| times as f64 * step).collect()
    }
}

/// Draws horizontal bars, the first on top, with their 95 % intervals as whiskers. Values have
/// `digits` digits after the point.
///
/// Value and name are above the bar. So a long name takes no room from the bar, and on a page that
/// is too narrow for the chart they remain visible.
pub(crate) fn bars(title: &str, unit: &str, digits: usize, bars: &[Bar]) -> Markup {
    const LINE: f64 = 18.0;
    const BAR: f64 = 28.0;
    let names: Vec<Vec<String>> =
        bars.iter().map(|bar| wrapped(&format!("{}\u{2003}{}", decimal(bar.value.value, digits), bar.name))).collect();
    let row = BAR + LINE * names.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let range = range(bars.iter().flat_map(|bar| [bar.value.low, bar.value.high]));
    let axis = Axis { range, pixels: (MARGIN, WIDTH - RIGHT) };
    let bottom = MARGIN + row * bars.len().max(1) as f64;
    let within = |value: f64| axis.at(value.clamp(range.0, range.1));
    let drawn = html! {
        g stroke=(FAINT) { @for x in axis.marks(false) { line x1=(px(axis.at(x))) x2=(px(axis.at(x))) y1=(px(MARGIN)) y2=(px(bottom)) {} } }
        @for (index, bar) in bars.iter().enumerate() {
            @let (top, ends) = (MARGIN + row * (index + 1) as f64 - BAR, [0.0, bar.value.value].map(within));
            rect x=(px(ends[0].min(ends[1]))) y=(px(top + 3.0)) width=(px((ends[1] - ends[0]).abs())) height="16" fill=(BRASS) {}
            @if bar.value.margin().is_finite() && bar.value.margin() > 0.0 {
                line x1=(px(within(bar.value.low))) x2=(px(within(bar.value.high))) y1=(px(top + 11.0)) y2=(px(top + 11.0)) stroke=(INK) stroke-width="2" {}
            }
            @for (at, text) in names[index].iter().enumerate() {
                text x=(px(MARGIN + 6.0)) y=(px(MARGIN + row * index as f64 + LINE * (at + 1) as f64 - 4.0)) { (text) }
            }
        }
        (foot(&axis, bottom, unit, false))
    };
    chart(title, [WIDTH, bottom + BELOW], &drawn)
}

/// Splits a text into lines that fit a chart.
fn wrapped(text: &str) -> Vec<String> {
    const ROOM: usize = 68;
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.trim_end().chars().count() <= ROOM => line.push_str(word),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Draws vertical bars over whole numbers: how often each of `columns` occurred. Each has its
/// lowest value and its count.
pub(crate) fn columns(title: &str, unit: &str, columns: &[(i64, u64)], step: i64) -> Markup {
    const BOTTOM: f64 = 254.0;
    let first = columns.first().map_or(0, |(value, _)| *value);
    let last = columns.last().map_or(1, |(value, _)| *value + step);
    let most = columns.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let all: u64 = columns.iter().map(|(_, count)| count).sum();
    let share = |count: u64| 100.0 * count as f64 / all.max(1) as f64;
    let x = Axis { range: (first as f64, last as f64), pixels: (MARGIN + 54.0, WIDTH - RIGHT) };
    let y = Axis { range: (0.0, share(most) * 1.05), pixels: (BOTTOM, MARGIN) };
    let drawn = html! {
        @for value in y.marks(false) {
            line x1=(px(x.pixels.0)) x2=(px(x.pixels.1)) y1=(px(y.at(value))) y2=(px(y.at(value))) stroke=(FAINT) {}
            text x=(px(x.pixels.0 - 6.0)) y=(px(y.at(value) + 5.0)) text-anchor="end" { (short(value)) }
        }
        text x="14" y=(px(BOTTOM / 2.0)) text-anchor="middle" transform={ "rotate(-90 14 " (px(BOTTOM / 2.0)) ")" } { (t!("% of matches")) }
        @for (value, count) in columns.iter().filter(|(_, count)| *count > 0) {
            @let (left, right) = (x.at(*value as f64), x.at((*value + step) as f64));
            rect x=(px(left)) y=(px(y.at(share(*count)))) width=(px((right - left - 1.0).max(0.5))) height=(px(BOTTOM - y.at(share(*count)))) fill=(FROST) {}
        }
        (foot(&x, BOTTOM, unit, true))
    };
    chart(title, [WIDTH, BOTTOM + BELOW], &drawn)
}

/// Draws the line below a plot, with its numbers and its unit.
fn foot(axis: &Axis, y: f64, unit: &str, whole: bool) -> Markup {
    let (from, to) = axis.pixels;
    html! {
        line x1=(px(from)) x2=(px(to)) y1=(px(y)) y2=(px(y)) stroke=(INK) {}
        g text-anchor="middle" {
            @for x in axis.marks(whole) { text x=(px(axis.at(x))) y=(px(y + 18.0)) { (short(x)) } }
            text x=(px((from + to) / 2.0)) y=(px(y + 38.0)) { (unit) }
        }
    }
}

/// Returns the range of an axis: it includes 0, and some margin.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    // The interval of a single value is infinite, which no axis can show.
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
    let air = 0.04 * (high - low);
    match high - low > 0.0 {
        true => (if low < 0.0 { low - air } else { 0.0 }, if high > 0.0 { high + air } else { 0.0 }),
        false => (0.0, 1.0),
    }
}

/// Formats a number on an axis.
fn short(value: f64) -> String {
    trimmed(&decimal(value, 3))
}

/// Formats a coordinate.
fn px(value: f64) -> String {
    trimmed(&format!("{:.1}", (value * 10.0).round() / 10.0))
}

/// Leaves out what says nothing at the end of a number.
fn trimmed(number: &str) -> String {
    let text = number.trim_end_matches('0').trim_end_matches(['.', ',']);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns a drawing as an element of a page, with a description for screen readers. On a page that
/// is too narrow for its text it scrolls sideways.
fn chart(title: &str, [wide, high]: [f64; 2], drawn: &Markup) -> Markup {
    html! {
        div.chart tabindex="0" {
            svg role="img" aria-label=(title) viewBox={ "0 0 " (wide) " " (px(high)) } font-family="sans-serif" font-size="15" fill=(INK) { (drawn) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_names_every_bar_and_links_to_nothing() {
        let list = [Bar::plain("alpha & co", 3.0), Bar::plain("beta", -1.5), Bar::plain("gamma", 0.0)];
        let svg = bars("Three <bars>", "points", 1, &list).into_string();
        for said in
            ["3.0\u{2003}alpha &amp; co", "-1.5\u{2003}beta", "0.0\u{2003}gamma", "aria-label=\"Three &lt;bars&gt;\""]
        {
            assert!(svg.contains(said), "{said}: {svg}");
        }
        assert!(svg.contains("<svg role") && !svg.contains("http"));
        let lengths = columns("Lengths", "decisions", &[(3, 5), (4, 1)], 1).into_string();
        assert!(lengths.contains("<svg role") && lengths.matches("<rect").count() == 2, "{lengths}");
        for nothing in [bars("Nothing", "", 0, &[]), columns("Nothing", "", &[], 1)] {
            assert!(!nothing.into_string().contains("NaN"));
        }
    }

    /// Returns the widths of the bars; the whole chart is no bar.
    fn widths(svg: &str) -> Vec<f64> {
        let rects = svg.split("<rect ").skip(1).filter(|rect| rect.contains("#b08d3e"));
        rects
            .map(|rect| rect.split('"').skip_while(|part| !part.ends_with("width=")).nth(1).unwrap().parse().unwrap())
            .collect()
    }

    #[test]
    fn every_bar_is_drawn_for_any_number_and_any_name() {
        let one = bars("One", "points", 1, &[Bar::plain("alone", 3.0)]).into_string();
        assert!(one.contains("3.0\u{2003}alone") && widths(&one).len() == 1 && widths(&one)[0] > 0.79 * WIDTH, "{one}");
        let long =
            "ascension 10, die_floor none, overheal false, coop_reward active-and-slayer, fight_round_limit 1000";
        let two = bars("Two", "points", 1, &[Bar::plain(long, 3.0), Bar::plain("short", 1.5)]).into_string();
        assert!(widths(&two)[0] > 0.79 * WIDTH && widths(&two)[1] > 0.4 * WIDTH, "{two}");
        assert!(two.contains("coop_reward") && two.contains("fight_round_limit 1000"), "{two}");
        let unsure = Bar { name: "unsure".into(), value: crate::stats::mean(1, 106, 106 * 106) };
        assert_eq!(widths(&bars("Unsure", "points", 1, &[unsure]).into_string()).len(), 1);
    }

    #[test]
    fn whole_numbers_are_marked_alone() {
        let svg = columns("Lengths", "decisions", &[(106, 5)], 1).into_string();
        assert!(svg.contains(">106<") && !svg.contains("106."), "{svg}");
    }

    #[test]
    fn an_axis_holds_nought() {
        assert_eq!(range([2.0, 5.0].into_iter()).0, 0.0);
        assert_eq!(range([].into_iter()), (0.0, 1.0));
        assert_eq!([0.5, 10.0, -0.0].map(short), ["0.5", "10", "0"]);
    }
}
