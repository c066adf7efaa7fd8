//! The time in which the server was open; it stands still while the server is down, whatever the
//! cause.
//!
//! The server finds out about a crash from its openings in the store. It finds out about a pause
//! from its heartbeat: a thread reads the clocks every second, and so does every caller that asks
//! for the time. If the host's clock shows much more than a second since the last reading, the
//! process was stopped, the host slept, or its clock was set forward. In each case nobody could
//! play, and the gap counts for nobody. The monotonic clock, which stands still while a host
//! sleeps, only tells these cases apart. Times are stored by the host's clock, so a gap that this
//! clock does not show takes no time from anybody.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak, atomic::AtomicU64, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use store::{Store, StoreError, Timestamp, Write, now};
use table::TableTime;

/// How often the server notes that it is open. After a crash at most this much of a player's time
/// is given back.
const NOTED: Duration = Duration::from_secs(20);
/// How often the clocks are read.
const BEAT: Duration = Duration::from_secs(1);
/// A server whose clocks have not been read for this long, in milliseconds, did not run.
const STOPPED: Timestamp = 5_000;

/// A reading of the host's clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    /// The time of day.
    pub(crate) wall: Timestamp,
    /// How long the host has been awake since some fixed moment.
    pub(crate) awake: Duration,
}

/// Reads the host's clocks.
type ReadClocks = Box<dyn Fn() -> Reading + Send + Sync>;

/// A period in which the server did not run.
type Gap = (Timestamp, Timestamp);

/// The time in which the hall was open, counted in milliseconds.
pub(crate) struct HallTime {
    /// From when until when the hall was closed, in order.
    closed: RwLock<Vec<Gap>>,
    /// A counter of the changes of its account of the past.
    revision: AtomicU64,
    /// The speed of this clock beyond the usual one, as a multiple: tests do not wait for days.
    haste: u32,
    clocks: ReadClocks,
    pulse: Mutex<Pulse>,
    /// Notified when a gap was found.
    gap: Notify,
}

/// The last reading, and the openings that have yet to be noted in the store.
struct Pulse {
    last: Reading,
    /// The time since which the server has been running without a gap.
    opened: Timestamp,
    /// The openings that ended with a gap, each with its start and end.
    ended: Vec<Gap>,
}

impl HallTime {
    /// Makes the time of a server with these earlier openings that was opened again at `opened`. If
    /// several processes share the database, the server was open while any of them was. Each was
    /// open for a while longer than the time at which it was last noted.
    pub(crate) fn new(openings: &[Gap], opened: Timestamp, shared: bool, haste: u32) -> HallTime {
        let started = Instant::now();
        let clocks = move || Reading { wall: now(), awake: started.elapsed() };
        HallTime::by(Box::new(clocks), closed(openings, opened, shared), opened, haste)
    }

    fn by(clocks: ReadClocks, closed: Vec<Gap>, opened: Timestamp, haste: u32) -> HallTime {
        let pulse = Mutex::new(Pulse { last: clocks(), opened, ended: Vec::new() });
        let (closed, revision, gap) = (RwLock::new(closed), AtomicU64::new(0), Notify::new());
        HallTime { closed, revision, haste, clocks, pulse, gap }
    }

    /// Returns a moment of the past as if the server had been open ever since: later by the time in
    /// which it was closed.
    pub(crate) fn as_if_open(&self, moment: Timestamp) -> Timestamp {
        moment + self.closed_between(moment, self.now())
    }

    fn closed_between(&self, from: Timestamp, to: Timestamp) -> i64 {
        let closed = self.closed.read().unwrap_or_else(PoisonError::into_inner);
        closed.iter().map(|(end, start)| (to.min(*start) - from.max(*end)).max(0)).sum()
    }

    fn speed(&self) -> i64 {
        i64::from(self.haste) + 1
    }

