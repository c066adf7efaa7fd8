//! When tables are to be looked at though nobody does anything: a clock runs out, somebody is missed, or a host has been away for long.
//!
//! One task waits for the first of all these moments. A moment that comes later with every step costs nothing: when the earlier one
//! has come, the table turns out to be due later. A table that has left memory, and that nobody follows, is looked at when its clock
//! has run out, and else no more.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, atomic::Ordering},
    time::Duration,
};

use tokio::sync::Notify;

use super::{
    handle::TableHandle,
    registry::{CallKind, TableRegistry},
};
use store::{Timestamp, now};

/// How long is waited where nothing is due.
const LONG: Duration = Duration::from_secs(24 * 3_600);

/// The moments at which tables are looked at.
#[derive(Default)]
pub(super) struct Alarms {
    /// Each with the id of its table, the earliest first.
    set: Mutex<BTreeSet<(Timestamp, Box<str>)>>,
    /// Told when one is set that is the earliest.
    sooner: Notify,
}

/// When a table is looked at though nobody does anything.
#[derive(Default)]
pub(super) struct Alarm {
    /// When that is.
    due: Timestamp,
    /// When its next clock runs out.
    clock: Option<Timestamp>,
    /// The revision of the table for which that was found out; none is 0.
    revision: u64,
    /// For when it is set among the alarms: never later than it is due.
    set: Option<Timestamp>,
}

impl Alarms {
    /// Sets that of a table for another moment, or for none.
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

    /// The table whose alarm is set for the earliest moment, if that has come, and the moment; it is set no more.
    fn take_due(&self) -> Option<(Timestamp, Box<str>)> {
        let mut set = self.set();
        set.first().filter(|(moment, _)| *moment <= now())?;
        set.pop_first()
    }

    /// How long it is until the next.
    fn pause(&self) -> Duration {
        let next = self.set().first().map(|(moment, _)| moment - now());
        next.map_or(LONG, |pause| Duration::from_millis(pause.max(0).unsigned_abs()))
    }

    fn set(&self) -> MutexGuard<'_, BTreeSet<(Timestamp, Box<str>)>> {
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are set.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.set().len()
    }
}

impl TableHandle {
    /// Whether the alarm is set for this revision of the table. As long as nothing changes nothing is due earlier.
    pub(super) fn alarm_holds(&self, revision: u64) -> bool {
        let alarm = self.alarm();
        alarm.revision == revision && alarm.set.is_some()
    }

    /// Has the table looked at at this moment instead of at the one chosen before, if there is one; `clock` is when its next clock
    /// runs out.
    pub(super) fn set_alarm(
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

    /// The place of the table is given up: unless a clock runs nothing of it is due any more.
    pub(super) fn give_alarm_up(&self, alarms: &Alarms, table: &str) {
        let alarm = std::mem::take(&mut *self.alarm());
        alarms.change(table, alarm.set, alarm.clock);
    }

    /// Whether the table is due, now that its alarm rings which was set for `moment`; it is set again if it is due later.
    fn rings(&self, alarms: &Alarms, table: &str, moment: Timestamp) -> bool {
        let mut alarm = self.alarm();
        match alarm.set {
            Some(set) if set != moment => false,
            Some(_) if alarm.due > now() => {
                alarm.set = Some(alarm.due);
                alarms.change(table, None, alarm.set);
                false
            }
            // Whoever sets it from now on sets a new one.
            Some(_) => {
                alarm.set = None;
                true
            }
            // It was set for a clock before the table left memory.
            None => true,
        }
    }

    fn alarm(&self) -> MutexGuard<'_, Alarm> {
        self.alarm.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableRegistry {
    /// Has all tables looked at that are due; gives how long it is until the next is.
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

    /// The place of a table that nobody has asked for.
    fn untouched(&self, table: &str) -> Option<Arc<TableHandle>> {
        let slot = self.slot(table).ok()?;
        slot.touched.store(0, Ordering::Relaxed);
        Some(slot)
    }
}

/// Has tables looked at when they are due, until the hall closes.
pub(super) async fn ring_in_time(
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
