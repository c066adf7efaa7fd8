//! Comparison of two sets of options with equal chance.

use kernel::{Mode, Seat};
use roster::MatchSummary;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    Experiment, LabError, Sum, exact,
    json::snake,
    stats::{self, Interval},
    text,
};
#[cfg(feature = "native")]
use crate::{Pool, Watch, pool::UntilBroken};

/// The results of two sets of options, compared match by match.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The first set, in a line.
    pub a: String,
    /// The second set, in a line.
    pub b: String,
    /// The number of pairs.
    pub games: u64,
    /// Whether it was stopped before all pairs were played.
    pub stopped: bool,
    /// Whether no pair differs in any figure.
    pub alike: bool,
    /// First the figures for the winner; then all others.
    pub rows: Vec<Difference>,
}

/// The difference of one figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Its name in JSON.
    pub key: String,
    /// Its name for people.
    pub title: String,
    /// The unit of its values.
    pub unit: Unit,
    /// Whether it is about the winner.
    pub main: bool,
    /// Its mean under the first set.
    pub a: f64,
    /// Its mean under the second set.
    pub b: f64,
    /// The second minus the first, of matched pairs, with its 95 % interval.
    pub difference: Interval,
    /// The probability of a difference at least as large if there is no true one.
    pub p: f64,
    /// The verdict: whether it differs.
    pub verdict: Verdict,
}

/// The unit of a figure's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Yes or no.
    Share,
    /// A number.
    Number,
}

/// The verdict on a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a difference.
    Differs,
    /// No difference was found; a small one may exist.
    NotShown,
}

/// The sums of one figure on both sides.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Pair {
    #[serde(with = "exact")]
    a: i128,
    #[serde(with = "exact")]
    b: i128,
    difference: Sum,
    /// Number of pairs in which only one side had it: the second, the first.
    only: (u64, u64),
}

impl Pair {
    pub(crate) fn add(&mut self, a: i64, b: i64) {
        self.a += i128::from(a);
        self.b += i128::from(b);
        self.difference.add(b - a);
        self.only.0 += u64::from(b > a);
        self.only.1 += u64::from(a > b);
    }

    /// Returns the second minus the first, with its interval.
    pub(crate) fn change(&self, unit: Unit, games: u64) -> Interval {
        let (Sum { sum, squares }, (more, less)) = (self.difference, self.only);
        match unit {
            Unit::Share => stats::paired(more, less, games),
            Unit::Number => stats::mean(games, sum, squares),
        }
    }

    /// Returns the probability of the t test of a number; `None` if all pairs differ by the same
    /// value.
    fn student(&self, games: u64) -> Option<f64> {
        stats::student(games, self.difference.sum, self.difference.squares)
    }

    /// Returns the probability of a difference at least as large if there is no true one.
    pub(crate) fn probability(&self, unit: Unit, games: u64) -> f64 {
        let signs = || stats::mcnemar(self.only.0, self.only.1);
        match unit {
            Unit::Share => signs(),
            Unit::Number => self.student(games).unwrap_or_else(signs),
        }
    }

    fn merge(&mut self, other: Pair) {
        self.a += other.a;
        self.b += other.b;
        self.difference.merge(other.difference);
        self.only.0 += other.only.0;
        self.only.1 += other.only.1;
    }
}

/// A figure to compare: its key, its title, its unit, and its value in a match.
pub(crate) struct Figure {
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) unit: Unit,
    /// Whether the verdict is about it.
    main: bool,
    pub(crate) of: Box<dyn Fn(&MatchSummary) -> i64 + Sync>,
}

/// The sums of all figures on both sides.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Pairs {
    games: u64,
    figures: Vec<Pair>,
}

impl Pairs {
    /// Returns the number of pairs.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds other pairs of the same two experiments.
    pub fn merge(&mut self, other: Pairs) {
        self.games += other.games;
        self.figures.resize(self.figures.len().max(other.figures.len()), Pair::default());
        self.figures.iter_mut().zip(other.figures).for_each(|(sum, pair)| sum.merge(pair));
    }
}

/// Two experiments of one game. Each match of one is compared with the match of the other that has
/// the same number and the same chance.
pub struct Pairing<'a> {
    a: &'a Experiment,
    b: &'a Experiment,
    figures: Vec<Figure>,
}

