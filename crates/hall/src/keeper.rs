//! The tables that are in memory, each behind its own lock.
//!
//! Whoever holds a table's lock is alone with it, until what they did is durable: nobody ever sees a step that could be
//! lost, and two clicks at once take their turns. A table that nobody touches for a while is let go, and folded again
//! from its journal when somebody asks for it.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::{OwnedMappedMutexGuard, OwnedMutexGuard, Semaphore, broadcast, watch};

use crate::{
    chance,
    error::{Code, Fault},
    hint::Advisers,
    live::Live,
    store::{Moment, Store, now},
};

/// How long a table id is.
pub(crate) const ID: usize = 10;
/// How many messages a slow listener may be behind before it is just told the present.
const BEHIND: usize = 64;
/// How long somebody may be gone before the others are told; a page that is loaded anew is not a person who left.
const GRACE: Duration = Duration::from_secs(4);
/// How long somebody whose page does not listen counts as here after loading it.
const FRESH: Duration = Duration::from_secs(30);

/// A table, held alone.
pub(crate) type Held = OwnedMappedMutexGuard<Option<Live>, Live>;

/// Something that those who look at a table want to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// The match has come to this step, forward or back.
    Step(usize),
    /// Something about the seats or the phase, at this step.
    Seats(usize),
}

/// The place of a table, whether it is in memory or not.
pub(crate) struct Slot {
    live: Arc<tokio::sync::Mutex<Option<Live>>>,
    news: broadcast::Sender<News>,
    /// How each person follows it.
    here: Mutex<HashMap<String, Seen>>,
    /// Whether somebody moves the bots. Changed only by who holds the table.
    pub(crate) driven: AtomicBool,
    touched: AtomicI64,
    /// The step that was last told of.
    step: AtomicUsize,
}

impl Slot {
    fn new() -> Slot {
        Slot {
            live: Arc::default(),
            news: broadcast::channel(BEHIND).0,
            here: Mutex::default(),
            driven: AtomicBool::new(false),
            touched: AtomicI64::new(now()),
            step: AtomicUsize::new(0),
        }
    }

    /// Tells all who look.
    pub(crate) fn tell(&self, news: News) {
        let (News::Step(step) | News::Seats(step)) = news;
        self.step.store(step, Ordering::Relaxed);
        // Nobody listening is no trouble.
        let _ = self.news.send(news);
    }

    /// Listens from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Whether a person follows the table: has its page open, or loaded it a moment ago.
    pub(crate) fn is_here(&self, person: &str) -> bool {
        self.seen_within(person, FRESH)
    }

    /// Whether a person has the page open, or loaded it in this time.
    pub(crate) fn seen_within(&self, person: &str, time: Duration) -> bool {
        let here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        here.get(person).is_some_and(|seen| seen.open > 0 || now() - seen.last < time.as_millis() as Moment)
    }

    /// Notes that somebody who sits here looks at the table.
    pub(crate) fn sees(&self, person: &str) {
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        here.entry(person.to_owned()).or_default().last = now();
    }

    fn count(&self, person: &str, change: i32) -> u32 {
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = here.entry(person.to_owned()).or_default();
        seen.open = seen.open.saturating_add_signed(change);
        let open = seen.open;
        if open == 0 {
            here.remove(person);
        }
        open
    }
}

/// How somebody follows a table.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    /// How many pages listen.
    open: u32,
    /// When a page was last loaded: those without scripts listen to nothing.
    last: Moment,
}

/// Somebody's page is open on a table, for as long as this lives.
pub(crate) struct Presence {
    slot: Arc<Slot>,
    person: String,
    /// Whether they sit there: nobody is disturbed by who only looks on.
    seated: bool,
}

impl Presence {
    /// Somebody comes to a table at this step; the others are told if they were not there before.
    pub(crate) fn new(slot: Arc<Slot>, person: String, seated: bool, step: usize) -> Presence {
        slot.step.store(step, Ordering::Relaxed);
        if slot.count(&person, 1) == 1 && seated {
            slot.tell(News::Seats(step));
        }
        Presence { slot, person, seated }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let (slot, person, seated) = (self.slot.clone(), std::mem::take(&mut self.person), self.seated);
        let leave = move |slot: Arc<Slot>| {
            if slot.count(&person, -1) == 0 && seated {
                slot.tell(News::Seats(slot.step.load(Ordering::Relaxed)));
            }
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(async move {
                tokio::time::sleep(GRACE).await;
                leave(slot);
            })),
            Err(_) => leave(slot),
        }
    }
}

