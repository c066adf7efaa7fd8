//! Undo: takes back the last step, or the last chance outcome that was entered by hand.

use std::sync::Arc;
use store::Write;

use crate::{
    fault::Fault,
    tables::{
        runtime::{TableRegistry, apply},
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
        let n = guard.take_back(&me, step)?;
        let table = guard.header.id.clone();
        registry.commit(&mut guard, Write::RemoveStep { table, n }).await?;
        guard.note_removed(n);
        guard.handle().notify(TableEvent::Step(n - 1));
        registry.wake(&guard);
        Ok(n - 1)
    })
    .await;
    registry.or_present_state(undone, me, id).await
}
