//! The figures of a bench: what a change of cards does, drawn before and after side by side.

use maud::html;
use text::{decimal, t};

use crate::{
    Comparison, Difference, Unit, Verdict,
    chart::{Bar, BeforeAndNow, bars, before_and_now, funnel, two_columns},
    format::{NUMBER, PAIR, counted},
    page::{COLUMNS, heights, in_percent, scaled},
    stats::Interval,
};

/// The most bars in a chart of changes.
const CHARTED: usize = 10;

/// Returns what a change of cards does, as HTML for a page of the lab's style: the first experiment of
/// the comparison is as before, the second as now. `asked` is the number of pairs that will be played.
pub fn changes(found: &Comparison, asked: u64) -> String {
    let wins = wins(found);
    let (differ, same): (Vec<&Difference>, Vec<&Difference>) =
        found.rows.iter().partition(|row| row.verdict == Verdict::Differs);
    let table = |rows: &[&Difference]| {
        html! {
            div class="chart" tabindex="0" {
                table {
                    tr { th { (t!("Figure")) } th { (t!("before")) } th { (t!("now")) } th { (t!("change, ± 95 %")) } }
                    @for row in rows {
                        tr {
                            td { (row.title) }
                            td { (number(row, row.a.value)) } td { (number(row, row.b.value)) } td { (change(row)) }
                        }
                    }
                }
            }
        }
    };
    let charted = relative(&differ);
    let contents = html! {
        h2 { (t!("Wins")) }
        (before_and_now(t!("Wins before and now, % with their 95 % intervals"), "%", &wins.iter().map(|row| sides(row)).collect::<Vec<_>>()))
        p class="headline" { (verdict(&wins, found.games < asked)) }
        div class="beside" {
            section {
                h2 { (t!("Length of a match")) }
                (length(found))
            }
            section {
                h2 { (t!("How sure")) }
                (sure(&wins, found.games, asked))
            }
        }
        @if !charted.is_empty() {
            h2 { (t!("What differs")) }
            (bars(t!("What differs, in % of before"), t!("% of before"), 1, &charted))
        }
        @if !differ.is_empty() { (table(&differ)) }
        details { summary { (t!("Figures that do not differ")) } (table(&same)) }
    };
    contents.into_string()
}

/// Returns the figures of who wins: by side if several are played, for cards belong to them rather
/// than to a seat; else those of the seats or the party.
fn wins(found: &Comparison) -> Vec<&Difference> {
    let main = |is_side: bool| found.rows.iter().filter(move |row| row.main && (row.unit == Unit::Ratio) == is_side);
    let was_played = |row: &&Difference| row.a.margin() < 0.5 && row.b.margin() < 0.5;
    let sides: Vec<&Difference> = main(true).filter(was_played).collect();
    if sides.len() > 1 { sides } else { main(false).collect() }
}

fn sides(row: &Difference) -> BeforeAndNow {
    let sign = if row.verdict == Verdict::Differs { format!(" \u{2013} {}", t!("differs")) } else { String::new() };
    BeforeAndNow {
        name: format!("{}\u{2003}{} ({}){sign}", name(row), number(row, row.b.value), change(row)),
        before: in_percent(row.a),
        now: in_percent(row.b),
    }
}

/// Returns the title of a share without its sign.
fn name(row: &Difference) -> &str {
    row.title.trim_end_matches(", %")
}

fn number(row: &Difference, value: f64) -> String {
    let value = row.unit.scale() * value;
    decimal(value, if row.unit == Unit::Number { 2 } else { 1 })
}

/// Returns the change of a figure with its sign and its margin.
fn change(row: &Difference) -> String {
    let Interval { value, .. } = row.difference;
    let margin = row.difference.margin();
    if !margin.is_finite() {
        return "\u{2014}".to_owned();
    }
    let value = number(row, value);
    let sign = if value.starts_with('-') { "" } else { "+" };
    format!("{sign}{value} ± {}", number(row, margin))
}

