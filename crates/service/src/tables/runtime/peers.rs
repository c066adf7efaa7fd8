//! Reactions to changes by other processes at the tables that are in memory here.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::sync::{mpsc, watch};

use super::{CallKind, TableRegistry, shared::Following};
use store::{Attendance, ClosedTable, Store, StoreError};

/// The pause before the tables under way are read again, if that failed.
const REST: Duration = Duration::from_secs(3);
/// How many people's attendance changes are written together.
const TOGETHER: usize = 256;

/// Writes the followers of the tables here to the store, until the server closes.
pub(crate) async fn note_attendance(
    store: Store,
    mut told: mpsc::UnboundedReceiver<Following>,
    mut stopping: watch::Receiver<bool>,
) {
    let mut batch = Vec::new();
    loop {
        let count = tokio::select! {
            count = told.recv_many(&mut batch, TOGETHER) => count,
            // The others forget this process's followers when they learn that it has closed.
            _ = stopping.wait_for(|stop| *stop) => 0,
        };
        if count == 0 {
            return;
        }
        // Only the last change per person and table counts.
        let last: HashMap<(String, Option<String>), Option<Attendance>> =
            batch.drain(..).map(|one: Following| ((one.table, one.person), one.attendance)).collect();
        for ((table, person), attendance) in last {
            let Some(peers) = store.peers() else { return };
            let noted = match person {
                Some(person) => peers.attend(&table, &person, attendance).await,
                None => peers.desert(&table).await,
            };
            if let Err(error) = noted {
                tracing::warn!("who follows a table could not be written down: {error}");
            }
        }
    }
}

impl TableRegistry {
    /// Handles a notice that another process has changed a table, which has had `changes` changes
    /// now. The table is refreshed if it is in memory, or was in memory while somebody has been
    /// listening to it.
    pub fn told_of_change(self: &Arc<Self>, table: &str, changes: i64) {
        let known = self.place(table).and_then(|slot| slot.shared()?.changes());
        if known.is_some_and(|known| known < changes) {
            self.look_again(table);
        }
    }

    /// Compares the tables in memory with the store, and refreshes those that are out of date.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn compare(self: &Arc<Self>) -> Result<(), StoreError> {
        let Some(peers) = self.store.peers() else { return Ok(()) };
        let slots = self.slots();
        let known = slots.into_iter().filter_map(|(id, slot)| Some((id, slot.shared()?.changes()?)));
        let known: HashMap<String, i64> = known.collect();
        if known.is_empty() {
            return Ok(());
        }
        let tables: Vec<String> = known.keys().cloned().collect();
        for (table, changes) in peers.all_changes(&tables).await? {
            if known.get(&table).is_some_and(|known| *known < changes) {
                self.look_again(&table);
            }
        }
        let changed = self.who_follows(tables).await?;
        changed.iter().for_each(|table| self.look_again(table));
        Ok(())
    }

    /// Handles a notice that a person has come to a table at another process, or gone.
    pub fn told_of_presence(self: &Arc<Self>, table: String) {
        if self.place(&table).is_none() {
            return;
        }
        let registry = self.clone();
        tokio::spawn(async move {
            match registry.who_follows(vec![table]).await {
                // A missing player may be due at another time now, or not at all: the alarm is set
                // again.
                Ok(changed) => changed.iter().for_each(|table| registry.look_again(table)),
                Err(error) => tracing::warn!("who follows a table at another process cannot be read: {error}"),
            }
        });
    }

    /// Reads how people follow these tables at other processes. Returns the tables in memory where
    /// a person has come or gone.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn who_follows(&self, tables: Vec<String>) -> Result<Vec<String>, StoreError> {
        let Some(peers) = self.store.peers() else { return Ok(Vec::new()) };
        let mut all: HashMap<String, HashMap<String, Attendance>> = HashMap::new();
        for (table, person, attendance) in peers.attendance(&tables).await? {
            all.entry(table).or_default().insert(person, attendance);
        }
        let changed = |table: &String| {
            let people = all.remove(table).unwrap_or_default();
            self.slot(table).is_ok_and(|slot| slot.set_elsewhere(people) && slot.is_known())
        };
        Ok(tables.into_iter().filter(changed).collect())
    }

    /// Sends the followers of all tables here to the other processes, after those have forgotten
    /// them.
    pub fn tell_who_follows(&self) {
        self.slots().iter().for_each(|(_, slot)| slot.tell_who_follows());
    }

    /// Resumes the bots and clocks of all tables under way, after the server opens or another of
    /// its processes has ended.
    pub async fn resume(&self) {
        let ids = loop {
            match self.store.going_on().await {
                Ok(ids) => break ids,
                Err(error) => {
                    tracing::error!("the tables under way could not be read, so bots and clocks wait: {error}")
                }
            }
            tokio::time::sleep(REST).await;
        };
        for id in ids {
            match self.lock(&id).await {
                Ok(guard) => {
                    self.wake(&guard);
                    if guard.heeds_vacations() {
                        self.call(CallKind::Alarm, guard.handle(), &id);
                    }
                }
                Err(fault) => tracing::warn!("table {id} cannot go on: {}", fault.message),
            }
        }
    }

    /// Closes exactly these tables to everybody.
    pub fn set_all_closed(&self, closed: Vec<ClosedTable>) {
        let closed: HashMap<String, String> = closed.into_iter().map(|one| (one.table, one.why)).collect();
        let open = self.closed_tables().into_iter().filter(|table| !closed.contains_key(table));
        open.for_each(|table| self.set_closed(&table, None));
        let new = closed.into_iter().filter(|(table, _)| !self.is_closed(table));
        new.for_each(|(table, why)| self.set_closed(&table, Some(why)));
    }

    /// Locks a table for a moment, which refreshes it from the store and notifies its listeners.
    /// Wakes it, because somebody may be missed at another time now.
    fn look_again(self: &Arc<Self>, table: &str) {
        let (registry, table) = (self.clone(), table.to_owned());
        tokio::spawn(async move {
            match registry.lock(&table).await {
                Ok(guard) => registry.wake(&guard),
                Err(fault) => tracing::warn!(
                    "table {table}, which another process has changed, cannot be looked at: {}",
                    fault.message
                ),
            }
        });
    }
}
