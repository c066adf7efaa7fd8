//! Search for puzzles in match after match until there are enough.

use std::collections::HashMap;

use kernel::{PUZZLES_FORMAT, PUZZLES_VERSION, Panicked, PuzzleHeader, contained};
use roster::{FoundPuzzle, GameEntry, PuzzleSearch};
use serde::Serialize;
use serde_json::json;

use crate::{LabError, Watch};

/// At most one in this many of all puzzles is of one kind.
const KINDS: usize = 4;
/// Number of matches for each puzzle after which a search ends.
const MATCHES: u64 = 200;

/// Finds `count` puzzles in a game, and returns the lines of their file. The same search finds the
/// same puzzles. At most a quarter of them are of one kind. A kind is the type of the best action
/// and of the reference's action, with the game's own word for each. The search begins with match
/// number `first`. If the watcher stops it, the file has the puzzles found so far.
///
/// # Errors
/// If two hundred matches for each puzzle contain too few, or a match panics.
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

/// Returns the error for a match whose search panicked, with the command that searches it again.
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
