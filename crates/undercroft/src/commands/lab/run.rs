//! `undercroft lab run`.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::Instant,
};

use anyhow::Context;
use lab::{AtomicFile, Experiment, Figures, Format, LabError, Point, Pool, Rows, Sweep, Watch};
use roster::MatchSummary;
use serde_json::{Map, Value};

use super::{MatchArgs, failure, game, progress::Progress};
use crate::{commands::game::GameId, failure::BadInput};

/// Play many matches and say what they came to.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft lab run rogue-ascension --games 200000 --set ascension=2 --report out")]
pub(crate) struct Run {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// Number of matches, for each setting
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// An option of the game and its value; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// An option and the values that it takes one after the other: ascension=0..5,
    /// die_floor=d4,none or hero=@FILE (a value a line); may be given several times, for all
    /// combinations. With --json each setting is a line
    #[arg(long, value_name = "KEY=VALUES")]
    sweep: Vec<String>,
    /// An option that takes another of its values in each match, in turn: hero=@names.txt; one run
    /// over all of them
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Option<String>,
    /// Print what each card and item did: its use, and how those who used it fared
    #[arg(long)]
    pieces: bool,
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
    players: MatchArgs,
}

/// The page of a report, in its folder.
const PAGE: &str = "index.html";

/// The outputs besides the figures.
struct Outputs {
    rows: Vec<(AtomicFile, Format)>,
    page: Option<AtomicFile>,
}

impl Run {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let points = self.points().map_err(failure)?;
        let experiments = self.experiments(&points).map_err(failure)?;
        let swept: Vec<&str> = points[0].keys().map(String::as_str).collect();
        let Outputs { rows: outputs, page } = self.outputs()?;
        let begin = |(file, format)| Rows::begin(file, format, &experiments[0], &swept);
        let mut rows: Vec<Rows> = outputs.into_iter().map(begin).collect::<Result<_, _>>().map_err(failure)?;
        let pool = Pool::new(self.players.threads.into()).map_err(failure)?;
        let progress = Progress::new(self.games.saturating_mul(points.len() as u64), "matches");
        let mut all = Vec::new();
        for (point, experiment) in points.iter().zip(&experiments) {
            let start = Instant::now();
            let mut each =
                |played: &MatchSummary| rows.iter_mut().try_for_each(|rows| rows.add(experiment, point, played));
            let each: Option<&mut lab::EachRow<'_>> =
                if self.csv.is_some() || self.parquet.is_some() { Some(&mut each) } else { None };
            let figures = experiment.run(&pool, &progress, each).map_err(failure)?;
            // After a stopped run, settings that it did not reach are left out.
            if figures.games > 0 {
                all.push((figures, start.elapsed().as_secs_f64()));
            }
            if progress.stopped() {
                break;
            }
        }
        let stopped = progress.stopped_early();
        drop(progress);
        let stopped = match stopped {
            Some(stopped) if all.is_empty() => return Err(stopped.into()),
            stopped => stopped,
        };
        // The figures are printed whether or not the files can be written.
        let kept = rows.into_iter().try_for_each(Rows::finish).map_err(failure);
        let kept = kept.and_then(|()| page.map_or(Ok(()), |page| write_report(page, &points, &experiments, &all)));
        let printed = self.print(&experiments, &all);
        kept.and(printed)?;
        stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
    }

    /// Opens the files to write, so that errors appear before the first match.
    fn outputs(&self) -> anyhow::Result<Outputs> {
        let mut rows = Vec::new();
        for (path, format) in [(&self.csv, Format::Csv), (&self.parquet, Format::Parquet)] {
            if let Some(path) = path {
                rows.push((AtomicFile::create(path).map_err(failure)?, format));
            }
        }
        if let [(one, _), (other, _)] = &rows[..]
            && one.same_target(other)
        {
            return Err(BadInput("--csv and --parquet name the same file; give each its own".into()).into());
        }
        let page = match &self.report {
            None => None,
            Some(folder) => {
                let context = || format!("cannot make the folder {}", folder.display());
                std::fs::create_dir_all(folder).with_context(context)?;
                Some(AtomicFile::create(&folder.join(PAGE)).map_err(failure)?)
            }
        };
        if let Some(page) = &page
            && rows.iter().any(|(file, _)| file.same_target(page))
        {
            return Err(BadInput("the report's index.html is named for rows, too; give each its own".into()).into());
        }
        Ok(Outputs { rows, page })
    }

    fn print(&self, experiments: &[Experiment], all: &[(Figures, f64)]) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        for (index, (experiment, (figures, seconds))) in experiments.iter().zip(all).enumerate() {
            if self.players.json {
                writeln!(out, "{}", lab::json(experiment, figures, *seconds))?;
            } else {
                let gap = if index == 0 { "" } else { "\n" };
                write!(out, "{gap}{}", lab::table(experiment, figures, *seconds))?;
                if self.pieces {
                    write!(out, "{}", lab::pieces(figures))?;
                }
            }
        }
        Ok(())
    }

    /// The settings of the sweeps.
    fn points(&self) -> Result<Vec<Map<String, Value>>, LabError> {
        let title = roster::find(&self.game)?;
        let sweeps = self.sweep.iter().map(|text| Sweep::parse(title, text)).collect::<Result<Vec<_>, _>>()?;
        Sweep::points(&sweeps)
    }

    /// An experiment for each setting: all are checked before the first match.
    fn experiments(&self, points: &[Map<String, Value>]) -> Result<Vec<Experiment>, LabError> {
        let (title, options) = game(&self.game, &self.set)?;
        let vary = self.vary.as_deref().map(|text| Sweep::parse(title, text)).transpose()?;
        let varied =
            vary.iter().map(|vary| vary.key).find(|key| points[0].contains_key(*key) || options.contains_key(*key));
        let swept = points[0].keys().map(String::as_str).find(|key| options.contains_key(*key));
        if let Some(key) = varied.or(swept) {
            return Err(LabError::Twice(key.to_owned()));
        }
        let experiment = |point: &Map<String, Value>| {
            let options = options.iter().chain(point).map(|(key, value)| (key.clone(), value.clone())).collect();
            let setting = self.players.setting(title, options)?;
            let experiment = Experiment::new(title, &setting, self.games)?;
            match &vary {
                Some(vary) => experiment.vary(&setting, vary.clone()),
                None => Ok(experiment),
            }
        };
        points.iter().map(experiment).collect()
    }
}

fn write_report(
    page: AtomicFile,
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
    let path = page.path().to_owned();
    lab::report(&chapters).and_then(|text| page.write(&text)).map_err(failure)?;
    writeln!(io::stderr(), "The report is {}", path.display())?;
    Ok(())
}
