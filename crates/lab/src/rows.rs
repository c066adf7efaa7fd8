//! Rows, one for every match, in a file or in memory.

mod csv;
mod parquet;

use std::{fs::File, io::Write};

use kernel::{Mode, OptionKind, PACK, Seat, measure::Label};
use roster::MatchSummary;
use serde_json::{Map, Value};

use crate::{
    AtomicFile, Experiment, LabError,
    exact::EXACT,
    json::{seed, snake},
};

/// The kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Comma-separated values, the first line naming the columns.
    Csv,
    /// Apache Parquet, uncompressed.
    Parquet,
}

/// The type of a column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Number,
    Switch,
    Text,
}

/// A value of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Number(i64),
    Switch(bool),
    Text(String),
    Nothing,
}

/// A column: its name and the type of its values.
pub(crate) type Column = (String, Kind);

/// A destination for rows.
pub(crate) trait RowWriter<W>: Send {
    fn row(&mut self, cells: &[Cell]) -> Result<(), String>;

    /// Writes the rows that are still in memory, and returns the output.
    fn end(self: Box<Self>) -> Result<W, String>;
}

/// A row for every match, in an output such as a buffer.
pub struct Rows<W> {
    writer: Box<dyn RowWriter<W>>,
    columns: usize,
}

impl<W: Write + Send + 'static> Rows<W> {
    /// Begins with the names of the columns, for matches of experiments such as this one. `swept`
    /// are the options that change from row to row; each has its own column, as has a varied
    /// option.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn begin(output: W, format: Format, experiment: &Experiment, swept: &[&str]) -> Result<Rows<W>, String> {
        let columns = columns(experiment, swept);
        let writer: Box<dyn RowWriter<W>> = match format {
            Format::Csv => Box::new(csv::Csv::begin(output, &columns)?),
            Format::Parquet => Box::new(parquet::Parquet::begin(output, &columns, metadata(experiment, swept))?),
        };
        Ok(Rows { writer, columns: columns.len() })
    }

    /// Adds a match of `experiment`, played with the swept options in `point`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(
        &mut self,
        experiment: &Experiment,
        point: &Map<String, Value>,
        played: &MatchSummary,
    ) -> Result<(), String> {
        let cells = cells(experiment, point, played);
        debug_assert_eq!(cells.len(), self.columns);
        self.writer.row(&cells)
    }

    /// Writes the rows that are still in memory, and returns the output.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish(self) -> Result<W, String> {
        self.writer.end()
    }
}

/// A file with a row for every match.
pub struct RowsFile {
    file: AtomicFile,
    rows: Rows<File>,
}

impl RowsFile {
    /// Begins as [`Rows::begin`].
    ///
    /// # Errors
    /// If the names of the columns cannot be written.
    pub fn begin(
        file: AtomicFile,
        format: Format,
        experiment: &Experiment,
        swept: &[&str],
    ) -> Result<RowsFile, LabError> {
        let rows = Rows::begin(file.file()?, format, experiment, swept).map_err(|why| file.fail(why))?;
        Ok(RowsFile { file, rows })
    }

    /// Adds a match of `experiment`, played with the swept options in `point`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(
        &mut self,
        experiment: &Experiment,
        point: &Map<String, Value>,
        played: &MatchSummary,
    ) -> Result<(), LabError> {
        self.rows.add(experiment, point, played).map_err(|why| self.file.fail(why))
    }

    /// Ends the file and renames it to its target.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<(), LabError> {
        self.rows.finish().map_err(|why| self.file.fail(why))?;
        self.file.commit()
    }
}

/// Returns what all matches of a file have in common, as names and texts for its metadata.
fn metadata(experiment: &Experiment, swept: &[&str]) -> Vec<(String, String)> {
    let meta = experiment.title.meta();
    let mut options = experiment.options().clone();
    options.retain(|key, _| !swept.contains(&key.as_str()));
    let bots: Vec<String> = experiment.bots.iter().map(ToString::to_string).collect();
    let all = [
        ("game", meta.id.to_owned()),
        ("rules", meta.rules.to_string()),
        ("program", env!("CARGO_PKG_VERSION").to_owned()),
        ("options", Value::Object(options).to_string()),
        ("seats", experiment.seats().to_string()),
        ("bots", Value::from(bots).to_string()),
        ("seed", experiment.seed.to_string()),
        ("first", experiment.first.to_string()),
        ("games", experiment.games.to_string()),
        ("max_plies", experiment.max_plies.to_string()),
    ];
    let pack = experiment.options().get(PACK).zip(experiment.title.packs());
    let hash = pack.and_then(|(pack, packs)| Some(("pack", packs.read(pack).ok()?.hash().to_owned())));
    all.into_iter().chain(hash).map(|(name, text)| (format!("undercroft.{name}"), text)).collect()
}

