//! The handle of a table: its lock, its listeners and its followers.
//!
//! A change that one player sees does not change the version of other players' pages: an
//! auto-action, a premove or a hint counts in that player's versions alone.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use store::{Attendance, Occupant, Store, StoreError, TableHeader, Timestamp, now};
use table::Racer;
use tokio::sync::watch;

use super::{shared::SharedPlace, timers::Alarm};
use crate::{
    hall_time::HallTime,
    people, random,
    tables::state::{SeatNames, TableEvent, TableState},
};

/// How many events a program on a slow line may be behind before it receives only the last of them.
const BEHIND: usize = 64;
/// The time after which an absent person may be forgotten.
const GONE: Duration = Duration::from_secs(3_600);
/// How many people are remembered before absent ones are dropped.
const REMEMBERED: usize = 1_000;
/// The length of a handle's mark.
const MARK: usize = 6;
/// How long a person may be gone before the others are notified, as a divisor of the patience with
/// absent people. A page that is reloaded is not a person who left.
const GRACE: u32 = 15;
/// How long a person without a listening page counts as here after a request for the table, as a
/// divisor of the same.
const FRESH: u32 = 2;
/// How long a page without a stream counts as open after it asked for the version, in halves of the
/// same. Browsers let hidden pages ask once a minute, so two such requests may be lost.
const LEASE: u32 = 5;
/// The delay before a change in the number of spectators is sent: arrivals at about the same time
/// are sent together.
const CROWD: Duration = Duration::from_secs(1);

/// The handle of a table, whether the table is in memory or not.
pub struct TableHandle {
    /// The table, if it is in memory.
    pub(crate) live: Arc<tokio::sync::Mutex<Option<TableState>>>,
    /// Whether a task moves the bots. Set only by a task that has locked the table.
    pub(crate) bots_running: AtomicBool,
    /// Whether its match is being analysed. Set only by a task that has locked the table.
    pub(crate) analysed: AtomicBool,
    /// The time of the last request for the table.
    pub(crate) touched: AtomicI64,
    /// The time at which a program last looked at the table.
    looked: AtomicI64,
    /// The events that listening programs have yet to receive.
    events: Mutex<RecentEvents>,
    /// A counter of all changes that may make the table look different to anybody.
    revision: AtomicU64,
    /// Counters of the changes that one person alone can see, by person: an auto-action, a hint.
    /// They do not change the versions of other people's pages.
    private: Mutex<BTreeMap<String, u64>>,
    /// Wakes all followers when any of these counters changes; created for the first follower.
    wake: OnceLock<watch::Sender<()>>,
    /// Whether the table is locked: followers are woken when it is unlocked.
    held: AtomicBool,
    /// Whether the followers are yet to be woken.
    waking: AtomicBool,
    /// Identifies this handle among others of the same table, before a restart or after the table
    /// had left memory: their counters began again.
    mark: String,
    /// How each person follows the table. People whom the server does not know share the empty id.
    attendance: Mutex<HashMap<String, Attendance>>,
    /// Whether a change in the number of spectators will be sent soon.
    crowd_changed: AtomicBool,
    /// The step of the last event.
    step: AtomicUsize,
    /// The time since which attendance is known.
    since: Timestamp,
    /// How long an absent person is waited for, in milliseconds; a `u32`, so that a table takes
    /// little memory.
    patience: u32,
    /// The server's time, which excludes downtime: nobody is away while the server does not run.
    pub(crate) time: Arc<HallTime>,
    /// The facts about the same table at other processes; `None` for SQLite.
    shared: Option<Box<SharedPlace>>,
    /// The names of the occupants, as they were last read.
    names: Mutex<Option<Box<ReadNames>>>,
    /// For a race's table: its racers, as last computed.
    standings: Mutex<Option<Arc<Vec<Racer>>>>,
    /// The time at which something is due without a request.
    pub(crate) alarm: Mutex<Alarm>,
}

