//! Experiments on all cores: threads, and who watches them.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use rayon::prelude::*;
use roster::{BrokenMatch, MatchSummary};

use crate::{Experiment, Figures, LabError};

/// A function that gets every match, in order.
pub type EachRow<'a> = dyn FnMut(&MatchSummary) -> Result<(), LabError> + 'a;

/// An observer of progress, which may stop a run. It is called from all threads.
pub trait Watch: Sync {
    /// Reports how many more matches have been played.
    fn played(&self, matches: u64);

    /// Whether to stop. Asked before each match and between pieces; matches that have begun are
    /// played to their end.
    fn stopped(&self) -> bool;
}

/// The observer that does nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn played(&self, _: u64) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// A pool of threads that play.
#[derive(Debug)]
pub struct Pool(rayon::ThreadPool);

impl Pool {
    /// Creates a pool with this number of threads; 0 means one per core.
    ///
    /// # Errors
    /// If the system cannot create them.
    pub fn new(threads: usize) -> Result<Pool, LabError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Pool).map_err(|why| LabError::Threads(why.to_string()))
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Cuts the matches `from..to` into pieces, runs `work` for each on some thread, and passes the
    /// results on in order.
    ///
    /// Results come a few dozen at a time, so that the matches never fill the memory. It ends after
    /// those during which `stopped` began to return `true`.
    fn in_order<T: Send>(
        &self,
        from: u64,
        to: u64,
        stopped: impl Fn() -> bool,
        work: impl Fn(u64, u64) -> T + Sync,
        mut each: impl FnMut(T) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let pieces = Pieces::of(from, to);
        for batch in pieces.numbers().step_by(BATCH).take_while(|_| !stopped()) {
            let numbers = batch..pieces.numbers().end.min(batch + BATCH);
            let one = |number| pieces.span(number);
            let done: Vec<T> =
                self.0.install(|| numbers.into_par_iter().map(one).map(|(from, to)| work(from, to)).collect());
            done.into_iter().try_for_each(&mut each)?;
        }
        Ok(())
    }

    /// Does the same in any order: each thread adds pieces to its own sum, and the sums are merged.
    pub(crate) fn in_any_order<T: Send>(
        &self,
        from: u64,
        to: u64,
        nothing: impl Fn() -> T + Sync + Send,
        add: impl Fn(&mut T, u64, u64) + Sync + Send,
        merge: impl Fn(&mut T, T) + Sync + Send,
        stopped: impl Fn() -> bool + Sync + Send,
    ) -> T {
        let pieces = Pieces::of(from, to);
        let fold = |mut sum: T, number: usize| {
            let (from, to) = pieces.span(number);
            add(&mut sum, from, to);
            sum
        };
        let both = |mut sum: T, other: T| {
            merge(&mut sum, other);
            sum
        };
        let going_on = |_: &usize| !stopped();
        let numbers = pieces.numbers().into_par_iter().take_any_while(going_on);
        self.0.install(|| numbers.fold(&nothing, fold).reduce(&nothing, both))
    }
}

/// Number of pieces that are processed at a time when the order matters.
const BATCH: usize = 64;

/// A run cut into pieces. There are some hundreds, so that no thread waits long for the last; each
/// has some thousand matches at most.
struct Pieces {
    from: u64,
    to: u64,
    size: u64,
}

impl Pieces {
    fn of(from: u64, to: u64) -> Pieces {
        Pieces { from, to, size: ((to - from) / (8 * BATCH as u64)).clamp(1, 1024) }
    }

    fn numbers(&self) -> std::ops::Range<usize> {
        0..(self.to - self.from).div_ceil(self.size) as usize
    }

    /// Returns the matches of a piece: from, and to before.
    fn span(&self, number: usize) -> (u64, u64) {
        let from = self.from + number as u64 * self.size;
        (from, self.to.min(from + self.size))
    }
}

