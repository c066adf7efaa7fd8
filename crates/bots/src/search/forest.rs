//! The search trees of a decision, and the threads that grow them.

use std::{
    hint,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use kernel::{Game, HouseCards, Judge, Panicked, contained};

use super::{
    Tally,
    playout::{Stage, Worker},
    tree::Tree,
};
use crate::Decision;

/// When few trees are left to take, a thread takes a block of rounds at a time: one of this many
/// parts of a tree's rounds in the stage.
const BLOCKS: u32 = 8;

/// Time that a thread without work spins before it sleeps. Waking it takes about as long, and
/// within a stage the pauses are seldom longer.
const WATCH: Duration = Duration::from_micros(100);

/// The data that the threads of one decision share.
///
/// A free thread takes the tree with the most rounds left in this stage. While there are enough
/// trees for all threads, it grows the tree to the end of the stage: a tree is fastest where its
/// memory is cached. Towards the end it puts the tree back after a block of rounds. So all threads
/// finish at nearly the same time, whatever the number of trees. A tree's own rounds are always
/// played in order and depend on no other tree, so it makes no difference which thread plays them.
pub(super) struct Forest<G: Game> {
    threads: usize,
    work: Mutex<Work<G>>,
    /// Number of changes: a stage began, a stage was finished, or the search ended.
    changes: AtomicU32,
    /// Notified of each of these changes.
    changed: Condvar,
    /// The first panic of a helping thread.
    broken: Mutex<Option<Panicked>>,
}

struct Work<G: Game> {
    /// The trees that no thread has taken.
    trees: Vec<Job<G>>,
    /// Number of trees that threads have taken and not yet put back.
    taken: usize,
    stage: Arc<Stage>,
    over: bool,
}

/// A tree, and the rounds that it has left in this stage.
struct Job<G: Game> {
    left: u32,
    worker: Box<Worker<G>>,
}

impl<G: Game> Work<G> {
    /// Whether all rounds of the stage have been played.
    fn done(&self) -> bool {
        self.taken == 0 && self.trees.iter().all(|job| job.left == 0)
    }

    /// Returns the number of trees, including those taken.
    fn all(&self) -> u32 {
        (self.trees.len() + self.taken) as u32
    }
}

impl<G: Game> Forest<G> {
    /// Notifies waiting threads of a change.
    fn tell(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
    }
}

impl<G: Judge> Forest<G> {
    pub(super) fn new(workers: impl Iterator<Item = Worker<G>>, threads: usize) -> Self {
        let trees: Vec<Job<G>> = workers.map(|worker| Job { left: 0, worker: Box::new(worker) }).collect();
        let threads = threads.clamp(1, trees.len().max(1));
        let stage = Arc::new(Stage { candidates: Vec::new(), rounds: 0, until: None, stop: None });
        let work = Mutex::new(Work { trees, taken: 0, stage, over: false });
        let broken = Mutex::default();
        Forest { threads, work, changes: AtomicU32::new(0), changed: Condvar::new(), broken }
    }

    /// Runs `lead`, which starts stages, while other threads wait to help with them.
    ///
    /// # Panics
    /// If one of the threads panics, with its message.
    pub(super) fn run<T>(&self, decision: Decision<'_, G>, lead: impl FnOnce() -> T) -> T {
        let cards = HouseCards::in_force();
        let led = thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(move || {
                    let _in_force = HouseCards::enter(cards);
                    if let Err(panicked) = contained(|| self.grow(decision, |work| work.over)) {
                        self.broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panicked);
                    }
                });
            }
            let _end = End(self);
            lead()
        });
        match self.broken.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(panicked) => panic!("{panicked}"),
            None => led,
        }
    }

    /// Plays a stage, with its rounds divided among the trees.
    pub(super) fn stage(&self, decision: Decision<'_, G>, stage: Stage) {
        let mut work = self.lock();
        let (trees, rounds) = (work.trees.len() as u32, stage.rounds);
        for job in &mut work.trees {
            job.left = rounds / trees + u32::from(job.worker.number() < rounds % trees);
        }
        work.stage = Arc::new(stage);
        drop(work);
        self.tell();
        self.grow(decision, |work| work.over || work.done());
        // Sums are added in the order of the trees.
        self.lock().trees.sort_unstable_by_key(|job| job.worker.number());
    }

    /// Returns the statistics of each move over all trees.
    pub(super) fn tallies(&self) -> Vec<Tally> {
        let work = self.lock();
        let mut sums = vec![Tally::default(); work.trees.first().map_or(0, |job| job.worker.tallies().len())];
        for job in &work.trees {
            sums.iter_mut().zip(job.worker.tallies()).for_each(|(sum, tally)| sum.add(tally));
        }
        sums
    }

    /// Returns all trees, by number.
    pub(super) fn into_trees(self) -> Vec<Tree<G::Action>> {
        let work = self.work.into_inner().unwrap_or_else(PoisonError::into_inner);
        work.trees.into_iter().map(|job| job.worker.into_tree()).collect()
    }

    /// Takes one tree after the other until `end`.
    fn grow(&self, decision: Decision<'_, G>, end: impl Fn(&Work<G>) -> bool) {
        while let Some(mut taken) = self.take(&end) {
            let Taken { rounds, stage, job, .. } = &mut taken;
            if let Some(job) = job {
                job.worker.run(decision, *rounds, stage);
            }
        }
    }

    /// Takes the tree with the most rounds left, once a tree has any; `None` at the `end`.
    fn take(&self, end: impl Fn(&Work<G>) -> bool) -> Option<Taken<'_, G>> {
        let (mut work, mut watched) = (self.lock(), false);
        loop {
            if end(&work) {
                return None;
            }
            let places = 0..work.trees.len();
            if let Some(most) = places.max_by_key(|place| work.trees[*place].left).filter(|p| work.trees[*p].left > 0) {
                let mut job = work.trees.swap_remove(most);
                work.taken += 1;
                let enough = work.trees.iter().filter(|job| job.left > 0).count() >= self.threads;
                let block = (work.stage.rounds / work.all() / BLOCKS).max(1);
                let rounds = if enough { job.left } else { job.left.min(block) };
                job.left -= rounds;
                return Some(Taken { forest: self, rounds, stage: work.stage.clone(), job: Some(job) });
            }
            if watched {
                (work, watched) = (self.changed.wait(work).unwrap_or_else(PoisonError::into_inner), false);
                continue;
            }
            let changes = self.changes.load(Ordering::Acquire);
            drop(work);
            let start = Instant::now();
            while self.changes.load(Ordering::Acquire) == changes && start.elapsed() < WATCH {
                hint::spin_loop();
            }
            // With the lock held it sees the changes of the meantime; a later change wakes the
            // wait.
            (work, watched) = (self.lock(), true);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Work<G>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A tree that a thread has taken for a number of rounds; it puts it back at the end.
struct Taken<'a, G: Game> {
    forest: &'a Forest<G>,
    rounds: u32,
    stage: Arc<Stage>,
    job: Option<Job<G>>,
}

impl<G: Game> Drop for Taken<'_, G> {
    fn drop(&mut self) {
        let mut work = self.forest.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.taken -= 1;
        work.trees.extend(self.job.take());
        // After a panic no thread may wait for work that never comes.
        work.over |= thread::panicking();
        // If others wait, a tree that is not done goes to this same thread again: there was none
        // left for them.
        let tell = work.over || work.done();
        drop(work);
        if tell {
            self.forest.tell();
        }
    }
}

/// Ends the other threads when the lead is done, or panics.
struct End<'a, G: Game>(&'a Forest<G>);

impl<G: Game> Drop for End<'_, G> {
    fn drop(&mut self) {
        self.0.work.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        self.0.tell();
    }
}