/// The last events, for the programs that listen.
#[derive(Default)]
struct RecentEvents {
    /// How many programs listen; no events are stored when there are none.
    listeners: usize,
    /// The number of events so far.
    count: u64,
    /// The last events.
    last: VecDeque<TableEvent>,
}

/// The names of the occupants, with the data for which they hold.
struct ReadNames {
    /// The number of name changes in the store at that time.
    changes: u64,
    /// The occupant of each seat.
    seats: Vec<Occupant>,
    names: SeatNames,
}

impl TableHandle {
    /// Makes the handle of a table that waits for absent people for `patience`; `shared` has the
    /// data of other processes.
    pub(crate) fn new(patience: Duration, time: Arc<HallTime>, shared: Option<SharedPlace>) -> TableHandle {
        TableHandle {
            live: Arc::default(),
            bots_running: AtomicBool::new(false),
            analysed: AtomicBool::new(false),
            touched: AtomicI64::new(now()),
            looked: AtomicI64::new(0),
            events: Mutex::default(),
            revision: AtomicU64::new(1),
            private: Mutex::default(),
            wake: OnceLock::new(),
            held: AtomicBool::new(false),
            waking: AtomicBool::new(false),
            mark: random::id::<MARK>(),
            attendance: Mutex::default(),
            crowd_changed: AtomicBool::new(false),
            step: AtomicUsize::new(0),
            since: now(),
            patience: patience.as_millis().try_into().unwrap_or(u32::MAX),
            time,
            names: Mutex::default(),
            shared: shared.map(Box::new),
            standings: Mutex::default(),
            alarm: Mutex::default(),
        }
    }

    /// Sends an event to all listeners.
    pub fn notify(&self, event: TableEvent) {
        let (TableEvent::Step(step) | TableEvent::Seats(step) | TableEvent::Talk(step)) = event;
        self.step.store(step, Ordering::Relaxed);
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.count += 1;
        if events.listeners > 0 {
            if events.last.len() == BEHIND {
                events.last.pop_front();
            }
            events.last.push_back(event);
        }
        drop(events);
        self.changed();
    }

    /// Notes that the table may look different to somebody, without an event for the others.
    pub fn changed(&self) {
        self.revision.fetch_add(1, Ordering::Relaxed);
        self.wake();
    }

    /// Wakes the followers as soon as the table is unlocked.
    fn wake(&self) {
        self.waking.store(true, Ordering::SeqCst);
        if !self.held.load(Ordering::SeqCst) {
            self.wake_now();
        }
    }

    fn wake_now(&self) {
        if self.waking.swap(false, Ordering::SeqCst)
            && let Some(wake) = self.wake.get()
        {
            wake.send_replace(());
        }
    }

    /// Notes that the table has been locked.
    pub(crate) fn hold(&self) {
        self.held.store(true, Ordering::SeqCst);
    }

    /// Notes that the table has been unlocked, and wakes the followers if there is news. If another
    /// task has already locked it again, they may wake too early, but never too late.
    pub(crate) fn release(&self) {
        self.held.store(false, Ordering::SeqCst);
        self.wake_now();
    }

    /// Notes that the table looks different to this person, and to nobody else.
    pub fn changed_for(&self, person: &str) {
        *self.private.lock().unwrap_or_else(PoisonError::into_inner).entry(person.to_owned()).or_default() += 1;
        self.wake();
    }

    /// Ends, after a step, the auto-actions and premoves that no longer hold, and notifies their
    /// players. Returns whether a premove is due.
    pub(crate) fn review(&self, live: &mut TableState) -> bool {
        let mut told = |person: &str| self.changed_for(person);
        live.review_orders(&mut told);
        live.review_premoves(&mut told)
    }