fn columns(experiment: &Experiment, swept: &[&str]) -> Vec<Column> {
    let (measures, mut all) = (experiment.measures(), Vec::new());
    let mut put = |name: &str, kind: Kind| all.push((snake(name), kind));
    put("match", Kind::Number);
    let options = experiment.title.meta().options;
    let kind = |key: &str| options.iter().find(|spec| spec.key == key).map(|spec| &spec.kind);
    for key in swept.iter().copied().chain(experiment.varied.as_ref().map(|varied| &*varied.key)) {
        let kind = match kind(key) {
            Some(OptionKind::Number { .. }) => Kind::Number,
            Some(OptionKind::Switch { .. }) => Kind::Switch,
            Some(OptionKind::Choice(_) | OptionKind::Subset(_) | OptionKind::Text { .. }) | None => Kind::Text,
        };
        put(key, kind);
    }
    put("plies", Kind::Number);
    put("ending", Kind::Text);
    let seats = 0..experiment.seats();
    match experiment.title.meta().mode {
        Mode::Cooperative => put("victory", Kind::Number),
        Mode::Competitive => {
            seats.clone().for_each(|seat| put(&format!("win_{seat}"), Kind::Number));
            seats.clone().for_each(|seat| put(&format!("place_{seat}"), Kind::Number));
        }
    }
    if measures.scored {
        seats.for_each(|seat| put(&format!("score_{seat}"), Kind::Number));
    }
    measures.numbers.iter().for_each(|label| put(label.key, Kind::Number));
    let mut each = |verb: &str, pieces: &[Label]| {
        pieces.iter().for_each(|label| put(&format!("{verb}_{}", label.key), Kind::Number));
    };
    each("draws", &measures.pieces[..measures.drawable]);
    each("uses", measures.pieces);
    put("first_death_seat", Kind::Number);
    put("first_death_at", Kind::Text);
    put("first_death_by", Kind::Text);
    put("seed", if experiment.seed > EXACT { Kind::Text } else { Kind::Number });
    all
}

fn cells(experiment: &Experiment, point: &Map<String, Value>, played: &MatchSummary) -> Vec<Cell> {
    let (measures, counts, outcome) = (experiment.measures(), &played.counts, played.outcome.as_ref());
    let mut all = Vec::with_capacity(64);
    let name = |labels: &[Label], index: u8| {
        labels.get(usize::from(index)).map_or(Cell::Nothing, |label| Cell::Text(label.key.to_owned()))
    };
    all.push(Cell::Number(played.number as i64));
    all.extend(point.values().chain(experiment.value(played.number)).map(cell));
    all.push(Cell::Number(played.plies.into()));
    all.push(counts.ending.map_or(Cell::Nothing, |ending| name(measures.endings, ending)));
    let seats = 0..usize::from(experiment.seats());
    let known = |value: i64| if outcome.is_some() { Cell::Number(value) } else { Cell::Nothing };
    match experiment.title.meta().mode {
        Mode::Cooperative => all.push(known(played.won(Seat(0)).into())),
        Mode::Competitive => {
            all.extend(Seat::all(experiment.seats()).map(|seat| known(played.won(seat).into())));
            let place = |seat: usize| outcome.and_then(|outcome| outcome.placings.get(seat));
            all.extend(
                seats.clone().map(|seat| place(seat).map_or(Cell::Nothing, |place| Cell::Number((*place).into()))),
            );
        }
    }
    if measures.scored {
        let score = |seat: usize| outcome.and_then(|outcome| outcome.scores.as_ref()?.get(seat).copied());
        all.extend(seats.map(|seat| score(seat).map_or(Cell::Nothing, |score| Cell::Number(score.into()))));
    }
    all.extend(counts.numbers[..measures.numbers.len()].iter().map(|value| Cell::Number((*value).into())));
    let times = counts.draws.times[..measures.drawable].iter().chain(&counts.uses.times[..measures.pieces.len()]);
    all.extend(times.map(|times| Cell::Number((*times).into())));
    match counts.first_death {
        None => all.extend([Cell::Nothing, Cell::Nothing, Cell::Nothing]),
        Some(death) => {
            let seat = Cell::Number(death.seat.0.into());
            all.extend([seat, name(measures.places, death.place), name(measures.causes, death.cause)]);
        }
    }
    all.push(cell(&seed(experiment.seed)));
    all
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::Number(number) => number.as_i64().map_or(Cell::Nothing, Cell::Number),
        Value::Bool(on) => Cell::Switch(*on),
        Value::String(word) => Cell::Text(word.clone()),
        _ => Cell::Nothing,
    }
}
