//! The tables in memory, each behind its own lock.
//!
//! A task that locks a table has it alone until its change is durable. So nobody ever sees a step
//! that could be lost, and two clicks at once take their turns. A table that nobody touches for a
//! while leaves memory. It is replayed from its journal at the next request for it.
//!
//! A lock has no effect but the lock. A table that was read from the store is woken, because its
//! bots and its timer may wait; so is a table that has changed or is looked at.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};

use foldhash::quality::RandomState;
use futures_util::FutureExt;
use roster::Roster;
use store::{RemovedPerson, Store, StoreError, TableHeader, TableStatus, Timestamp, Turns, Write, now};
use text::t;
use tokio::sync::{Notify, OwnedMutexGuard, Semaphore, mpsc, watch};

use super::{
    AttendanceLine, SharedPlace, TableHandle, analysis::Analysts, bot_executor::BotExecutor, figures::Figures,
    locked::LockedTable, reference::UnderWay, timers::Alarms,
};
use crate::{
    calendar::Calendar,
    contained::{self, Place},
    fault::{Code, Fault},
    hall_time::HallTime,
    random,
    rate_limiter::RateLimiter,
    tables::state::{TableState, Talk},
};

/// How many remarks of a person may come at once, and how often one may come after that.
const TALK: (u32, Duration) = (8, Duration::from_secs(3));
/// The length of a table id.
pub(crate) const ID: usize = 10;

/// Why the server acts at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CallKind {
    /// A bot must act.
    Bots,
    /// A premove is due.
    Armed,
    /// A clock has run out, a vacation is over, or an absent person is missed.
    Alarm,
    /// The standings of a race must be computed.
    Race {
        /// Whether a racer has come further at this process.
        moved: bool,
    },
}

/// A request that the server acts at a table.
pub(crate) struct Call {
    /// Why it acts.
    pub(crate) kind: CallKind,
    /// The table's id.
    pub(crate) table: String,
    /// The table's handle.
    pub(crate) slot: Arc<TableHandle>,
}

/// How tables are run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The games that can be played.
    pub roster: Roster,
    /// How long bots pause before they move.
    pub bot_pause: Duration,
    /// How long a table that nobody touches stays in memory.
    pub idle: Duration,
    /// How long the decisions of a finished match are analysed; zero for not at all.
    pub analysis: Duration,
    /// How long a player who is away and must act is waited for, before a bot may stand in.
    pub absence: Duration,
    /// The clock by which days change.
    pub calendar: Calendar,
    /// How many matches bots play of each day's match, for others to be measured by.
    pub reference_matches: u32,
    /// How many times as fast as usual clocks run, less one.
    pub clock_haste: u32,
    /// After how long away of the host a player at the table may take it on.
    pub host_absence: Duration,
    /// How long a guest must have been known to play ranked matches.
    pub ranked_after: Duration,
}

/// All tables, by id.
pub struct TableRegistry {
    /// The store of the journals.
    pub(crate) store: Store,
    /// The time by which clocks count.
    pub(crate) time: Arc<HallTime>,
    pub(crate) settings: Settings,
    /// The cores that bots and hints share.
    pub(crate) thinking: BotExecutor,
    /// The counters of tables and bots.
    pub(crate) figures: Figures,
    /// The rate limiter of chat.
    pub(crate) talkers: RateLimiter,
    /// Held while a host's other tables are made private, so that only one of them stays in the
    /// public list.
    pub(crate) offers: tokio::sync::Mutex<()>,
    /// The channel for the attendance at tables here, if other processes share the store.
    pub(crate) attendance: Option<AttendanceLine>,
    /// The clock by which days change.
    pub calendar: Calendar,
    /// The days for which bots are playing.
    pub(crate) references: UnderWay,
    /// Held while bots play the matches of one day: one day at a time.
    pub(crate) reference_turn: Arc<Semaphore>,
    /// Tells that a pack of house cards waits for its trial.
    pub(crate) packs_wait: Arc<Notify>,
    /// The tables that an operator has closed, with the reasons.
    closed: Mutex<HashMap<String, String>>,
    /// The workers that analyse finished matches.
    pub(super) analysts: Analysts,
    slots: Mutex<HashMap<String, Arc<TableHandle>, RandomState>>,
    /// The times at which tables are looked at without a request.
    pub(crate) alarms: Arc<Alarms>,
    calls: mpsc::UnboundedSender<Call>,
    stop: watch::Sender<bool>,
}

