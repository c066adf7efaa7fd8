//! Search for settings that meet aims, by successive halving: every setting plays few matches, the
//! better half plays twice as many, and so on. All settings play the same matches, on equal luck.

use serde_json::{Map, Value};

use crate::{Experiment, Figures, LabError, Pool, Watch, json::snake};

/// A range that a figure is to lie in.
#[derive(Clone, PartialEq, Debug)]
pub struct Aim {
    /// The name of the figure.
    pub figure: String,
    /// The lower end.
    pub low: f64,
    /// The upper end, above the lower one.
    pub high: f64,
}

/// A setting that the search kept to its end.
pub struct Found {
    /// The values of the options and cards that the search may choose.
    pub point: Map<String, Value>,
    /// The setting.
    pub experiment: Experiment,
    /// The figures of its matches.
    pub figures: Figures,
    /// The figure of each aim; `None` if it does not exist in these matches.
    pub values: Vec<Option<f64>>,
    /// How far the figures are from their ranges, in widths of the ranges: 0 if all aims are met.
    pub distance: f64,
}

/// The settings that the last round plays.
const KEPT: usize = 3;
/// The least matches of a setting in the first round.
const LEAST: u64 = 100;

impl Aim {
    /// Parses `figure=low..high`.
    ///
    /// # Errors
    /// If it is malformed.
    pub fn parse(text: &str) -> Result<Aim, LabError> {
        let parts = text.split_once('=').and_then(|(figure, range)| Some((figure, range.split_once("..")?)));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let aim = parts.and_then(|(figure, (low, high))| {
            Some(Aim { figure: figure.trim().to_owned(), low: number(low)?, high: number(high)? })
        });
        aim.filter(|aim| aim.low < aim.high).ok_or_else(|| LabError::Aim(text.to_owned()))
    }

    /// Returns how far a value is from the range, in its widths.
    fn distance(&self, value: Option<f64>) -> f64 {
        value.map_or(f64::MAX, |value| (self.low - value).max(value - self.high).max(0.0) / (self.high - self.low))
    }

    /// Whether a value lies in the range.
    pub fn is_met(&self, value: Option<f64>) -> bool {
        self.distance(value) == 0.0
    }
}

/// Returns the figures that an aim can name, each with a function of a run. Shares are in percent.
pub(crate) fn names(experiment: &Experiment) -> Vec<String> {
    let measures = experiment.measures();
    let wins = (0..experiment.seats()).map(|seat| format!("wins_seat_{seat}"));
    let numbers = measures.numbers.iter().map(|label| label.key.to_owned());
    let shares = measures.shares.iter().map(|share| share.label.key.to_owned());
    let endings = measures.endings.iter().map(|label| format!("ending_{}", snake(label.key)));
    ["victory", "plies"]
        .map(str::to_owned)
        .into_iter()
        .chain(wins)
        .chain(numbers)
        .chain(shares)
        .chain(endings)
        .collect()
}

/// Returns a figure of a run; shares are in percent. `None` if it does not exist in these matches.
pub(crate) fn value(figures: &Figures, name: &str) -> Option<f64> {
    let (measures, games) = (figures.measures, figures.games());
    if games == 0 {
        return None;
    }
    if let Some(index) = measures.numbers.iter().position(|label| label.key == name) {
        return Some(figures.number(index).value);
    }
    if let Some(share) = measures.shares.iter().find(|share| share.label.key == name) {
        return figures.share(share).map(|share| 100.0 * share.value);
    }
    if let Some(index) = measures.endings.iter().position(|label| format!("ending_{}", snake(label.key)) == name) {
        return Some(100.0 * figures.sums.endings[index] as f64 / games as f64);
    }
    match name.strip_prefix("wins_seat_") {
        Some(seat) => Some(100.0 * figures.wins_by_seat().get(seat.parse::<usize>().ok()?)?.value),
        None if name == "victory" => Some(100.0 * figures.victory().value),
        None if name == "plies" => Some(figures.sums.plies.mean().value),
        None => None,
    }
}

/// Returns the matches of a setting after each round, for this many settings: twice as many in each
/// round, and all in the last.
fn rounds(settings: usize, games: u64) -> Vec<u64> {
    let halvings = settings.div_ceil(KEPT).next_power_of_two().ilog2();
    let round = |left: u32| (games >> left).max(LEAST.min(games));
    (0..=halvings).rev().map(round).collect()
}

/// Returns the number of matches that a search plays.
pub fn searched(settings: usize, games: u64) -> u64 {
    let (mut left, mut before, mut sum) = (settings, 0, 0);
    for after in rounds(settings, games) {
        sum += left as u64 * (after - before);
        before = after;
        left = left.div_ceil(2).max(KEPT.min(left));
    }
    sum
}

