//! Comparison of two sets of options with equal chance.

use kernel::{
    Mode, Seat,
    measure::{Among, Share},
};
use roster::MatchSummary;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use text::{decimal, t};

use crate::{
    Experiment, Histogram, LabError, Sum, exact, format,
    json::snake,
    paired_totals::PairedTotals,
    stats::{self, Interval},
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
    /// The decisions of the matches under the first set, and under the second.
    pub lengths: [Histogram; 2],
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
    /// Whether it is about the winner: who wins, and which side.
    pub main: bool,
    /// Its mean under the first set; a share has its 95 % interval, the mean of a number only its
    /// value.
    pub a: Interval,
    /// Its mean under the second set.
    pub b: Interval,
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
    /// Yes or no in each match.
    Share,
    /// A number as a share of another one, over all matches.
    Ratio,
    /// A number.
    Number,
}

impl Unit {
    /// Returns the factor to the values that people read: shares are in percent.
    pub fn scale(self) -> f64 {
        match self {
            Unit::Share | Unit::Ratio => 100.0,
            Unit::Number => 1.0,
        }
    }
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
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Pair {
    #[serde(with = "exact")]
    a: i128,
    #[serde(with = "exact")]
    b: i128,
    difference: Sum,
    /// Number of pairs in which only one side had it: the second, the first.
    only: (u64, u64),
    /// For a share of another number: the sums of that number on both sides.
    totals: PairedTotals,
}

/// The value of a figure in a match: the number itself, and for a [`Unit::Ratio`] the number of which
/// it is a share.
pub(crate) type MatchValue = (i64, Option<i64>);

impl Pair {
    pub(crate) fn add(&mut self, (a, of_a): MatchValue, (b, of_b): MatchValue) {
        self.a += i128::from(a);
        self.b += i128::from(b);
        self.difference.add(b - a);
        self.only.0 += u64::from(b > a);
        self.only.1 += u64::from(a > b);
        if let (Some(of_a), Some(of_b)) = (of_a, of_b) {
            self.totals.add([a, of_a, b, of_b]);
        }
    }

    /// Returns the values of both sides.
    fn sides(&self, unit: Unit, games: u64) -> [Interval; 2] {
        let counts = [self.a, self.b].map(i128::unsigned_abs);
        match unit {
            Unit::Share => counts.map(|count| stats::share(count, games.into())),
            Unit::Ratio => [0, 1].map(|side| stats::share(counts[side], self.totals.of(side))),
            Unit::Number => [self.a, self.b].map(|sum| Interval::exact(sum as f64 / games.max(1) as f64)),
        }
    }

    /// Returns the second minus the first, with its interval.
    pub(crate) fn change(&self, unit: Unit, games: u64) -> Interval {
        let (Sum { sum, squares }, (more, less)) = (self.difference, self.only);
        match unit {
            Unit::Share => stats::paired(more, less, games),
            Unit::Ratio => self.totals.change(games).0,
            Unit::Number => stats::mean(games, sum, squares),
        }
    }

    /// Returns the probability of a difference at least as large if there is no true one.
    pub(crate) fn probability(&self, unit: Unit, games: u64) -> f64 {
        let (Sum { sum, squares }, (more, less)) = (self.difference, self.only);
        let signs = || stats::mcnemar(more, less);
        match unit {
            Unit::Share => signs(),
            Unit::Ratio => self.totals.change(games).1,
            Unit::Number => stats::student(games, sum, squares).unwrap_or_else(signs),
        }
    }

    fn merge(&mut self, other: &Pair) {
        self.a += other.a;
        self.b += other.b;
        self.difference.merge(other.difference);
        self.only.0 += other.only.0;
        self.only.1 += other.only.1;
        self.totals.merge(&other.totals);
    }
}

/// A figure to compare: its key, its title, its unit, and its value in a match.
pub(crate) struct Figure {
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) unit: Unit,
    /// Whether the verdict is about it.
    main: bool,
    pub(crate) of: Box<dyn Fn(&MatchSummary) -> MatchValue + Sync>,
}

