//! `undercroft lab run`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use lab::{
    AtomicFile, EachMatch, Experiment, Format, LabError, MOST_MATCHES, Point, Pool, RowsFile, Summary, Sweep, TwoWay,
    Watch, setting_name,
};
use roster::MatchSummary;
use serde_json::{Map, Value};

use super::{MatchArgs, failure, game, print, progress::Progress};
use crate::{
    commands::game::{GameId, find},
    failure::BadInput,
};

/// Play many matches and say what they came to.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft lab run rogue-ascension --games 200000 --set ascension=2 --report out")]
pub(crate) struct Run {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// Number of matches, for each setting
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=MOST_MATCHES))]
    games: u64,
    /// Number of the first match. Runs of other ranges are parts of one run: `undercroft lab merge`
    /// adds up their summaries
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
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
    /// Write the sums of all matches, exact, for `undercroft lab merge`
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// Write the sums so far every ten seconds, and go on from this file if it exists
    #[arg(long, value_name = "FILE", conflicts_with_all = ["csv", "parquet"])]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    matches: MatchArgs,
}

/// The page of a report, in its folder.
const PAGE: &str = "index.html";

/// The outputs besides the figures.
struct Outputs {
    rows: Vec<(AtomicFile, Format)>,
    page: Option<AtomicFile>,
    summary: Option<AtomicFile>,
}

impl Run {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let points = self.points().map_err(failure)?;
        let pack = self.matches.players.one_pack(find(&self.game)?)?;
        let mut results = Summary::new(self.experiments(&points, pack.as_ref()).map_err(failure)?);
        if let Some(path) = &self.checkpoint {
            results = results.resume(path).map_err(failure)?;
        }
        let swept: Vec<&str> = points[0].keys().map(String::as_str).collect();
        let Outputs { rows: outputs, page, summary } = self.outputs()?;
        let begin = |(file, format)| RowsFile::begin(file, format, &results.parts[0].experiment, &swept);
        let mut rows: Vec<RowsFile> = outputs.into_iter().map(begin).collect::<Result<_, _>>().map_err(failure)?;
        let pool = Pool::new(self.matches.threads.into()).map_err(failure)?;
        let progress = Progress::new(self.games.saturating_mul(points.len() as u64), "matches");
        progress.played(results.games());
        for (part, point) in points.iter().enumerate() {
            let mut each = |experiment: &Experiment, played: &MatchSummary| {
                rows.iter_mut().try_for_each(|rows| rows.add(experiment, point, played))
            };
            let each: Option<&mut EachMatch<'_>> =
                if self.csv.is_some() || self.parquet.is_some() { Some(&mut each) } else { None };
            results.play(part, &pool, &progress, each, self.checkpoint.as_deref()).map_err(failure)?;
            if progress.stopped() {
                break;
            }
        }
        let stopped = progress.stopped_early();
        drop(progress);
        // The figures are printed whether or not the files can be written. After a stopped run,
        // settings that it did not reach are left out, and without any figures so are the files.
        let kept = match results.games() {
            0 => Ok(()),
            _ => rows.into_iter().try_for_each(RowsFile::finish).map_err(failure),
        };
        let kept = kept.and_then(|()| summary.map_or(Ok(()), |file| results.write(file).map_err(failure)));
        let kept = kept.and_then(|()| page.map_or(Ok(()), |page| write_report(page, &points, &results)));
        let printed = print(&results, self.matches.json, self.pieces);
        if let Some(tables) = two_way(&points, &results).filter(|_| !self.matches.json) {
            write!(io::stdout(), "{tables}")?;
        }
        kept.and(printed)?;
        stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
    }

    /// Opens the files to write, so that errors appear before the first match.
    fn outputs(&self) -> anyhow::Result<Outputs> {
        let create = |path: &PathBuf| AtomicFile::create(path).map_err(failure);
        let mut rows = Vec::new();
        for (path, format) in [(&self.csv, Format::Csv), (&self.parquet, Format::Parquet)] {
            if let Some(path) = path {
                rows.push((create(path)?, format));
            }
        }
        let page = match &self.report {
            None => None,
            Some(folder) => {
                let context = || format!("cannot make the folder {}", folder.display());
                std::fs::create_dir_all(folder).with_context(context)?;
                Some(create(&folder.join(PAGE))?)
            }
        };
        let [summary, checkpoint] = [&self.summary, &self.checkpoint].map(|path| path.as_ref().map(create).transpose());
        let (summary, checkpoint) = (summary?, checkpoint?);
        let all = rows.iter().map(|(file, _)| file).chain(&page).chain(&summary).chain(&checkpoint);
        let all: Vec<&AtomicFile> = all.collect();
        for (index, file) in all.iter().enumerate() {
            if all[..index].iter().any(|other| file.same_target(other)) {
                let path = file.path().display();
                return Err(BadInput(format!("{path} is the same file as another to write; give each its own")).into());
            }
        }
        Ok(Outputs { rows, page, summary })
    }

    /// The settings of the sweeps.
    fn points(&self) -> Result<Vec<Map<String, Value>>, LabError> {
        let title = roster::find(&self.game)?;
        let sweeps = self.sweep.iter().map(|text| Sweep::parse(title, text)).collect::<Result<Vec<_>, _>>()?;
        Sweep::points(&sweeps)
    }

    /// An experiment for each setting: all are checked before the first match.
    fn experiments(&self, points: &[Map<String, Value>], pack: Option<&Value>) -> Result<Vec<Experiment>, LabError> {
        let (title, options) = game(&self.game, &self.set)?;
        let vary = self.vary.as_deref().map(|text| Sweep::parse(title, text)).transpose()?;
        let varied =
            vary.iter().map(|vary| &*vary.key).find(|key| points[0].contains_key(*key) || options.contains_key(*key));
        let swept = points[0].keys().map(String::as_str).find(|key| options.contains_key(*key));
        if let Some(key) = varied.or(swept) {
            return Err(LabError::Twice(key.to_owned()));
        }
        let experiment = |point: &Map<String, Value>| {
            let options = options.iter().chain(point).map(|(key, value)| (key.clone(), value.clone())).collect();
            let setting = self.matches.players.setting(title, options, pack.cloned())?;
            let experiment = Experiment::new(title, &setting, self.games)?.starting_at(self.first)?;
            match &vary {
                Some(vary) => experiment.vary(&setting, vary.clone()),
                None => Ok(experiment),
            }
        };
        points.iter().map(experiment).collect()
    }
}

/// The tables of two options that were swept together.
fn two_way(points: &[Map<String, Value>], results: &Summary) -> Option<TwoWay> {
    let figures: Vec<_> = results.parts.iter().map(|part| &part.figures).collect();
    TwoWay::new(points, &figures)
}

fn write_report(page: AtomicFile, points: &[Map<String, Value>], results: &Summary) -> anyhow::Result<()> {
    let reached = points.iter().zip(&results.parts).filter(|(_, part)| part.figures.games() > 0);
    let chapters: Vec<Point<'_>> = reached
        .map(|(point, part)| Point { name: setting_name(point), experiment: &part.experiment, figures: &part.figures })
        .collect();
    if chapters.is_empty() {
        return Ok(());
    }
    let path = page.path().to_owned();
    page.write(&lab::report(&chapters, two_way(points, results).as_ref())).map_err(failure)?;
    writeln!(io::stderr(), "The report is {}", path.display())?;
    Ok(())
}
