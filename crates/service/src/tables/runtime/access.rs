//! The door of a table: everything that shows a table goes through [`TableRegistry::look`], which
//! checks access in one place. A stream asks again with every change. The id of a table is its
//! invitation. Closed tables are refused where tables are locked.

use std::sync::Arc;

use kernel::Match;
use model::Day;
use store::{StoreError, Timestamp};
use text::t;

use super::{LockedTable, TableHandle, TableRegistry};
use crate::{
    fault::{Code, Fault},
    tables::state::{Analysed, TableState, daily::deadline},
};

/// How long after the end of a day its match stays closed even if nobody plays it: the clocks of
/// several processes may differ.
const MARGIN: Timestamp = 5 * 60 * 1000;

impl TableRegistry {
    /// Waits for the lock of a table that a person wants to look at. Wakes the table if nobody has
    /// done so because the store has failed for too long, and begins the analysis of a match that
    /// is over.
    ///
    /// # Errors
    /// If there is no such table, it cannot be read or replayed, or it is closed to them.
    pub async fn look(&self, id: &str, person: Option<&str>) -> Result<(Arc<TableHandle>, LockedTable), Fault> {
        let guard = self.lock(id).await?;
        guard.check_may_look(person)?;
        self.check_opened(&guard, person).await?;
        Ok(self.shown(guard))
    }

    /// Does the same as [`TableRegistry::look`] if the lock is free.
    ///
    /// # Errors
    /// If no table can have this id, or it is closed to them.
    pub fn try_look(&self, id: &str, person: Option<&str>) -> Result<Option<(Arc<TableHandle>, LockedTable)>, Fault> {
        let Some(guard) = self.try_lock(id)? else { return Ok(None) };
        guard.check_may_look(person)?;
        // Only the store knows whether the match of a day is opened, or a race is over.
        let closed = guard.header.daily.is_some() || guard.header.raced_in().is_some();
        Ok((guard.is_at_table(person) || !closed).then(|| self.shown(guard)))
    }

    fn shown(&self, guard: LockedTable) -> (Arc<TableHandle>, LockedTable) {
        self.wake(&guard);
        self.analysts.begin(&guard);
        (guard.handle().clone(), guard)
    }

    /// Returns a copy of a finished public match, with its results in any language; waits until the
    /// analysis is complete.
    ///
    /// # Errors
    /// If nobody may look at it, or it has not begun.
    pub async fn thought_over(&self, id: &str) -> Result<(Box<dyn Match>, Analysed), Fault> {
        loop {
            let (slot, guard) = self.look(id, None).await?;
            let mut changed = slot.watch();
            if let Some(analysed) = guard.analysed.whole() {
                return Ok((guard.playing()?.branch(), analysed));
            }
            drop(guard);
            // The handle is held here, so it continues to notify of changes.
            let _ = changed.changed().await;
        }
    }

    /// Returns whether the match of a day is opened: its seed may be known, and anybody may look
    /// on. It is opened when the day is over and no try under way still counts. It then stays open.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn is_opened(&self, day: Day, game: &str) -> Result<bool, StoreError> {
        match self.calendar.now() {
            now if now < day.ends() + MARGIN => Ok(false),
            now if now >= deadline(day) => Ok(true),
            _ => Ok(self.store.tally(day, game).await?.playing == 0),
        }
    }

    /// Returns whether the dice of a table may be known once its match is over: those of a day and
    /// of a race are other players' dice too.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn may_open(&self, live: &TableState) -> Result<bool, StoreError> {
        match live.header.daily {
            Some(day) => self.is_opened(day, &live.header.game).await,
            None => Ok(!self.is_racing(&live.header).await?),
        }
    }

    /// Checks that a person may look at a table of a daily match or of a racer: until the match is
    /// opened, or the race is over, only its player may.
    async fn check_opened(&self, live: &TableState, person: Option<&str>) -> Result<(), Fault> {
        if live.is_at_table(person) || self.may_open(live).await? {
            return Ok(());
        }
        if live.header.raced_in().is_some() {
            let text = t!("a racer's table opens to the others when the race is over");
            return Err(Fault::new(Code::NoSpectators, text));
        }
        let text = t!("a daily match opens to spectators when the day is over and nobody plays it any more");
        Err(Fault::new(Code::NoSpectators, text))
    }
}
