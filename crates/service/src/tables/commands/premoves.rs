//! Premoves: while a seat waits for another's answer, it can choose its next action in advance. The
//! server takes the action as soon as the seat is awaited.
//!
//! A premove is not a move. The game says which actions can be premoves (`AutoActions::armable`) and
//! whether one still means the same (`still_meant`); otherwise the server drops it and notifies its
//! player. A premove is in memory alone and shown to its player alone. It is lost after an undo, a
//! restart, or when its player acts.

use std::sync::Arc;

use serde_json::Value;

use super::moves;
use crate::{
    fault::Fault,
    tables::{
        runtime::{TableRegistry, apply},
        state::{Expected, Pending},
    },
};

/// A request for a premove.
#[derive(Clone, Debug)]
pub struct ArmRequest {
    /// The seat that decides.
    pub seat: u64,
    /// The state that the caller has seen.
    pub expected: Expected,
    /// The action to take as soon as possible. `None` cancels the premove.
    pub action: Option<Value>,
}

/// Sets the premove of a seat in place of an earlier one, or cancels it.
///
/// # Errors
/// If the seat is not the caller's, cannot decide this beforehand, or the caller has not seen the
/// last step that matters to it; nothing has changed then.
pub async fn arm(registry: &Arc<TableRegistry>, me: &str, id: &str, request: ArmRequest) -> Result<(), Fault> {
    let armed = apply(registry, id, (me.to_owned(), request), |_, mut guard, (me, asked)| async move {
        guard.arm(&me, asked.seat, asked.expected, asked.action.as_ref())?;
        guard.handle().changed_for(&me);
        Ok(())
    })
    .await;
    registry.or_present_state(armed, me, id).await
}

/// Carries out the due premoves, in the order in which they were chosen.
pub(crate) async fn fire(registry: &TableRegistry, id: &str) -> Result<(), Fault> {
    loop {
        let mut guard = registry.lock(id).await?;
        let Some((first, armed)) = guard.take_due() else { return Ok(()) };
        if let Err(fault) = moves::take(registry, &mut guard, &armed.action, Pending::of(armed.seat)).await {
            if fault.overtaken {
                // Locking the table has applied the steps in between; the premove holds as long as
                // it means the same.
                guard.armed.insert(first, armed);
                continue;
            }
            let slot = guard.handle().clone();
            guard.drop_premove(armed, &mut |person| slot.changed_for(person));
            return Err(fault);
        }
    }
}
