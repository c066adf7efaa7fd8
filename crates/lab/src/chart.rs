//! Charts as SVG elements in a page: no files, no fonts, no links.

use std::fmt::Display;

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use crate::{LabError, stats::Interval};

/// Colours of the product, on parchment.
const INK: RGBColor = RGBColor(20, 17, 15);
const FAINT: RGBColor = RGBColor(214, 202, 178);
const BRASS: RGBColor = RGBColor(176, 141, 62);
const FROST: RGBColor = RGBColor(79, 115, 135);
const WIDTH: u32 = 640;

/// A bar with its name.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: Interval,
}

impl Bar {
    /// Creates a bar for an exact value.
    pub(crate) fn plain(name: impl Into<String>, value: f64) -> Bar {
        Bar { name: name.into(), value: Interval { value, low: value, high: value } }
    }
}

fn error(why: impl Display) -> LabError {
    LabError::Chart(why.to_string())
}

/// Draws horizontal bars, the first on top, with their 95 % intervals as whiskers. Values have
/// `digits` digits after the point.
///
/// Value and name are above the bar. So a long name takes no room from the bar, and on a page that
/// is too narrow for the chart they remain visible.
pub(crate) fn bars(title: &str, unit: &str, digits: usize, bars: &[Bar]) -> Result<String, LabError> {
    const LINE: u32 = 18;
    const BAR: u32 = 28;
    let names: Vec<Vec<String>> =
        bars.iter().map(|bar| wrapped(&format!("{:.digits$}\u{2003}{}", bar.value.value, bar.name))).collect();
    let row = BAR + LINE * names.iter().map(Vec::len).max().unwrap_or(1) as u32;
    let (low, high) = range(bars.iter().flat_map(|bar| [bar.value.low, bar.value.high]));
    // Rows count from below, a row being 1.
    let count = bars.len().max(1);
    let bottom = |index: usize| (count - 1 - index) as f64;
    let above = |index: usize, pixels: u32| bottom(index) + f64::from(pixels) / f64::from(row);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, 60 + row * count as u32)).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(10)
            .build_cartesian_2d(low..high, 0.0..count as f64)
            .map_err(error)?;
        let number = |x: &f64| short(*x);
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .x_desc(unit)
            .x_label_formatter(&number)
            .y_labels(0)
            .label_style(font())
            .draw()
            .map_err(error)?;
        let shapes = bars.iter().enumerate().map(|(index, bar)| {
            let corners = [(0f64.clamp(low, high), above(index, 9)), (bar.value.value, above(index, 25))];
            Rectangle::new(corners, BRASS.filled())
        });
        chart.draw_series(shapes).map_err(error)?;
        let doubtful = |bar: &Bar| bar.value.margin().is_finite() && bar.value.margin() > 0.0;
        let whiskers = bars.iter().enumerate().filter(|(_, bar)| doubtful(bar)).map(|(index, bar)| {
            let ends = [bar.value.low, bar.value.high].map(|end| (end, above(index, 17)));
            PathElement::new(ends, INK.stroke_width(2))
        });
        chart.draw_series(whiskers).map_err(error)?;
        let style = font().pos(Pos::new(HPos::Left, VPos::Center));
        let texts = names.iter().enumerate().flat_map(|(index, lines)| {
            let line = move |(at, text): (usize, &String)| (index, row - LINE / 2 - LINE * at as u32, text.clone());
            lines.iter().enumerate().map(line)
        });
        let texts = texts.map(|(index, pixels, text)| {
            EmptyElement::at((low, above(index, pixels))) + Text::new(text, (6, 0), style.clone())
        });
        chart.draw_series(texts).map_err(error)?;
        area.present().map_err(error)?;
    }
    Ok(inline(&svg, title))
}

fn font() -> TextStyle<'static> {
    ("sans-serif", 15).into_font().color(&INK)
}