/// Checks that a table can have this id.
///
/// # Errors
/// If none can.
pub fn check_id(id: &str) -> Result<(), Fault> {
    if random::is_id(id, ID) { Ok(()) } else { Err(Fault::unknown_table(id)) }
}

impl TableRegistry {
    /// Makes a registry with no table in memory, and the channel of its calls.
    pub(crate) fn new(
        store: Store,
        settings: Settings,
        time: HallTime,
    ) -> (TableRegistry, mpsc::UnboundedReceiver<Call>) {
        let (sender, calls) = mpsc::unbounded_channel();
        let stop = watch::Sender::new(false);
        let figures = Figures::default();
        let registry = TableRegistry {
            store,
            time: Arc::new(time),
            thinking: BotExecutor::new(&figures),
            figures,
            talkers: RateLimiter::new(TALK.0, TALK.1),
            offers: tokio::sync::Mutex::default(),
            attendance: None,
            calendar: settings.calendar.clone(),
            references: UnderWay::default(),
            reference_turn: Arc::new(Semaphore::new(1)),
            packs_wait: Arc::default(),
            closed: Mutex::default(),
            analysts: Analysts::new(settings.analysis, stop.subscribe()),
            settings,
            slots: Mutex::default(),
            alarms: Arc::default(),
            calls: sender,
            stop,
        };
        (registry, calls)
    }

    /// Makes a registry whose calls nobody serves.
    #[cfg(test)]
    pub(crate) fn idle(store: Store, idle: Duration) -> (Arc<TableRegistry>, mpsc::UnboundedReceiver<Call>) {
        let settings = Settings {
            roster: Roster::default(),
            bot_pause: Duration::ZERO,
            idle,
            analysis: Duration::ZERO,
            absence: Duration::from_secs(60),
            calendar: Calendar::default(),
            reference_matches: 0,
            clock_haste: 0,
            host_absence: Duration::from_secs(5 * 60),
            ranked_after: Duration::ZERO,
        };
        let (registry, calls) = TableRegistry::new(store, settings, HallTime::default());
        (Arc::new(registry), calls)
    }

    /// Returns the games that can be played.
    pub fn roster(&self) -> &Roster {
        &self.settings.roster
    }

