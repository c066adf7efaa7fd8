//! Experiments: matches on all cores.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use bots::Bot;
use kernel::Record;
use rayon::prelude::*;
use roster::{BrokenMatch, GameEntry, MatchSummary, Setting, Simulation, TakenDecision};
use serde_json::{Map, Value};

use crate::{Figures, LabError, Sweep, text};

/// Matches of one game under one setting.
pub struct Experiment {
    /// The game.
    pub title: &'static dyn GameEntry,
    /// The bot of each seat.
    pub bots: Vec<Bot>,
    /// Number of the first match.
    pub first: u64,
    /// The number of matches.
    pub games: u64,
    /// The seed, from which all chance comes.
    pub seed: u64,
    /// Number of decisions after which a match is cut off.
    pub max_plies: u32,
    /// The option that has another value in each match, if there is one.
    pub varied: Option<Sweep>,
    /// One simulation for each value of the option: match `n` uses the `n`th, and the first again
    /// after the last.
    simulations: Vec<Box<dyn Simulation>>,
    /// The complete options except the varied one.
    options: Map<String, Value>,
    seats: u8,
}

/// The numbers of matches are below this, so a run has at most so many. A number has the same
/// chance in every run with its seed, and no two numbers share a stream of dice.
pub const MOST_MATCHES: u64 = 1_000_000_000_000_000;

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
    /// Checks the setting and creates an experiment. One bot plays all seats, or there is one for
    /// each.
    ///
    /// # Errors
    /// If the game refuses these options or this number of seats, or the bots do not fit the seats.
    pub fn new(title: &'static dyn GameEntry, setting: &Setting, games: u64) -> Result<Experiment, LabError> {
        let simulation = title.simulation(setting)?;
        let (options, seats) = (simulation.options().clone(), simulation.seats());
        let bots = match setting.bots[..] {
            [one] => vec![one; seats.into()],
            ref each if each.len() == usize::from(seats) => each.to_vec(),
            ref other => return Err(LabError::Bots { seats: setting.seats, found: other.len() }),
        };
        let simulations = vec![simulation];
        let Setting { seed, max_plies, .. } = *setting;
        Ok(Experiment { title, bots, first: 0, games, seed, max_plies, varied: None, simulations, options, seats })
    }

    /// Moves the matches to `first..first + games`, before an option is [varied](Experiment::vary).
    ///
    /// # Errors
    /// If that is beyond [`MOST_MATCHES`].
    pub fn starting_at(mut self, first: u64) -> Result<Experiment, LabError> {
        let games = self.games;
        if first.checked_add(games).is_none_or(|end| end > MOST_MATCHES) {
            return Err(LabError::Range { first, games, last: MOST_MATCHES - 1 });
        }
        self.first = first;
        Ok(self)
    }

    /// Returns the number after the last match.
    pub fn end(&self) -> u64 {
        self.first + self.games
    }

    /// Widens the range of matches until it includes those of `other`, which has the same setting.
    pub(crate) fn include(&mut self, other: &Experiment) {
        let end = self.end().max(other.end());
        self.first = self.first.min(other.first);
        self.games = end - self.first;
    }

    /// Gives an option another value in each match: match `n` uses its `n`th value, and the first
    /// again after the last.
    ///
    /// # Errors
    /// If the options of `setting`, or its seats, conflict with a value.
    pub fn vary(mut self, setting: &Setting, sweep: Sweep) -> Result<Experiment, LabError> {
        let title = self.title;
        let mut given = setting.options.as_object().cloned().unwrap_or_default();
        let with = |value: &Value| {
            given.insert(sweep.key.to_owned(), value.clone());
            title.simulation(&Setting { options: given.clone().into(), ..setting.clone() })
        };
        // Values beyond the number of the last match are never used.
        let values = sweep.values.iter().take(usize::try_from(self.end()).unwrap_or(usize::MAX));
        self.simulations = values.map(with).collect::<Result<_, _>>()?;
        self.options.retain(|key, _| key != sweep.key);
        self.varied = Some(sweep);
        Ok(self)
    }

    /// Returns the complete options except the varied one.
    pub fn options(&self) -> &Map<String, Value> {
        &self.options
    }

    /// Returns the value of the varied option in a match.
    pub fn value(&self, number: u64) -> Option<&Value> {
        let values = &self.varied.as_ref()?.values;
        values.get(self.turn(number))
    }

    /// Returns the index of the simulation for a match.
    fn turn(&self, number: u64) -> usize {
        (number % self.simulations.len() as u64) as usize
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Plays all matches and adds them up; `row` gets each of them in order. If the watcher stops
    /// it, the figures cover the matches that were played.
    ///
    /// # Errors
    /// If a match panics, or `row` fails.
    pub fn run(&self, pool: &Pool, watch: &dyn Watch, mut row: Option<&mut EachRow<'_>>) -> Result<Figures, LabError> {
        let Some(row) = &mut row else { return self.part(self.first, self.end(), pool, watch) };
        let watch = &UntilBroken::new(watch);
        let nothing = || Figures::new(self.title, self.seats());
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
        let nothing = || Figures::new(self.title, self.seats());
        let add = |figures: &mut Figures, from, to| self.play(from, to, watch, |played| figures.add(&played));
        let figures = pool.in_any_order(from, to, nothing, add, Figures::merge, || watch.stopped());
        watch.check(self).map(|()| figures)
    }

    /// Returns the record of a match: its steps with their dice and cards, and no seed.
    ///
    /// # Errors
    /// If the match panics.
    pub fn record(&self, number: u64) -> Result<Record, LabError> {
        self.simulations[self.turn(number)].record(number).map_err(|broken| self.broken(&broken))
    }

    /// Plays one match and passes on each of its decisions before it is applied.
    ///
    /// # Errors
    /// If the match panics.
    pub fn trace(&self, number: u64, each: &mut dyn FnMut(TakenDecision)) -> Result<MatchSummary, LabError> {
        self.simulations[self.turn(number)].trace(number, each).map_err(|broken| self.broken(&broken))
    }

    /// Plays the matches `from..to`, until the watcher stops it. It reports a match that panics to
    /// the watcher.
    pub(crate) fn play(&self, from: u64, to: u64, watch: &UntilBroken<'_>, mut each: impl FnMut(MatchSummary)) {
        let mut reporter = Reporter { watch: watch.watch, unreported: 0, every: 1, last: Instant::now() };
        let mut each = |played| {
            each(played);
            reporter.one_more();
        };
        let stopped = || watch.stopped();
        let played = match &self.simulations[..] {
            [one] => one.play(from, to, &stopped, &mut each),
            many => {
                (from..to).try_for_each(|number| many[self.turn(number)].play(number, number + 1, &stopped, &mut each))
            }
        };
        if let Err(broken) = played {
            watch.note(broken);
        }
        reporter.report();
    }

    /// Returns the error for a match that panicked, with the command that plays it again.
    fn broken(&self, broken: &BrokenMatch) -> LabError {
        let mut options = self.options.clone();
        options.extend(
            self.varied.as_ref().zip(self.value(broken.number)).map(|(of, value)| (of.key.into(), value.clone())),
        );
        let bots: Vec<String> = self.bots.iter().map(|bot| format!("--bot {bot}")).collect();
        let (seats, seed, max_plies) = (self.seats, self.seed, self.max_plies);
        let options = Value::Object(options);
        LabError::Broken {
            what: format!("{broken} (seed {seed}, {seats} seats, bots {}, options {options})", text::bots(self)),
            command: format!(
                "undercroft lab match {} {} --seats {seats} {} --seed {seed} --max-plies {max_plies} --options {}",
                broken.game,
                broken.number,
                bots.join(" "),
                text::quoted(&options.to_string()),
            ),
        }
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
