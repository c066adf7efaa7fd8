//! What a process knows of a table that other processes of the hall have to do with as well.

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

/// Where it is told who follows which table, for the other processes.
pub(super) type AttendanceLine = mpsc::UnboundedSender<Following>;

/// How somebody follows a table at this process.
#[derive(Clone, Debug)]
pub(super) struct Following {
    /// The table.
    pub(super) table: String,
    /// Who, by id; empty for those whom the hall does not know, and `None` when the place of the table is given up.
    pub(super) person: Option<String>,
    /// How; `None` for not at all.
    pub(super) attendance: Option<Attendance>,
}

/// A part of the time for which somebody who asked for a table counts as here. So often it is told that they did.
const TOLD: u32 = 6;

/// What is known of a table that is shared.
pub(super) struct SharedPlace {
    table: String,
    line: AttendanceLine,
    /// When the store was last asked how many changes the table has had, or later; and how many it had.
    confirmed: Mutex<Option<(Instant, i64)>>,
    /// How people follow the table at other processes.
    elsewhere: Mutex<HashMap<String, Attendance>>,
    /// Whether anybody has followed it here.
    told: AtomicBool,
}

impl SharedPlace {
    pub(super) fn new(table: String, line: AttendanceLine) -> SharedPlace {
        SharedPlace {
            table,
            line,
            confirmed: Mutex::default(),
            elsewhere: Mutex::default(),
            told: AtomicBool::new(false),
        }
    }

    /// Notes that the table had so many changes when the store was asked, which was at `began` or later.
    pub(super) fn confirm(&self, began: Instant, changes: i64) {
        *self.confirmed.lock().unwrap_or_else(PoisonError::into_inner) = Some((began, changes));
    }

    /// Whether the store has been asked since a moment.
    pub(super) fn is_confirmed_since(&self, moment: Instant) -> bool {
        let confirmed = self.confirmed.lock().unwrap_or_else(PoisonError::into_inner);
        confirmed.is_some_and(|(began, _)| began >= moment)
    }

    /// How many changes the table had when the store was last asked.
    pub(super) fn changes(&self) -> Option<i64> {
        self.confirmed.lock().unwrap_or_else(PoisonError::into_inner).map(|(_, changes)| changes)
    }

    /// How people follow the table at other processes.
    pub(super) fn elsewhere(&self) -> MutexGuard<'_, HashMap<String, Attendance>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the other processes how somebody follows the table here; `None` for not at all.
    pub(super) fn tell(&self, person: &str, attendance: Option<Attendance>) {
        let (table, person) = (self.table.clone(), person.to_owned());
        self.told.store(true, Ordering::Relaxed);
        // Nobody writes it down any more when the hall has closed.
        let _ = self.line.send(Following { table, person: Some(person), attendance });
    }

    /// Tells the other processes that somebody has asked for the table, unless that was told a short part of `fresh` ago, for which
    /// they count as here.
    pub(super) fn tell_seen(&self, person: &str, one: Attendance, before: Timestamp, fresh: Duration) {
        let often = (fresh / TOLD).as_millis().max(1) as Timestamp;
        if one.open == 0 && before / often != one.last / often {
            self.tell(person, Some(one));
        }
    }
}

impl Drop for SharedPlace {
    /// Nobody is asked for here any more, for the place is given up.
    fn drop(&mut self) {
        if *self.told.get_mut() {
            let table = std::mem::take(&mut self.table);
            let _ = self.line.send(Following { table, person: None, attendance: None });
        }
    }
}
