//! The course of a match as a curve: the main meter of every seat from step to step, chapter by
//! chapter.
//!
//! Chapters are equally wide, and steps are spaced evenly within theirs. Positions are percentages
//! and lengths in pixels, so that lines, dots and words have the same size at any width.

use kernel::{Icon, Picture, Seat};
use maud::{Markup, html};
use roster::{Analysis, Curve, TurningPoint};
use text::t;

use crate::{
    common::{Names, Within, badge, is_article, picture},
    data::TablePage,
};

/// The most chapters that have a name below the curve.
const NAMED: usize = 11;
/// The most horizontal lines, not counting the one at zero.
const LINES: i32 = 4;
/// Width and height of the drawing, which the page stretches to the available room.
const SQUARE: [f64; 2] = [1000.0, 1000.0];

/// Returns the meter of a seat after so many steps, in words: `5 health`, `level 9`. Health is an
/// amount; any other meter says how far the player has come.
pub(crate) fn reading(page: &TablePage, seat: Seat, step: usize) -> Option<String> {
    let curve = page.finished.analysis.as_ref()?.curves.get(seat.index())?.as_ref()?;
    let value = curve.points.get(step).copied().flatten()?;
    let name = Within(&curve.name);
    match curve.icon {
        _ if curve.name.is_empty() => None,
        Icon::HEART => Some(t!("{value} {name}")),
        _ => Some(t!("{name} {value}")),
    }
}

/// Returns the curve with its axes, the turning point and the fall of each player. A table repeats
/// it for people who cannot see it.
pub(crate) fn curve(page: &TablePage, analysis: &Analysis, point: Option<&TurningPoint>) -> Markup {
    let plot = Plot::new(analysis);
    let drawn: Vec<(Seat, &Curve)> = plot.curves().collect();
    html! {
        @if !drawn.is_empty() {
            figure.curve.draws[page.finished.turning_points.is_none()] data-seats=(drawn.len()) {
                svg.axis aria-hidden="true" focusable="false" {
                    @for value in plot.lines() { text x="100%" y=(percent(plot.y(value))) { (value) } }
                }
                (plotted(&plot, &drawn, point))
                (chapters(page, &plot))
                @if drawn.len() > 1 { (legend(page, &drawn)) }
                (table(page, &plot, &drawn))
            }
        }
    }
}

/// Returns the curve above the slider of a replay, step by step, with a line at the current step.
pub(crate) fn scrubber(page: &TablePage, at: usize) -> Markup {
    let plot = page.finished.analysis.as_deref().map(Plot::by_steps);
    html! {
        @if let Some(plot) = plot.filter(|plot| plot.curves().next().is_some()) {
            @let drawn: Vec<(Seat, &Curve)> = plot.curves().collect();
            @let x = percent(plot.x(at));
            div.scrubber {
                (plotted(&plot, &drawn, turning_point(page)))
                svg.here aria-hidden="true" focusable="false" { line x1=(x) x2=(x) y1="0" y2="100%" {} }
            }
        }
    }
}

/// Returns the turning point of the visitor; for spectators, the turning point of the player who
/// lost most.
pub(crate) fn turning_point(page: &TablePage) -> Option<&TurningPoint> {
    let all = page.finished.turning_points.as_ref()?;
    let lost = |point: &TurningPoint| point.best_worth - point.done_worth;
    let eligible = all.iter().filter(|point| page.own_seat().is_none() || page.is_own(point.seat));
    eligible.max_by(|one, other| lost(one).total_cmp(&lost(other)))
}

fn plotted(plot: &Plot, drawn: &[(Seat, &Curve)], point: Option<&TurningPoint>) -> Markup {
    html! {
        svg.plot aria-hidden="true" focusable="false" {
            @for value in plot.lines() {
                line.rule x1="0" x2="100%" y1=(percent(plot.y(value))) y2=(percent(plot.y(value))) {}
            }
            svg viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%" {
                @for (seat, curve) in drawn {
                    @let line = plot.path(curve, SQUARE);
                    @if drawn.len() == 1 { path.under d=(plot.area(curve)) {} }
                    path.course d=(line) data-seat=[(drawn.len() > 1).then_some(seat)] {}
                }
            }
            @for (seat, curve) in drawn { (end(plot, *seat, curve, drawn.len() > 1)) }
            @if let Some(point) = point { (turn(plot, point)) }
        }
    }
}