    /// Returns the names of the occupants, made distinct. They are read from the store when one of
    /// them may have changed.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn names(&self, store: &Store, header: &TableHeader) -> Result<SeatNames, StoreError> {
        let changes = store.changes().names();
        if let Some(names) = self.kept_names(changes, header) {
            return Ok(names);
        }
        let names: SeatNames = Arc::new(people::names_at(store, &header.id).await?);
        let read = Box::new(ReadNames { changes, seats: header.seats.clone(), names: names.clone() });
        *self.names.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        Ok(names)
    }

    /// Returns the names as they were read, if they still hold.
    fn kept_names(&self, changes: u64, header: &TableHeader) -> Option<SeatNames> {
        let read = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |read: &&ReadNames| read.changes == changes && read.seats == header.seats;
        read.as_deref().filter(same).map(|read| read.names.clone())
    }

    /// Returns the racers of a race as last computed, if nothing has changed since.
    pub(crate) fn standings(&self) -> Option<Arc<Vec<Racer>>> {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the racers of a race; `None` if they must be computed again.
    pub(crate) fn set_standings(&self, racers: Option<Arc<Vec<Racer>>>) {
        *self.standings.lock().unwrap_or_else(PoisonError::into_inner) = racers;
    }

    /// Returns the counter of changes of the table's looks. While a table is locked, only arrivals
    /// and departures of people change it.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// Returns the version of the page that this person is shown now.
    pub fn version(&self, person: Option<&str>) -> String {
        let private = self.private.lock().unwrap_or_else(PoisonError::into_inner);
        let own = person.and_then(|person| private.get(person)).copied().unwrap_or_default();
        format!("{}.{}", self.mark, self.revision() + own)
    }

    /// Returns a receiver that wakes whenever the table may look different to somebody.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.wake.get_or_init(|| watch::Sender::new(())).subscribe()
    }

    /// Returns the facts about the same table at the other processes.
    pub(crate) fn shared(&self) -> Option<&SharedPlace> {
        self.shared.as_deref()
    }

    /// Starts to record events for a program.
    pub fn listen(self: &Arc<Self>) -> EventReader {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.listeners += 1;
        EventReader { slot: self.clone(), read: events.count }
    }

    /// Returns whether any program listens.
    pub(crate) fn is_listened_to(&self) -> bool {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).listeners > 0
    }

    /// Returns how long an absent person is waited for.
    pub(crate) fn patience(&self) -> Duration {
        Duration::from_millis(self.patience.into())
    }

    /// Returns how long a page without a stream counts as open after it asked for the version.
    pub fn lease(&self) -> Duration {
        self.patience() * LEASE / 2
    }

    /// Returns whether a person follows the table: they have its page open, or asked for it a
    /// moment ago.
    pub fn is_here(&self, person: &str) -> bool {
        self.gone_since(person).is_none()
    }

    /// Returns whether a person has the page open, or asked for the table within this time.
    pub(crate) fn was_here_within(&self, person: &str, time: Duration) -> bool {
        let one = self.attendance_of(person);
        one.is_some_and(|one| one.open > 0 || now() - one.last < time.as_millis() as Timestamp)
    }

    /// Returns the time since which a person has not followed the table; `None` while they do.
    pub fn gone_since(&self, person: &str) -> Option<Timestamp> {
        let Some(one) = self.attendance_of(person) else { return Some(self.time.as_if_open(self.since)) };
        let here = one.open > 0 || fresh_until(&one, self.patience()) > now();
        (!here).then(|| one.last.max(one.left))
    }

    /// Returns whether a person is here, or was within this time.
    pub fn seen_within(&self, person: &str, time: Duration) -> bool {
        let lately = |one: &Attendance| now() - one.last.max(one.left) < time.as_millis() as Timestamp;
        self.attendance_of(person).is_some_and(|one| one.open > 0 || lately(&one))
    }

    /// Returns how many people that `counts` accepts follow the table. Each person whom the server
    /// does not know counts.
    pub fn watching(&self, counts: impl Fn(&str) -> bool) -> usize {
        let here = |one: &Attendance| one.open > 0 || fresh_until(one, self.patience()) > now();
        let one = |(person, one): (&String, &Attendance)| match person.as_str() {
            "" => one.open as usize,
            person => usize::from(here(one) && counts(person)),
        };
        self.everybody(|all| all.iter().map(one).sum())
    }

    /// Returns how a person follows the table, here and at other processes.
    fn attendance_of(&self, person: &str) -> Option<Attendance> {
        let here = self.attendance.lock().unwrap_or_else(PoisonError::into_inner).get(person).copied();
        let elsewhere = self.shared.as_ref().and_then(|shared| shared.elsewhere().get(person).copied());
        let one = here.into_iter().chain(elsewhere).reduce(Attendance::and)?;
        // Times do not matter while the person has the page open.
        if one.open > 0 {
            return Some(one);
        }
        let (last, left) = (self.time.as_if_open(one.last), self.time.as_if_open(one.left));
        Some(Attendance { last, left, ..one })
    }

    /// Notes how people follow the table at other processes. Returns whether somebody has come or
    /// gone there, and notifies the people here if so.
    pub(crate) fn set_elsewhere(&self, people: HashMap<String, Attendance>) -> bool {
        let Some(shared) = &self.shared else { return false };
        let before = std::mem::replace(&mut *shared.elsewhere(), people);
        let here = |all: &HashMap<String, Attendance>| {
            let here = all.iter().filter(|(_, one)| one.open > 0 || fresh_until(one, self.patience()) > now());
            here.map(|(person, one)| (person.clone(), one.open)).collect::<BTreeMap<_, _>>()
        };
        let changed = here(&before) != here(&shared.elsewhere());
        if changed {
            self.notify(TableEvent::Seats(self.step.load(Ordering::Relaxed)));
        }
        changed
    }

    /// Sends to the other processes how people follow the table here.
    pub(crate) fn tell_who_follows(&self) {
        let Some(shared) = &self.shared else { return };
        let all = self.attendance.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().for_each(|(person, one)| shared.tell(person, Some(*one)));
    }

    /// Returns whether the table has been in memory since the handle was made.
    pub(crate) fn is_known(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.changes().is_some())
    }

    /// Reads how all people follow the table, here and at other processes.
    fn everybody<T>(&self, tell: impl FnOnce(&HashMap<String, Attendance>) -> T) -> T {
        let here = self.attendance.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(elsewhere) = self.shared.as_ref().map(|shared| shared.elsewhere()).filter(|all| !all.is_empty())
        else {
            return tell(&here);
        };
        let mut all = here.clone();
        for (person, one) in elsewhere.iter() {
            all.entry(person.clone()).and_modify(|here| *here = here.and(*one)).or_insert(*one);
        }
        tell(&all)
    }

    /// Notifies the others that a person may have come or gone: at once for a seated person, soon
    /// for a spectator.
    fn tell_of(self: &Arc<Self>, seated: bool, changed: bool) {
        if seated && changed {
            self.notify(TableEvent::Seats(self.step.load(Ordering::Relaxed)));
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if !seated && !self.crowd_changed.swap(true, Ordering::Relaxed) {
            let slot = self.clone();
            runtime.spawn(async move {
                tokio::time::sleep(CROWD).await;
                slot.crowd_changed.store(false, Ordering::Relaxed);
                slot.changed();
            });
        }
    }

    /// Returns when a person who asked for the table a moment ago, and does not listen, will count
    /// as gone.
    pub(crate) fn here_until(&self, person: &str) -> Option<Timestamp> {
        let one = self.attendance_of(person).filter(|one| one.open == 0)?;
        Some(fresh_until(&one, self.patience())).filter(|until| *until > now())
    }

    /// Notes that a program has looked at the table.
    pub fn note_look(&self) {
        self.looked.store(now(), Ordering::Relaxed);
    }

    /// Returns whether anybody looks at the table, or did a moment ago.
    pub(crate) fn is_watched(&self) -> bool {
        let recent = |at: Timestamp| now() - at < (self.patience() / FRESH).as_millis() as Timestamp;
        let follows = || self.everybody(|all| all.values().any(|one| one.open > 0 || recent(one.last)));
        recent(self.looked.load(Ordering::Relaxed)) || follows()
    }

    /// Returns whether the occupant of a seat follows the table now; bots always do.
    pub fn is_connected(&self, occupant: &Occupant) -> bool {
        match occupant {
            Occupant::Nobody => false,
            Occupant::Person { id, .. } => self.is_here(id),
            Occupant::Bot(_) => true,
        }
    }

    /// Notes that a person has asked for the table.
    pub fn note_seen(&self, person: &str) {
        let mut all = self.attendance.lock().unwrap_or_else(PoisonError::into_inner);
        let one = all.entry(person.to_owned()).or_default();
        let before = std::mem::replace(&mut one.last, now());
        if let Some(shared) = &self.shared {
            shared.tell_seen(person, *one, before, self.patience() / FRESH);
        }
    }

    /// Counts a page that begins or ceases to listen, and returns how many listen then. A
    /// spectator's entry is removed when they have gone.
    fn count(&self, person: &str, change: i32, seated: bool) -> u32 {
        let mut all = self.attendance.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED {
            all.retain(|_, one| one.open > 0 || now() - one.last.max(one.left) < GONE.as_millis() as Timestamp);
        }
        let one = all.entry(person.to_owned()).or_default();
        one.open = one.open.saturating_add_signed(change);
        one.left = now();
        let open = one.open;
        if open == 0 {
            // A person who closes the page is gone, however recently they loaded it.
            one.last = 0;
            if !seated {
                all.remove(person);
            }
        }
        if let Some(shared) = &self.shared {
            shared.tell(person, all.get(person).copied());
        }
        open
    }
}