impl Experiment {
    /// Plays all matches and adds them up; `row` gets each of them in order. If the watcher stops
    /// it, the figures cover the matches that were played.
    ///
    /// # Errors
    /// If a match panics, or `row` fails.
    pub fn run(&self, pool: &Pool, watch: &dyn Watch, mut row: Option<&mut EachRow<'_>>) -> Result<Figures, LabError> {
        let Some(row) = &mut row else { return self.part(self.first, self.end(), pool, watch) };
        let watch = &UntilBroken::new(watch);
        let nothing = || Figures::new(self);
        let work = |from, to| {
            let (mut part, mut kept) = (nothing(), Vec::new());
            self.play(from, to, watch, |played| {
                part.add(&played);
                kept.push(played);
            });
            (part, kept)
        };
        let mut figures = nothing();
        pool.in_order(
            self.first,
            self.end(),
            || watch.stopped(),
            work,
            |(part, kept)| {
                watch.check(self)?;
                figures.merge(part);
                kept.iter().try_for_each(&mut **row)
            },
        )?;
        Ok(figures)
    }

    /// Plays the matches `from..to` and adds them up, until the watcher stops it.
    ///
    /// # Errors
    /// If a match panics.
    pub(crate) fn part(&self, from: u64, to: u64, pool: &Pool, watch: &dyn Watch) -> Result<Figures, LabError> {
        let watch = &UntilBroken::new(watch);
        let nothing = || Figures::new(self);
        let add = |figures: &mut Figures, from, to| self.play(from, to, watch, |played| figures.add(&played));
        let figures = pool.in_any_order(from, to, nothing, add, Figures::merge, || watch.stopped());
        watch.check(self).map(|()| figures)
    }

    /// Plays the matches `from..to`, until the watcher stops it. It reports a match that panics to
    /// the watcher.
    pub(crate) fn play(&self, from: u64, to: u64, watch: &UntilBroken<'_>, mut each: impl FnMut(MatchSummary)) {
        let mut reporter = Reporter { watch: watch.watch, unreported: 0, every: 1, last: Instant::now() };
        let mut each = |played| {
            each(played);
            reporter.one_more();
        };
        let played = self.simulate(from, to, &|| watch.stopped(), &mut each);
        if let Err(broken) = played {
            watch.note(broken);
        }
        reporter.report();
    }
}

/// A watcher, and the match that has panicked. No match begins after that.
pub(crate) struct UntilBroken<'a> {
    watch: &'a dyn Watch,
    is_broken: AtomicBool,
    broken: Mutex<Option<BrokenMatch>>,
}

impl<'a> UntilBroken<'a> {
    pub(crate) fn new(watch: &'a dyn Watch) -> UntilBroken<'a> {
        UntilBroken { watch, is_broken: AtomicBool::new(false), broken: Mutex::default() }
    }

    pub(crate) fn stopped(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed) || self.watch.stopped()
    }

    /// Stores the match of the lowest number: other threads may panic as well before they notice.
    fn note(&self, new: BrokenMatch) {
        let mut broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        if broken.as_ref().is_none_or(|first| new.number < first.number) {
            *broken = Some(new);
        }
        self.is_broken.store(true, Ordering::Relaxed);
    }

    /// Returns an error if a match of this experiment has panicked.
    pub(crate) fn check(&self, experiment: &Experiment) -> Result<(), LabError> {
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        broken.as_ref().map_or(Ok(()), |broken| Err(experiment.broken(broken)))
    }
}

/// Reports progress to the watcher some tens of times a second, however fast the matches are.
struct Reporter<'a> {
    watch: &'a dyn Watch,
    unreported: u64,
    /// Number of matches from one report to the next.
    every: u64,
    last: Instant,
}

impl Reporter<'_> {
    fn one_more(&mut self) {
        const INTERVAL: Duration = Duration::from_millis(30);
        self.unreported += 1;
        if self.unreported >= self.every {
            self.report();
            let now = Instant::now();
            self.every = if now - self.last < INTERVAL { 2 * self.every } else { (self.every / 2).max(1) };
            self.last = now;
        }
    }

    fn report(&mut self) {
        self.watch.played(self.unreported);
        self.unreported = 0;
    }
}
