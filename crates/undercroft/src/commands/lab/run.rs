//! `undercroft lab run`.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::Context;
use lab::{Experiment, Figures, Format, LabError, Point, Pool, Rows, Sweep};
use roster::Played;
use serde_json::{Map, Value};

use super::{Players, failure, game, progress::Progress};

/// Play many matches and say what they came to.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft lab run rogue-ascension --games 200000 --set ascension=2 --report out")]
pub(crate) struct Run {
    /// Id of the game, as `undercroft games` lists it
    game: String,
    /// Number of matches, for each setting
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// An option of the game and its value; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// An option and the values that it takes one after the other: ascension=0..5 or die_floor=d4,none; may be given
    /// several times, for all combinations. With --json each setting is a line
    #[arg(long, value_name = "KEY=VALUES")]
    sweep: Vec<String>,
    /// Write a row for every match, as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a row for every match, as Apache Parquet
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    /// Write a page of charts into this folder: index.html, which needs no other file
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    #[command(flatten)]
    players: Players,
}

impl Run {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let points = self.points().map_err(failure)?;
        let experiments = self.experiments(&points).map_err(failure)?;
        let swept: Vec<&str> = points[0].keys().map(String::as_str).collect();
        let files = [(&self.csv, Format::Csv), (&self.parquet, Format::Parquet)];
        let mut rows = Vec::new();
        for (path, format) in files {
            if let Some(path) = path {
                rows.push(Rows::create(path, format, &experiments[0], &swept).map_err(failure)?);
            }
        }
        if let Some(folder) = &self.report {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let pool = Pool::new(self.players.threads.into()).map_err(failure)?;
        let progress = Progress::new(self.games.saturating_mul(points.len() as u64));
        let mut all = Vec::new();
        for (point, experiment) in points.iter().zip(&experiments) {
            let start = Instant::now();
            let mut each = |played: &Played| rows.iter_mut().try_for_each(|rows| rows.add(experiment, point, played));
            let each: Option<&mut lab::EachRow<'_>> =
                if self.csv.is_some() || self.parquet.is_some() { Some(&mut each) } else { None };
            let figures = experiment.run(&pool, &progress, each).map_err(failure)?;
            all.push((figures, start.elapsed().as_secs_f64()));
        }
        drop(progress);
        rows.into_iter().try_for_each(Rows::finish).map_err(failure)?;
        if let Some(folder) = &self.report {
            write_report(folder, &points, &experiments, &all)?;
        }
        let mut out = io::stdout().lock();
        for (index, (experiment, (figures, seconds))) in experiments.iter().zip(&all).enumerate() {
            if self.players.json {
                writeln!(out, "{}", lab::json(experiment, figures, *seconds))?;
            } else {
                let gap = if index == 0 { "" } else { "\n" };
                write!(out, "{gap}{}", lab::table(experiment, figures, *seconds))?;
            }
        }
        Ok(())
    }

    /// The settings that the sweeps come to.
    fn points(&self) -> Result<Vec<Map<String, Value>>, LabError> {
        let title = roster::find(&self.game)?;
        let sweeps = self.sweep.iter().map(|text| Sweep::parse(title, text)).collect::<Result<Vec<_>, _>>()?;
        Sweep::points(&sweeps)
    }

    /// An experiment for each setting: all are checked before the first is played.
    fn experiments(&self, points: &[Map<String, Value>]) -> Result<Vec<Experiment>, LabError> {
        let (title, options) = game(&self.game, &self.set)?;
        let experiment = |point: &Map<String, Value>| {
            let options = options.iter().chain(point).map(|(key, value)| (key.clone(), value.clone())).collect();
            Experiment::new(title, &self.players.setting(title, options)?, self.games)
        };
        points.iter().map(experiment).collect()
    }
}

fn write_report(
    folder: &Path,
    points: &[Map<String, Value>],
    experiments: &[Experiment],
    all: &[(Figures, f64)],
) -> anyhow::Result<()> {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let name = |point: &Map<String, Value>| {
        let words: Vec<String> = point.iter().map(|(key, value)| format!("{key} {}", word(value))).collect();
        words.join(", ")
    };
    let chapters: Vec<Point<'_>> = points
        .iter()
        .zip(experiments)
        .zip(all)
        .map(|((point, experiment), (figures, _))| Point { name: name(point), experiment, figures })
        .collect();
    let path = folder.join("index.html");
    std::fs::write(&path, lab::report(&chapters).map_err(failure)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(io::stderr(), "The report is {}", path.display())?;
    Ok(())
}