    fn pulse(&self) -> MutexGuard<'_, Pulse> {
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableTime for HallTime {
    /// The call also finds out whether the server could not run since the clocks were last read.
    fn now(&self) -> Timestamp {
        let mut pulse = self.pulse();
        let (last, read) = (pulse.last, (self.clocks)());
        pulse.last = read;
        if read.wall - last.wall > STOPPED {
            let opened = std::mem::replace(&mut pulse.opened, read.wall);
            pulse.ended.push((opened, last.wall));
            self.closed.write().unwrap_or_else(PoisonError::into_inner).push((last.wall, read.wall));
            let (by_wall, awake) = (read.wall - last.wall, read.awake.saturating_sub(last.awake).as_millis());
            tracing::warn!(
                "the hall did not run for {by_wall} ms (the host was awake for {awake} ms of them); no clock counts them"
            );
            self.gap.notify_one();
        }
        read.wall
    }

    fn at(&self, moment: Timestamp) -> i64 {
        (moment - self.closed_between(Timestamp::MIN, moment)) * self.speed()
    }

    fn after(&self, from: Timestamp, left: i64) -> Timestamp {
        from + (left + self.speed() - 1) / self.speed()
    }

    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }
}

impl Default for HallTime {
    fn default() -> Self {
        HallTime::new(&[], now(), false, 0)
    }
}

impl fmt::Debug for HallTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HallTime").field("closed", &self.closed).finish_non_exhaustive()
    }
}

/// Returns the periods in which a server with these openings was closed, until it was opened again
/// at `opened`.
fn closed(openings: &[Gap], opened: Timestamp, shared: bool) -> Vec<Gap> {
    let longer = if shared { (2 * NOTED).as_millis() as Timestamp } else { 0 };
    let mut ends = openings.iter().map(|(_, seen)| *seen).collect::<Vec<_>>();
    for n in 1..ends.len() {
        ends[n] = ends[n].max(ends[n - 1]);
    }
    let starts = openings.iter().skip(1).map(|(from, _)| *from).chain([opened]);
    ends.into_iter().zip(starts).filter(|(end, start)| end + longer < *start).collect()
}

/// Reads the clocks every second, on its own thread, so that no other work of the server delays it.
///
/// # Errors
/// If the host has no room for a thread.
pub(crate) fn beat(time: Weak<HallTime>) -> std::io::Result<()> {
    let beating = move || {
        while let Some(time) = time.upgrade() {
            time.now();
            drop(time);
            thread::sleep(BEAT);
        }
    };
    thread::Builder::new().name("heartbeat".into()).spawn(beating).map(drop)
}

