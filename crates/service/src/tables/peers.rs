//! What the other processes of a hall do at the tables that are in memory here.

use std::{collections::HashMap, sync::Arc};

use tokio::sync::{mpsc, watch};

use super::{bots, registry::TableRegistry, shared::Following};
use store::{Attendance, ClosedTable, Store, StoreError};

/// How many people's comings and goings are written down together.
const TOGETHER: usize = 256;

/// Writes down who follows which table here, until the hall closes.
pub(super) async fn note_attendance(
    store: Store,
    mut told: mpsc::UnboundedReceiver<Following>,
    mut stopping: watch::Receiver<bool>,
) {
    let mut batch = Vec::new();
    loop {
        let count = tokio::select! {
            count = told.recv_many(&mut batch, TOGETHER) => count,
            // The others forget who was here when they learn that this process has closed.
            _ = stopping.wait_for(|stop| *stop) => 0,
        };
        if count == 0 {
            return;
        }
        // Of what was told of one person at one table the last counts.
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
    /// Another process has changed a table, which has had so many changes now. If it is in memory, or was while somebody listens to it,
    /// it is brought to where it is.
    pub fn told_of_change(self: &Arc<Self>, table: &str, changes: i64) {
        let known = self.place(table).and_then(|slot| slot.shared()?.changes());
        if known.is_some_and(|known| known < changes) {
            self.look_again(table);
        }
    }

    /// Compares the tables that are in memory with the store, and brings those to where they are that are behind.
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

    /// Somebody has come to a table at another process, or gone.
    pub fn told_of_presence(self: &Arc<Self>, table: String) {
        if self.place(&table).is_none() {
            return;
        }
        let registry = self.clone();
        tokio::spawn(async move {
            match registry.who_follows(vec![table]).await {
                // Somebody may be missed later now, or not at all: the alarm is set anew.
                Ok(changed) => changed.iter().for_each(|table| registry.look_again(table)),
                Err(error) => tracing::warn!("who follows a table at another process cannot be read: {error}"),
            }
        });
    }

    /// Looks how people follow these tables at other processes. Gives those where somebody has come or gone, and are in memory.
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

    /// Tells the other processes who follows which table here, for they have forgotten what they knew of it.
    pub fn tell_who_follows(&self) {
        self.slots().iter().for_each(|(_, slot)| slot.tell_who_follows());
    }

    /// Takes up the tables under way that another process has left.
    pub async fn resume(&self) {
        bots::resume_all(self).await;
    }

    /// Closes these tables to everybody, and no others.
    pub fn set_all_closed(&self, closed: Vec<ClosedTable>) {
        let closed: HashMap<String, String> = closed.into_iter().map(|one| (one.table, one.why)).collect();
        let open = self.closed_tables().into_iter().filter(|table| !closed.contains_key(table));
        open.for_each(|table| self.set_closed(&table, None));
        let new = closed.into_iter().filter(|(table, _)| !self.is_closed(table));
        new.for_each(|(table, why)| self.set_closed(&table, Some(why)));
    }

    /// Locks a table for a moment: it is brought to where the store has it, and whoever listens is told.
    fn look_again(self: &Arc<Self>, table: &str) {
        let (registry, table) = (self.clone(), table.to_owned());
        tokio::spawn(async move {
            if let Err(fault) = registry.lock(&table).await {
                tracing::warn!(
                    "table {table}, which another process has changed, cannot be looked at: {}",
                    fault.message
                );
            }
        });
    }
}
