//! Alarms: times at which tables are looked at without a request. A clock runs out, a vacation ends,
//! a player is missed, a host has been away for long, or has waited long enough for people who are
//! not ready.
//!
//! The next alarm of a table is set whenever the table is woken, and one task waits for the first
//! of all. A time that moves later with every step costs nothing: when the earlier one has come,
//! the table turns out to be due later. A table that has left memory leaves nothing here but the
//! moment at which its clock runs out, or a vacation ends.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, atomic::Ordering},
    time::Duration,
};

use tokio::sync::Notify;

use super::{CallKind, LockedTable, TableHandle, TableRegistry};
use crate::tables::state::TableState;
use store::{Occupant, TableStatus, Timestamp, now};

/// How long the task waits if nothing is due.
const LONG: Duration = Duration::from_secs(24 * 3_600);

/// The times at which tables are looked at.
#[derive(Default)]
pub(crate) struct Alarms {
    /// The times, each with the id of its table, the earliest first.
    set: Mutex<BTreeSet<(Timestamp, Box<str>)>>,
    /// Notified when the earliest time changes.
    sooner: Notify,
}

/// The alarm of one table.
#[derive(Default)]
pub(crate) struct Alarm {
    /// The time at which the table is due.
    due: Timestamp,
    /// The time at which its next clock runs out, or the next vacation there ends.
    clock: Option<Timestamp>,
    /// The revision of the table for which `due` was computed; no table has revision 0.
    revision: u64,
    /// The time at which it is set among the alarms: never later than `due`.
    set: Option<Timestamp>,
}

impl Alarms {
    /// Moves the alarm of a table to another time, or removes it.
    fn change(&self, table: &str, from: Option<Timestamp>, to: Option<Timestamp>) {
        let mut set = self.set();
        if let Some(from) = from {
            set.remove(&(from, table.into()));
        }
        if let Some(to) = to {
            set.insert((to, table.into()));
            if set.first().is_some_and(|(first, _)| *first == to) {
                self.sooner.notify_one();
            }
        }
    }

    /// Removes and returns the earliest alarm, if its time has come.
    fn take_due(&self) -> Option<(Timestamp, Box<str>)> {
        let mut set = self.set();
        set.first().filter(|(moment, _)| *moment <= now())?;
        set.pop_first()
    }

    /// Returns how long it is until the next alarm.
    fn pause(&self) -> Duration {
        let next = self.set().first().map(|(moment, _)| moment - now());
        next.map_or(LONG, |pause| Duration::from_millis(pause.max(0).unsigned_abs()))
    }

    fn set(&self) -> MutexGuard<'_, BTreeSet<(Timestamp, Box<str>)>> {
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many alarms are set.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.set().len()
    }
}

impl TableHandle {
    /// Returns whether the alarm is set for this revision of the table. Nothing is due earlier
    /// unless the table changes.
    pub(crate) fn alarm_holds(&self, revision: u64) -> bool {
        let alarm = self.alarm();
        alarm.revision == revision && alarm.set.is_some()
    }

    /// Returns whether the time of the alarm has come but nobody has been notified. A page that is
    /// drawn now may then differ from one that was drawn before at the same revision.
    pub fn is_overdue(&self) -> bool {
        self.alarm().set.is_some_and(|moment| moment <= now())
    }

    /// Sets the alarm of the table to `due`, if there is such a time; `clock` is when its next
    /// clock runs out, or the next vacation there ends.
    pub(crate) fn set_alarm(
        &self,
        alarms: &Alarms,
        table: &str,
        due: Option<Timestamp>,
        clock: Option<Timestamp>,
        revision: u64,
    ) {
        let mut alarm = self.alarm();
        alarm.clock = clock;
        let Some(due) = due else { return };
        (alarm.due, alarm.revision) = (due, revision);
        if alarm.set.is_none_or(|set| set > due) {
            alarms.change(table, alarm.set, Some(due));
            alarm.set = Some(due);
        }
    }

    /// Removes the alarm when the table's handle is dropped, unless a clock runs.
    pub(crate) fn give_alarm_up(&self, alarms: &Alarms, table: &str) {
        let alarm = std::mem::take(&mut *self.alarm());
        alarms.change(table, alarm.set, alarm.clock);
    }

    /// Returns whether the table is due at the alarm for `moment`; sets the alarm again if the
    /// table is due later.
    fn rings(&self, alarms: &Alarms, table: &str, moment: Timestamp) -> bool {
        let mut alarm = self.alarm();
        match alarm.set {
            Some(set) if set != moment => false,
            Some(_) if alarm.due > now() => {
                alarm.set = Some(alarm.due);
                alarms.change(table, None, alarm.set);
                false
            }
            // From now on the next alarm is a new one.
            Some(_) => {
                alarm.set = None;
                true
            }
            // The alarm was set for a clock before the table left memory.
            None => true,
        }
    }

    fn alarm(&self) -> MutexGuard<'_, Alarm> {
        self.alarm.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableRegistry {
    /// Sets the alarm of a table: when the next clock runs out, the next vacation ends, the next
    /// person is missed, or others may take over from the host.
    pub(super) fn set_alarm(&self, guard: &LockedTable) {
        let slot = guard.handle();
        let revision = slot.revision();
        if slot.alarm_holds(revision) {
            return;
        }
        let clock = [guard.next_out_of_time(), guard.next_return().filter(|back| *back > now())];
        let clock = clock.into_iter().flatten().min();
        let due = [clock, slot.next_absence(guard), next_take_on(self, slot, guard), next_start(slot, guard)];
        slot.set_alarm(&self.alarms, &guard.header.id, due.into_iter().flatten().min(), clock, revision);
    }

    /// Calls all tables that are due, and returns how long it is until the next one.
    fn ring_due(&self) -> Duration {
        while let Some((moment, table)) = self.alarms.take_due() {
            let place = self.place(&table);
            if place.as_ref().is_some_and(|slot| !slot.rings(&self.alarms, &table, moment)) {
                continue;
            }
            let Some(slot) = place.or_else(|| self.untouched(&table)) else { continue };
            self.call(CallKind::Alarm, &slot, &table);
        }
        self.alarms.pause()
    }

    /// Returns the handle of a table that nobody has asked for.
    fn untouched(&self, table: &str) -> Option<Arc<TableHandle>> {
        let slot = self.slot(table).ok()?;
        slot.touched.store(0, Ordering::Relaxed);
        Some(slot)
    }
}

/// Returns when players who sit there may take over from a host who is away.
fn next_take_on(registry: &TableRegistry, slot: &TableHandle, live: &TableState) -> Option<Timestamp> {
    let others = live.header.seats.iter().filter_map(Occupant::person).any(|person| !live.is_host(person));
    let gone = slot.gone_since(&live.header.host).filter(|_| others);
    let moment = gone.map(|gone| gone + registry.settings.host_absence.as_millis() as Timestamp);
    moment.filter(|moment| *moment > now())
}

/// Returns when the host may begin the match without people who are not ready.
fn next_start(slot: &TableHandle, live: &TableState) -> Option<Timestamp> {
    let waits = live.header.status == TableStatus::Open && !live.unready_seats().is_empty();
    Some(slot.waited_until(live)).filter(|moment| waits && *moment > now())
}

/// Calls tables when they are due, until the server closes.
pub(crate) async fn ring_in_time(
    registry: Weak<TableRegistry>,
    alarms: Arc<Alarms>,
    mut stopping: tokio::sync::watch::Receiver<bool>,
) {
    while let Some(pause) = registry.upgrade().map(|registry| registry.ring_due()) {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = alarms.sooner.notified() => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}
