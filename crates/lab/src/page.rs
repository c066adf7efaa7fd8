//! A page of charts: one HTML file without external files.

use kernel::{Mode, measure::Label};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use text::{Language, decimal, grouped, t};

use crate::{
    Comparison, Difference, Experiment, Figures, Histogram, Lift, TwoWay, Unit, Verdict,
    chart::{Bar, bars, columns},
    format::{MATCH, SEAT, bots, counted, options, percent, plus_minus},
    stats::{self, Interval},
};

/// One setting with its results.
pub struct Point<'a> {
    /// The values of the swept options, such as `ascension 2`; empty if none was swept.
    pub name: String,
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Its results.
    pub figures: &'a Figures,
}

// Shadows on the sides of a chart that is too wide for the page; at the end of the scroll range
// they are covered.
const STYLE: &str = "\
:root,:host{color-scheme:light;--ink:#14110f;--paper:#f2e8d5;--line:#d6cab2}\
*{box-sizing:border-box}\
body,:host{display:block;margin:0 auto;padding:1.5rem 1rem 4rem;max-width:52rem;background:var(--paper);color:var(--ink);\
font:16px/1.5 'Fira Sans',system-ui,sans-serif;font-variant-numeric:tabular-nums}\
h1,h2,h3{font-family:'Libertinus Serif','Iowan Old Style',Palatino,Georgia,serif;line-height:1.2;margin:2rem 0 .5rem}\
h1{margin-top:0}svg{width:100%;min-width:26rem;max-width:42rem;height:auto;display:block}\
.chart{overflow-x:auto;background:linear-gradient(90deg,var(--paper) 50%,transparent) 0 0/3rem 100% no-repeat local,\
linear-gradient(270deg,var(--paper) 50%,transparent) 100% 0/3rem 100% no-repeat local,\
linear-gradient(90deg,var(--line),transparent) 0 0/1.5rem 100% no-repeat scroll,\
linear-gradient(270deg,var(--line),transparent) 100% 0/1.5rem 100% no-repeat scroll}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line)}\
td+td,th+th{text-align:right;white-space:nowrap}summary{cursor:pointer;font:600 1.25rem/2 'Libertinus Serif',Georgia,serif}\
p.note{max-width:42rem}p.headline{font-size:1.25rem}\
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:0 1.5rem}.beside svg{min-width:0}\
@media print{details:not([open]){display:none}h2,h3{break-after:avoid}.chart{break-inside:avoid;overflow:visible}}";

/// Returns the page of a run, with a chapter for each point, and the tables of two options.
pub fn report(points: &[Point<'_>], two_way: Option<&TwoWay>) -> String {
    let Some(first) = points.first() else { return String::new() };
    let page = html! {
        (DOCTYPE)
        html lang=(Language::spoken().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (t!("{}: a report of the lab", first.experiment.title.meta().title)) }
                style { (PreEscaped(STYLE)) }
            }
            body { (PreEscaped(contents(points))) @if let Some(tables) = two_way { (tables.html()) } }
        }
    };
    page.into_string()
}

/// Returns the stylesheet of the page. In a shadow tree it is about the tree alone.
pub const fn style() -> &'static str {
    STYLE
}

