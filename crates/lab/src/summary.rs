//! Summaries: the sums of a run in a file, to go on with it or to add it to others.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use kernel::measure::Label;
use roster::{MatchSummary, Setting};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    AtomicFile, Experiment, Figures, LabError, Pool, Sums, Sweep, Watch, exact, format::range, sweep::checked,
};

/// The value of `format` in a file.
const FORMAT: &str = "undercroft-lab-summary";
/// The version of the format.
const VERSION: u32 = 2;
/// Time from one checkpoint to the next.
const INTERVAL: Duration = Duration::from_secs(10);
/// Number of matches before the first checkpoint.
const FEW: u64 = 64;

/// A run: its settings, and the results so far of each.
pub struct Summary {
    /// The parts, one for each setting. Their ranges of matches are the same.
    pub parts: Vec<Part>,
}

/// One setting of a run, with its results so far.
pub struct Part {
    /// The experiment.
    pub experiment: Experiment,
    /// Its figures.
    pub figures: Figures,
    /// The time that it took.
    pub seconds: f64,
}

/// A function that gets every match with its experiment, in order.
pub type EachMatch<'a> = dyn FnMut(&Experiment, &MatchSummary) -> Result<(), LabError> + 'a;

/// A summary as its file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    /// The version of the program, whose bots decide.
    program: String,
    /// Number of the first match.
    first: u64,
    /// The number of matches that were asked for.
    games: u64,
    runs: Vec<Run>,
}

/// A part as its file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    setting: Plan,
    seconds: f64,
    sums: Sums,
}

/// The setting of a run, and the names of what it counts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    game: String,
    rules: u32,
    options: Map<String, Value>,
    varied: Option<Varied>,
    seats: u8,
    bots: Vec<String>,
    #[serde(with = "exact")]
    seed: u64,
    max_plies: u32,
    measures: Names,
}

/// An option that has another value in each match.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Varied {
    option: String,
    values: Vec<Value>,
}

/// The names of the entries in each list of the sums.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    numbers: Vec<String>,
    endings: Vec<String>,
    places: Vec<String>,
    causes: Vec<String>,
    pieces: Vec<String>,
    rulings: Vec<String>,
}

impl Plan {
    fn of(experiment: &Experiment) -> Plan {
        let (meta, measures) = (experiment.title.meta(), experiment.measures());
        let names = |labels: &[Label]| labels.iter().map(|label| label.key.to_owned()).collect();
        let varied = |sweep: &Sweep| Varied { option: sweep.key.to_owned(), values: sweep.values.clone() };
        Plan {
            game: meta.id.to_owned(),
            rules: meta.rules,
            options: experiment.options().clone(),
            varied: experiment.varied.as_ref().map(varied),
            seats: experiment.seats(),
            bots: experiment.bots.iter().map(ToString::to_string).collect(),
            seed: experiment.seed,
            max_plies: experiment.max_plies,
            measures: Names {
                numbers: names(measures.numbers),
                endings: names(measures.endings),
                places: names(measures.places),
                causes: names(measures.causes),
                pieces: names(measures.pieces),
                rulings: names(measures.rulings),
            },
        }
    }

    /// Creates the experiment of this setting with the matches `first..first + games`.
    fn experiment(&self, first: u64, games: u64) -> Result<Experiment, LabError> {
        let title = roster::find(&self.game)?;
        let setting = Setting {
            options: self.options.clone().into(),
            seats: self.seats.into(),
            bots: self.bots.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
            seed: self.seed,
            max_plies: self.max_plies,
        };
        let experiment = Experiment::new(title, &setting, games)?.starting_at(first)?;
        match &self.varied {
            None => Ok(experiment),
            Some(Varied { option, values }) => {
                experiment.vary(&setting, Sweep { key: checked(title, option)?, values: values.clone() })
            }
        }
    }
}

impl Summary {
    /// Creates the summary of a run that has not begun.
    pub fn new(experiments: Vec<Experiment>) -> Summary {
        let part = |experiment: Experiment| {
            let figures = Figures::new(&experiment);
            Part { experiment, figures, seconds: 0.0 }
        };
        Summary { parts: experiments.into_iter().map(part).collect() }
    }

    /// Returns the number of matches so far, of all settings.
    pub fn games(&self) -> u64 {
        self.parts.iter().map(|part| part.figures.games()).sum()
    }

