//! The encoding of a game: what the numbers of actions and observations mean.

use kernel::{ChoiceGroup, ProgressTerm, Slice};
use pyo3::{Bound, PyAny, PyResult, Python, pyfunction};
use serde_json::{Value, json};

use crate::{
    convert::{encoded, to_python},
    entries::find,
};

/// Returns the meaning of the numbers of a game: its actions, its observations and its progress.
#[pyfunction]
pub(crate) fn encoding<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    let encoded = encoded(find(game)?)?;
    let group = |group: &ChoiceGroup| json!({ "name": group.name, "count": group.count, "meaning": group.meaning });
    let slice = |slice: &Slice| {
        let Slice { name, length, range: (min, max), unit, meaning } = *slice;
        json!({ "name": name, "length": length, "min": min, "max": max, "unit": unit, "meaning": meaning })
    };
    let term = |term: &ProgressTerm| json!({ "name": term.name, "weight": term.weight, "meaning": term.meaning });
    let names = (0..encoded.actions() as u16).map(|choice| encoded.name(choice));
    let described = json!({
        "version": encoded.version(),
        "actions": names.collect::<Vec<_>>(),
        "groups": encoded.choices().iter().map(group).collect::<Vec<Value>>(),
        "observation": encoded.layout().iter().map(slice).collect::<Vec<Value>>(),
        "progress": encoded.progress_terms().iter().map(term).collect::<Vec<Value>>(),
    });
    to_python(py, &described)
}
