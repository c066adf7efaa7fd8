//! Fair scheduler of the cores for bots, where more bots want to think than there are cores.
//!
//! Cores are shared by host. The host that has fewer bots thinking and used the cores less lately
//! goes next, however many others wait. Among one host's bots, those that search less go first,
//! then those that have waited longest, so that all its tables get their turns. Tables without an
//! audience come after the others, until they have waited long.
//!
//! Bots that do not search have cores of their own, so a search never delays a move that takes
//! none.

use std::{
    cmp::Ordering,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use ::bots::Budget;
use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::oneshot;

use super::figures::{Figures, TimesByKind};

/// The longest time that a bot may think: people accept a pause of this length.
const LONGEST: Duration = Duration::from_secs(2);
/// The time that a bot may think even if there are many.
const SHORTEST: Duration = Duration::from_millis(100);
/// The half-life of time used on a core, in the comparison of hosts.
const HALF_LIFE: Duration = Duration::from_secs(10);
/// The wait after which a table without an audience is treated like the others.
const LONG: Duration = Duration::from_secs(30);
/// How many decisions may wait: of one host's tables, and of all.
const WAITING: (usize, usize) = (64, 2048);
/// How many hosts are remembered before idle ones are forgotten.
const REMEMBERED: usize = 1_000;

/// The table for which a bot thinks.
#[derive(Clone, Debug)]
pub(crate) struct ThinkingTable {
    /// The table's host.
    pub(crate) host: String,
    /// Whether anybody looks at the table.
    pub(crate) watched: bool,
    /// How many of its bots think at once.
    pub(crate) bots: u32,
}

/// Some cores, and the bots that wait for one.
pub(crate) struct FairScheduler {
    cores: usize,
    /// How long bots have waited here, as a histogram.
    waited: Histogram,
    /// How long bots have thought, as a histogram.
    thought: Histogram,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    thinking: usize,
    waiting: Vec<Waiting>,
    hosts: HashMap<String, Host>,
}

/// A bot that waits for a core.
struct Waiting {
    host: String,
    watched: bool,
    playouts: u32,
    since: Instant,
    granted: oneshot::Sender<Core>,
}

/// A host's share of the cores.
struct Host {
    /// How many of its bots think now.
    thinking: usize,
    /// How many of its bots wait.
    waiting: usize,
    /// The seconds for which its bots have thought; older time counts less.
    spent: f64,
    /// The moment at which `spent` had this value.
    at: Instant,
}

impl Host {
    fn new() -> Host {
        Host { thinking: 0, waiting: 0, spent: 0.0, at: Instant::now() }
    }

    fn spent(&self, now: Instant) -> f64 {
        let age = now.saturating_duration_since(self.at);
        self.spent * libm::exp2(-age.as_secs_f64() / HALF_LIFE.as_secs_f64())
    }

    fn is_busy(&self) -> bool {
        self.thinking + self.waiting > 0
    }
}

impl FairScheduler {
    /// Makes a scheduler for these cores; bots of this kind wait here.
    pub(crate) fn new(cores: usize, kind: &'static str, figures: &Figures) -> FairScheduler {
        let of = |times: &TimesByKind| times.get_or_create(&[("kind", kind)]).clone();
        FairScheduler { cores, waited: of(&figures.waited), thought: of(&figures.thought), state: Mutex::default() }
    }

    /// Returns how many bots wait.
    pub(crate) fn waiting(&self) -> usize {
        self.state().waiting.len()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether too many bots wait to accept another.
    pub(crate) fn is_full(&self, host: &str) -> bool {
        let state = self.state();
        state.waiting.len() >= WAITING.1 || state.hosts.get(host).is_some_and(|host| host.waiting >= WAITING.0)
    }

    /// Waits until it is this bot's turn, and returns a core with a budget. The budget has all
    /// cores if no other bot thinks, and less time the more bots of its host there are.
    pub(crate) async fn core(
        self: &Arc<FairScheduler>,
        playouts: u32,
        table: &ThinkingTable,
    ) -> Option<(Core, Budget)> {
        let (granted, turn) = oneshot::channel();
        {
            let mut state = self.state();
            let waiting =
                Waiting { host: table.host.clone(), watched: table.watched, playouts, since: Instant::now(), granted };
            state.waiting.push(waiting);
            state.host(&table.host).waiting += 1;
        }
        self.grant();
        let core = turn.await.ok()?;
        let state = self.state();
        let alone = state.thinking == 1 && state.waiting.is_empty();
        let budget = if alone { Budget::all_cores() } else { Budget::ONE_THREAD };
        let time = state.time(&table.host, self.cores, table.bots);
        Some((core, budget.within(time)))
    }

    /// Gives the free cores to the bots that are next.
    fn grant(self: &Arc<FairScheduler>) {
        loop {
            let next = {
                let mut state = self.state();
                if state.thinking >= self.cores { None } else { state.next() }
            };
            let Some(waiting) = next else { return };
            self.waited.observe(waiting.since.elapsed().as_secs_f64());
            let core = Core { queue: self.clone(), host: waiting.host, since: Instant::now() };
            // A waiter that has gone gives the core back at once.
            let _ = waiting.granted.send(core);
        }
    }
}

impl State {
    fn host(&mut self, id: &str) -> &mut Host {
        if self.hosts.len() >= REMEMBERED {
            let now = Instant::now();
            self.hosts.retain(|_, host| host.is_busy() || host.spent(now) > SHORTEST.as_secs_f64());
        }
        self.hosts.entry(id.to_owned()).or_insert_with(Host::new)
    }

    /// Removes the next bot from the queue and returns it.
    fn next(&mut self) -> Option<Waiting> {
        let now = Instant::now();
        let rank = |one: &Waiting| {
            let late = !one.watched && now.saturating_duration_since(one.since) < LONG;
            let host = self.hosts.get(&one.host);
            (late, host.map_or(0, |host| host.thinking), host.map_or(0.0, |host| host.spent(now)))
        };
        let before = |a: &Waiting, b: &Waiting| -> Ordering {
            let ((late_a, thinking_a, spent_a), (late_b, thinking_b, spent_b)) = (rank(a), rank(b));
            (late_a, thinking_a)
                .cmp(&(late_b, thinking_b))
                .then(spent_a.total_cmp(&spent_b))
                .then((a.playouts, a.since).cmp(&(b.playouts, b.since)))
        };
        let (place, _) = self.waiting.iter().enumerate().min_by(|(_, a), (_, b)| before(a, b))?;
        let next = self.waiting.remove(place);
        self.thinking += 1;
        let host = self.host(&next.host);
        host.waiting -= 1;
        host.thinking += 1;
        Some(next)
    }

    /// Returns how long a bot of a host may think.
    fn time(&self, host: &str, cores: usize, together: u32) -> Duration {
        let hosts = self.hosts.values().filter(|host| host.is_busy()).count().max(1);
        let own = self.hosts.get(host).map_or(1, |host| host.thinking + host.waiting);
        let share = LONGEST * cores as u32 / (hosts * own.max(together as usize).max(1)) as u32;
        share.clamp(SHORTEST, LONGEST)
    }
}

/// A core, held for as long as this lives.
pub(crate) struct Core {
    queue: Arc<FairScheduler>,
    host: String,
    since: Instant,
}

impl Drop for Core {
    fn drop(&mut self) {
        {
            let mut state = self.queue.state();
            state.thinking -= 1;
            let now = Instant::now();
            let host = state.host(&self.host);
            host.thinking -= 1;
            self.queue.thought.observe((now - self.since).as_secs_f64());
            host.spent = host.spent(now) + (now - self.since).as_secs_f64();
            host.at = now;
        }
        self.queue.grant();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(host: &str) -> ThinkingTable {
        ThinkingTable { host: host.into(), watched: true, bots: 1 }
    }

    /// Queues these bots in this order for the only core, which another host has. Returns the order
    /// in which they get it.
    async fn order(waiting: &[(&'static str, u32, bool)], before: &str) -> Vec<String> {
        let queue = Arc::new(FairScheduler::new(1, "searching", &Figures::default()));
        let (first, _) = queue.core(1, &table(before)).await.unwrap();
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        for &(host, playouts, watched) in waiting {
            let (queue, tell) = (queue.clone(), tell.clone());
            tokio::spawn(async move {
                let (core, _) = queue.core(playouts, &ThinkingTable { watched, ..table(host) }).await.unwrap();
                tell.send(format!("{host} {playouts}")).unwrap();
                tokio::time::sleep(Duration::from_millis(2)).await;
                drop(core);
            });
            tokio::task::yield_now().await;
        }
        drop((first, tell));
        let mut order = Vec::new();
        while let Some(one) = told.recv().await {
            order.push(one);
        }
        order
    }

    #[tokio::test]
    async fn a_host_with_many_bots_waiting_is_not_before_one_with_few() {
        let many = ("mallory", 9, true);
        let got = order(&[many, many, many, ("ada", 9, true), many, ("ben", 9, true)], "mallory").await;
        assert_eq!(got[..2], ["ada 9", "ben 9"]);
        assert_eq!(got.len(), 6);
    }

    #[tokio::test]
    async fn quick_searches_come_first_and_unwatched_tables_last() {
        let got = order(&[("ada", 900, true), ("ada", 5, false), ("ada", 30, true)], "ben").await;
        assert_eq!(got, ["ada 30", "ada 900", "ada 5"]);
    }

    #[tokio::test]
    async fn so_many_of_one_host_wait_and_others_may_still_come() {
        let queue = Arc::new(FairScheduler::new(1, "searching", &Figures::default()));
        let (core, _) = queue.core(1, &table("mallory")).await.unwrap();
        let mut waiting = Vec::new();
        for _ in 0..WAITING.0 {
            assert!(!queue.is_full("mallory"));
            let queue = queue.clone();
            waiting.push(tokio::spawn(async move { queue.core(1, &table("mallory")).await.is_some() }));
            tokio::task::yield_now().await;
        }
        assert!(queue.is_full("mallory") && !queue.is_full("ada"));
        // A waiter that hangs up leaves no core taken.
        waiting.drain(..32).for_each(|one| one.abort());
        drop(core);
        for one in waiting {
            assert!(one.await.unwrap());
        }
        let state = queue.state();
        assert_eq!((state.thinking, state.waiting.len()), (0, 0));
    }

    #[tokio::test]
    async fn the_more_bots_a_host_has_thinking_the_less_time_has_each() {
        let queue = Arc::new(FairScheduler::new(2, "searching", &Figures::default()));
        let budget = |got: Option<(Core, Budget)>| got.map(|(_core, budget)| budget.time.unwrap()).unwrap();
        assert_eq!(budget(queue.core(1, &table("ada")).await), LONGEST);
        let five = ThinkingTable { bots: 5, ..table("ada") };
        assert_eq!(budget(queue.core(1, &five).await), LONGEST * 2 / 5);
        let crowd = ThinkingTable { bots: 200, ..table("ada") };
        assert_eq!(budget(queue.core(1, &crowd).await), SHORTEST);
        let (_core, _) = queue.core(1, &crowd).await.unwrap();
        assert_eq!(budget(queue.core(1, &table("ben")).await), LONGEST, "others do not pay for it");
    }
}
