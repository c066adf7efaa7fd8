//! Playing on from a puzzle, for practice.

use std::sync::Arc;

use ::bots::Bot;
use kernel::{Match, Puzzle, Seat, Seed, TableTalk, options};
use roster::GameEntry;
use serde_json::Value;
use store::{Occupant, StepRow, TableHeader, TableStatus, Write, now, shared_options};
use text::t;

use crate::{
    fault::{Code, Fault},
    random,
    tables::{
        runtime::{ID, TableRegistry},
        state::{journal, opening::sit},
    },
};

/// Returns a table on which the match of a puzzle stands at its decision. The caller has the seat
/// that decides, bots play the others. Its chance outcomes can be known in advance, so it is
/// practice: a win there unlocks nothing.
///
/// # Errors
/// If nobody is to move in the puzzle.
pub fn laid_out(
    me: &str,
    title: &'static dyn GameEntry,
    puzzle: &Puzzle,
    table: &dyn Match,
) -> Result<NewPuzzleTable, Fault> {
    let own =
        table.asked_first().ok_or_else(|| Fault::new(Code::WrongPhase, t!("nobody is to move in this puzzle")))?;
    let mut occupants = Vec::new();
    for seat in Seat::all(puzzle.seats) {
        occupants.push(match seat == own {
            true => sit(me.to_owned(), None, random::share)?,
            false => Occupant::Bot(Bot::Normal.name().into()),
        });
    }
    let meta = title.meta();
    let header = TableHeader {
        options: shared_options(options::complete(meta.options, &Value::Object(puzzle.options.clone()))?),
        status: TableStatus::Playing,
        seed: Some(Seed::from(puzzle.seed).0),
        setup: Some(journal::setup_of(table)),
        practice: true,
        talk: TableTalk::None,
        started: Some(now()),
        ..TableHeader::open(random::id::<ID>(), meta.id.to_owned(), meta.rules, me.to_owned(), occupants, now())
    };
    let row = |n| Some(StepRow { step: table.step(n)?, request: None, at: now() });
    Ok(NewPuzzleTable { header, steps: (1..=table.ply()).filter_map(row).collect() })
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
