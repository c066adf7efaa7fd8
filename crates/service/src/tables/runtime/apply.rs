//! The way of every change of a table: lock, decide, change in memory, commit, notify, wake.

use std::sync::{Arc, atomic::Ordering};

use store::{StoreError, TableStatus, Turns, Write, now};

use super::{CallKind, LockedTable, TableRegistry, changes, to_completion};
use crate::{
    fault::{Code, Fault},
    tables::state::TableEvent,
};

/// Applies a command to a table, which it locks. The command runs to its end even if the caller
/// hangs up, and begins again if another process has changed the table since it was read.
///
/// # Errors
/// If the table cannot be locked, or the command fails.
pub(crate) async fn apply<G, T, F>(
    registry: &Arc<TableRegistry>,
    id: &str,
    given: G,
    command: impl Fn(Arc<TableRegistry>, LockedTable, G) -> F + Clone + Send + 'static,
) -> Result<T, Fault>
where
    G: Clone + Send + 'static,
    T: Send + 'static,
    F: Future<Output = Result<T, Fault>> + Send + 'static,
{
    to_completion((registry.clone(), id.to_owned(), given, command), |(registry, id, given, command)| async move {
        let guard = registry.lock(&id).await?;
        command(registry, guard, given).await
    })
    .await
}

impl TableRegistry {
    /// Makes a change that a command has decided: in memory and in the store. Then it notifies the
    /// followers and wakes the table.
    ///
    /// # Errors
    /// If the store did not take the change.
    pub(crate) async fn change(&self, guard: &mut LockedTable, change: Write) -> Result<(), StoreError> {
        let event = changes::make(guard, &change);
        self.commit(guard, change).await?;
        guard.handle().notify(event);
        self.wake(guard);
        Ok(())
    }

    /// Notifies the followers of a change of the seats that is in memory alone, and wakes the
    /// table.
    pub(crate) fn changed(&self, guard: &LockedTable) {
        guard.handle().notify(TableEvent::Seats(guard.step()));
        self.wake(guard);
    }

    /// Commits a change to the store after it was made in memory, together with the people for whom
    /// the match then waits. Until the change is durable the table in memory counts as uncommitted.
    /// If the store fails, the table is replayed from the journal.
    ///
    /// # Errors
    /// If the store did not take the change.
    pub(crate) async fn commit(&self, guard: &mut LockedTable, write: Write) -> Result<(), StoreError> {
        guard.uncommitted = true;
        let people = guard.awaited_people();
        let write = match people == guard.turns {
            true => write,
            false => {
                let turns = Turns::between(&guard.header.id, &guard.turns, &people, now());
                Write::WithTurns(Box::new(write), turns)
            }
        };
        self.write(&mut guard.header, write).await?;
        guard.turns = people;
        guard.uncommitted = false;
        self.note_racer(guard);
        Ok(())
    }

    /// Adds the present state to the refusal of a stale request, if it does not have it yet.
    pub(crate) async fn or_present_state<T>(&self, result: Result<T, Fault>, me: &str, id: &str) -> Result<T, Fault> {
        match result {
            Err(fault) if fault.code == Code::Stale && fault.present.is_none() => match self.lock(id).await {
                Ok(guard) => Err(guard.with_present_state(fault, me)),
                Err(_) => Err(fault),
            },
            result => result,
        }
    }

    /// Wakes a table: sets its alarm, and starts its bots if one of them must act and no task moves
    /// them yet.
    pub fn wake(&self, guard: &LockedTable) {
        self.set_alarm(guard);
        let racing = guard.header.is_race() && guard.header.status != TableStatus::Open;
        if racing && guard.handle().standings().is_none() {
            self.call(CallKind::Race { moved: false }, guard.handle(), &guard.header.id);
        }
        if guard.bots_to_act().is_empty() || guard.handle().bots_running.swap(true, Ordering::Relaxed) {
            return;
        }
        self.call(CallKind::Bots, guard.handle(), &guard.header.id);
    }

    /// Carries out the premoves that are due.
    pub(crate) fn call_armed(&self, guard: &LockedTable) {
        self.call(CallKind::Armed, guard.handle(), &guard.header.id);
    }
}