    /// Plays what is left of one part. With a `checkpoint` it writes the summary to that file every
    /// ten seconds, and at the end. `row` gets every match in order; rows and checkpoints exclude
    /// each other, because rows of an earlier run are lost.
    ///
    /// # Errors
    /// If a match panics, `row` fails, or the file cannot be written.
    pub fn play(
        &mut self,
        part: usize,
        pool: &Pool,
        watch: &dyn Watch,
        row: Option<&mut EachMatch<'_>>,
        checkpoint: Option<&Path>,
    ) -> Result<(), LabError> {
        let start = Instant::now();
        let Part { experiment, figures, seconds } = &mut self.parts[part];
        let (first, end) = (experiment.first, experiment.end());
        if let Some(row) = row {
            *figures = experiment.run(pool, watch, Some(&mut |played| row(experiment, played)))?;
            *seconds = start.elapsed().as_secs_f64();
            return Ok(());
        }
        let Some(file) = checkpoint else {
            for (from, to) in figures.sums.played.gaps(first, end) {
                figures.merge(experiment.part(from, to, pool, watch)?);
            }
            *seconds += start.elapsed().as_secs_f64();
            return Ok(());
        };
        let (mut written, mut step) = (None::<Instant>, FEW);
        let mut lap = start;
        while let Some((from, to)) = self.next_gap(part).filter(|_| !watch.stopped()) {
            let Part { experiment, figures, seconds } = &mut self.parts[part];
            let to = to.min(from.saturating_add(step));
            figures.merge(experiment.part(from, to, pool, watch)?);
            let took = lap.elapsed();
            (lap, *seconds) = (lap + took, *seconds + took.as_secs_f64());
            // The next step takes about as long as the interval, but no estimate is trusted far.
            let rate = (to - from) as f64 / took.as_secs_f64().max(1e-9);
            step = ((rate * INTERVAL.as_secs_f64()) as u64).clamp(1, 4 * step);
            if written.is_none_or(|written| written.elapsed() >= INTERVAL) {
                self.write(AtomicFile::create(file)?)?;
                written = Some(Instant::now());
            }
        }
        self.write(AtomicFile::create(file)?)
    }

    /// Returns the first range of matches of a part that have not been played.
    fn next_gap(&self, part: usize) -> Option<(u64, u64)> {
        let Part { experiment, figures, .. } = &self.parts[part];
        figures.sums.played.gaps(experiment.first, experiment.end()).first().copied()
    }

    /// Writes the summary to a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, file: AtomicFile) -> Result<(), LabError> {
        let text = self.text().map_err(|why| file.fail(why.to_string()))?;
        file.write(&text)
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn text(&self) -> serde_json::Result<String> {
        serde_json::to_string(&self.to_file()).map(|text| text + "\n")
    }

    fn to_file(&self) -> File {
        let run = |part: &Part| Run {
            setting: Plan::of(&part.experiment),
            seconds: part.seconds,
            sums: part.figures.sums.clone(),
        };
        let (first, games) = self.parts.first().map_or((0, 0), |part| (part.experiment.first, part.experiment.games));
        File {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            first,
            games,
            runs: self.parts.iter().map(run).collect(),
        }
    }

    /// Reads a summary from a file.
    ///
    /// # Errors
    /// If it cannot be read, is no summary, is of another version of the program or of a game's
    /// rules, or has impossible sums.
    pub fn read(path: &Path) -> Result<Summary, LabError> {
        let text = fs::read_to_string(path).map_err(|why| why.to_string());
        let summary = text.and_then(|text| Summary::parse(&text));
        summary.map_err(|why| LabError::Summary { path: path.to_owned(), why })
    }

    /// Reads a summary from its text.
    ///
    /// # Errors
    /// As for [`read`](Summary::read), the reason alone.
    pub fn parse(text: &str) -> Result<Summary, String> {
        let value: Value = serde_json::from_str(text).map_err(|why| why.to_string())?;
        if value["format"] != FORMAT || value["version"] != VERSION {
            let [format, version] = [&value["format"], &value["version"]];
            return Err(format!("its format is {format}, version {version}; readable is {FORMAT:?}, {VERSION}"));
        }
        // From the text: a value has the keys of maps as texts only.
        let file: File = serde_json::from_str(text).map_err(|why| why.to_string())?;
        if file.program != env!("CARGO_PKG_VERSION") {
            let (theirs, ours) = (file.program, env!("CARGO_PKG_VERSION"));
            return Err(format!("it is of version {theirs} of the program, whose bots may differ from {ours}"));
        }
        let part = |run: Run| {
            let experiment = run.setting.experiment(file.first, file.games).map_err(|why| why.to_string())?;
            let mut figures = Figures::new(&experiment);
            figures.sums = run.sums;
            if let Some(difference) = difference(&run.setting, &Plan::of(&experiment)) {
                return Err(format!("it is of another version of the game: {difference}"));
            }
            let beyond = |(from, to)| from < experiment.first || to > experiment.end();
            if figures.sums.played.bounds().is_some_and(beyond) || !figures.are_possible() {
                return Err("its sums are not those of so many matches".to_owned());
            }
            Ok(Part { experiment, figures, seconds: run.seconds })
        };
        let parts = file.runs.into_iter().map(part).collect::<Result<Vec<_>, _>>()?;
        if parts.is_empty() { Err("it has no runs".to_owned()) } else { Ok(Summary { parts }) }
    }