impl<'a> Pairing<'a> {
    /// Pairs two experiments.
    pub fn new(a: &'a Experiment, b: &'a Experiment) -> Pairing<'a> {
        Pairing { a, b, figures: figures(a) }
    }

    /// Plays the pairs `from..to` in order, on this thread.
    ///
    /// # Errors
    /// If a match panics.
    pub fn play(&self, from: u64, to: u64) -> Result<Pairs, LabError> {
        let (mut ours, mut pairs) = (Vec::new(), Pairs::default());
        let played = self.a.simulate(from, to, &|| false, &mut |played| ours.push(played));
        played.map_err(|broken| self.a.broken(&broken))?;
        let mut ours = ours.iter();
        let played = self.b.simulate(from, to, &|| false, &mut |theirs| {
            if let Some(ours) = ours.next() {
                self.add(&mut pairs, ours, &theirs);
            }
        });
        played.map(|()| pairs).map_err(|broken| self.b.broken(&broken))
    }

    /// Adds a pair.
    fn add(&self, pairs: &mut Pairs, ours: &MatchSummary, theirs: &MatchSummary) {
        pairs.games += 1;
        pairs.figures.resize(self.figures.len(), Pair::default());
        let both = self.figures.iter().zip(&mut pairs.figures);
        both.for_each(|(figure, pair)| pair.add((figure.of)(ours), (figure.of)(theirs)));
    }

    /// Returns the results of pairs.
    pub fn comparison(self, mut pairs: Pairs) -> Comparison {
        let Pairing { a, b, figures } = self;
        pairs.figures.resize(figures.len(), Pair::default());
        let Pairs { games, figures: sums } = pairs;
        let count = |main: bool| figures.iter().filter(|figure| figure.main == main).count() as f64;
        let [main, others] = [true, false].map(count);
        let row = |(figure, pair): (Figure, Pair)| {
            let (change, p) = (pair.change(figure.unit, games), pair.probability(figure.unit, games));
            let difference = match (figure.unit, pair.student(games)) {
                (Unit::Share, _) | (Unit::Number, Some(_)) => change,
                // If all pairs differ by the same value, a sign test works, but there is no spread
                // for an interval.
                (Unit::Number, None) => Interval { low: f64::NEG_INFINITY, high: f64::INFINITY, ..change },
            };
            // With twenty figures one is significant by chance, so the figures share the 5 %
            // (Bonferroni).
            let looked_at = if figure.main { main } else { others };
            let verdict = if p * looked_at < 0.05 { Verdict::Differs } else { Verdict::NotShown };
            let [a, b] = [pair.a, pair.b].map(|sum| sum as f64 / games.max(1) as f64);
            let Figure { key, title, unit, main, .. } = figure;
            Difference { key, title, unit, main, a, b, difference, p, verdict }
        };
        let alike = sums.iter().all(|pair| pair.only == (0, 0));
        let rows = figures.into_iter().zip(sums).map(row).collect();
        Comparison { a: text::options(a), b: text::options(b), games, stopped: games < a.games, alike, rows }
    }
}

/// Number of matches of one side that are played before those of the other.
#[cfg(feature = "native")]
const TOGETHER: usize = 16;

/// Plays two experiments of one game on all cores, and compares them. If the watcher stops it, the
/// comparison covers the pairs that were played.
///
/// # Errors
/// If a match panics.
#[cfg(feature = "native")]
pub fn compare(a: &Experiment, b: &Experiment, pool: &Pool, watch: &dyn Watch) -> Result<Comparison, LabError> {
    let pairing = Pairing::new(a, b);
    let unstopped = Unstopped(watch);
    let (watch_a, watch_b) = (UntilBroken::new(watch), UntilBroken::new(&unstopped));
    let add = |pairs: &mut Pairs, from: u64, to: u64| {
        for from in (from..to).step_by(TOGETHER) {
            if watch_a.stopped() || watch_b.stopped() {
                return;
            }
            let mut ours = Vec::with_capacity(TOGETHER);
            a.play(from, to.min(from + TOGETHER as u64), &watch_a, |played| ours.push(played));
            // The other side of a pair is always played.
            let to = from + ours.len() as u64;
            let mut ours = ours.iter();
            b.play(from, to, &watch_b, |theirs| {
                if let Some(ours) = ours.next() {
                    pairing.add(pairs, ours, &theirs);
                }
            });
        }
    };
    let stopped = || watch_a.stopped() || watch_b.stopped();
    let pairs = pool.in_any_order(a.first, a.end(), Pairs::default, add, Pairs::merge, stopped);
    watch_a.check(a)?;
    watch_b.check(b)?;
    Ok(pairing.comparison(pairs))
}

/// A watcher that stops only after a complete pair.
#[cfg(feature = "native")]
struct Unstopped<'a>(&'a dyn Watch);

#[cfg(feature = "native")]
impl Watch for Unstopped<'_> {
    fn played(&self, matches: u64) {
        self.0.played(matches);
    }

    fn stopped(&self) -> bool {
        false
    }
}

