//! Premoves: while a seat waits for another's answer, it can choose its next action in advance. The
//! server takes the action as soon as the seat is awaited. If the action would have another meaning
//! by then, the server drops it and notifies the player.
//!
//! The game says which premoves are possible, and whether one still means the same. A premove stays
//! in memory and is shown to its player alone. It is not in the journal, and is lost after an undo,
//! a restart, or when its player acts.
//!
//! A premove is not a move. The game says which actions can be premoves (`AutoActions::armable`)
//! and whether one still means the same (`still_meant`); otherwise the server drops it and tells
//! its player.

use std::sync::Arc;

use kernel::{Armed, Seat, Sentence};
use serde_json::Value;
use text::t;

use super::{
    handle::TableHandle,
    moves,
    registry::TableRegistry,
    state::{Expected, TableState},
    to_completion,
};
use crate::fault::{Code, Fault};

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

/// A premove that waits.
#[derive(Clone, Debug)]
pub struct ArmedAct {
    /// The seat that acts.
    pub seat: Seat,
    /// The action.
    pub action: Value,
    /// The text of the action.
    pub text: Sentence,
    /// The number of steps at which it was chosen.
    at: usize,
}

/// Sets the premove of a seat in place of an earlier one, or cancels it.
///
/// # Errors
/// If the seat is not the caller's, cannot decide this beforehand, or the caller has not seen the
/// last step that matters to it; nothing has changed then.
pub async fn arm(registry: &Arc<TableRegistry>, me: &str, id: &str, request: ArmRequest) -> Result<(), Fault> {
    let armed = try_arm(registry.clone(), me.to_owned(), id.to_owned(), request).await;
    registry.or_present_state(armed, me, id).await
}

async fn try_arm(registry: Arc<TableRegistry>, me: String, id: String, asked: ArmRequest) -> Result<(), Fault> {
    to_completion((registry, me, id, asked), |(registry, me, id, asked)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        let seat = guard.own_seat(asked.seat, &me, t!("you can decide only for your own"))?;
        let Some(action) = asked.action else {
            guard.decides_itself(seat);
            slot.changed_for(&me);
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
        slot.changed_for(&me);
        Ok(())
    })
    .await
}

/// Drops, after a step, the premoves that would mean something else now. Returns whether one is
/// due.
pub(super) fn review(slot: &TableHandle, guard: &mut TableState) -> bool {
    let mut due = false;
    for armed in std::mem::take(&mut guard.armed) {
        match state(guard, &armed) {
            Armed::Waits => guard.armed.push(armed),
            Armed::Due => {
                due = true;
                guard.armed.push(armed);
            }
            Armed::Lapsed => drop_with_a_word(slot, guard, armed),
        }
    }
    due
}

/// Carries out the due premoves, in the order in which they were chosen.
pub(super) async fn fire(registry: &TableRegistry, slot: &Arc<TableHandle>, id: &str) -> Result<(), Fault> {
    loop {
        let (_, mut guard) = registry.lock(id).await?;
        let Some(first) = guard.armed.iter().position(|armed| state(&guard, armed) == Armed::Due) else {
            return Ok(());
        };
        let armed = guard.armed.remove(first);
        if let Err(fault) = moves::take(registry, slot, &mut guard, armed.seat, &armed.action, None).await {
            if fault.overtaken {
                // Locking the table has applied the steps in between; the premove holds as long as
                // it means the same.
                guard.armed.insert(first, armed);
                continue;
            }
            drop_with_a_word(slot, &mut guard, armed);
            return Err(fault);
        }
    }
}

fn state(guard: &TableState, armed: &ArmedAct) -> Armed {
    guard.table.as_deref().map_or(Armed::Lapsed, |table| table.armed(armed.seat, &armed.action, armed.at))
}

fn drop_with_a_word(slot: &TableHandle, guard: &mut TableState, armed: ArmedAct) {
    if let Some(person) = guard.header.seats.get(armed.seat.index()).and_then(|occupant| occupant.person()) {
        slot.changed_for(person);
    }
    guard.dropped.insert(armed.seat, armed.text);
}
