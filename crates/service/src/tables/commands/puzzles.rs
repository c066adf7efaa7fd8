//! Playing on from a puzzle, for practice.

use std::sync::Arc;

use kernel::{Match, Puzzle};
use roster::GameEntry;
use store::{StepRow, TableHeader, Write, now};

use crate::{
    fault::Fault,
    random,
    tables::{
        runtime::{ID, TableRegistry},
        state::opening::{self, Drawn},
    },
};

/// Returns a table on which the match of a puzzle stands at its decision; see
/// [`opening::of_puzzle`].
///
/// # Errors
/// If nobody is to move in the puzzle.
pub fn laid_out(
    me: &str,
    title: &'static dyn GameEntry,
    puzzle: &Puzzle,
    table: &dyn Match,
) -> Result<NewPuzzleTable, Fault> {
    let drawn = Drawn { id: random::id::<ID>(), seed: None, share: random::share, at: now() };
    let (header, steps) = opening::of_puzzle(title, puzzle, table, me, drawn)?;
    Ok(NewPuzzleTable { header, steps })
}

/// A table to be made, with the steps of its match.
pub struct NewPuzzleTable {
    header: TableHeader,
    steps: Vec<StepRow>,
}

/// Makes the table, and returns its id.
///
/// # Errors
/// If the store fails.
pub async fn play_on(registry: &Arc<TableRegistry>, new: NewPuzzleTable) -> Result<String, Fault> {
    let id = new.header.id.clone();
    registry.store.write(Write::CreateTableFrom(Box::new(new.header), new.steps)).await?;
    Ok(id)
}