/// Returns in a sentence or two who wins more and who less.
fn verdict(wins: &[&Difference], goes_on: bool) -> String {
    let (sure, unsure): (Vec<&Difference>, Vec<&Difference>) =
        wins.iter().copied().partition(|row| row.verdict == Verdict::Differs);
    let said = |row: &&Difference| {
        let name = name(row);
        if row.difference.value > 0.0 { t!("{name}: more.") } else { t!("{name}: less.") }
    };
    let mut sentences: Vec<String> = sure.iter().map(said).collect();
    if !unsure.is_empty() {
        let names: Vec<&str> = unsure.iter().map(|row| name(row)).collect();
        let names = names.join(", ");
        sentences.push(if goes_on { t!("{names}: too early to say.") } else { t!("{names}: no difference seen.") });
    }
    sentences.join(" ")
}

/// Returns the changes of figures in percent of what they were, the largest first.
fn relative(rows: &[&Difference]) -> Vec<Bar> {
    let known = rows.iter().filter(|row| row.a.value != 0.0 && row.difference.low.is_finite());
    let mut all: Vec<Bar> = known
        .map(|row| Bar { name: row.title.clone(), value: scaled(row.difference, 100.0 / row.a.value.abs()) })
        .collect();
    sort(&mut all);
    all.truncate(CHARTED);
    all
}

fn sort(bars: &mut [Bar]) {
    bars.sort_by(|one, other| other.value.value.abs().total_cmp(&one.value.value.abs()));
}

/// Draws how many decisions matches take, before and now.
fn length(found: &Comparison) -> maud::Markup {
    let [before, now] = &found.lengths;
    let first = found.lengths.iter().filter_map(|one| one.0.keys().next()).min().copied().unwrap_or_default();
    // The few longest matches would squeeze all others together.
    let last = found.lengths.iter().map(|one| one.quantile(0.99)).max().unwrap_or_default().max(first);
    let step = ((last - first) / (COLUMNS / 3) + 1).max(1);
    let [was, is] = [before, now].map(|one| heights(one, first, last, step));
    html! {
        p class="headline" { (t!("{} decisions, was {}", decimal(now.mean().value, 1), decimal(before.mean().value, 1))) }
        (two_columns(t!("Decisions in a match: before as outlines, now as a line"), t!("decisions; outlines before, line now"), [&was, &is], step))
    }
}

/// Draws how the interval of the wins narrows.
fn sure(wins: &[&Difference], games: u64, asked: u64) -> maud::Markup {
    let margins = wins.iter().map(|row| 100.0 * row.difference.margin()).filter(|margin| margin.is_finite());
    let widest = margins.fold(0.0, f64::max);
    let at_end = widest * (games as f64 / asked.max(1) as f64).sqrt();
    html! {
        p class="headline" { (t!("± {} points", decimal(widest, 1))) }
        (funnel(t!("How the interval narrows with the matches"), widest, games, asked))
        p { (t!("After {}. ± {} points after {}.", counted(games, PAIR), decimal(at_end, 1), counted(asked, PAIR))) }
    }
}

/// Returns how far each of some changes moves a figure, the largest first, as HTML for a page of the
/// lab's style. Each comparison has a name, and changes one number. The chart has the largest only.
pub fn influences(changes: &[(String, Comparison)], figure: &str) -> String {
    let mut title = String::new();
    let mut moved: Vec<Bar> = Vec::new();
    for (name, comparison) in changes {
        let Some(row) = comparison.rows.iter().find(|row| row.key == figure) else { continue };
        title.clone_from(&row.title);
        moved.push(Bar { name: name.clone(), value: scaled(row.difference, row.unit.scale()) });
    }
    sort(&mut moved);
    moved.truncate(CHARTED);
    let pairs = changes.iter().map(|(_, comparison)| comparison.games).min().unwrap_or_default();
    let (numbers, pairs) = (counted(changes.len() as u64, NUMBER), counted(pairs, PAIR));
    let about = match changes.len() > CHARTED {
        true => t!(
            "{title}: its change for one step of each of {numbers}, in {pairs} of matches; the {CHARTED} that move it most."
        ),
        false => t!("{title}: its change for one step of each of {numbers}, in {pairs} of matches."),
    };
    let contents = html! {
        h2 { (t!("Which number matters most")) }
        p { (about) }
        @if !moved.is_empty() { (bars(t!("Which number matters most"), &title, 3, &moved)) }
    };
    contents.into_string()
}
