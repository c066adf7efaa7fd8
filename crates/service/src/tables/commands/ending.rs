//! Early ends: the players end a match before the rules do.

use kernel::EarlyEnd;
use store::{IncidentRow, Write, now};

use crate::{
    fault::Fault,
    tables::{
        runtime::{LockedTable, TableRegistry, agreed},
        state::TableEvent,
    },
};

/// Ends a match. The caller has checked that it goes on, and the permission.
pub(crate) async fn end(
    registry: &TableRegistry,
    guard: &mut LockedTable,
    ended: EarlyEnd,
    incident: IncidentRow,
) -> Result<(), Fault> {
    let (table, at) = (guard.header.id.clone(), now());
    let end = guard.end_early(ended.clone(), at)?;
    let outcome = end.outcome.clone();
    let write = Write::EndMatch { table, ended, end: Box::new(end), at };
    let write = agreed(guard, vec![write], Vec::new(), Some(incident));
    registry.commit(guard, write).await?;
    guard.note_ended(outcome);
    guard.header.touched = at;
    let step = guard.step();
    guard.handle().notify(TableEvent::Step(step));
    registry.wake(guard);
    Ok(())
}