/// The keeper of all tables.
pub(crate) struct Keeper {
    /// Where the journals are.
    pub(crate) store: Store,
    /// How long bots pause before they move.
    pub(crate) bot_pause: Duration,
    /// Who thinks hints up.
    pub(crate) advisers: Advisers,
    /// A permit for each core that a bot may think on.
    pub(crate) thinkers: Arc<Semaphore>,
    idle: Duration,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    stop: watch::Sender<bool>,
}

impl Keeper {
    /// A keeper with no table in memory.
    pub(crate) fn new(store: Store, bot_pause: Duration, idle: Duration) -> Keeper {
        Keeper {
            store,
            bot_pause,
            advisers: Advisers::new(),
            thinkers: Arc::new(Semaphore::new(bots::cores())),
            idle,
            slots: Mutex::default(),
            stop: watch::Sender::new(false),
        }
    }

    /// The place of a table.
    pub(crate) fn slot(&self, id: &str) -> Result<Arc<Slot>, Fault> {
        if !chance::is_id(id, ID) {
            return Err(Fault::unknown_table(id));
        }
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(slots.entry(id.to_owned()).or_insert_with(|| Arc::new(Slot::new())).clone())
    }

    /// Waits until one is alone with a table; it comes from its journal if it is not in memory.
    pub(crate) async fn hold(&self, id: &str) -> Result<(Arc<Slot>, Held), Fault> {
        let slot = self.slot(id)?;
        slot.touched.store(now(), Ordering::Relaxed);
        let mut guard = slot.live.clone().lock_owned().await;
        if guard.as_ref().is_none_or(|live| live.doubtful) {
            *guard = None;
            *guard = self.fold(id).await?;
        }
        match OwnedMutexGuard::try_map(guard, Option::as_mut) {
            Ok(held) => Ok((slot, held)),
            Err(guard) => {
                drop(guard);
                self.forget(id, slot);
                Err(Fault::unknown_table(id))
            }
        }
    }

    async fn fold(&self, id: &str) -> Result<Option<Live>, Fault> {
        let Some((head, steps)) = self.store.load(id).await? else { return Ok(None) };
        let folded = tokio::task::spawn_blocking(move || Live::fold(head, steps)).await;
        folded.map_err(|_| Fault::new(Code::Internal, "this table could not be opened"))?.map(Some)
    }

    /// How many tables are in memory.
    pub(crate) fn in_memory(&self) -> usize {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.values().filter(|slot| slot.live.try_lock().map_or(true, |live| live.is_some())).count()
    }

    /// Lets go of the tables that nobody has touched for a while.
    pub(crate) fn sweep(&self) {
        let before: Moment = now() - self.idle.as_millis() as Moment;
        let slots: Vec<(String, Arc<Slot>)> = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.iter().map(|(id, slot)| (id.clone(), slot.clone())).collect()
        };
        for (id, slot) in slots {
            if slot.touched.load(Ordering::Relaxed) > before || slot.driven.load(Ordering::Relaxed) {
                continue;
            }
            if let Ok(mut live) = slot.live.try_lock() {
                // Outcomes told by hand live here alone until their step is whole.
                if live.as_ref().is_none_or(|live| live.answers() == 0 && live.pending.is_none()) {
                    *live = None;
                } else {
                    continue;
                }
            }
            self.forget(&id, slot);
        }
    }

    /// Gives up the place of a table if nobody else is there.
    fn forget(&self, id: &str, slot: Arc<Slot>) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        // Two owners: the map and ourselves. New ones come only through the map, which is locked.
        let alone = Arc::strong_count(&slot) == 2 && slot.live.try_lock().is_ok_and(|live| live.is_none());
        if alone && slots.get(id).is_some_and(|there| Arc::ptr_eq(there, &slot)) {
            slots.remove(id);
        }
    }

    /// Resolves when the hall closes.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Tells everything that runs for a table to come to its end.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }
}
