//! Values of Rust as values of Python, and the other way round.

use std::fmt::Display;

use pyo3::{
    Bound, PyAny, PyErr, PyResult, Python,
    exceptions::PyValueError,
    types::{PyAnyMethods, PyDict},
};
use pythonize::{depythonize, pythonize};
use roster::{EncodedGame, GameEntry};
use serde_json::{Value, json};

/// Returns an error as a `ValueError`.
pub(crate) fn refused(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Returns JSON as dictionaries, lists, texts and numbers.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize(py, value)?)
}

/// Reads dictionaries, lists, texts and numbers as JSON.
pub(crate) fn to_json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    Ok(depythonize(value)?)
}

/// Reads options; none if there is no dictionary.
pub(crate) fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Value> {
    given.map_or_else(|| Ok(json!({})), |given| to_json(given.as_any()))
}

/// Returns an exact number as a `Fraction`, from its spelling such as `3/4`.
pub(crate) fn fraction<'py>(py: Python<'py>, spelling: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("fractions")?.getattr("Fraction")?.call1((spelling,))
}

/// Returns the encoding of a game.
pub(crate) fn encoded(game: &dyn GameEntry) -> PyResult<Box<dyn EncodedGame>> {
    game.encoded().ok_or_else(|| not_encoded(game))
}

/// Returns the error of a game without an encoding.
pub(crate) fn not_encoded(game: &dyn GameEntry) -> PyErr {
    refused(format!("{} numbers no actions yet", game.meta().title))
}