/// Returns until when a person who asked for the table counts as here.
fn fresh_until(one: &Attendance, patience: Duration) -> Timestamp {
    one.last + (patience / FRESH).as_millis() as Timestamp
}

/// Reads the events of a table, for as long as this lives.
pub struct EventReader {
    slot: Arc<TableHandle>,
    /// The number of events at the last read.
    read: u64,
}

impl EventReader {
    /// Appends the events since the last read; only the last of them if there were more than the
    /// server remembers.
    pub fn read(&mut self, to: &mut Vec<TableEvent>) {
        let events = self.slot.events.lock().unwrap_or_else(PoisonError::into_inner);
        let new = usize::try_from(events.count - self.read).unwrap_or(usize::MAX);
        self.read = events.count;
        to.extend(events.last.iter().skip(events.last.len().saturating_sub(new)));
    }
}

impl Drop for EventReader {
    fn drop(&mut self) {
        let mut events = self.slot.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.listeners -= 1;
        if events.listeners == 0 {
            events.last = VecDeque::new();
        }
    }
}

/// A person's page that listens to a table, for as long as this lives.
pub struct Presence {
    slot: Arc<TableHandle>,
    /// The person's id; empty for a person whom the server does not know.
    person: String,
    /// Whether the person sits there or is the host. Others learn only the number of spectators.
    seated: bool,
}

impl Presence {
    /// Notes that a person comes to a table at this step, and notifies the others if the person was
    /// not there before.
    pub fn new(slot: Arc<TableHandle>, person: String, seated: bool, step: usize) -> Presence {
        slot.step.store(step, Ordering::Relaxed);
        let came = slot.count(&person, 1, seated) == 1;
        slot.tell_of(seated, came);
        Presence { slot, person, seated }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let (slot, person, seated) = (self.slot.clone(), std::mem::take(&mut self.person), self.seated);
        let leave = move |slot: Arc<TableHandle>| {
            let gone = slot.count(&person, -1, seated) == 0;
            slot.tell_of(seated, gone);
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(async move {
                tokio::time::sleep(slot.patience() / GRACE).await;
                leave(slot);
            })),
            Err(_) => leave(slot),
        }
    }
}
