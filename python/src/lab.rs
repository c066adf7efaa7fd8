//! Many matches on all cores: their sums as text, which can be added up, and a row for each.

use std::{
    path::Path,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use lab::{Experiment, Format, LabError, Part, Pool, Rows, Summary, Watch};
use pyo3::{
    Bound, PyAny, PyResult, Python, pyfunction,
    types::{PyBytes, PyDict},
};
use roster::{MatchSummary, Setting};
use serde_json::Map;

use crate::convert::{options as given_options, refused, to_python};

/// Time between two looks for an interrupt.
const INTERRUPT: Duration = Duration::from_millis(50);

/// Stops a run that is interrupted.
#[derive(Default)]
struct Interrupted(AtomicBool);

impl Watch for Interrupted {
    fn played(&self, _: u64) {}

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Plans matches without playing any: their setting as text, with sums of nothing.
#[pyfunction]
#[pyo3(signature = (game, games, *, seats=None, bots=None, options=None, seed=1, first=0, max_plies=100_000))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a function of Python")]
pub(crate) fn lab_plan(
    game: &str,
    games: u64,
    seats: Option<u64>,
    bots: Option<Vec<String>>,
    options: Option<&Bound<'_, PyDict>>,
    seed: u64,
    first: u64,
    max_plies: u32,
) -> PyResult<String> {
    let entry = roster::find(game).map_err(refused)?;
    let bots = bots.unwrap_or_else(|| vec!["reference".to_owned()]);
    let setting = Setting {
        options: given_options(options)?,
        seats: seats.unwrap_or_else(|| entry.meta().usual_seats.into()),
        bots: bots.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(refused)?,
        seed,
        max_plies,
    };
    let experiment = Experiment::new(entry, &setting, games).and_then(|experiment| experiment.starting_at(first));
    Summary::new(vec![experiment.map_err(refused)?]).text().map_err(refused)
}

/// Plays the matches `first..first + games` of a plan; returns their sums as text, and with `rows` a
/// row for each as Parquet.
#[pyfunction]
#[pyo3(signature = (plan, games, *, first=0, threads=0, rows=false))]
pub(crate) fn lab_play<'py>(
    py: Python<'py>,
    plan: &str,
    games: u64,
    first: u64,
    threads: usize,
    rows: bool,
) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
    let mut experiment = only_part(plan)?.experiment;
    experiment.games = games;
    let summary = Summary::new(vec![experiment.starting_at(first).map_err(refused)?]);
    let pool = Pool::new(threads).map_err(refused)?;
    let (sums, rows) = interruptible(py, move |watch| play(summary, &pool, watch, rows))?;
    Ok((sums, rows.map(|rows| PyBytes::new(py, &rows))))
}

/// Returns the setting and sums of a text.
fn only_part(sums: &str) -> PyResult<Part> {
    let parts = Summary::parse(sums).map_err(refused)?.parts;
    let [part] = <[Part; 1]>::try_from(parts).map_err(|_| refused("the sums are of several settings"))?;
    Ok(part)
}

/// Does long work on another thread, so that this one can see an interrupt.
fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Interrupted) -> Result<T, String> + Send) -> PyResult<T> {
    let watch = Interrupted::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (done, result) = mpsc::channel();
            let watch = &watch;
            scope.spawn(move || done.send(work(watch)));
            loop {
                match result.recv_timeout(INTERRUPT) {
                    Ok(result) => return result.map_err(refused),
                    Err(RecvTimeoutError::Disconnected) => return Err(refused("the run broke off")),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                            watch.0.store(true, Ordering::Relaxed);
                            return Err(interrupt);
                        }
                    }
                }
            }
        })
    })
}

fn play(
    mut summary: Summary,
    pool: &Pool,
    watch: &Interrupted,
    rows: bool,
) -> Result<(String, Option<Vec<u8>>), String> {
    let told = |why: LabError| why.to_string();
    let rows = if rows {
        let mut rows = Rows::begin(Vec::new(), Format::Parquet, &summary.parts[0].experiment, &[])?;
        let mut failed = Ok(());
        let mut each = |experiment: &Experiment, played: &MatchSummary| {
            if failed.is_ok() {
                failed = rows.add(experiment, &Map::new(), played);
            }
            Ok(())
        };
        summary.play(0, pool, watch, Some(&mut each), None).map_err(told)?;
        failed?;
        Some(rows.finish()?)
    } else {
        summary.play(0, pool, watch, None, None).map_err(told)?;
        None
    };
    Ok((summary.text().map_err(|why| why.to_string())?, rows))
}

/// Adds up the sums of parts of one run.
#[pyfunction]
pub(crate) fn lab_merge(py: Python<'_>, parts: Vec<String>) -> PyResult<String> {
    py.detach(|| {
        let mut all = None::<Summary>;
        for (n, part) in parts.iter().enumerate() {
            let part = Summary::parse(part)?;
            match &mut all {
                None => all = Some(part),
                Some(all) => {
                    all.merge(part, Path::new(&format!("part {}", n + 1))).map_err(|why| why.to_string())?;
                }
            }
        }
        let all = all.ok_or("there are no parts to add up")?;
        all.text().map_err(|why| why.to_string())
    })
    .map_err(refused)
}

/// Returns the figures of sums, as `undercroft lab run --json` prints them.
#[pyfunction]
pub(crate) fn lab_figures<'py>(py: Python<'py>, sums: &str) -> PyResult<Bound<'py, PyAny>> {
    let part = only_part(sums)?;
    to_python(py, &lab::json(&part.experiment, &part.figures, part.seconds))
}

/// Returns the ranges of matches that sums lack: the first of each, and the one after its last.
#[pyfunction]
pub(crate) fn lab_missing(sums: &str) -> PyResult<Vec<(u64, u64)>> {
    let Part { experiment, figures, .. } = only_part(sums)?;
    Ok(figures.sums.played.gaps(experiment.first, experiment.end()))
}

/// Returns the record of one match of a run.
#[pyfunction]
pub(crate) fn lab_record(sums: &str, number: u64) -> PyResult<String> {
    Ok(only_part(sums)?.experiment.record(number).map_err(refused)?.to_string())
}
