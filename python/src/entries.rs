//! The games of the package: those of the product, and a toy for checks of solvers.

use liars_dice::LiarsDice;
use pyo3::{Bound, PyAny, PyResult, Python, pyfunction};
use roster::{GAMES, GameEntry, Roster, described, entry};

use crate::convert::{refused, to_python};

/// A small game, whose exact value is quickly computed.
const TOY: &dyn GameEntry = entry::<LiarsDice>();

/// Returns all games, with the toy.
pub(crate) fn all() -> Roster {
    Roster::default().with(TOY)
}

/// Returns the game with this id.
pub(crate) fn find(id: &str) -> PyResult<&'static dyn GameEntry> {
    all().find(id).map_err(refused)
}

/// Returns the games: id, title, seats, options and bots of each. With `toys` a small game follows,
/// Liar's Dice, with which solvers are checked.
#[pyfunction]
#[pyo3(signature = (*, toys=false))]
pub(crate) fn games(py: Python<'_>, toys: bool) -> PyResult<Bound<'_, PyAny>> {
    let toy = toys.then_some(&TOY);
    to_python(py, &GAMES.iter().chain(toy).map(|title| described(*title)).collect())
}