    /// Returns the handle of a table.
    ///
    /// # Errors
    /// If no table can have this id.
    pub fn slot(&self, id: &str) -> Result<Arc<TableHandle>, Fault> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(id) {
            return Ok(slot.clone());
        }
        check_id(id)?;
        let shared = self.attendance.clone().map(|line| SharedPlace::new(id.to_owned(), line));
        let slot = Arc::new(TableHandle::new(self.settings.absence, self.time.clone(), shared));
        slots.insert(id.to_owned(), slot.clone());
        Ok(slot)
    }

    /// Returns the handle of a table, if anybody has asked for it lately.
    pub(crate) fn place(&self, id: &str) -> Option<Arc<TableHandle>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Waits for the lock of a table, which is replayed from its journal if it is not in memory. A
    /// table that was read from the store is woken.
    ///
    /// # Errors
    /// If there is no such table, it is closed, or it cannot be read or replayed.
    pub async fn lock(&self, id: &str) -> Result<LockedTable, Fault> {
        match self.try_lock(id)? {
            Some(locked) => Ok(locked),
            // This is rare and takes much memory, so it is boxed and callers need not reserve the
            // room.
            None => self.wait_for_lock(id).boxed().await,
        }
    }

    /// Returns the lock of a table, if it is free.
    ///
    /// # Errors
    /// If no table can have this id, or it is closed.
    pub(super) fn try_lock(&self, id: &str) -> Result<Option<LockedTable>, Fault> {
        let slot = self.open_slot(id)?;
        // The changes of other processes must be read first.
        if self.store.is_shared() {
            return Ok(None);
        }
        let Ok(guard) = slot.live.clone().try_lock_owned() else { return Ok(None) };
        if guard.as_ref().is_none_or(|live| live.uncommitted) {
            return Ok(None);
        }
        Ok(OwnedMutexGuard::try_map(guard, Option::as_mut).ok().map(|live| LockedTable::new(slot, live)))
    }

    async fn wait_for_lock(&self, id: &str) -> Result<LockedTable, Fault> {
        let slot = self.open_slot(id)?;
        let asked = self.store.is_shared().then(Instant::now);
        let mut guard = slot.live.clone().lock_owned().await;
        let mut read = None;
        if let Some(asked) = asked {
            read = self.refresh(id, &slot, &mut guard, asked).await?;
        } else if guard.as_ref().is_none_or(|live| live.uncommitted) {
            *guard = None;
            *guard = self.load(id).await?;
            read = Some(false);
        }
        match OwnedMutexGuard::try_map(guard, Option::as_mut) {
            Ok(live) => {
                let guard = LockedTable::new(slot, live);
                if let Some(due) = read {
                    self.wake(&guard);
                    if due {
                        self.call_armed(&guard);
                    }
                }
                Ok(guard)
            }
            Err(guard) => {
                drop(guard);
                self.forget(id, slot);
                Err(Fault::unknown_table(id))
            }
        }
    }

    /// Returns the handle of a table that is asked for, if no operator has closed it.
    fn open_slot(&self, id: &str) -> Result<Arc<TableHandle>, Fault> {
        if let Some(why) = self.closed().get(id) {
            return Err(Fault::new(Code::TableClosed, t!("a moderator has closed this table: {why}")));
        }
        let slot = self.slot(id)?;
        slot.touched.store(now(), Ordering::Relaxed);
        Ok(slot)
    }

    pub(crate) async fn load(&self, id: &str) -> Result<Option<TableState>, Fault> {
        let Some((header, steps)) = self.store.load(id).await? else { return Ok(None) };
        let (talk, removed) = self.beside(id).await?;
        let (time, place) = (self.time.clone(), Place::of(&header, steps.len()));
        let roster = self.roster().clone();
        let replay = move || {
            let mut live = TableState::from_journal(&roster, header, steps)?;
            live.set_clocks(time);
            Ok::<_, Fault>(live)
        };
        let replayed = contained::beside("replaying a match", place, replay).await;
        let live = replayed.ok_or_else(|| Fault::new(Code::Internal, t!("this table could not be opened")))??;
        let mut live = TableState { talk, removed, ..live };
        let people = live.awaited_people();
        live.turns = self.turns(&mut live.header, people).await?;
        Ok(Some(live))
    }

    /// Reads the stored data of a table outside its journal: the chat and the removed people.
    pub(crate) async fn beside(&self, id: &str) -> Result<(Talk, Vec<RemovedPerson>), StoreError> {
        Ok((Talk::new(self.store.talk(id).await?), self.store.removed(id).await?))
    }

    /// Stores these people as those for whom the match waits, and returns the stored list. The
    /// store has no list for a match that began under an earlier version of the server.
    async fn turns(&self, header: &mut TableHeader, people: Vec<String>) -> Result<Vec<String>, StoreError> {
        let kept = self.store.turns(&header.id).await?;
        if kept == people {
            return Ok(people);
        }
        let turns = Turns::between(&header.id, &kept, &people, now());
        // A table can be looked at even when nothing can be written.
        Ok(if self.write(header, Write::SetTurns(turns)).await.is_ok() { people } else { kept })
    }

    /// Writes a change of a table. If several processes share the store, the write succeeds only at
    /// the version that this process knows.
    pub(super) async fn write(&self, header: &mut TableHeader, write: Write) -> Result<(), StoreError> {
        if !self.store.is_shared() {
            return self.store.write(write).await;
        }
        let version = write.after(header.version);
        let (table, changes) = (header.id.clone(), header.version.changes);
        let made = self.store.write(Write::AtVersion { table, changes, write: Box::new(write) }).await;
        made.map_err(|error| if error == StoreError::Conflict { StoreError::Overtaken } else { error })?;
        header.version = version;
        Ok(())
    }

    pub(crate) fn call(&self, kind: CallKind, slot: &Arc<TableHandle>, table: &str) {
        // Nobody receives calls any more when the server has closed.
        let _ = self.calls.send(Call { kind, table: table.to_owned(), slot: slot.clone() });
    }

    /// Returns whether a person has a table's page open, or loaded it within this time.
    ///
    /// # Errors
    /// If the store fails, where it must be asked for other processes.
    pub async fn was_here_within(&self, table: &str, person: &str, time: Duration) -> Result<bool, StoreError> {
        self.who_follows(vec![table.to_owned()]).await?;
        Ok(self.place(table).is_some_and(|slot| slot.was_here_within(person, time)))
    }

    fn closed(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes a table to everybody, its players included; opens it again if there is no reason.
    pub fn set_closed(&self, id: &str, why: Option<String>) {
        match why {
            Some(why) => self.closed().insert(id.to_owned(), why),
            None => self.closed().remove(id),
        };
        if let Ok(slot) = self.slot(id) {
            slot.changed();
        }
    }

    /// Returns the tables that are closed.
    pub(crate) fn closed_tables(&self) -> Vec<String> {
        self.closed().keys().cloned().collect()
    }

    /// Returns whether a table is closed.
    pub fn is_closed(&self, id: &str) -> bool {
        self.closed().contains_key(id)
    }

    /// Returns the handles of all tables that anybody has asked for lately.
    pub(crate) fn slots(&self) -> Vec<(String, Arc<TableHandle>)> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.iter().map(|(id, slot)| (id.clone(), slot.clone())).collect()
    }

    /// Returns how many tables are in memory.
    pub fn in_memory(&self) -> usize {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.values().filter(|slot| slot.live.try_lock().map_or(true, |live| live.is_some())).count()
    }

    /// Returns how many tables in memory have this status. A table that is locked just now counts
    /// as under way, because most locked tables are.
    pub fn in_memory_of(&self, status: TableStatus) -> usize {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |slot: &&Arc<TableHandle>| match slot.live.try_lock() {
            Ok(live) => live.as_ref().is_some_and(|live| live.header.status == status),
            Err(_) => status == TableStatus::Playing,
        };
        slots.values().filter(of).count()
    }

    /// Returns how many decisions of each kind of bot wait for a core.
    pub fn bots_waiting(&self) -> [(&'static str, usize); 2] {
        self.thinking.waiting()
    }

    /// Returns the counters of tables and bots.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Removes from memory the tables that nobody has touched for a while.
    fn sweep(&self) {
        let before: Timestamp = now() - self.settings.idle.as_millis() as Timestamp;
        for (id, slot) in self.slots() {
            if slot.touched.load(Ordering::Relaxed) > before || slot.bots_running.load(Ordering::Relaxed) {
                continue;
            }
            if let Ok(mut live) = slot.live.try_lock() {
                // Outcomes entered by hand exist only in memory until their step is complete.
                if live.as_ref().is_none_or(|live| live.answers() == 0 && live.pending.is_none()) {
                    *live = None;
                } else {
                    continue;
                }
            }
            self.forget(&id, slot);
        }
    }

    /// Removes the handle of a table if nobody else holds it.
    fn forget(&self, id: &str, slot: Arc<TableHandle>) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        // There are two owners: the map and this function. New ones come only through the map,
        // which is locked.
        let alone = Arc::strong_count(&slot) == 2 && slot.live.try_lock().is_ok_and(|live| live.is_none());
        if alone && slots.get(id).is_some_and(|there| Arc::ptr_eq(there, &slot)) {
            slots.remove(id);
            slot.give_alarm_up(&self.alarms, id);
            // The map keeps room for twice its present size, not for its largest size ever.
            if slots.len() < slots.capacity() / 4 {
                let room = slots.len() * 2;
                slots.shrink_to(room);
            }
        }
    }

    /// Returns a receiver that becomes true when the server closes.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Asks all tasks of the tables to end.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }
}

