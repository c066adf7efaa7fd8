//! Undo: takes back the last step or the last chance outcome that was entered by hand. By agreement
//! (`proposals`) it takes back more.

use std::sync::Arc;
use store::{IncidentRow, Write};
use text::t;

use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{LockedTable, TableRegistry, apply},
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
        let own = guard.seats_of(Some(&me));
        if guard.has_question() {
            guard.check_may_answer(&me)?;
            guard.check_step(step, &me)?;
            retract(&registry, &mut guard)?;
            return Ok(step);
        }
        let any = own.lowest().ok_or_else(|| Fault::new(Code::NotYourSeat, t!("only players can take a step back")))?;
        guard.check_step(step, &me)?;
        let table = guard.playing()?;
        let n = table.ply();
        table.may_undo(table.actor(n).filter(|seat| own.contains(*seat)).unwrap_or(any))?;
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
    guard.uncommitted = true;
    if let Some(table) = guard.table.as_mut() {
        while table.ply() >= from {
            table.undo()?;
        }
    }
    guard.pending = None;
    guard.taken_back();
    let proposals = guard.proposals_of_newcomers();
    let write = guard.agree(vec![Write::RemoveSteps { table, from, last }], proposals, incident);
    registry.commit(guard, write).await?;
    guard.talk.taken_back(from);
    guard.forget_steps(from);
    let step = guard.step();
    guard.handle().notify(TableEvent::Step(step));
    registry.wake(guard);
    Ok(step)
}

/// Takes back the last outcome that was entered for the waiting step, or the step itself.
fn retract(registry: &TableRegistry, guard: &mut LockedTable) -> Result<(), Fault> {
    if let Some(table) = guard.table.as_mut() {
        table.retract()?;
    }
    guard.auto_actions.clear();
    guard.armed.clear();
    if !guard.has_question() {
        guard.pending = None;
    }
    registry.changed(guard);
    Ok(())
}
