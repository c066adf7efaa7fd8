//! The place of a table: its lock, who listens to it, and who follows it.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use kernel::Seat;
use store::{Attendance, Occupant, Store, StoreError, TableHeader, Timestamp, now};
use tokio::sync::watch;

use super::{hall_time::HallTime, shared::SharedPlace, state::TableState, timers::Alarm};
use crate::{people, random};

/// The names of those who sit at a table, by seat.
pub type SeatNames = Arc<HashMap<Seat, String>>;

/// How many events a program on a slow line may be behind before it is told no more than the last of them.
const BEHIND: usize = 64;
/// After how long away somebody may be forgotten.
const GONE: Duration = Duration::from_secs(3_600);
/// How many people are remembered before those are dropped who are gone.
const REMEMBERED: usize = 1_000;
/// How long the mark of a place is.
const MARK: usize = 6;
/// How long somebody may be gone before the others are told, as a part of how long they are waited for; a page that is loaded anew
/// is not a person who left.
const GRACE: u32 = 15;
/// How long somebody whose page does not listen counts as here after asking for the table, as a part of the same.
const FRESH: u32 = 2;
/// How long a page without a stream counts as open after it asked for the version, in halves of the same. Browsers let hidden
/// pages ask once a minute: two such questions may be lost.
const LEASE: u32 = 5;
/// How soon a change in how many look on is told: those who come together are told of together.
const CROWD: Duration = Duration::from_secs(1);

/// Something that those who look at a table want to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableEvent {
    /// The match has come to this step, forward or back.
    Step(usize),
    /// Something about the seats or the status has changed, at this step.
    Seats(usize),
    /// Something was said, or how much may be, at this step.
    Talk(usize),
}

/// The place of a table, whether it is in memory or not.
pub struct TableHandle {
    /// The table, if it is in memory.
    pub(super) live: Arc<tokio::sync::Mutex<Option<TableState>>>,
    /// Whether a task moves the bots. Set only by who has locked the table.
    pub(super) bots_running: AtomicBool,
    /// Whether its match is being analysed. Set only by who has locked the table.
    pub(super) analysed: AtomicBool,
    /// When somebody last asked for the table.
    pub(super) touched: AtomicI64,
    /// When a program last looked at it.
    looked: AtomicI64,
    /// What programs that listen have yet to be told.
    events: Mutex<RecentEvents>,
    /// Counts whatever may make the table look different to anybody.
    revision: AtomicU64,
    /// Counts what makes it look different to one person alone, by person: an order, a hint. Nobody else's versions tell.
    private: Mutex<BTreeMap<String, u64>>,
    /// Wakes those who follow, whichever of these has changed; made when the first does.
    wake: OnceLock<watch::Sender<()>>,
    /// Whether the table is locked: those who follow are woken when it is not.
    held: AtomicBool,
    /// Whether they are yet to be woken.
    waking: AtomicBool,
    /// Tells this place from others of the same table, before a restart or after it had left memory: they counted anew.
    mark: String,
    /// How each person follows it; those whom the hall does not know stand together under an empty id.
    attendance: Mutex<HashMap<String, Attendance>>,
    /// Whether a change in how many look on will be told soon.
    crowd_changed: AtomicBool,
    /// The step that was last told of.
    step: AtomicUsize,
    /// Since when people are known to be here or not.
    since: Timestamp,
    /// How long somebody who is away is waited for, in milliseconds: a table takes little room.
    patience: u32,
    /// Nobody is away while the hall does not run.
    pub(super) time: Arc<HallTime>,
    /// What is known of the same table at the other processes of the hall; nothing where there can be none.
    shared: Option<Box<SharedPlace>>,
    /// The names of those who sit there, as they were read.
    names: Mutex<Option<ReadNames>>,
    /// When something is due though nobody does anything.
    pub(super) alarm: Mutex<Alarm>,
}

/// The last events, for the programs that listen.
#[derive(Default)]
struct RecentEvents {
    /// How many programs listen; nothing is kept where none does.
    listeners: usize,
    /// How many events there have been.
    count: u64,
    /// The last of them.
    last: VecDeque<TableEvent>,
}

/// The names of those who sit at a table, with what they hold for.
struct ReadNames {
    /// How often names had changed in the store.
    changes: u64,
    /// Who sat where.
    people: Vec<Option<String>>,
    names: SeatNames,
}

