//! Figures and settings as short texts, for tables, pages and sentences.

use kernel::PACK;
use text::{Noun, decimal, grouped, noun, t};

use crate::{Experiment, stats::Interval};

/// Formats an interval: `61.3 % (60.9 to 61.7)`.
pub(crate) fn percent(interval: Interval) -> String {
    let [value, low, high] = [interval.value, interval.low, interval.high].map(|share| 100.0 * share);
    let [value, low, high] = [value, low, high].map(|share| decimal(share, 2));
    t!("{value} % ({low} to {high})")
}

/// Formats a mean with its margin: `7.31 ± 0.02`.
pub(crate) fn plus_minus(interval: Interval) -> String {
    let margin = Some(interval.margin()).filter(|margin| margin.is_finite());
    let margin = margin.map_or_else(|| "\u{2014}".to_owned(), |margin| decimal(margin, 3));
    format!("{} \u{b1} {margin}", decimal(interval.value, 3))
}

/// Quotes a word of a command line for the shell, whatever characters it has.
pub(crate) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Counted things, for [`counted`].
pub(crate) const MATCH: Noun = noun!("match");
pub(crate) const PAIR: Noun = noun!("pair");
pub(crate) const SEAT: Noun = noun!("seat");
pub(crate) const NUMBER: Noun = noun!("number");

/// Formats a count: `1 match`, `2,000 matches`.
pub(crate) fn counted(count: u64, one: Noun) -> String {
    one.counted(grouped(count))
}

/// Formats the matches `from..to`, the last one included: `0 to 999`.
#[cfg(feature = "native")]
pub(crate) fn range(from: u64, to: u64) -> String {
    if to - from == 1 { from.to_string() } else { format!("{from} to {}", to.saturating_sub(1)) }
}

/// Returns the setting in a line: `ascension 2, die_floor d4`.
pub(crate) fn options(experiment: &Experiment) -> String {
    let word = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let words = experiment.options().iter().map(|(key, value)| match value["cards"].as_object() {
        Some(cards) if key == PACK => {
            format!("pack {}, {}", value["title"], kernel::counted(cards.len(), "card"))
        }
        Some(_) | None => format!("{key} {}", word(value)),
    });
    let varied = experiment.varied.iter().map(|varied| {
        let values = u64::try_from(varied.values.len()).unwrap_or(u64::MAX);
        format!("{} in turn {}", varied.key, kernel::counted(values, "value"))
    });
    varied.chain(words).collect::<Vec<_>>().join(", ")
}

/// Returns the bots in a line.
pub(crate) fn bots(experiment: &Experiment) -> String {
    let mut names: Vec<String> = experiment.bots.iter().map(ToString::to_string).collect();
    if names.iter().all(|name| *name == names[0]) {
        names.truncate(1);
    }
    names.join(", ")
}
