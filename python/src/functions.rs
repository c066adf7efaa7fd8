//! Functions of the module: new matches, records and exact odds.

use kernel::{Match, Record, Seed, Source};
use pyo3::{
    Bound, FromPyObject, PyResult, Python, pyfunction,
    types::{PyDict, PyDictMethods},
};

use crate::{
    convert::{fraction, options, refused, to_python},
    entries::{all, find},
    table::PyMatch,
};

/// A seed as a caller writes it.
#[derive(FromPyObject)]
pub(crate) enum SeedText {
    /// A small number.
    Number(u64),
    /// 64 hexadecimal digits.
    Digits(String),
}

/// Opens a new match, by default with the usual number of seats and a random seed.
///
/// With `chance="explicit"` the match asks for each die, coin and card, and `answer` gives it.
#[pyfunction]
#[pyo3(signature = (game, seats=None, *, seed=None, options=None, chance="seeded"))]
pub(crate) fn new(
    game: &str,
    seats: Option<u64>,
    seed: Option<SeedText>,
    options: Option<&Bound<'_, PyDict>>,
    chance: &str,
) -> PyResult<PyMatch> {
    let entry = find(game)?;
    let source = match (chance, seed) {
        ("seeded", seed) => Source::Seed(read_seed(seed)?, Vec::new()),
        ("explicit", None) => Source::Manual,
        ("explicit", Some(_)) => return Err(refused("a match with explicit chance has no seed")),
        _ => return Err(refused(format!("chance is \"seeded\" or \"explicit\", not {chance:?}"))),
    };
    let seats = seats.unwrap_or(entry.meta().usual_seats.into());
    let options = crate::convert::options(options)?;
    Ok(PyMatch::new(entry, entry.open(&options, seats, source).map_err(refused)?))
}

fn read_seed(seed: Option<SeedText>) -> PyResult<Seed> {
    match seed {
        Some(SeedText::Number(number)) => Ok(Seed::from(number)),
        Some(SeedText::Digits(digits)) => {
            Seed::from_hex(&digits).ok_or_else(|| refused("a seed in text has 64 hexadecimal digits"))
        }
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(refused)?;
            Ok(Seed(bytes))
        }
    }
}

/// Opens a match from its record, and checks each of its steps.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, record: &str) -> PyResult<PyMatch> {
    let (_, table) = py.detach(|| read(record)).map_err(refused)?;
    Ok(PyMatch::new(find(table.meta().id)?, table))
}

/// Checks a whole record, and returns the facts that it proves. A false record raises `ValueError`.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, record: &str) -> PyResult<Bound<'py, PyDict>> {
    let (record, table) = py.detach(|| read(record)).map_err(refused)?;
    roster::verify(&record, table.as_ref()).map_err(refused)?;
    let outcome = table.outcome();
    let checked = PyDict::new(py);
    checked.set_item("game", table.meta().id)?;
    checked.set_item("rules", record.header.rules)?;
    checked.set_item("seats", table.seats())?;
    checked.set_item("steps", table.ply())?;
    checked.set_item("sealed", record.header.seed.is_some() && record.header.seal.is_some())?;
    checked.set_item("outcome", outcome.map(|outcome| to_python(py, &outcome)).transpose()?)?;
    Ok(checked)
}

/// Reads a record and plays it again; every step is checked.
fn read(record: &str) -> Result<(Record, Box<dyn Match>), roster::NoTable> {
    let record = Record::parse(record)?;
    let table = all().load(&record)?;
    Ok((record, table))
}

/// Returns the exact odds of a fight. `undercroft odds GAME --help` lists the questions.
#[pyfunction]
#[pyo3(signature = (game, **questions))]
pub(crate) fn odds<'py>(
    py: Python<'py>,
    game: &str,
    questions: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let entry = find(game)?;
    let duel = entry.duel(&options(questions)?).map_err(refused)?;
    let odds = lab::odds::odds(duel.as_ref()).map_err(refused)?;
    let left = PyDict::new(py);
    for (health, chance) in odds.left() {
        left.set_item(health, fraction(py, &chance.to_string())?)?;
    }
    let answer = PyDict::new(py);
    answer.set_item("fight", &odds.title)?;
    answer.set_item("win", fraction(py, &odds.win().to_string())?)?;
    answer.set_item("mean_left", fraction(py, &odds.mean_left().to_string())?)?;
    answer.set_item("left", left)?;
    Ok(answer)
}