/// Returns the end of a curve: the number of its seat, and a skull if the player fell.
fn end(plot: &Plot, seat: Seat, curve: &Curve, several: bool) -> Markup {
    let last = curve.points.iter().enumerate().rev().find_map(|(step, value)| Some((step, (*value)?)));
    let fell = curve.fell.and_then(|step| Some((step, curve.points.get(step).copied().flatten()?)));
    html! {
        @if let Some((step, value)) = fell.or(last) {
            svg.at x=(percent(plot.x(step))) y=(percent(plot.y(value))) {
                @if fell.is_some() { (skull()) }
                @if several {
                    g.number data-seat=(seat) { circle r="10" {} text y="5" { (seat.0 + 1) } }
                }
            }
        }
    }
}

/// Returns a skull around the end of a curve. It is drawn here, because a symbol would take its
/// size from the whole curve.
fn skull() -> Markup {
    html! {
        g.skull {
            path d="M0-11a10 10 0 0 1 10 10c0 4-2 6-4 7.500V11h-12V6.500c-2-1.500-4-3.500-4-7.500a10 10 0 0 1 10-10Z" {}
            circle cx="-4" cy="-1" r="2.6" {}
            circle cx="4" cy="-1" r="2.6" {}
        }
    }
}

/// Returns the turning point: a line from top to bottom, and a ring on the curve.
fn turn(plot: &Plot, point: &TurningPoint) -> Markup {
    let before = point.step.saturating_sub(1);
    let value = plot.value(point.seat, before);
    html! {
        @let x = percent(plot.x(before));
        line.turning x1=(x) x2=(x) y1="0" y2="100%" {}
        @if let Some(value) = value { circle.turning cx=(x) cy=(percent(plot.y(value))) r="8" {} }
    }
}

/// Returns the chapters below the curve: pictures where each has one and there is room, else every
/// few chapters by name.
fn chapters(page: &TablePage, plot: &Plot) -> Markup {
    let every = plot.chapters.len().div_ceil(NAMED).max(1);
    let pictured = every == 1;
    html! {
        @if !plot.chapters.is_empty() {
            div.marks aria-hidden="true" {
                @for (place, chapter) in plot.chapters.iter().enumerate() {
                    span {
                        @if pictured { @if let Some(image) = chapter.picture.and_then(|name| picture(name, page.theme)) { (image) } }
                        @if place % every == 0 { b { (chapter.mark) } }
                    }
                }
            }
        }
    }
}

fn legend(page: &TablePage, drawn: &[(Seat, &Curve)]) -> Markup {
    let names = Names::at(page);
    html! {
        ul.legend aria-hidden="true" {
            @for (seat, _) in drawn { li { (badge(*seat)) (names.of(*seat)) } }
        }
    }
}