/// The sums of all figures on both sides.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Pairs {
    games: u64,
    figures: Vec<Pair>,
    /// The decisions of each match, on both sides.
    lengths: [Histogram; 2],
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
        self.figures.iter_mut().zip(&other.figures).for_each(|(sum, pair)| sum.merge(pair));
        self.lengths.iter_mut().zip(other.lengths).for_each(|(all, more)| all.merge(more));
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
        pairs.lengths.iter_mut().zip([ours, theirs]).for_each(|(all, played)| all.note(played.plies.into()));
    }

    /// Returns the results of pairs.
    pub fn comparison(self, mut pairs: Pairs) -> Comparison {
        let Pairing { a, b, figures } = self;
        pairs.figures.resize(figures.len(), Pair::default());
        let Pairs { games, figures: sums, lengths } = pairs;
        let count = |main: bool| figures.iter().filter(|figure| figure.main == main).count() as f64;
        let [main, others] = [true, false].map(count);
        let row = |(figure, pair): (Figure, Pair)| {
            let (difference, p) = (pair.change(figure.unit, games), pair.probability(figure.unit, games));
            // With twenty figures one is significant by chance, so the figures share the 5 %
            // (Bonferroni).
            let looked_at = if figure.main { main } else { others };
            let verdict = if p * looked_at < 0.05 { Verdict::Differs } else { Verdict::NotShown };
            let [a, b] = pair.sides(figure.unit, games);
            let Figure { key, title, unit, main, .. } = figure;
            Difference { key, title, unit, main, a, b, difference, p, verdict }
        };
        let alike = sums.iter().all(|pair| pair.only == (0, 0));
        let rows = figures.into_iter().zip(sums).map(row).collect();
        Comparison {
            a: format::options(a),
            b: format::options(b),
            games,
            stopped: games < a.games,
            alike,
            rows,
            lengths,
        }
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
    type Of = Box<dyn Fn(&MatchSummary) -> MatchValue + Sync>;
    let share = |main: bool, key: String, title: &str, of: Box<dyn Fn(&MatchSummary) -> bool + Sync>| {
        let of: Of = Box::new(move |played| (of(played).into(), None));
        Figure { key, title: format!("{title}, %"), unit: Unit::Share, main, of }
    };
    let won = |seat: Seat| Box::new(move |played: &MatchSummary| played.won(seat));
    let mut all = match experiment.title.meta().mode {
        Mode::Cooperative => vec![share(true, "victory".into(), t!("Victory"), won(Seat(0)))],
        Mode::Competitive => Seat::all(experiment.seats())
            .map(|seat| share(true, format!("wins_seat_{seat}"), &t!("Won by seat {}", seat.0), won(seat)))
            .collect(),
    };
    let number = |key: &str, title: &str, of: Of| Figure {
        key: key.to_owned(),
        title: title.to_owned(),
        unit: Unit::Number,
        main: false,
        of,
    };
    all.push(number("plies", t!("Decisions"), Box::new(|played| (played.plies.into(), None))));
    for (index, label) in measures.numbers.iter().enumerate() {
        all.push(number(
            label.key,
            label.title.as_str(),
            Box::new(move |played| (played.counts.numbers[index].into(), None)),
        ));
    }
    let seats: i64 = experiment.seats().into();
    for Share { label, of, among, of_side } in measures.shares.iter().copied() {
        let of: Of = Box::new(move |played| {
            let numbers = &played.counts.numbers;
            let total = match among {
                Among::Seats => seats,
                Among::Number(index) => numbers[index].into(),
            };
            (numbers[of].into(), Some(total))
        });
        let (key, title) = (label.key.to_owned(), format!("{}, %", label.title));
        all.push(Figure { key, title, unit: Unit::Ratio, main: of_side, of });
    }
    for (index, label) in measures.endings.iter().enumerate() {
        let of = move |played: &MatchSummary| played.counts.ending.map(usize::from) == Some(index);
        all.push(share(false, format!("ending_{}", snake(label.key)), label.title.as_str(), Box::new(of)));
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
        let pairs = format::counted(self.games, format::PAIR);
        if self.alike {
            return t!("In {pairs} nothing came out differently: what sets A and B apart never mattered.");
        }
        let rest = match others {
            0 => t!("No other figure was found to differ.").to_owned(),
            1 => t!("1 other figure differs.").to_owned(),
            more => t!("{more} other figures differ."),
        };
        let points = |value: f64| decimal(100.0 * value, 2);
        match sure[..] {
            [] => {
                let farthest = |row: &Difference| row.difference.high.max(-row.difference.low);
                let farthest = main().map(farthest).fold(0.0, f64::max);
                let points = points(farthest);
                t!(
                    "No difference in who wins was found, as far as {pairs} can show (to within {points} points). {rest}"
                )
            }
            _ => {
                let sentences: Vec<String> = sure
                    .iter()
                    .map(|row| {
                        let Interval { value, low, high } = row.difference;
                        let title = row.title.trim_end_matches(", %");
                        let (near, far) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
                        let [points, near, far] = [value.abs(), near, far].map(points);
                        match value > 0.0 {
                            true => t!("{title}: B has {points} points more than A ({near} to {far})"),
                            false => t!("{title}: B has {points} points less than A ({near} to {far})"),
                        }
                    })
                    .collect();
                {
                    let sentences = sentences.join("; ");
                    t!("They differ. {sentences}. {rest}")
                }
            }
        }
    }

    /// Returns the comparison as CSV, a line for each figure.
    pub fn csv(&self) -> String {
        let line = |row: &Difference| {
            let Interval { value, low, high } = row.difference;
            let end = |end: f64| if end.is_finite() { end.to_string() } else { String::new() };
            let differs = row.verdict == Verdict::Differs;
            format!(
                "{},{},{},{value},{},{},{},{differs}\n",
                row.key,
                row.a.value,
                row.b.value,
                end(low),
                end(high),
                row.p
            )
        };
        let lines: String = self.rows.iter().map(line).collect();
        format!("figure,a,b,difference,low,high,p,differs\n{lines}")
    }

    /// Returns the comparison as JSON.
    pub fn json(&self) -> Value {
        let row = |row: &Difference| {
            json!({
                "figure": row.key,
                "a": row.a.value,
                "b": row.b.value,
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
