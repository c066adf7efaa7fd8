//! Puzzles: looked for in match after match until there are enough.

use std::collections::HashMap;

use kernel::{PUZZLES_FORMAT, PUZZLES_VERSION, PuzzleHeader};
use roster::{FoundPuzzle, PuzzleSearch, Title};
use serde::Serialize;
use serde_json::json;

use crate::{LabError, Watch};

/// Of all puzzles, one in so many at most is of one kind.
const KINDS: usize = 4;
/// A search ends after so many matches for each puzzle.
const MATCHES: u64 = 200;

/// Finds so many puzzles in a game, and gives the lines of their file. The same search finds the same. Not more than a quarter of
/// them are of one kind: a type of action, and what else the game tells by, that is the best where the reference takes another.
///
/// # Errors
/// If there are not so many in two hundred matches for each, or it is told to stop.
pub fn puzzles(title: &dyn Title, search: &PuzzleSearch, count: usize, watch: &dyn Watch) -> Result<String, LabError> {
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
    for number in 0..matches {
        let found = title.find_puzzle(search, number, &|| !watch.stopped())?;
        if watch.stopped() {
            return Err(LabError::Stopped);
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

fn line(value: &impl Serialize) -> String {
    format!("{}\n", json!(value))
}
