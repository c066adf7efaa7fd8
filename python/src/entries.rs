//! The games of the package: those of the product, and two toys for checks of solvers.

use liars_dice::LiarsDice;
use pig::Pig;
use pyo3::{Bound, PyAny, PyResult, Python, pyfunction};
use roster::{GAMES, GameEntry, Roster, described, entry};

use crate::convert::{refused, to_python};

/// Small games, whose exact values are known or quickly computed.
const TOYS: [&dyn GameEntry; 2] = [entry::<LiarsDice>(), entry::<Pig>()];

/// Returns all games, with the toys.
pub(crate) fn all() -> Roster {
    TOYS.into_iter().fold(Roster::default(), Roster::with)
}

/// Returns the game with this id, or a toy.
pub(crate) fn find(id: &str) -> PyResult<&'static dyn GameEntry> {
    all().find(id).map_err(refused)
}

/// Returns the games: id, title, seats, options and bots of each. With `toys` the small games
/// follow with which solvers are checked.
#[pyfunction]
#[pyo3(signature = (*, toys=false))]
pub(crate) fn games(py: Python<'_>, toys: bool) -> PyResult<Bound<'_, PyAny>> {
    let toys = if toys { &TOYS[..] } else { &[] };
    to_python(py, &GAMES.iter().chain(toys).map(|title| described(*title)).collect())
}
