//! Puzzles: looked for in match after match until there are enough.

use std::collections::HashMap;

use kernel::{PUZZLES_FORMAT, PUZZLES_VERSION, Panicked, PuzzleHeader, contained};
use roster::{FoundPuzzle, GameEntry, PuzzleSearch};
use serde::Serialize;
use serde_json::json;

use crate::{LabError, Watch};

/// Of all puzzles, one in so many at most is of one kind.
const KINDS: usize = 4;
/// A search ends after so many matches for each puzzle.
const MATCHES: u64 = 200;

/// Finds so many puzzles in a game, and gives the lines of their file. The same search finds the same. Not more than a quarter of
/// them are of one kind: a type of action, and what else the game tells by, that is the best where the reference takes another.
/// The search begins with match number `first`. Once the watcher says stop, the file has the puzzles that were found.
///
/// # Errors
/// If there are not so many in two hundred matches for each, or a match breaks off.
pub fn puzzles(
    title: &dyn GameEntry,
    search: &PuzzleSearch,
    first: u64,
    count: usize,
    watch: &dyn Watch,
) -> Result<String, LabError> {
    let header = PuzzleHeader {
        format: PUZZLES_FORMAT.into(),
        version: PUZZLES_VERSION,
        game: title.meta().id.into(),
        rules: title.meta().rules,
        seed: search.seed,
        playouts: search.playouts,
    };
    let mut lines = vec![line(&header)];
    let mut kinds: HashMap<[String; 2], usize> = HashMap::new();
    let matches = MATCHES * count as u64;
    for number in (first..).take(matches as usize) {
        let found = contained(|| title.find_puzzle(search, number, &|| !watch.stopped()));
        let found = found.map_err(|panicked| broken(title, search, number, &panicked))??;
        if watch.stopped() {
            return Ok(lines.concat());
        }
        let Some(FoundPuzzle { puzzle, kind }) = found else { continue };
        let of_this_kind = kinds.entry(kind).or_default();
        if *of_this_kind >= count.div_ceil(KINDS) {
            continue;
        }
        *of_this_kind += 1;
        lines.push(line(&puzzle));
        watch.played(1);
        if lines.len() > count {
            return Ok(lines.concat());
        }
    }
    Err(LabError::FewPuzzles { game: title.meta().title, found: lines.len() - 1, matches })
}

/// The error for a match whose search broke off, with the command that searches it again.
fn broken(title: &dyn GameEntry, search: &PuzzleSearch, number: u64, panicked: &Panicked) -> LabError {
    let (game, PuzzleSearch { seed, playouts }) = (title.meta().id, search);
    LabError::Broken {
        what: format!("the search for a puzzle in match {number} of {game} broke off: {panicked} (seed {seed})"),
        command: format!("undercroft lab puzzles {game} --seed {seed} --playouts {playouts} --from {number} --count 1"),
    }
}

fn line(value: &impl Serialize) -> String {
    format!("{}\n", json!(value))
}