    /// Goes on from a checkpoint of the same run, if the file exists.
    ///
    /// # Errors
    /// If it cannot be read, or belongs to another run.
    pub fn resume(self, path: &Path) -> Result<Summary, LabError> {
        if !path.exists() {
            return Ok(self);
        }
        let there = Summary::read(path)?;
        let ranges = [&there, &self].map(|summary| {
            let File { first, games, .. } = summary.to_file();
            range(first, first + games)
        });
        let [theirs, ours] = &ranges;
        let ranges = (theirs != ours).then(|| format!("its matches are {theirs}, not {ours}"));
        match there.unlike(&self).or(ranges) {
            Some(why) => Err(LabError::OtherRun { path: path.to_owned(), why }),
            None => Ok(there),
        }
    }

    /// Adds the matches of another summary of the same settings, read from `path`. The run is then
    /// the one from the first match of both to the last.
    ///
    /// # Errors
    /// If the settings differ, or both have a match.
    pub fn merge(&mut self, other: Summary, path: &Path) -> Result<(), LabError> {
        if let Some(why) = other.unlike(self) {
            return Err(LabError::OtherRun { path: path.to_owned(), why });
        }
        for (ours, theirs) in self.parts.iter_mut().zip(other.parts) {
            if let Some((from, to)) = ours.figures.sums.played.overlap(&theirs.figures.sums.played) {
                return Err(LabError::Overlap { path: path.to_owned(), matches: range(from, to) });
            }
            ours.figures.merge(theirs.figures);
            ours.seconds += theirs.seconds;
            ours.experiment.include(&theirs.experiment);
        }
        Ok(())
    }

    /// Returns the ranges of matches that are missing, of all settings, as a text.
    pub fn gaps(&self) -> Option<String> {
        let gap = |part: &Part| {
            let Part { experiment, figures, .. } = part;
            let gaps = figures.sums.played.gaps(experiment.first, experiment.end());
            let gaps: Vec<String> = gaps.into_iter().map(|(from, to)| range(from, to)).collect();
            gaps.join(", ")
        };
        let gaps: Vec<String> = self.parts.iter().map(gap).collect();
        match &gaps[..] {
            [one] => Some(one.clone()).filter(|gaps| !gaps.is_empty()),
            many => {
                let named = many.iter().enumerate().filter(|(_, gaps)| !gaps.is_empty());
                let named: Vec<String> = named.map(|(at, gaps)| format!("{gaps} of setting {}", at + 1)).collect();
                Some(named.join("; ")).filter(|gaps| !gaps.is_empty())
            }
        }
    }

    /// Returns the first difference of the settings of another run from this one's.
    fn unlike(&self, other: &Summary) -> Option<String> {
        let [theirs, ours] = [self.parts.len(), other.parts.len()];
        if theirs != ours {
            return Some(format!("it has {theirs} settings, not {ours}"));
        }
        let plans = |part: &Part| Plan::of(&part.experiment);
        let mut both = self.parts.iter().map(plans).zip(other.parts.iter().map(plans));
        both.find_map(|(theirs, ours)| difference(&theirs, &ours))
    }
}

/// Returns the first difference of two settings.
fn difference(theirs: &Plan, ours: &Plan) -> Option<String> {
    let [theirs, ours] = [theirs, ours].map(|plan| serde_json::to_value(plan).unwrap_or_default());
    let key = ours.as_object()?.keys().find(|key| theirs[key.as_str()] != ours[key.as_str()])?;
    let name = key.replace('_', " ");
    let [theirs, ours] = [&theirs[key.as_str()], &ours[key.as_str()]];
    let whole = [theirs, ours].iter().all(|value| value.to_string().len() <= 400);
    Some(if whole { format!("{name}: {theirs}, not {ours}") } else { format!("{name} that differ") })
}
