//! Retries: a finished match is played again from one of its steps, for practice.

use std::sync::Arc;

use ::bots::Bot;
use kernel::Pace;
use store::{Access, Occupant, StepRow, TableHeader, TableStatus, TableVersion, Write, now};
use text::t;

use crate::{
    fault::{Code, Fault},
    random,
    tables::runtime::{ID, TableRegistry, to_completion},
};

/// Makes a table on which a finished match stands as it did after this many steps, and returns its
/// id. The caller has their seats, or those of the first person if they did not play; bots play the
/// others. The seed is that of the match, so the same moves draw the same outcomes. A win there
/// unlocks nothing.
///
/// # Errors
/// If the match is not over, the caller may not look at it, or it has no move left to make after
/// that step.
pub async fn retry(registry: &Arc<TableRegistry>, me: &str, id: &str, step: usize) -> Result<String, Fault> {
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (_, guard) = registry.look(&id, Some(&me)).await?;
        if guard.header.status != TableStatus::Over {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("a match can be taken up again when it is over; this one goes on"),
            ));
        }
        if step >= guard.step() {
            let last = guard.step();
            return Err(Fault::bad(t!("the match was over after step {last}; take it up after one before that")));
        }
        drop(guard);
        let (header, steps) = registry.store.load(&id).await?.ok_or_else(|| Fault::unknown_table(&id))?;
        let header = taken_up(&header, &me);
        let again = |row: StepRow| StepRow { request: None, ..row };
        let steps = steps.into_iter().take(step).map(again).collect();
        let next = header.id.clone();
        registry.store.write(Write::CreateTableFrom(Box::new(header), steps)).await?;
        Ok(next)
    })
    .await
}

/// Returns the header of a retry for a person: in their own seats, or in those of the first person.
fn taken_up(header: &TableHeader, me: &str) -> TableHeader {
    let mut people = header.seats.iter().filter_map(Occupant::person);
    let first = people.clone().next();
    let played = people.find(|person| *person == me).or(first);
    let seats = header.seats.iter().map(|occupant| match occupant {
        Occupant::Person { id, share, by, .. } if Some(id.as_str()) == played => {
            Occupant::Person { id: me.to_owned(), share: share.clone(), by: *by, stand_in: None }
        }
        Occupant::Person { .. } => Occupant::Bot(Bot::Normal.name().into()),
        same => same.clone(),
    });
    TableHeader {
        id: random::id::<ID>(),
        seats: seats.collect(),
        host: me.to_owned(),
        group: None,
        access: Access { public: false, ..header.access },
        status: TableStatus::Playing,
        practice: true,
        pace: Pace::Free,
        started: Some(now()),
        outcome: None,
        ended: None,
        incidents: Vec::new(),
        proposals: Vec::new(),
        next: None,
        created: now(),
        touched: now(),
        version: TableVersion::default(),
        ..header.clone()
    }
}