impl TableHandle {
    /// The place of a table where somebody who is away is waited for so long; `shared` is what other processes have to do with it.
    pub(super) fn new(patience: Duration, time: Arc<HallTime>, shared: Option<SharedPlace>) -> TableHandle {
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
            alarm: Mutex::default(),
        }
    }

    /// Sends an event to all who listen.
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

    /// Notes that the table may look different to somebody, though nothing happened that others are told of.
    pub fn changed(&self) {
        self.revision.fetch_add(1, Ordering::Relaxed);
        self.wake();
    }

    /// Wakes those who follow, as soon as nobody has locked the table.
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
    pub(super) fn hold(&self) {
        self.held.store(true, Ordering::SeqCst);
    }

    /// Notes that it has been unlocked, and wakes those who follow if there is something new. Where somebody has locked it again
    /// already they may be woken too early, but never too late.
    pub(super) fn release(&self) {
        self.held.store(false, Ordering::SeqCst);
        self.wake_now();
    }

    /// Notes that the table looks different to this person, and to nobody else.
    pub fn changed_for(&self, person: &str) {
        *self.private.lock().unwrap_or_else(PoisonError::into_inner).entry(person.to_owned()).or_default() += 1;
        self.wake();
    }

    /// The names of those who sit at the table, told apart; read when one of them may be another than before.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn names(&self, store: &Store, header: &TableHeader) -> Result<SeatNames, StoreError> {
        let changes = store.changes().names();
        if let Some(names) = self.kept_names(changes, header) {
            return Ok(names);
        }
        let names: SeatNames = Arc::new(people::names_at(store, &header.id).await?);
        let people = header.seats.iter().map(|occupant| occupant.person().map(str::to_owned)).collect();
        let read = ReadNames { changes, people, names: names.clone() };
        *self.names.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        Ok(names)
    }

    /// The names as they were read, if they still hold.
    fn kept_names(&self, changes: u64, header: &TableHeader) -> Option<SeatNames> {
        let read = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let seats = header.seats.iter().map(Occupant::person);
        let same = |read: &&ReadNames| read.changes == changes && read.people.iter().map(Option::as_deref).eq(seats);
        read.as_ref().filter(same).map(|read| read.names.clone())
    }

    /// How often the table may have come to look different. While a table is locked, only what is seen of people who come
    /// and go changes it.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// What a page says it was drawn at that this person is shown now.
    pub fn version(&self, person: Option<&str>) -> String {
        let private = self.private.lock().unwrap_or_else(PoisonError::into_inner);
        let own = person.and_then(|person| private.get(person)).copied().unwrap_or_default();
        format!("{}.{}", self.mark, self.revision() + own)
    }

    /// Wakes whenever the table may have come to look different to somebody.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.wake.get_or_init(|| watch::Sender::new(())).subscribe()
    }

    /// What is known of the same table at the other processes of the hall.
    pub(super) fn shared(&self) -> Option<&SharedPlace> {
        self.shared.as_deref()
    }

    /// Takes down what happens from now on.
    pub fn listen(self: &Arc<Self>) -> EventReader {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.listeners += 1;
        EventReader { slot: self.clone(), read: events.count }
    }

    /// Whether any program listens.
    pub(super) fn is_listened_to(&self) -> bool {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).listeners > 0
    }

    /// How long somebody who is away is waited for.
    pub(super) fn patience(&self) -> Duration {
        Duration::from_millis(self.patience.into())
    }

    /// How long a page without a stream counts as open after it asked for the version.
    pub fn lease(&self) -> Duration {
        self.patience() * LEASE / 2
    }

    /// Whether a person follows the table: has its page open, or asked for it a moment ago.
    pub fn is_here(&self, person: &str) -> bool {
        self.gone_since(person).is_none()
    }

    /// Whether a person has the page open, or asked for the table in this time.
    pub(super) fn was_here_within(&self, person: &str, time: Duration) -> bool {
        let one = self.attendance_of(person);
        one.is_some_and(|one| one.open > 0 || now() - one.last < time.as_millis() as Timestamp)
    }

    /// Since when a person has not followed the table; `None` while they do.
    pub fn gone_since(&self, person: &str) -> Option<Timestamp> {
        let Some(one) = self.attendance_of(person) else { return Some(self.time.as_if_open(self.since)) };
        let here = one.open > 0 || fresh_until(&one, self.patience()) > now();
        (!here).then(|| one.last.max(one.left))
    }

    /// Whether a person is here, or was in this time.
    pub fn seen_within(&self, person: &str, time: Duration) -> bool {
        let lately = |one: &Attendance| now() - one.last.max(one.left) < time.as_millis() as Timestamp;
        self.attendance_of(person).is_some_and(|one| one.open > 0 || lately(&one))
    }

    /// How many follow the table of whom `counts` holds; those whom the hall does not know each count.
    pub fn watching(&self, counts: impl Fn(&str) -> bool) -> usize {
        let here = |one: &Attendance| one.open > 0 || fresh_until(&one, self.patience()) > now();
        let one = |(person, one): (&String, &Attendance)| match person.as_str() {
            "" => one.open as usize,
            person => usize::from(here(one) && counts(person)),
        };
        self.everybody(|all| all.iter().map(one).sum())
    }

    /// How somebody follows the table, here and at other processes of the hall.
    fn attendance_of(&self, person: &str) -> Option<Attendance> {
        let here = self.attendance.lock().unwrap_or_else(PoisonError::into_inner).get(person).copied();
        let elsewhere = self.shared.as_ref().and_then(|shared| shared.elsewhere().get(person).copied());
        let one = here.into_iter().chain(elsewhere).reduce(Attendance::and)?;
        let (last, left) = (self.time.as_if_open(one.last), self.time.as_if_open(one.left));
        Some(Attendance { last, left, ..one })
    }

    /// Notes how people follow the table at other processes. Whether anybody has come there or gone, and then those here are told.
    pub(super) fn set_elsewhere(&self, people: HashMap<String, Attendance>) -> bool {
        let Some(shared) = &self.shared else { return false };
        let before = std::mem::replace(&mut *shared.elsewhere(), people);
        let here = |all: &HashMap<String, Attendance>| {
            let here = all.iter().filter(|(_, one)| one.open > 0 || fresh_until(&one, self.patience()) > now());
            here.map(|(person, one)| (person.clone(), one.open)).collect::<BTreeMap<_, _>>()
        };
        let changed = here(&before) != here(&shared.elsewhere());
        if changed {
            self.notify(TableEvent::Seats(self.step.load(Ordering::Relaxed)));
        }
        changed
    }

    /// Tells the other processes of the hall how people follow the table here.
    pub(super) fn tell_who_follows(&self) {
        let Some(shared) = &self.shared else { return };
        let all = self.attendance.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().for_each(|(person, one)| shared.tell(person, Some(*one)));
    }

    /// Whether the table was in memory since the place is there.
    pub(super) fn is_known(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.changes().is_some())
    }

    /// How all follow the table, here and at other processes of the hall.
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

    /// Tells the others that somebody may have come or gone: of who is seated at once if they have, of who looks on soon.
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

    /// When somebody who asked for the table a moment ago, and does not listen, will count as gone.
    pub(super) fn here_until(&self, person: &str) -> Option<Timestamp> {
        let one = self.attendance_of(person).filter(|one| one.open == 0)?;
        Some(fresh_until(&one, self.patience())).filter(|until| *until > now())
    }

    /// Notes that a program has looked at the table.
    pub fn note_look(&self) {
        self.looked.store(now(), Ordering::Relaxed);
    }

    /// Whether anybody looks at the table, or did a moment ago.
    pub(super) fn is_watched(&self) -> bool {
        let recent = |at: Timestamp| now() - at < (self.patience() / FRESH).as_millis() as Timestamp;
        let follows = || self.everybody(|all| all.values().any(|one| one.open > 0 || recent(one.last)));
        recent(self.looked.load(Ordering::Relaxed)) || follows()
    }

    /// Whether whoever has a seat follows the table now; bots always do.
    pub fn is_connected(&self, occupant: &Occupant) -> bool {
        match occupant {
            Occupant::Nobody => false,
            Occupant::Person { id, .. } => self.is_here(id),
            Occupant::Bot(_) => true,
        }
    }

    /// Notes that somebody has asked for the table.
    pub fn note_seen(&self, person: &str) {
        let mut all = self.attendance.lock().unwrap_or_else(PoisonError::into_inner);
        let one = all.entry(person.to_owned()).or_default();
        let before = std::mem::replace(&mut one.last, now());
        if let Some(shared) = &self.shared {
            shared.tell_seen(person, *one, before, self.patience() / FRESH);
        }
    }

    /// Counts a page that begins or ceases to listen; gives how many listen then. Of those who only look on nothing is kept
    /// when they have gone.
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
            // Whoever closes the page is gone, however short a time ago they loaded it.
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

/// Until when somebody who asked for the table counts as here.
fn fresh_until(one: &Attendance, patience: Duration) -> Timestamp {
    one.last + (patience / FRESH).as_millis() as Timestamp
}

/// What happens at a table, event by event, for as long as this lives.
pub struct EventReader {
    slot: Arc<TableHandle>,
    /// How many events there had been when it was last read.
    read: u64,
}

impl EventReader {
    /// Adds what has happened since it was last read; of more than can be remembered the last.
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

/// Somebody's page listens to a table, for as long as this lives.
pub struct Presence {
    slot: Arc<TableHandle>,
    /// Whose, by id; empty for somebody whom the hall does not know.
    person: String,
    /// Whether they sit there or are the host. Of who only looks on the others learn no more than how many there are.
    seated: bool,
}

impl Presence {
    /// Somebody comes to a table at this step; the others are told if they were not there before.
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