pub(crate) fn figures(experiment: &Experiment) -> Vec<Figure> {
    let measures = experiment.measures();
    let share = |main: bool, key: String, title: &str, of: Box<dyn Fn(&MatchSummary) -> i64 + Sync>| Figure {
        key,
        title: format!("{title}, %"),
        unit: Unit::Share,
        main,
        of,
    };
    let won = |seat: Seat| Box::new(move |played: &MatchSummary| i64::from(played.won(seat)));
    let mut all = match experiment.title.meta().mode {
        Mode::Cooperative => vec![share(true, "victory".into(), "Victory", won(Seat(0)))],
        Mode::Competitive => Seat::all(experiment.seats())
            .map(|seat| share(true, format!("wins_seat_{seat}"), &format!("Won by seat {seat}"), won(seat)))
            .collect(),
    };
    let number = |key: &str, title: &str, of: Box<dyn Fn(&MatchSummary) -> i64 + Sync>| Figure {
        key: key.to_owned(),
        title: title.to_owned(),
        unit: Unit::Number,
        main: false,
        of,
    };
    all.push(number("plies", "Decisions", Box::new(|played| played.plies.into())));
    for (index, label) in measures.numbers.iter().enumerate() {
        all.push(number(label.key, label.title, Box::new(move |played| played.counts.numbers[index].into())));
    }
    for (index, label) in measures.endings.iter().enumerate() {
        let of = move |played: &MatchSummary| i64::from(played.counts.ending.map(usize::from) == Some(index));
        all.push(share(false, format!("ending_{}", snake(label.key)), label.title, Box::new(of)));
    }
    all
}

/// Returns the figures that two experiments like this one can be compared by: their names in JSON and
/// for people.
pub fn figure_names(experiment: &Experiment) -> Vec<(String, String)> {
    figures(experiment).into_iter().map(|figure| (figure.key, figure.title)).collect()
}

impl Comparison {
    /// Returns the conclusion in plain words.
    pub fn conclusion(&self) -> String {
        let main = || self.rows.iter().filter(|row| row.main);
        let sure = main().filter(|row| row.verdict == Verdict::Differs).collect::<Vec<_>>();
        let others = self.rows.iter().filter(|row| !row.main && row.verdict == Verdict::Differs).count();
        let pairs = text::counted(self.games, "pair");
        if self.alike {
            return format!("In {pairs} nothing came out differently: what sets A and B apart never mattered.");
        }
        let rest = match others {
            0 => "No other figure was found to differ".to_owned(),
            1 => "1 other figure differs".to_owned(),
            more => format!("{more} other figures differ"),
        };
        let points = |value: f64| format!("{:.2}", 100.0 * value);
        match sure[..] {
            [] => {
                let farthest = |row: &Difference| row.difference.high.max(-row.difference.low);
                let farthest = main().map(farthest).fold(0.0, f64::max);
                let rest = if others == 0 { rest } else { format!("But {rest}") };
                format!(
                    "No difference in who wins was found, as far as {pairs} can show (to within {} points). {rest}.",
                    points(farthest)
                )
            }
            _ => {
                let sentences: Vec<String> = sure
                    .iter()
                    .map(|row| {
                        let Interval { value, low, high } = row.difference;
                        let title = row.title.trim_end_matches(", %");
                        let more = if value > 0.0 { "more" } else { "less" };
                        let (near, far) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
                        let points = [value.abs(), near, far].map(points);
                        format!("{title}: B has {} points {more} than A ({} to {})", points[0], points[1], points[2])
                    })
                    .collect();
                format!("They differ. {}. {rest}.", sentences.join("; "))
            }
        }
    }

    /// Returns the comparison as CSV, a line for each figure.
    pub fn csv(&self) -> String {
        let line = |row: &Difference| {
            let Interval { value, low, high } = row.difference;
            let end = |end: f64| if end.is_finite() { end.to_string() } else { String::new() };
            let differs = row.verdict == Verdict::Differs;
            format!("{},{},{},{value},{},{},{},{differs}\n", row.key, row.a, row.b, end(low), end(high), row.p)
        };
        let lines: String = self.rows.iter().map(line).collect();
        format!("figure,a,b,difference,low,high,p,differs\n{lines}")
    }

    /// Returns the comparison as JSON.
    pub fn json(&self) -> Value {
        let row = |row: &Difference| {
            json!({
                "figure": row.key,
                "a": row.a,
                "b": row.b,
                "difference": row.difference.value,
                "low": row.difference.low,
                "high": row.difference.high,
                "p": row.p,
                "differs": row.verdict == Verdict::Differs,
            })
        };
        json!({
            "a": self.a,
            "b": self.b,
            "games": self.games,
            "stopped": self.stopped,
            "differ": self.rows.iter().any(|row| row.main && row.verdict == Verdict::Differs),
            "figures": self.rows.iter().map(row).collect::<Vec<_>>(),
            "conclusion": self.conclusion(),
        })
    }
}
