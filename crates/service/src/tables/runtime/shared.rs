//! A process's knowledge of a table that other processes use as well.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::mpsc;

use store::{Attendance, Timestamp};

/// The channel for attendance changes, for the other processes.
pub(crate) type AttendanceLine = mpsc::UnboundedSender<Following>;

/// A person's attendance at a table at this process.
#[derive(Clone, Debug)]
pub(crate) struct Following {
    /// The id of the table.
    pub(crate) table: String,
    /// The person's id; empty for people whom the server does not know, and `None` when the handle
    /// of the table is dropped.
    pub(crate) person: Option<String>,
    /// The attendance; `None` if the person no longer follows the table.
    pub(crate) attendance: Option<Attendance>,
}

/// The fraction of the time for which a request for a table counts as presence. Repeated requests
/// are sent to the other processes this often.
const TOLD: u32 = 6;

/// The known facts about a table that other processes share.
pub(crate) struct SharedPlace {
    table: String,
    line: AttendanceLine,
    /// The start of the last query for the table's number of changes, or a later moment; with that
    /// number.
    confirmed: Mutex<Option<(Instant, i64)>>,
    /// How people follow the table at other processes.
    elsewhere: Mutex<HashMap<String, Attendance>>,
    /// Whether anybody has followed the table here.
    told: AtomicBool,
}

impl SharedPlace {
    pub(crate) fn new(table: String, line: AttendanceLine) -> SharedPlace {
        SharedPlace {
            table,
            line,
            confirmed: Mutex::default(),
            elsewhere: Mutex::default(),
            told: AtomicBool::new(false),
        }
    }

    /// Notes that the table had `changes` changes when the store was asked, at `began` or later.
    pub(crate) fn confirm(&self, began: Instant, changes: i64) {
        *self.confirmed.lock().unwrap_or_else(PoisonError::into_inner) = Some((began, changes));
    }

    /// Returns whether the store has been asked since a moment.
    pub(crate) fn is_confirmed_since(&self, moment: Instant) -> bool {
        let confirmed = self.confirmed.lock().unwrap_or_else(PoisonError::into_inner);
        confirmed.is_some_and(|(began, _)| began >= moment)
    }

    /// Returns how many changes the table had when the store was last asked.
    pub(crate) fn changes(&self) -> Option<i64> {
        self.confirmed.lock().unwrap_or_else(PoisonError::into_inner).map(|(_, changes)| changes)
    }

    /// Returns how people follow the table at other processes.
    pub(crate) fn elsewhere(&self) -> MutexGuard<'_, HashMap<String, Attendance>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends to the other processes how a person follows the table here; `None` if they no longer
    /// do.
    pub(crate) fn tell(&self, person: &str, attendance: Option<Attendance>) {
        let (table, person) = (self.table.clone(), person.to_owned());
        self.told.store(true, Ordering::Relaxed);
        // Nobody receives it any more when the server has closed.
        let _ = self.line.send(Following { table, person: Some(person), attendance });
    }

    /// Sends to the other processes that a person has asked for the table. It is not sent again
    /// within a fraction of `fresh`, the time for which they count as here.
    pub(crate) fn tell_seen(&self, person: &str, one: Attendance, before: Timestamp, fresh: Duration) {
        let often = (fresh / TOLD).as_millis().max(1) as Timestamp;
        if one.open == 0 && before / often != one.last / often {
            self.tell(person, Some(one));
        }
    }
}

impl Drop for SharedPlace {
    /// Sends that nobody follows the table here any more, because the handle is dropped.
    fn drop(&mut self) {
        if *self.told.get_mut() {
            let table = std::mem::take(&mut self.table);
            let _ = self.line.send(Following { table, person: None, attendance: None });
        }
    }
}
