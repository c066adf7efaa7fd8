//! Undo: takes back the last step or the last chance outcome that was entered by hand. By agreement
//! (`proposals`) it takes back more.

use std::sync::Arc;
use store::{IncidentRow, Write};

use crate::{
    fault::Fault,
    tables::{
        runtime::{LockedTable, TableRegistry, agreed, apply},
        state::TableEvent,
    },
};

/// Takes back the last step, if the kernel's law of undo allows it to this person. If a step waits
/// for real dice, takes back the last outcome entered, or the step itself if there is none.
///
/// # Errors
/// If it may not be taken back, or the caller has not seen it; nothing has changed then.
pub async fn undo(registry: &Arc<TableRegistry>, me: &str, id: &str, step: usize) -> Result<usize, Fault> {
    let undone = apply(registry, id, me.to_owned(), move |registry, mut guard, me| async move {
        if guard.has_question() {
            guard.retract(&me, step)?;
            registry.changed(&guard);
            return Ok(step);
        }
        let n = guard.check_undo(&me, step)?;
        take_back(&registry, &mut guard, n, None).await
    })
    .await;
    registry.or_present_state(undone, me, id).await
}

/// Takes back step `from` and all steps after it, and returns the number of steps that remain. The
/// caller has checked the permission.
pub(crate) async fn take_back(
    registry: &TableRegistry,
    guard: &mut LockedTable,
    from: usize,
    incident: Option<IncidentRow>,
) -> Result<usize, Fault> {
    let (table, last) = (guard.header.id.clone(), guard.step());
    guard.take_back(from)?;
    let proposals = guard.proposals_of_newcomers();
    let write = agreed(guard, vec![Write::RemoveSteps { table, from, last }], proposals, incident);
    registry.commit(guard, write).await?;
    guard.note_removed(from);
    let step = guard.step();
    guard.handle().notify(TableEvent::Step(step));
    registry.wake(guard);
    Ok(step)
}
