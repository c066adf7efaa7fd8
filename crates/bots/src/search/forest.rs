//! The trees of a decision, and the threads that grow them.

use std::{
    hint,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use kernel::{Game, Imagine, Judge};

use super::{
    Tally,
    playout::{Part, Stage, Worker, count},
};
use crate::Decision;

/// Of a stage's rounds a tree gives one in so many at a time when there are few trees left to take.
const BLOCKS: u32 = 8;

/// For so long a thread without work looks for some before it sleeps: waking it takes about as long, and in a stage there is
/// seldom nothing to do for longer.
const WATCH: Duration = Duration::from_micros(100);

/// What the threads that think about one decision share.
///
/// Whoever is free takes the tree that has most left to do in this stage, or the part of a tree where they grow in parts.
/// While there are enough for all, it grows it to the end of the stage, for a tree is quickest where its memory is; towards
/// the end it puts it back after a block of rounds, so that all threads are done at nearly the same time, whatever the number
/// of trees. A tree's own rounds are always played in order and depend on no other tree: who plays them makes no difference.
pub(super) struct Forest<G: Game> {
    trees: u32,
    parts: usize,
    threads: usize,
    work: Mutex<Work<G>>,
    /// How often a stage has begun or has been played, or all was over.
    changes: AtomicU32,
    /// Told of each of these changes.
    changed: Condvar,
}

struct Work<G: Game> {
    /// The trees, or parts of trees, that nobody has taken.
    jobs: Vec<Job<G>>,
    /// How many have been taken and not yet put back.
    taken: usize,
    stage: Arc<Stage>,
    /// What each tree knows of each move.
    tallies: Vec<Vec<Tally>>,
    over: bool,
}

/// A tree or a part of one, and the rounds that it has left in this stage.
struct Job<G: Game> {
    left: u32,
    worker: Box<Worker<G>>,
}

impl<G: Game> Work<G> {
    /// Whether all rounds of the stage have been played.
    fn done(&self) -> bool {
        self.taken == 0 && self.jobs.iter().all(|job| job.left == 0)
    }
}

impl<G: Game> Forest<G> {
    /// Something has changed for those who wait.
    fn tell(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
    }
}

impl<G: Game + Imagine + Judge> Forest<G> {
    /// So many trees in so many parts each, for a decision with so many moves.
    pub(super) fn new(
        trees: u32,
        moves: usize,
        parts: usize,
        worker: impl Fn(u32, Part) -> Worker<G>,
        threads: usize,
    ) -> Self {
        let places = (0..trees).flat_map(|tree| (0..parts).map(move |nth| (tree, Part { nth, of: parts })));
        let jobs: Vec<Job<G>> =
            places.map(|(tree, part)| Job { left: 0, worker: Box::new(worker(tree, part)) }).collect();
        let threads = threads.clamp(1, jobs.len().max(1));
        let stage = Arc::new(Stage { candidates: Vec::new(), rounds: 0, stop: None });
        let tallies = vec![vec![Tally::default(); moves]; trees as usize];
        let work = Work { jobs, taken: 0, stage, tallies, over: false };
        Forest { trees, parts, threads, work: Mutex::new(work), changes: AtomicU32::new(0), changed: Condvar::new() }
    }

    /// Runs `lead`, which calls for stages, while other threads wait to help with them.
    pub(super) fn run<T>(&self, decision: Decision<'_, G>, lead: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| self.grow(decision, |work| work.over));
            }
            let _end = End(self);
            lead()
        })
    }

    /// Plays a stage, its rounds shared among the trees.
    pub(super) fn stage(&self, decision: Decision<'_, G>, stage: Stage) {
        let mut work = self.lock();
        for job in &mut work.jobs {
            let (tree, part) = job.worker.place();
            let rounds = stage.rounds / self.trees + u32::from(tree < stage.rounds % self.trees);
            job.left = if part.own(&stage.candidates).next().is_some() { rounds } else { 0 };
            job.worker.begin();
        }
        work.stage = Arc::new(stage);
        drop(work);
        self.tell();
        self.grow(decision, |work| work.over || work.done());
        // Sums are added up in the order of the trees.
        let Work { jobs, tallies, stage, .. } = &mut *self.lock();
        jobs.sort_by_key(|job| job.worker.place());
        for (parts, tallies) in jobs.chunks(self.parts).zip(tallies) {
            count(parts.iter().map(|job| &*job.worker), &stage.candidates, tallies);
        }
    }

    /// What all trees together know of each move.
    pub(super) fn tallies(&self) -> Vec<Tally> {
        let work = self.lock();
        let mut sums = vec![Tally::default(); work.tallies.first().map_or(0, Vec::len)];
        for tree in &work.tallies {
            sums.iter_mut().zip(tree).for_each(|(sum, tally)| sum.add(tally));
        }
        sums
    }

    /// Takes tree after tree until `end`.
    fn grow(&self, decision: Decision<'_, G>, end: impl Fn(&Work<G>) -> bool) {
        while let Some(mut taken) = self.take(&end) {
            let Taken { rounds, stage, job, .. } = &mut taken;
            if let Some(job) = job {
                job.worker.run(decision, *rounds, stage);
            }
        }
    }

    /// Takes the tree with most left to do, once there is one with anything to do; `None` at the `end`.
    fn take(&self, end: impl Fn(&Work<G>) -> bool) -> Option<Taken<'_, G>> {
        let (mut work, mut watched) = (self.lock(), false);
        loop {
            if end(&work) {
                return None;
            }
            let places = 0..work.jobs.len();
            if let Some(most) = places.max_by_key(|place| work.jobs[*place].left).filter(|p| work.jobs[*p].left > 0) {
                let mut job = work.jobs.swap_remove(most);
                work.taken += 1;
                let enough = work.jobs.iter().filter(|job| job.left > 0).count() >= self.threads;
                let block = (work.stage.rounds / self.trees / BLOCKS).max(1);
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
            (work, watched) = (self.lock(), true);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Work<G>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A tree that somebody has taken for so many rounds; put back at the end.
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
        work.jobs.extend(self.job.take());
        // Nobody must wait for what never comes.
        work.over |= thread::panicking();
        // A tree that is not done goes to this same thread again if others wait: there was none left for them.
        let tell = work.over || work.done();
        drop(work);
        if tell {
            self.forest.tell();
        }
    }
}

/// Sends the other threads home when the lead is done, or panics.
struct End<'a, G: Game>(&'a Forest<G>);

impl<G: Game> Drop for End<'_, G> {
    fn drop(&mut self) {
        self.0.work.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        self.0.tell();
    }
}
