//! Tables of runs and comparisons for a terminal.

use std::fmt::Write;

use kernel::Mode;

use crate::{
    Comparison, Experiment, Figures, Lift, Usage,
    compare::{Unit, Verdict},
    format::{PAIR, bots, counted, options, percent, plus_minus},
    stats::{self, Interval},
};

/// Returns the results of an experiment as a table.
pub fn table(experiment: &Experiment, figures: &Figures, seconds: f64) -> String {
    let (meta, measures, games) = (experiment.title.meta(), figures.measures, figures.games());
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<46}{value}");
    };
    line("Options", &options(experiment));
    line("Seats, bots, seed", &format!("{}, {}, {}", experiment.seats(), bots(experiment), experiment.seed));
    let stopped = match figures.is_part_of(experiment) {
        true => format!(" of {}, stopped,", experiment.games),
        false => String::new(),
    };
    let first = if experiment.first > 0 { format!(" from {} on", experiment.first) } else { String::new() };
    line(
        "Matches",
        &format!("{games}{stopped}{first} in {seconds:.2} s, {:.0} a second", games as f64 / seconds.max(1e-9)),
    );
    match meta.mode {
        Mode::Cooperative => line("Victory", &percent(figures.victory())),
        Mode::Competitive => {
            for (seat, wins) in figures.wins_by_seat().into_iter().enumerate() {
                line(&format!("Won by seat {seat}"), &percent(wins));
            }
        }
    }
    let plies = &figures.sums.plies;
    let [p50, p95, max] = [plies.quantile(0.5), plies.quantile(0.95), plies.max()];
    line("Decisions", &format!("{}; half up to {p50}, 95 % up to {p95}, at most {max}", plus_minus(plies.mean())));
    if !figures.sums.scores.is_empty() {
        let [p5, p50, p95] = [0.05, 0.5, 0.95].map(|share| figures.sums.scores.quantile(share));
        line("Scores", &format!("{}; 5 % {p5}, half {p50}, 95 % {p95}", plus_minus(figures.sums.scores.mean())));
    }
    if figures.sums.unfinished > 0 {
        line("Cut off", &figures.sums.unfinished.to_string());
    }
    for (index, label) in measures.numbers.iter().enumerate() {
        let spread = figures.sums.spreads.get(&index).map(|spread| {
            let [p5, p50, p95] = [0.05, 0.5, 0.95].map(|share| spread.quantile(share));
            format!("; 5 % up to {p5}, half {p50}, 95 % {p95}, at most {}", spread.max())
        });
        line(label.title.as_str(), &(plus_minus(figures.number(index)) + &spread.unwrap_or_default()));
    }
    for share in measures.shares {
        line(share.label.title.as_str(), &figures.share(share).map_or_else(|| "\u{2014}".to_owned(), percent));
    }
    for (label, count) in measures.endings.iter().zip(&figures.sums.endings) {
        line(label.title.as_str(), &percent(stats::wilson(*count, games)));
    }
    let quiet: Vec<String> = figures.unused_rulings().map(|label| label.key.to_owned()).collect();
    line("Rules that never applied", &if quiet.is_empty() { "none".to_owned() } else { quiet.join(", ") });
    format!("{}\n{text}", meta.title)
}

/// Returns the draws and the uses of each card and item: their number, by how many, and the wins of
/// these and of the others. A difference is marked if chance alone hardly gives it to any of so many
/// cards.
pub fn pieces(figures: &Figures) -> String {
    let (draws, uses) = (&figures.sums.draws, &figures.sums.pieces);
    let drawn = if draws.is_empty() { String::new() } else { usages("Drawn", figures, draws, Figures::lift_of_draw) };
    drawn + &usages("Used", figures, uses, Figures::lift)
}

fn usages(title: &str, figures: &Figures, usages: &[Usage], lift: fn(&Figures, usize) -> Option<Lift>) -> String {
    let mut text = String::new();
    let users = if figures.mode == Mode::Cooperative { "parties" } else { "seats" };
    let heads = ["a match".to_owned(), format!("{users}, %"), "won with".to_owned(), "without".to_owned()];
    let [times, used, with, without] = heads;
    let _ = writeln!(text, "  {title:<40}{times:>9}{used:>12}{with:>10}{without:>9}   lift");
    for (index, (label, usage)) in figures.measures.pieces.iter().zip(usages).enumerate() {
        let times = usage.times as f64 / figures.games().max(1) as f64;
        let used = 100.0 * usage.users as f64 / figures.users().max(1) as f64;
        let _ = write!(text, "  {:<40}{times:>9.3}{used:>12.2}", label.title.as_str());
        let _ = match lift(figures, index) {
            None => writeln!(text, "{0:>10}{0:>9}   {0}", "\u{2014}"),
            Some(Lift { with, without, lift, p }) => {
                let [with, without, lift, low, high] =
                    [with.value, without.value, lift.value, lift.low, lift.high].map(|share| 100.0 * share);
                let mark = if p < 0.05 { "  differs" } else { "" };
                writeln!(text, "{with:>10.2}{without:>9.2}   {lift:+.2} ({low:+.2} to {high:+.2}){mark}")
            }
        };
    }
    text
}

/// Returns the results of a comparison as a table.
pub fn compared(found: &Comparison) -> String {
    let mut text = String::new();
    for (name, options) in [("A", &found.a), ("B", &found.b)] {
        let _ = writeln!(text, "{name}: {options}");
    }
    let stopped = if found.stopped { "Stopped after " } else { "" };
    let _ = writeln!(text, "{stopped}{} of matches, each pair on equal luck.\n", counted(found.games, PAIR));
    let _ = writeln!(text, "  {:<46}{:>10}{:>10}   {:<34}", "", "A", "B", "B less A, with its 95 % interval");
    for row in &found.rows {
        let Interval { value, low, high } = row.difference;
        let [a, b, d, low, high] = [row.a.value, row.b.value, value, low, high].map(|value| row.unit.scale() * value);
        let sign = if row.unit == Unit::Number { "" } else { " %" };
        let mark = if row.verdict == Verdict::Differs { "  differs" } else { "" };
        let ends = if low.is_finite() { format!("{low:+.3} to {high:+.3}") } else { "\u{2014}".to_owned() };
        let range = format!("{d:+.3}{sign} ({ends})");
        let _ = writeln!(text, "  {:<46}{a:>10.3}{b:>10.3}   {range:<34}{mark}", row.title);
    }
    let _ = write!(text, "\n{}\n", found.conclusion());
    text
}