/// Notes regularly that the server is open, until it closes.
pub(crate) async fn note_open(store: Store, time: Arc<HallTime>, mut stopping: tokio::sync::watch::Receiver<bool>) {
    loop {
        if let Err(error) = note(&store, &time).await {
            tracing::warn!("the time at which the hall is open could not be noted: {error}");
        }
        tokio::select! {
            () = tokio::time::sleep(NOTED) => {}
            () = time.gap.notified() => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

/// Notes that the server is open now, and the openings since it began.
pub(crate) async fn note(store: &Store, time: &HallTime) -> Result<(), StoreError> {
    let seen = time.now();
    let (opened, ended) = {
        let pulse = time.pulse();
        (pulse.opened, pulse.ended.clone())
    };
    for (opened, seen) in &ended {
        store.write(Write::NoteOpen { opened: *opened, seen: *seen }).await?;
    }
    store.write(Write::NoteOpen { opened, seen }).await?;
    if ended.is_empty() {
        return Ok(());
    }
    time.pulse().ended.drain(..ended.len());
    // Other processes may have been open meanwhile.
    if store.is_shared() {
        let openings = store.openings().await?;
        *time.closed.write().unwrap_or_else(PoisonError::into_inner) = closed(&openings, seen, true);
        time.revision.fetch_add(1, Ordering::Release);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stands_still_while_the_hall_is_closed() {
        let time = HallTime::new(&[(100, 200), (300, 400)], 1000, false, 0);
        let passed = |from, to| time.at(to) - time.at(from);
        assert_eq!([passed(110, 150), passed(150, 250), passed(150, 320), passed(390, 1010)], [40, 50, 70, 20]);
        assert_eq!(passed(210, 290), 0);
        let first = HallTime::new(&[], 1000, false, 0);
        assert_eq!(first.at(1500) - first.at(1000), 500);
    }

    #[test]
    fn a_hall_of_several_processes_is_open_while_one_of_them_is() {
        const HOUR: Timestamp = 3_600_000;
        let openings = [(0, 2 * HOUR), (HOUR, HOUR + 1), (3 * HOUR, 4 * HOUR)];
        let time = HallTime::new(&openings, 4 * HOUR + 30_000, true, 0);
        let passed = |from, to| time.at(to) - time.at(from);
        assert_eq!(passed(0, 2 * HOUR), 2 * HOUR, "one ended while the other went on");
        assert_eq!(passed(2 * HOUR, 3 * HOUR), 0, "nobody was there");
        assert_eq!(passed(4 * HOUR, 4 * HOUR + 30_000), 30_000, "one was seen half a minute ago");
    }

    #[test]
    fn a_hall_in_haste_counts_more_time() {
        let time = HallTime::new(&[], 0, false, 9);
        assert_eq!(time.at(50) - time.at(0), 500);
        assert_eq!(time.after(1000, 500), 1050);
    }

    /// Returns a server's time and a function that moves its clocks: by this much, with the host
    /// awake for this long.
    fn with_clocks() -> (HallTime, impl Fn(Timestamp, u64)) {
        let clocks = Arc::new(Mutex::new(Reading { wall: 1_000_000, awake: Duration::ZERO }));
        let read = clocks.clone();
        let time = HallTime::by(Box::new(move || *read.lock().unwrap()), Vec::new(), 1_000_000, 0);
        let pass = move |wall: Timestamp, awake: u64| {
            let mut clocks = clocks.lock().unwrap();
            clocks.wall += wall;
            clocks.awake += Duration::from_millis(awake);
        };
        (time, pass)
    }

    #[test]
    fn time_in_which_the_hall_could_not_run_counts_for_nobody() {
        // The cases: a process that was stopped, a host that slept, and a clock that was set
        // forward by an hour.
        for (wall, awake) in [(185_000, 185_000), (185_000, 10), (3_600_000, 1)] {
            let (time, pass) = with_clocks();
            let begun = time.now();
            (0..10).for_each(|_| {
                pass(1_000, 1_000);
                time.now();
            });
            assert_eq!(time.at(time.now()) - time.at(begun), 10_000);
            pass(wall, awake);
            // The first caller that asks for the time detects the gap; no heartbeat is needed in
            // between.
            let now = time.now();
            assert_eq!(time.at(now) - time.at(begun), 10_000, "after {wall} ms of which {awake} were awake");
            assert_eq!(time.after(now, 500) - now, 500);
            assert_eq!(time.as_if_open(begun), begun + wall, "who left before it has not been away for longer");
            assert_eq!(time.as_if_open(now), now);
            pass(2_000, 2_000);
            assert_eq!(time.at(time.now()) - time.at(begun), 12_000);
        }
    }

    #[test]
    fn a_slow_second_is_no_gap() {
        let (time, pass) = with_clocks();
        let begun = time.now();
        pass(STOPPED, STOPPED as u64);
        assert_eq!(time.at(time.now()) - time.at(begun), STOPPED);
    }

    #[tokio::test]
    async fn a_gap_is_noted_in_the_store() {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", dir.path().join("hall.db").display());
        let store = Store::open(&url).await.unwrap();
        let (time, pass) = with_clocks();
        note(&store, &time).await.unwrap();
        pass(3_000, 3_000);
        time.now();
        pass(185_000, 185_000);
        note(&store, &time).await.unwrap();
        let opened = time.now();
        assert_eq!(store.openings().await.unwrap(), [(1_000_000, 1_003_000), (opened, opened)]);
        let again = HallTime::new(&store.openings().await.unwrap(), opened, false, 0);
        assert_eq!(again.at(opened) - again.at(1_000_000), 3_000, "as whoever opens the hall again reads it");
    }
}
