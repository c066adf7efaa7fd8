//! Figures as JSON: the output of `lab run --json`.

use std::fmt::Write;

use kernel::{Mode, measure::Label};
use serde_json::{Map, Value, json};

use crate::{
    Experiment, Figures, Histogram, Lift, Point, Usage,
    exact::EXACT,
    stats::{self, Interval},
};

/// Formats a seed: a number, or its digits as a text if some readers would round it.
pub(crate) fn seed(seed: u64) -> Value {
    if seed > EXACT { seed.to_string().into() } else { seed.into() }
}

/// Returns the two ends of an interval; null if the values have no measurable spread.
fn ends(interval: Interval) -> Value {
    json!({ "low": interval.low, "high": interval.high })
}

fn rate(interval: Interval) -> Value {
    json!({ "rate": interval.value, "low": interval.low, "high": interval.high })
}

/// Returns a key in the form that JSON, tables and spreadsheets use.
pub(crate) fn snake(key: &str) -> String {
    key.replace('-', "_")
}

/// Returns the results of an experiment. `seconds` is its duration; everything else depends on the
/// experiment alone.
pub fn json(experiment: &Experiment, figures: &Figures, seconds: f64) -> Value {
    let meta = experiment.title.meta();
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("game", meta.id.into());
    put("options", experiment.options().clone().into());
    if let Some(varied) = &experiment.varied {
        put("varied", json!({ &varied.key: varied.values.len() }));
    }
    put("seats", experiment.seats().into());
    put("bots", experiment.bots.iter().map(ToString::to_string).collect());
    put("first", experiment.first.into());
    put("games", figures.games().into());
    put("stopped", figures.is_part_of(experiment).into());
    put("seed", seed(experiment.seed));
    put("seconds", json!(seconds));
    put("playouts_per_second", json!(if seconds > 0.0 { figures.games() as f64 / seconds } else { 0.0 }));
    let plies = &figures.sums.plies;
    let mean = plies.mean();
    put(
        "plies",
        json!({ "mean": mean.value, "low": mean.low, "high": mean.high, "p50": plies.quantile(0.5), "p95": plies.quantile(0.95), "max": plies.max() }),
    );
    match meta.mode {
        Mode::Cooperative => put("victory", rate(figures.victory())),
        Mode::Competitive => put("wins_by_seat", figures.wins_by_seat().into_iter().map(rate).collect()),
    };
    let scores = &figures.sums.scores;
    put(
        "scores",
        match scores.is_empty() {
            true => Value::Null,
            false => json!({
                "mean": scores.mean().value,
                "low": scores.mean().low,
                "high": scores.mean().high,
                "p5": scores.quantile(0.05),
                "p50": scores.quantile(0.5),
                "p95": scores.quantile(0.95),
            }),
        },
    );
    put("unfinished", figures.sums.unfinished.into());
    put("measures", measures(figures).into());
    put("intervals", intervals(figures).into());
    put("shares", shares(figures).into());
    put("spreads", spreads(figures).into());
    put("pieces", pieces(figures).into());
    object.into()
}