/// Returns the same in numbers.
fn table(page: &TablePage, plot: &Plot, drawn: &[(Seat, &Curve)]) -> Markup {
    let names = Names::at(page);
    let what = drawn.iter().map(|(_, curve)| curve.name.as_str()).find(|name| !name.is_empty()).unwrap_or(t!("Meter"));
    let rows: Vec<(String, usize)> = match plot.chapters.is_empty() {
        true => vec![(t!("Start").into(), 0), (t!("End").into(), plot.steps)],
        false => plot.chapters.iter().enumerate().map(|(n, at)| (at.title.clone(), plot.end_of(n))).collect(),
    };
    html! {
        // A table is as large as its content, whatever the style says; so an element around it
        // hides it.
        div.unseen {
            table {
                caption { (t!("{what} at the end of each chapter")) }
                thead { tr { th scope="col" { (t!("Chapter")) } @for (seat, _) in drawn { th scope="col" { (names.of(*seat)) } } } }
                tbody {
                    @for (title, step) in &rows {
                        tr {
                            th scope="row" { (title) }
                            @for (seat, _) in drawn {
                                td { @match plot.value(*seat, *step) { Some(value) => (value), None => (t!("none")) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A chapter on the axis.
struct Chapter {
    step: usize,
    /// Its heading up to the first full stop: `Floor 7`.
    title: String,
    /// Its number, if it counts rounds, visits or the like, else its first word.
    mark: String,
    picture: Option<Picture>,
}

/// The layout of the drawing.
pub(crate) struct Plot<'a> {
    analysis: &'a Analysis,
    steps: usize,
    chapters: Vec<Chapter>,
    least: i32,
    most: i32,
}

impl<'a> Plot<'a> {
    pub(crate) fn new(analysis: &'a Analysis) -> Plot<'a> {
        let values = || analysis.curves.iter().flatten().flat_map(|curve| curve.points.iter().flatten().copied());
        let full = analysis.curves.iter().flatten().filter_map(|curve| curve.max);
        let most = values().chain(full).max().unwrap_or(1).max(1);
        let least = values().min().unwrap_or(0).min(0);
        let mut plot = Plot { analysis, steps: analysis.steps, chapters: Vec::new(), least, most };
        for mark in &analysis.chapters {
            let text = mark.title.plain(kernel::unnamed);
            let title = text.split('.').next().unwrap_or_default().to_owned();
            let chapter = Chapter { step: mark.step, mark: label(&title), title, picture: mark.picture };
            match plot.chapters.last_mut().filter(|last| last.step == chapter.step) {
                Some(same) => *same = chapter,
                None => plot.chapters.push(chapter),
            }
        }
        plot
    }

    /// Returns the layout in which every step is as wide as the others.
    pub(crate) fn by_steps(analysis: &'a Analysis) -> Plot<'a> {
        Plot { chapters: Vec::new(), ..Plot::new(analysis) }
    }

    pub(crate) fn curves(&self) -> impl Iterator<Item = (Seat, &'a Curve)> {
        let all = self.analysis.curves.iter().enumerate();
        all.filter_map(|(seat, curve)| Some((Seat(seat as u8), curve.as_ref()?)))
    }

    fn value(&self, seat: Seat, step: usize) -> Option<i32> {
        self.analysis.curves.get(seat.index())?.as_ref()?.points.get(step).copied().flatten()
    }

    /// Returns the last step of a chapter.
    fn end_of(&self, chapter: usize) -> usize {
        self.chapters.get(chapter + 1).map_or(self.steps, |next| next.step - 1)
    }

    /// Returns how far to the right a step is, 0 to 1.
    fn x(&self, step: usize) -> f64 {
        let share = |from: usize, to: usize| (step - from) as f64 / (to - from).max(1) as f64;
        let Some(chapter) = self.chapters.iter().rposition(|chapter| chapter.step <= step) else {
            // Before the first chapter the match is as it was set up.
            return if self.chapters.is_empty() { share(0, self.steps) } else { 0.0 };
        };
        let (from, to) =
            (self.chapters[chapter].step, self.chapters.get(chapter + 1).map_or(self.steps, |next| next.step));
        (chapter as f64 + share(from, to)) / self.chapters.len() as f64
    }

    /// Returns how far down a value is, 0 to 1.
    fn y(&self, value: i32) -> f64 {
        f64::from(self.most - value) / f64::from(self.most - self.least)
    }

    /// Returns the values with a horizontal line.
    fn lines(&self) -> Vec<i32> {
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|first| first * 10_i32.pow(power)));
        let step = steps.take(20).find(|step| self.most / step <= LINES).unwrap_or(self.most);
        (0..=self.most / step).map(|n| n * step).collect()
    }

    /// Returns a curve as a path of this width and height; it breaks off where the curve has no
    /// value.
    pub(crate) fn path(&self, curve: &Curve, [width, height]: [f64; 2]) -> String {
        let mut path = String::new();
        let mut on = false;
        for (step, value) in curve.points.iter().enumerate() {
            // A line needs no corner where the value does not change.
            let same = |other: Option<usize>| other.and_then(|other| curve.points.get(other)) == Some(value);
            if same(step.checked_sub(1)) && same(Some(step + 1)) {
                continue;
            }
            if let Some(value) = value {
                let (x, y) = (width * self.x(step), height * self.y(*value));
                path += &format!("{}{x:.0} {y:.0}", if on { "L" } else { "M" });
            }
            on = value.is_some();
        }
        path
    }

    /// Returns the area under the curve.
    fn area(&self, curve: &Curve) -> String {
        let there = || curve.points.iter().enumerate().filter(|(_, value)| value.is_some()).map(|(step, _)| step);
        let (Some(first), Some(last)) = (there().next(), there().next_back()) else { return String::new() };
        let [width, height] = SQUARE;
        let (from, to, ground) = (width * self.x(first), width * self.x(last), height * self.y(0));
        format!("{}L{to:.0} {ground:.0}L{from:.0} {ground:.0}Z", self.path(curve, SQUARE))
    }
}

/// Returns the label of a chapter on the axis. `Visit 3, node 6` has the number 3, because it is
/// the third; other titles have their first word. A number further on counts something else.
fn label(title: &str) -> String {
    let mut words = title.split(' ').map(|word| word.trim_matches([',', ':', ';']));
    let number = words.clone().take(2).find(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()));
    number.or_else(|| words.find(|word| !is_article(word))).unwrap_or_default().to_owned()
}

fn percent(share: f64) -> String {
    format!("{:.2}%", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn axis_counts_rounds_and_visits() {
        let titles =
            ["Floor 7", "Visit 3, node 6", "Turn 12: Ada plays Milton", "Visit 4: the Great Evil is challenged"];
        assert_eq!(titles.map(label), ["7", "3", "12", "4"]);
    }

    #[test]
    fn axis_names_chapters_without_a_count() {
        assert_eq!(["The boss room", "A monster: Mildly Haunted Teapot, 15 health"].map(label), ["boss", "monster"]);
    }
}