/// Removes untouched tables from memory regularly, for as long as there is a registry.
pub(crate) async fn sweep_regularly(registry: std::sync::Weak<TableRegistry>, idle: Duration) {
    let pause = (idle / 4).clamp(Duration::from_millis(20), Duration::from_secs(30));
    loop {
        tokio::time::sleep(pause).await;
        match registry.upgrade() {
            Some(registry) => registry.sweep(),
            None => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Pace;

    use super::*;
    use crate::{
        people,
        tables::{
            characters::BotChoice,
            create::{self, NewTable, SeatRequest},
        },
    };

    /// Returns a store with two people.
    async fn two_people(dir: &tempfile::TempDir) -> (Store, [String; 2]) {
        let store = Store::open(&format!("sqlite://{}", dir.path().join("hall.db").display())).await.unwrap();
        let ada = people::add_guest(&store, None, None).await.unwrap();
        let ben = people::add_guest(&store, None, None).await.unwrap();
        (store, [ada.id, ben.id])
    }

    fn wanted(game: &str, seats: Vec<SeatRequest>, pace: Pace) -> NewTable {
        NewTable { game: game.into(), seats, pace, ..NewTable::default() }
    }

    #[tokio::test]
    async fn a_look_at_a_table_that_waits_for_a_bot_restarts_it() {
        let dir = tempfile::tempdir().unwrap();
        let (store, [ada, _]) = two_people(&dir).await;
        let (registry, mut calls) = TableRegistry::idle(store, Duration::MAX);
        let seats = vec![SeatRequest::Bot(BotChoice::Unnamed(::bots::Bot::Random))];
        let id = create::create(&registry, &ada, wanted("rogue-ascension", seats, Pace::Free)).await.unwrap();
        let call = calls.try_recv().expect("its bot is called when the match begins");
        drop(registry.look(&id, Some(&ada)).await.unwrap());
        assert!(calls.try_recv().is_err(), "one task is enough");
        // The bots have given up.
        call.slot.bots_running.store(false, Ordering::Relaxed);
        drop(registry.look(&id, Some(&ada)).await.unwrap());
        assert_eq!(calls.try_recv().map(|call| call.table), Ok(id));
    }

    #[tokio::test]
    async fn a_table_that_leaves_memory_leaves_only_its_deadline() {
        let dir = tempfile::tempdir().unwrap();
        let (store, [ada, ben]) = two_people(&dir).await;
        let (registry, _calls) = TableRegistry::idle(store, Duration::ZERO);
        for (pace, alarms) in [(Pace::Free, 0), (Pace::OneDay, 1)] {
            let seats = vec![SeatRequest::Me(None), SeatRequest::Other(ben.clone())];
            let id = create::create(&registry, &ada, wanted("accursed-tomb", seats, pace)).await.unwrap();
            assert!(registry.place(&id).is_some());
            assert_eq!(registry.alarms.count(), 1, "somebody may be missed");
            // A follower is still to see who is missed, so the alarm must stay.
            let follows = registry.place(&id);
            registry.sweep();
            assert_eq!((registry.in_memory(), registry.slots().len(), registry.alarms.count()), (0, 1, 1));
            drop(follows);
            registry.sweep();
            assert_eq!((registry.slots().len(), registry.alarms.count()), (0, alarms), "{pace:?}");
        }
    }
}