/// Searches the settings for those that come nearest to all aims, best first. If the watcher stops
/// it, these are the best so far.
///
/// # Errors
/// If an aim names no figure, or a match panics.
pub fn search(
    settings: Vec<(Map<String, Value>, Experiment)>,
    aims: &[Aim],
    pool: &Pool,
    watch: &dyn Watch,
) -> Result<Vec<Found>, LabError> {
    if let Some((_, first)) = settings.first() {
        let known = names(first);
        if let Some(aim) = aims.iter().find(|aim| !known.contains(&aim.figure)) {
            return Err(LabError::Figure { name: aim.figure.clone(), known: known.join(", ") });
        }
    }
    let games = settings.first().map_or(0, |(_, experiment)| experiment.games);
    let all = rounds(settings.len(), games);
    let mut found: Vec<Found> = settings
        .into_iter()
        .map(|(point, experiment)| {
            let figures = Figures::new(&experiment);
            Found { point, experiment, figures, values: Vec::new(), distance: f64::MAX }
        })
        .collect();
    let mut before = 0;
    for (round, after) in all.iter().copied().enumerate() {
        for one in &mut found {
            let first = one.experiment.first;
            one.figures.merge(one.experiment.part(first + before, first + after, pool, watch)?);
            one.values = aims.iter().map(|aim| value(&one.figures, &aim.figure)).collect();
            one.distance = aims.iter().zip(&one.values).map(|(aim, value)| aim.distance(*value)).sum();
        }
        // The order of equals stays, so the result does not depend on the machine.
        found.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        if watch.stopped() {
            break;
        }
        if round + 1 < all.len() {
            let kept = found.len().div_ceil(2).max(KEPT.min(found.len()));
            found.truncate(kept);
        }
        before = after;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use roster::Setting;
    use serde_json::json;

    use super::*;
    use crate::{Unwatched, sweep::Sweep};

    fn settings(range: &str, games: u64) -> Vec<(Map<String, Value>, Experiment)> {
        let title = roster::find("rogue-ascension").unwrap();
        let points = Sweep::points(&[Sweep::parse(title, range).unwrap()]).unwrap();
        let experiment = |point: Map<String, Value>| {
            let bots = vec!["reference".parse().unwrap()];
            let setting = Setting { options: point.clone().into(), seats: 1, bots, seed: 1, max_plies: 10_000 };
            (point, Experiment::new(title, &setting, games).unwrap())
        };
        points.into_iter().map(experiment).collect()
    }

    #[test]
    fn search_finds_the_setting_that_meets_the_aim() {
        let pool = Pool::new(2).unwrap();
        let all = settings("ascension=0..7", 3_000);
        let (_, fourth) = &all[4];
        let victory = value(&fourth.run(&pool, &Unwatched, None).unwrap(), "victory").unwrap();
        let aims = [Aim { figure: "victory".into(), low: victory - 0.01, high: victory + 0.01 }];
        let found = search(all, &aims, &pool, &Unwatched).unwrap();
        assert_eq!((found.len(), found[0].distance), (3, 0.0));
        assert_eq!(Value::Object(found[0].point.clone()), json!({ "ascension": 4 }));
        assert_eq!(found[0].figures.games(), 3_000);
    }

    #[test]
    fn search_plays_as_many_matches_as_it_says() {
        assert_eq!(rounds(8, 4_000), [1_000, 2_000, 4_000]);
        assert_eq!(searched(8, 4_000), 8 * 1_000 + 4 * 1_000 + 3 * 2_000);
        assert_eq!((rounds(1, 50), searched(1, 50)), (vec![50], 50));
    }

    #[test]
    fn aim_is_a_figure_and_a_range() {
        let aim = Aim::parse("victory=2..3.5").unwrap();
        assert_eq!(aim, Aim { figure: "victory".into(), low: 2.0, high: 3.5 });
        assert_eq!([Some(2.0), Some(3.5), Some(5.0), None].map(|value| aim.is_met(value)), [true, true, false, false]);
        for wrong in ["victory", "victory=3", "victory=3..2", "victory=a..b"] {
            assert!(Aim::parse(wrong).unwrap_err().is_input(), "{wrong}");
        }
        let pool = Pool::new(1).unwrap();
        let unknown = [Aim { figure: "joy".into(), low: 0.0, high: 1.0 }];
        let error = search(settings("ascension=0", 1), &unknown, &pool, &Unwatched).err().unwrap();
        assert!(error.to_string().contains("there is no figure \"joy\""), "{error}");
    }
}
