//! Early ends: the players end a match before the rules do.

use kernel::{EarlyEnd, EndedMatch};
use store::{IncidentRow, TableStatus, Write, now};
use text::t;

use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{LockedTable, TableRegistry},
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
    let early = EndedMatch::new(guard.playing()?.branch(), ended.clone());
    let early = early.map_err(|bad| Fault::new(Code::WrongPhase, bad.to_string()))?;
    guard.uncommitted = true;
    guard.table = Some(Box::new(early));
    guard.header.ended = Some(ended.clone());
    guard.pending = None;
    guard.taken_back();
    let end = guard.end(at).ok_or_else(|| Fault::new(Code::Internal, t!("this table could not be opened")))?;
    let outcome = Box::new(end.outcome.clone());
    let write = Write::EndMatch { table, ended, end: Box::new(end), at };
    let write = guard.agree(vec![write], Vec::new(), Some(incident));
    registry.commit(guard, write).await?;
    (guard.header.status, guard.header.outcome, guard.header.touched) = (TableStatus::Over, Some(outcome), at);
    let step = guard.step();
    guard.handle().notify(TableEvent::Step(step));
    registry.wake(guard);
    Ok(())
}
