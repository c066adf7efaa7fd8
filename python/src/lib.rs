//! The native part of the Python package `undercroft`: matches, exact odds, and environments.
//!
//! [`table`] wraps a match of any game, [`functions`] opens them, and [`vector`] steps many together.
//! [`lab`] plays many with bots.
//! [`encoding`] describes the numbers of a game, and [`convert`] turns values into those of the other
//! language. The comments of items for Python become their docstrings, and
//! `package/undercroft/_native.pyi` has their types. Other Python threads run during long work.

mod convert;
mod encoding;
mod entries;
mod environment;
mod functions;
mod lab;
mod table;
mod vector;

use pyo3::pymodule;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::encoding::encoding;
    #[pymodule_export]
    use crate::entries::games;
    #[pymodule_export]
    use crate::functions::{load, new, odds, verify};
    #[pymodule_export]
    use crate::lab::{lab_figures, lab_merge, lab_missing, lab_plan, lab_play, lab_record};
    #[pymodule_export]
    use crate::table::PyMatch;
    #[pymodule_export]
    use crate::vector::{Vector, vector};
}
