//! Charts as SVG that stands in a page by itself: no files, no fonts, no links.

use std::fmt::Display;

use plotters::{
    coord::ranged1d::SegmentValue,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use crate::{LabError, stats::Interval};

/// Colours of the hall, on parchment.
const INK: RGBColor = RGBColor(20, 17, 15);
const FAINT: RGBColor = RGBColor(214, 202, 178);
const BRASS: RGBColor = RGBColor(176, 141, 62);
const FROST: RGBColor = RGBColor(79, 115, 135);
const WIDTH: u32 = 760;

/// A bar with its name.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: Interval,
}

impl Bar {
    /// A bar whose value is known exactly enough.
    pub(crate) fn plain(name: impl Into<String>, value: f64) -> Bar {
        Bar { name: name.into(), value: Interval { value, low: value, high: value } }
    }
}

fn error(why: impl Display) -> LabError {
    LabError::Chart(why.to_string())
}

/// Lying bars, the first on top, with their 95 % intervals as whiskers. `digits` stand behind the point.
pub(crate) fn bars(title: &str, unit: &str, digits: usize, bars: &[Bar]) -> Result<String, LabError> {
    let count = bars.len() as i32;
    // Plotters counts the last segment in.
    let last = (count - 1).max(0);
    let (low, high) = range(bars.iter().flat_map(|bar| [bar.value.low, bar.value.high]));
    let height = 60 + 24 * count.max(1) as u32;
    let names = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or_default();
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .margin_right(70)
            .x_label_area_size(44)
            .y_label_area_size(24 + 7 * names as u32)
            .build_cartesian_2d(low..high, (0..last).into_segmented())
            .map_err(error)?;
        // The first bar stands on top.
        let name = |at: &SegmentValue<i32>| match at {
            SegmentValue::CenterOf(at) | SegmentValue::Exact(at) if (0..count).contains(at) => {
                bars[(count - 1 - at) as usize].name.clone()
            }
            _ => String::new(),
        };
        let number = |x: &f64| short(*x);
        let style = ("sans-serif", 14).into_font().color(&INK);
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .x_desc(unit)
            .x_label_formatter(&number)
            .y_label_formatter(&name)
            .y_labels(bars.len() + 1)
            .label_style(style.clone())
            .draw()
            .map_err(error)?;
        let shapes = bars.iter().zip((0..count).rev()).map(|(bar, at)| {
            let above = if at == last { SegmentValue::Last } else { SegmentValue::Exact(at + 1) };
            let corners = [(0f64.clamp(low, high), SegmentValue::Exact(at)), (bar.value.value, above)];
            let mut shape = Rectangle::new(corners, BRASS.filled());
            shape.set_margin(4, 4, 0, 0);
            shape
        });
        chart.draw_series(shapes).map_err(error)?;
        let whiskers = bars
            .iter()
            .zip((0..count).rev())
            .filter(|(bar, _)| bar.value.margin().is_finite() && bar.value.margin() > 0.0);
        let whiskers = whiskers.map(|(bar, at)| {
            let at = SegmentValue::CenterOf(at);
            PathElement::new([(bar.value.low, at.clone()), (bar.value.high, at)], INK.stroke_width(2))
        });
        chart.draw_series(whiskers).map_err(error)?;
        let beside = style.pos(Pos::new(HPos::Left, VPos::Center));
        let values = bars.iter().zip((0..count).rev()).map(|(bar, at)| {
            let text = format!("{:.digits$}", bar.value.value);
            let right = bar.value.high.clamp(low, high).max(0f64.clamp(low, high));
            EmptyElement::at((right, SegmentValue::CenterOf(at))) + Text::new(text, (6, 0), beside.clone())
        });
        chart.draw_series(values).map_err(error)?;
        area.present().map_err(error)?;
    }
    Ok(inline(&svg, title))
}

/// Standing bars over whole numbers: how often each of `columns` came up; each is its lowest value and its count.
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
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .x_desc(unit)
            .y_desc("% of matches")
            .x_label_formatter(&number)
            .y_label_formatter(&number)
            .label_style(("sans-serif", 14).into_font().color(&INK))
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

/// The range of an axis: with 0 in it, and some air.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    // A single value's interval is all numbers, which no axis holds.
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
    let air = 0.04 * (high - low);
    match high - low > 0.0 {
        true => (if low < 0.0 { low - air } else { 0.0 }, if high > 0.0 { high + air } else { 0.0 }),
        false => (0.0, 1.0),
    }
}

/// A number on an axis.
fn short(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The drawing as an element of a page, told to those who cannot see it. Where the page is too narrow for its letters it
/// can be moved sideways.
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
        for said in ["alpha &amp; co", "beta", "gamma", "3.0", "-1.5", "aria-label=\"Three &lt;bars>\""] {
            assert!(svg.contains(said), "{said}: {svg}");
        }
        assert!(svg.contains("<svg role") && !svg.contains("http"));
        assert!(columns("Lengths", "decisions", &[(3, 5), (4, 1)], 1).unwrap().contains("<svg role"));
        assert!(bars("Nothing", "", 0, &[]).is_ok() && columns("Nothing", "", &[], 1).is_ok());
    }

    #[test]
    fn an_axis_holds_nought() {
        assert_eq!(range([2.0, 5.0].into_iter()).0, 0.0);
        assert_eq!(range([].into_iter()), (0.0, 1.0));
        assert_eq!([0.5, 10.0, -0.0].map(short), ["0.5", "10", "0"]);
    }
}