/// Splits a text into lines that fit a chart.
fn wrapped(text: &str) -> Vec<String> {
    const ROOM: usize = 84;
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
pub(crate) fn columns(title: &str, unit: &str, columns: &[(i64, u64)], step: i64) -> Result<String, LabError> {
    let first = columns.first().map_or(0, |(value, _)| *value);
    let last = columns.last().map_or(1, |(value, _)| *value + step);
    let most = columns.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let all: u64 = columns.iter().map(|(_, count)| count).sum();
    let share = |count: u64| 100.0 * count as f64 / all.max(1) as f64;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, 300)).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .x_label_area_size(44)
            .y_label_area_size(60)
            .build_cartesian_2d(first as f64..last as f64, 0.0..share(most) * 1.05)
            .map_err(error)?;
        let number = |value: &f64| short(*value);
        // There is no length between one whole number and the next.
        let whole = |value: &f64| if value.fract() == 0.0 { short(*value) } else { String::new() };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .x_desc(unit)
            .y_desc("% of matches")
            .x_label_formatter(&whole)
            .y_label_formatter(&number)
            .label_style(font())
            .draw()
            .map_err(error)?;
        let shapes = columns.iter().map(|(value, count)| {
            let mut shape =
                Rectangle::new([(*value as f64, 0.0), ((*value + step) as f64, share(*count))], FROST.filled());
            shape.set_margin(0, 0, 0, 1);
            shape
        });
        chart.draw_series(shapes).map_err(error)?;
        area.present().map_err(error)?;
    }
    Ok(inline(&svg, title))
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
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns the drawing as an element of a page, with a description for screen readers. On a page
/// that is too narrow for its text it scrolls sideways.
fn inline(svg: &str, title: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let start = svg.find("<svg").unwrap_or_default();
    let svg = svg[start..].replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    let svg = svg.replacen("<svg", &format!("<svg role=\"img\" aria-label=\"{title}\""), 1);
    format!("<div class=\"chart\" tabindex=\"0\">{svg}</div>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_names_every_bar_and_links_to_nothing() {
        let list = [Bar::plain("alpha & co", 3.0), Bar::plain("beta", -1.5), Bar::plain("gamma", 0.0)];
        let svg = bars("Three <bars>", "points", 1, &list).unwrap();
        for said in
            ["3.0\u{2003}alpha &amp; co", "-1.5\u{2003}beta", "0.0\u{2003}gamma", "aria-label=\"Three &lt;bars>\""]
        {
            assert!(svg.contains(said), "{said}: {svg}");
        }
        assert!(svg.contains("<svg role") && !svg.contains("http"));
        assert!(columns("Lengths", "decisions", &[(3, 5), (4, 1)], 1).unwrap().contains("<svg role"));
        assert!(bars("Nothing", "", 0, &[]).is_ok() && columns("Nothing", "", &[], 1).is_ok());
    }

    /// Returns the widths of the bars; the whole chart is no bar.
    fn widths(svg: &str) -> Vec<u32> {
        let rects = svg.split("<rect ").skip(1).filter(|rect| rect.contains("#B08D3E"));
        rects
            .map(|rect| rect.split('"').skip_while(|part| !part.ends_with("width=")).nth(1).unwrap().parse().unwrap())
            .collect()
    }

    #[test]
    fn every_bar_is_drawn_for_any_number_and_any_name() {
        let one = bars("One", "points", 1, &[Bar::plain("alone", 3.0)]).unwrap();
        assert!(one.contains("3.0\u{2003}alone") && widths(&one).len() == 1 && widths(&one)[0] > 500, "{one}");
        let long =
            "ascension 10, die_floor none, overheal false, coop_reward active-and-slayer, fight_round_limit 1000";
        let two = bars("Two", "points", 1, &[Bar::plain(long, 3.0), Bar::plain("short", 1.5)]).unwrap();
        assert!(widths(&two)[0] > 500 && widths(&two)[1] > 250, "{two}");
        assert!(two.contains("coop_reward") && two.contains("fight_round_limit 1000"), "{two}");
        let unsure = Bar { name: "unsure".into(), value: crate::stats::mean(1, 106, 106 * 106) };
        assert_eq!(widths(&bars("Unsure", "points", 1, &[unsure]).unwrap()).len(), 1);
    }

    #[test]
    fn whole_numbers_are_marked_alone() {
        let svg = columns("Lengths", "decisions", &[(106, 5)], 1).unwrap();
        assert!(svg.contains("\n106\n") && !svg.contains("106."), "{svg}");
    }

    #[test]
    fn an_axis_holds_nought() {
        assert_eq!(range([2.0, 5.0].into_iter()).0, 0.0);
        assert_eq!(range([].into_iter()), (0.0, 1.0));
        assert_eq!([0.5, 10.0, -0.0].map(short), ["0.5", "10", "0"]);
    }
}