/// Returns the main figures of each setting as CSV: a line for each, with its 95 % interval.
pub fn csv(points: &[Point<'_>]) -> String {
    let mut text = "setting,figure,value,low,high\n".to_owned();
    for Point { name, figures, .. } in points {
        let setting = format!("\"{}\"", name.replace('"', "\"\""));
        let mut put = |figure: &str, Interval { value, low, high }: Interval| {
            // An interval without a measurable spread is left empty.
            let end = |end: f64| if end.is_finite() { end.to_string() } else { String::new() };
            let _ = writeln!(text, "{setting},{figure},{value},{},{}", end(low), end(high));
        };
        let games = figures.games() as f64;
        put("games", Interval { value: games, low: games, high: games });
        match figures.mode {
            Mode::Cooperative => put("victory", figures.victory()),
            Mode::Competitive => {
                let wins = figures.wins_by_seat().into_iter().enumerate();
                wins.for_each(|(seat, wins)| put(&format!("wins_seat_{seat}"), wins));
            }
        }
        put("plies", figures.sums.plies.mean());
        if !figures.sums.scores.is_empty() {
            put("scores", figures.sums.scores.mean());
        }
        for (index, label) in figures.measures.numbers.iter().enumerate() {
            put(&snake(label.key), figures.number(index));
        }
        for (label, count) in figures.measures.endings.iter().zip(&figures.sums.endings) {
            put(&format!("ending_{}", snake(label.key)), stats::wilson(*count, figures.games()));
        }
        for share in figures.measures.shares {
            figures.share(share).into_iter().for_each(|rate| put(&snake(share.label.key), rate));
        }
    }
    text
}

/// Returns the shares of the game; null if the total is 0.
fn shares(figures: &Figures) -> Map<String, Value> {
    let shares = figures.measures.shares.iter();
    shares.map(|share| (snake(share.label.key), figures.share(share).map(rate).into())).collect()
}

/// Returns the quantiles of the numbers that have them.
fn spreads(figures: &Figures) -> Map<String, Value> {
    let spread = |(index, values): (&usize, &Histogram)| {
        let [p5, p50, p95] = [0.05, 0.5, 0.95].map(|share| values.quantile(share));
        let quantiles = json!({ "p5": p5, "p50": p50, "p95": p95, "max": values.max() });
        (snake(figures.measures.numbers[*index].key), quantiles)
    };
    figures.sums.spreads.iter().map(spread).collect()
}

/// Returns the use of each piece: the share of users, and the wins with and without it; null if all
/// users or none used it. `drawn` is the same for its draws; null if it cannot be drawn.
fn pieces(figures: &Figures) -> Map<String, Value> {
    let usage = |share: &str, usage: &Usage, lift: Option<Lift>| {
        let part = |of: fn(&Lift) -> Interval| lift.as_ref().map(|lift| rate(of(lift)));
        json!({
            share: stats::wilson(usage.users, figures.users()).value,
            "won_with": part(|lift| lift.with), "won_without": part(|lift| lift.without),
            "lift": part(|lift| lift.lift), "p": lift.as_ref().map(|lift| lift.p),
        })
    };
    let piece = |(index, label): (usize, &Label)| {
        let mut entry = usage("used", &figures.sums.pieces[index], figures.lift(index));
        let draws = figures.sums.draws.get(index);
        entry["drawn"] = draws.map(|draws| usage("share", draws, figures.lift_of_draw(index))).into();
        (snake(label.key), entry)
    };
    figures.measures.pieces.iter().enumerate().map(piece).collect()
}

/// Returns the intervals of those measures that have one in the table, with the same names.
fn intervals(figures: &Figures) -> Map<String, Value> {
    let measures = figures.measures;
    let number = |(index, label): (usize, &Label)| (snake(label.key), ends(figures.number(index)));
    let ending = |(label, count): (&Label, &u64)| {
        (format!("ending_{}", snake(label.key)), ends(stats::wilson(*count, figures.games())))
    };
    let numbers = measures.numbers.iter().enumerate().map(number);
    numbers.chain(measures.endings.iter().zip(&figures.sums.endings).map(ending)).collect()
}

/// Returns the game's numbers, the endings, the deaths by place and by cause, and the draws and uses
/// of each piece, as means per match.
fn measures(figures: &Figures) -> Map<String, Value> {
    let measures = figures.measures;
    let mut map = Map::new();
    for (index, label) in measures.numbers.iter().enumerate() {
        map.insert(snake(label.key), json!(figures.number(index).value));
    }
    let mut mean = |prefix: &str, label: &Label, count: u128| {
        let mean = if figures.games() > 0 { count as f64 / figures.games() as f64 } else { 0.0 };
        map.insert(format!("{prefix}_{}", snake(label.key)), json!(mean));
    };
    measures
        .endings
        .iter()
        .zip(&figures.sums.endings)
        .for_each(|(label, count)| mean("ending", label, (*count).into()));
    measures.causes.iter().zip(&figures.sums.causes).for_each(|(label, count)| mean("death_by", label, *count));
    measures.places.iter().zip(&figures.sums.places).for_each(|(label, count)| mean("death_at", label, *count));
    measures.pieces.iter().zip(&figures.sums.draws).for_each(|(label, usage)| mean("draws", label, usage.times));
    measures.pieces.iter().zip(&figures.sums.pieces).for_each(|(label, usage)| mean("uses", label, usage.times));
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_beyond_exact_numbers_is_text() {
        assert_eq!(seed(EXACT), json!(9_007_199_254_740_992_u64));
        assert_eq!(seed(EXACT + 1), json!("9007199254740993"));
        assert_eq!(seed(u64::MAX), json!("18446744073709551615"));
    }
}