/// Returns the contents of the page of a run, as HTML.
pub fn contents(points: &[Point<'_>]) -> String {
    let Some(first) = points.first() else { return String::new() };
    let meta = first.experiment.title.meta();
    let contents = html! {
        h1 { (meta.title) }
        p { (setting(first.experiment, points.len() > 1)) }
        @for point in points.iter().filter(|point| point.figures.is_part_of(point.experiment)) {
            p {
                @if !point.name.is_empty() { (point.name) ": " }
                (t!("Stopped after {}; {} were asked for.", counted(point.figures.games(), MATCH), grouped(point.experiment.games)))
            }
        }
        @if points.len() > 1 { (overview(points)) } @else { (headline(first.figures, meta.mode)) }
        @for point in points { (chapter(point, points.len() == 1)) }
    };
    contents.into_string()
}

/// Returns in a sentence how the matches were played.
fn setting(experiment: &Experiment, of_many: bool) -> String {
    let (matches, seats) = (counted(experiment.games, MATCH), counted(experiment.seats().into(), SEAT));
    let (bots, seed) = (bots(experiment), experiment.seed);
    if of_many {
        t!("{matches} for each setting, {seats}, played by {bots}, seed {seed}. Whiskers and ± are 95 % intervals.")
    } else {
        t!("{matches}, {seats}, played by {bots}, seed {seed}. Whiskers and ± are 95 % intervals.")
    }
}

/// Returns a comparison as HTML, for a page of this style.
pub fn comparison(found: &Comparison) -> String {
    let number = |row: &Difference, value: f64| match row.unit {
        Unit::Share | Unit::Ratio => decimal(100.0 * value, 2),
        Unit::Number => decimal(value, 3),
    };
    let contents = html! {
        p { "A: " (found.a) } p { "B: " (found.b) }
        p class="headline" { (found.conclusion()) }
        div class="chart" tabindex="0" {
            table {
                tr { th { (t!("Figure")) } th { "A" } th { "B" } th { (t!("B less A")) } th { (t!("95 % interval")) } }
                @for row in &found.rows {
                    @let Interval { value, low, high } = row.difference;
                    tr {
                        td { (row.title) @if row.verdict == Verdict::Differs { " " strong { (t!("differs")) } } }
                        td { (number(row, row.a.value)) } td { (number(row, row.b.value)) } td { (number(row, value)) }
                        td { @if low.is_finite() { (t!("{} to {}", number(row, low), number(row, high))) } @else { "\u{2014}" } }
                    }
                }
            }
        }
    };
    contents.into_string()
}

/// Returns the interval of a share in percent.
pub(crate) fn in_percent(share: Interval) -> Interval {
    scaled(share, 100.0)
}

pub(crate) fn scaled(interval: Interval, factor: f64) -> Interval {
    let Interval { value, low, high } = interval;
    Interval { value: factor * value, low: factor * low, high: factor * high }
}

/// Returns the wins in a line.
fn headline(figures: &Figures, mode: Mode) -> Markup {
    html! {
        p class="headline" {
            @match mode {
                Mode::Cooperative => { (t!("Victory")) ": " strong { (percent(figures.victory())) } }
                Mode::Competitive => {
                    (t!("Matches that somebody wins")) ": "
                    strong { (percent(stats::wilson(figures.sums.decided, figures.games()))) }
                }
            }
            "."
        }
    }
}

/// Draws the wins and the length of a match, by option. For rivals, each seat's wins are together
/// under their setting.
fn overview(points: &[Point<'_>]) -> Markup {
    let cooperative = points[0].experiment.title.meta().mode == Mode::Cooperative;
    let wins: Vec<Bar> = points
        .iter()
        .flat_map(|point| match cooperative {
            true => vec![Bar { name: point.name.clone(), value: in_percent(point.figures.victory()) }],
            false => {
                let wins = point.figures.wins_by_seat().into_iter().enumerate();
                let bar = |(seat, value)| Bar {
                    name: format!("{}: {}", t!("Seat {seat}"), point.name),
                    value: in_percent(value),
                };
                wins.map(bar).collect()
            }
        })
        .collect();
    let lengths: Vec<Bar> =
        points.iter().map(|point| Bar { name: point.name.clone(), value: point.figures.sums.plies.mean() }).collect();
    let title = if cooperative { t!("Victory by option") } else { t!("Wins of each seat, by option") };
    html! {
        h2 { (title) }
        (bars(title, t!("% of matches"), 2, &wins))
        h2 { (t!("Length by option")) }
        (bars(t!("Length by option"), t!("decisions, mean"), 1, &lengths))
    }
}

fn chapter(point: &Point<'_>, alone: bool) -> Markup {
    let (experiment, figures) = (point.experiment, point.figures);
    let title = if point.name.is_empty() { t!("In detail") } else { &point.name };
    let body = html! {
        p { (options(experiment)) "." }
        (length(figures))
        (scores(figures))
        (endings(figures))
        (deaths(figures))
        (pieces(figures))
        @if figures.seats > 1 { (seats(experiment, figures)) }
        (numbers(figures))
        (rulings(figures))
    };
    match alone {
        true => body,
        false => html! { details { summary { (title) } (body) } },
    }
}

/// Approximate maximum number of columns of a chart.
pub(crate) const COLUMNS: i64 = 60;

fn length(figures: &Figures) -> Markup {
    let plies = &figures.sums.plies;
    let first = plies.0.first_key_value().map_or(0, |(value, _)| *value);
    // The few longest matches would squeeze all others together.
    let last = plies.quantile(0.995);
    let step = ((last - first) / COLUMNS + 1).max(1);
    let heights = heights(plies, first, last, step);
    let beyond = plies.0.range(last + 1..).map(|(_, times)| times).sum::<u64>();
    let (half, most, longest) = (plies.quantile(0.5), plies.quantile(0.95), plies.max());
    html! {
        h3 { (t!("Length")) }
        (columns(t!("Length of matches"), t!("decisions in a match"), &heights, step))
        p {
            (t!("Half of all matches take up to {half} decisions, 95 % up to {most}, the longest {longest}."))
            @if beyond > 0 { " " (t!("Longer than the chart: {}.", counted(beyond, MATCH))) }
            @if figures.sums.unfinished > 0 { " " (t!("Cut off: {}.", counted(figures.sums.unfinished, MATCH))) }
        }
    }
}

/// Draws the points, in games that count them.
fn scores(figures: &Figures) -> Markup {
    let scores = &figures.sums.scores;
    let (Some((first, _)), Some((last, _))) = (scores.0.first_key_value(), scores.0.last_key_value()) else {
        return html! {};
    };
    let step = ((last - first) / COLUMNS + 1).max(1);
    let heights = heights(scores, *first, *last, step);
    html! {
        h3 { (t!("Scores")) }
        (columns(t!("Scores"), t!("points"), &heights, step))
    }
}

/// Counts the values from `first` to `last`, with `step` values a column.
pub(crate) fn heights(values: &Histogram, first: i64, last: i64, step: i64) -> Vec<(i64, u64)> {
    let mut heights: Vec<(i64, u64)> = (0..=(last - first) / step).map(|at| (first + at * step, 0)).collect();
    for (value, times) in values.0.range(first..=last) {
        heights[((value - first) / step) as usize].1 += times;
    }
    heights
}

fn shares<T: Copy + Into<u128>>(labels: &[Label], counts: &[T], all: T) -> Vec<Bar> {
    let bar = |(label, count): (&Label, &T)| Bar {
        name: label.title.into(),
        value: in_percent(stats::share((*count).into(), all.into())),
    };
    labels.iter().zip(counts).map(bar).collect()
}

fn endings(figures: &Figures) -> Markup {
    let list = shares(figures.measures.endings, &figures.sums.endings, figures.games());
    html! {
        h3 { (t!("How matches end")) }
        (bars(t!("How matches end"), t!("% of matches"), 2, &list))
    }
}

fn deaths(figures: &Figures) -> Markup {
    let all: u128 = figures.sums.places.iter().sum();
    let mut places = shares(figures.measures.places, &figures.sums.places, all);
    places.retain(|bar| bar.value.value > 0.0);
    let causes = shares(figures.measures.causes, &figures.sums.causes, all);
    html! {
        h3 { (t!("Where heroes die")) }
        @if all == 0 {
            p { (t!("Nobody died.")) }
        } @else {
            (bars(t!("Where heroes die"), t!("% of deaths"), 2, &places))
            p { (t!("Places in which nobody died are left out.")) }
            h3 { (t!("What they die of")) }
            (bars(t!("What heroes die of"), t!("% of deaths"), 2, &causes))
        }
    }
}

fn pieces(figures: &Figures) -> Markup {
    let labels = figures.measures.pieces;
    let in_parties = figures.mode == Mode::Cooperative;
    let uses: Vec<Bar> = labels
        .iter()
        .zip(&figures.sums.pieces)
        .map(|(label, usage)| Bar::plain(label.title.as_str(), usage.times as f64 / figures.games().max(1) as f64))
        .collect();
    html! {
        h3 { (t!("Use of each card and item")) }
        (bars(t!("Use of each card and item"), t!("times in a match"), 3, &uses))
        @let drawn = lifts(labels, |piece| figures.lift_of_draw(piece));
        @if !drawn.is_empty() {
            h3 { (t!("Win lift of each card drawn")) }
            (bars(t!("Win lift of each card drawn"), t!("points: wins of those who drew it less wins of others"), 1, &drawn))
            p class="note" {
                @if in_parties { (t!("How much more often parties won that drew it than those that did not.")) }
                @else { (t!("How much more often those won who drew it than those who did not.")) }
                " " (t!("Chance decides who draws it, but who lives longer draws more."))
            }
        }
        h3 { (t!("Win lift of each card and item")) }
        @let used = lifts(labels, |piece| figures.lift(piece));
        @if used.is_empty() {
            p { (t!("No card or item was used by some and not by others.")) }
        } @else {
            (bars(t!("Win lift of each card and item"), t!("points: wins of users less wins of others"), 1, &used))
            p class="note" {
                @if in_parties { (t!("How much more often parties won that used it than those that did not.")) }
                @else { (t!("How much more often those won who used it than those who did not.")) }
                " " (t!("It shows what goes along with winning, not what causes it: who lives longer uses more."))
            }
        }
    }
}

fn lifts(labels: &[Label], lift: impl Fn(usize) -> Option<Lift>) -> Vec<Bar> {
    let bar =
        |(index, label): (usize, &Label)| Some(Bar { name: label.title.into(), value: in_percent(lift(index)?.lift) });
    labels.iter().enumerate().filter_map(bar).collect()
}

fn seats(experiment: &Experiment, figures: &Figures) -> Markup {
    let competitive = experiment.title.meta().mode == Mode::Competitive;
    let list: Vec<Bar> = (0..usize::from(figures.seats))
        .map(|seat| {
            let count = if competitive { figures.sums.wins[seat] } else { figures.sums.deaths[seat] };
            Bar { name: t!("Seat {seat}"), value: in_percent(stats::wilson(count, figures.games())) }
        })
        .collect();
    let (title, unit) = match competitive {
        true => (t!("Seat bias: who wins"), t!("% of matches won")),
        false => (t!("Seat bias: who dies"), t!("% of matches in which the seat's hero dies")),
    };
    html! {
        h3 { (title) }
        (bars(title, unit, 2, &list))
    }
}

fn numbers(figures: &Figures) -> Markup {
    html! {
        h3 { (t!("Measures")) }
        table {
            tr { th { (t!("A match on average")) } th { (t!("Mean")) } }
            @for (index, label) in figures.measures.numbers.iter().enumerate() {
                tr { td { (label.title) } td { (plus_minus(figures.number(index))) } }
            }
            @for share in figures.measures.shares {
                tr { td { (share.label.title) } td { (figures.share(share).map_or_else(|| "\u{2014}".to_owned(), percent)) } }
            }
        }
    }
}

fn rulings(figures: &Figures) -> Markup {
    let silent: Vec<Label> = figures.unused_rulings().collect();
    html! {
        h3 { (t!("Rules never triggered")) }
        @if silent.is_empty() {
            p { (t!("Every rule that leaves a trace was triggered.")) }
        } @else {
            ul { @for label in &silent { li { (label.key) ": " (label.title) } } }
        }
        table {
            tr { th { (t!("Rule")) } th { (t!("Matches in which it applied")) } }
            @for (label, count) in figures.measures.rulings.iter().zip(&figures.sums.rulings) {
                tr { td { (label.key) ": " (label.title) } td { (percent(stats::wilson(*count, figures.games()))) } }
            }
        }
    }
}
