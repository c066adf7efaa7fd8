//! Premoves: while a seat waits for another's answer, it can choose its next action in advance. The
//! server takes the action as soon as the seat is awaited.
//!
//! A premove is not a move. The game says which actions can be premoves (`AutoActions::armable`) and
//! whether one still means the same (`still_meant`); otherwise the server drops it and notifies its
//! player. A premove is in memory alone and shown to its player alone. It is lost after an undo, a
//! restart, or when its player acts.

use std::sync::Arc;

use kernel::Armed;
use serde_json::Value;
use text::t;

use super::moves;
use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{TableRegistry, apply},
        state::{ArmedAct, Expected, Pending},
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
        let seat = guard.own_seat(asked.seat, &me, t!("you can decide only for your own"))?;
        let Some(action) = asked.action else {
            guard.decides_itself(seat);
            guard.handle().changed_for(&me);
            return Ok(());
        };
        guard.check_decision(seat, asked.expected, &me)?;
        let armable = guard.armable(seat);
        if armable.is_empty() {
            let text =
                t!("no premove is possible now; wait for the next decision of the seat, or move if it is in turn");
            return Err(Fault::new(Code::NotAwaited, text));
        }
        let chosen = armable.into_iter().find(|chosen| chosen.action == action);
        let chosen = chosen.ok_or_else(|| Fault::new(Code::IllegalAction, t!("that premove is not possible now")))?;
        guard.decides_itself(seat);
        let at = guard.step();
        guard.armed.push(ArmedAct { seat, action: chosen.action, text: chosen.wording.text, at });
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
        let Some(first) = guard.armed.iter().position(|armed| guard.armed_state(armed) == Armed::Due) else {
            return Ok(());
        };
        let armed = guard.armed.remove(first);
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
