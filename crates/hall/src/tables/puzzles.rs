//! Playing on from a puzzle, for practice.

use std::sync::Arc;

use ::bots::Bot;
use kernel::{Puzzle, Seat, Seed, TableTalk, options};
use roster::Title;
use serde_json::Value;
use text::t;

use super::{
    journal,
    registry::{ID, TableRegistry},
    seats,
};
use crate::{
    fault::{Code, Fault},
    random,
    store::{Occupant, StepRow, TableHeader, TableStatus, Write, now, shared_options},
};

/// Makes a table on which the match of a puzzle stands at its decision, and gives its id. The caller has the seat that decides,
/// bots play the others. Its luck is known to whoever looks for it, so it is practice: a win there unlocks nothing.
///
/// # Errors
/// If the puzzle cannot be laid out, or the store fails.
pub(crate) async fn play_on(
    registry: &Arc<TableRegistry>,
    me: &str,
    title: &'static dyn Title,
    puzzle: &Puzzle,
) -> Result<String, Fault> {
    let table = title.open_puzzle(puzzle)?;
    let own =
        table.asked_first().ok_or_else(|| Fault::new(Code::WrongPhase, t!("nobody is to move in this puzzle")))?;
    let mut occupants = Vec::new();
    for seat in Seat::all(puzzle.seats) {
        occupants.push(match seat == own {
            true => seats::sit(me.to_owned(), None)?,
            false => Occupant::Bot(Bot::Normal.name().into()),
        });
    }
    let meta = title.meta();
    let header = TableHeader {
        options: shared_options(options::complete(meta.options, &Value::Object(puzzle.options.clone()))?),
        status: TableStatus::Playing,
        seed: Some(Seed::from(puzzle.seed).0),
        setup: Some(journal::setup_of(table.as_ref())),
        practice: true,
        talk: TableTalk::None,
        started: Some(now()),
        ..TableHeader::open(random::id::<ID>(), meta.id.to_owned(), meta.rules, me.to_owned(), occupants, now())
    };
    let row = |n| Some(StepRow { step: table.step(n)?, request: None, at: now() });
    let steps = (1..=table.ply()).filter_map(row).collect();
    let id = header.id.clone();
    registry.store.write(Write::CreateTableFrom(Box::new(header), steps)).await?;
    Ok(id)
}
