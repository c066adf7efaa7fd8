//! Auto-actions: actions that the server repeats for a player without further requests.
//!
//! An auto-action is not a move. The game says what it does now and when it has ended. The server
//! takes its steps one by one, like any other step, with a pause in which people can see what
//! happened. The auto-action is in memory alone, and ends after an undo or a restart. It ends when
//! its player acts, but for a lasting one, which goes on after that. The steps that it takes are in
//! the journal.
//!
//! Other players cannot see a discreet auto-action: its steps come after a random pause of a
//! person's length, and are taken like a person's.

use std::{sync::Arc, time::Duration};

use kernel::{AutoAction, Seat, below};
use store::TableStatus;
use text::t;

use super::moves;
use crate::{
    fault::Fault,
    random,
    tables::{
        runtime::{LockedTable, TableRegistry, apply},
        state::{ActiveAutoAction, Expected, Pending},
    },
};

/// An auto-action as a player requests it.
#[derive(Clone, Debug)]
pub struct AutoActionRequest {
    /// The seat of the auto-action.
    pub seat: u64,
    /// The state that the caller has seen.
    pub expected: Expected,
    /// The auto-action's name in the scene. `None` ends the present one.
    pub auto_action: Option<String>,
    /// How far it goes; the usual limit if it is left out.
    pub limit: Option<i32>,
}

/// Returns the pause before the next step of an auto-action. `usual` is the pause before other
/// steps that the server takes.
fn pause(auto_action: &ActiveAutoAction, usual: Duration) -> Duration {
    if auto_action.discreet { discreet_pause() } else { usual }
}

/// Returns a random pause before a step of a discreet auto-action, within [`AutoAction::PAUSE`].
fn discreet_pause() -> Duration {
    let (least, most) = AutoAction::PAUSE;
    let more = below(&mut kernel::RecordRng::of(&kernel::Seed(random::bytes())).0, (most - least + 1) as u32);
    Duration::from_millis(least + u64::from(more))
}

/// Starts an auto-action for a seat and takes its first step; or ends the present one.
///
/// # Errors
/// If the seat is not the caller's, the game offers no such auto-action now, or the caller has not
/// seen the decision that the seat faces; nothing has changed then.
pub async fn give(registry: &Arc<TableRegistry>, me: &str, id: &str, request: AutoActionRequest) -> Result<(), Fault> {
    let given = apply(registry, id, (me.to_owned(), request), |registry, mut guard, (me, asked)| async move {
        let seat = guard.own_seat(asked.seat, &me, t!("you can set auto-actions only for your own"))?;
        let Some(name) = &asked.auto_action else {
            if guard.auto_actions.remove(&seat).is_some() {
                guard.handle().changed_for(&me);
            }
            return Ok(());
        };
        guard.check_decision(seat, asked.expected, &me)?;
        let auto_action = guard.offered(seat, name, asked.limit)?;
        let (mark, discreet) = (auto_action.mark.clone(), auto_action.discreet);
        guard.decides_itself(seat);
        guard.auto_actions.insert(seat, auto_action);
        guard.handle().changed_for(&me);
        if !discreet && !advance(&registry, &mut guard, seat, &mark).await? {
            return Ok(());
        }
        tokio::spawn(run(registry, guard.header.id.clone(), seat, mark));
        Ok(())
    })
    .await;
    registry.or_present_state(given, me, id).await
}

/// Carries an auto-action out until it ends, with a pause before each step.
async fn run(registry: Arc<TableRegistry>, id: String, seat: Seat, mark: Arc<()>) {
    let mut stopping = registry.stopping();
    let carried = async {
        loop {
            let guard = registry.lock(&id).await?;
            let Some(auto_action) = guard.auto_action_of(seat, &mark) else { return Ok::<(), Fault>(()) };
            let pause = pause(&auto_action, registry.settings.bot_pause);
            let acts = !auto_action.lasting || guard.auto_action_acts(seat, &auto_action);
            let idle = !guard.awaited_seats().contains(seat) || !acts;
            let mut seen = guard.handle().watch();
            drop(guard);
            if idle {
                // There is nothing to do while others decide, or the player; any step of theirs
                // wakes the followers.
                if seen.changed().await.is_err() {
                    return Ok(());
                }
                continue;
            }
            tokio::time::sleep(pause).await;
            let mut guard = registry.lock(&id).await?;
            if !advance(&registry, &mut guard, seat, &mark).await? {
                return Ok(());
            }
        }
    };
    tokio::select! {
        carried = carried => if let Err(fault) = carried {
            tracing::warn!("an auto-action at table {id} broke off: {}", fault.message);
        },
        _ = stopping.wait_for(|stop| *stop) => {}
    }
}

/// Takes the next step of an auto-action, if the seat is awaited. Returns `false` when it has ended
/// and is removed.
async fn advance(registry: &TableRegistry, guard: &mut LockedTable, seat: Seat, mark: &Arc<()>) -> Result<bool, Fault> {
    let Some(auto_action) = guard.auto_action_of(seat, mark) else { return Ok(false) };
    if guard.header.status == TableStatus::Playing && !guard.awaited_seats().contains(seat) {
        return Ok(true);
    }
    let action = guard.playing()?.carry_out(seat, auto_action.id, auto_action.limit());
    let taken = match action {
        Some(action) => moves::take(registry, guard, &action, Pending::of(seat))
            .await
            .map(|()| guard.auto_action_of(seat, mark).is_some()),
        None => Ok(auto_action.lasting),
    };
    if taken.as_ref().is_err_and(|fault| fault.overtaken) {
        // The table is read again before the next try.
        return Ok(true);
    }
    // The end is checked at once, so that nobody sees a table with an auto-action that has ended.
    let goes_on = taken.as_ref().is_ok_and(|taken| *taken) && guard.auto_action_goes_on(seat, &auto_action);
    if !goes_on {
        let slot = guard.handle().clone();
        guard.end_order(seat, &mut |person| slot.changed_for(person));
    }
    taken.map(|_| goes_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discreet_step_takes_now_longer_now_shorter() {
        let pauses: Vec<_> = (0..400).map(|_| discreet_pause()).collect();
        let (least, most) = AutoAction::PAUSE;
        let (least, most) = (Duration::from_millis(least), Duration::from_millis(most));
        assert!(pauses.iter().all(|pause| (least..=most).contains(pause)), "{pauses:?}");
        let middle = (least + most) / 2;
        assert!(pauses.iter().any(|pause| *pause < middle) && pauses.iter().any(|pause| *pause > middle), "{pauses:?}");
    }
}
