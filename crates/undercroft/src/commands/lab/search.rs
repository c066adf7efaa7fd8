//! `undercroft lab search`.

use std::io::{self, Write};

use lab::{Aim, Experiment, Found, LabError, Pool, Sweep, search, searched};
use serde_json::{Map, Value, json};

use super::{MatchArgs, failure, game, progress::Progress};
use crate::commands::game::{GameId, find};

/// Search for options, or numbers of cards, that meet aims.
///
/// Every setting plays a part of the matches; the better half goes on with twice as many, and the
/// last three play all. All play on equal luck.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft lab search gloombah --sweep cards.ambush.n=3..7 --aim rounds=20..24 --aim warriors_won=24..26"
)]
pub(crate) struct Search {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// An option, or a number of a card, and the values to choose from; may be given several times,
    /// for all combinations
    #[arg(long, value_name = "KEY=VALUES", required = true)]
    sweep: Vec<String>,
    /// A figure and the range that it is to lie in, such as rounds=8..11; shares are in percent. May
    /// be given several times
    #[arg(long, value_name = "FIGURE=LOW..HIGH", required = true)]
    aim: Vec<String>,
    /// Number of settings to try; of more combinations the seed draws as many
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tries: u32,
    /// An option of the game and its value; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Number of matches of the settings that stay to the end
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    #[command(flatten)]
    matches: MatchArgs,
}

/// The chosen values, with the experiment that plays them.
type Setting = (Map<String, Value>, Experiment);

impl Search {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let pack = self.matches.players.one_pack(find(&self.game)?)?;
        let aims = self.aim.iter().map(|text| Aim::parse(text)).collect::<Result<Vec<_>, _>>().map_err(failure)?;
        let settings = self.settings(pack.as_ref()).map_err(failure)?;
        let count = settings.len();
        let pool = Pool::new(self.matches.threads.into()).map_err(failure)?;
        let progress = Progress::new(searched(count, self.games), "matches");
        let found = search(settings, &aims, &pool, &progress).map_err(failure)?;
        let stopped = progress.stopped_early();
        drop(progress);
        let mut out = io::stdout().lock();
        if !self.matches.json {
            writeln!(out, "{}", kernel::counted(count, "setting"))?;
        }
        for one in found.iter().filter(|one| one.figures.games() > 0) {
            match self.matches.json {
                true => writeln!(out, "{}", as_json(one, &aims))?,
                false => write!(out, "\n{}", as_text(one, &aims))?,
            }
        }
        stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
    }

    fn settings(&self, pack: Option<&Value>) -> Result<Vec<Setting>, LabError> {
        let (title, options) = game(&self.game, &self.set)?;
        let sweeps = self.sweep.iter().map(|text| Sweep::parse(title, text)).collect::<Result<Vec<_>, _>>()?;
        if let Some(twice) = sweeps.iter().find(|sweep| options.contains_key(&sweep.key)) {
            return Err(LabError::Twice(twice.key.clone()));
        }
        let experiment = |point: Map<String, Value>| {
            let options = options.iter().chain(&point).map(|(key, value)| (key.clone(), value.clone())).collect();
            let setting = self.matches.players.setting(title, options, pack.cloned())?;
            Ok((point, Experiment::new(title, &setting, self.games)?))
        };
        let points = Sweep::drawn(&sweeps, self.tries as usize, self.matches.players.seed)?;
        points.into_iter().map(experiment).collect()
    }
}

fn as_text(found: &Found, aims: &[Aim]) -> String {
    let words: Vec<String> = found.point.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let games = found.figures.games();
    let mut text = format!("{}, {}\n", words.join(" "), kernel::counted(games, "match"));
    for (aim, value) in aims.iter().zip(&found.values) {
        let shown = value.map_or_else(|| "none".to_owned(), |value| format!("{value:.3}"));
        let verdict = if aim.is_met(*value) { "met" } else { "missed" };
        text.push_str(&format!("  {:<32}{shown:>12}   {} to {}   {verdict}\n", aim.figure, aim.low, aim.high));
    }
    text
}

fn as_json(found: &Found, aims: &[Aim]) -> Value {
    let aims = aims.iter().zip(&found.values).map(|(aim, value)| {
        json!({ "figure": aim.figure, "low": aim.low, "high": aim.high, "value": value, "met": aim.is_met(*value) })
    });
    json!({ "setting": found.point, "games": found.figures.games(), "aims": aims.collect::<Vec<_>>() })
}
