//! Matches on all cores.

use std::time::{Duration, Instant};

use bots::Bot;
use rayon::prelude::*;
use roster::{MatchSummary, Setting, Simulation, Title};

use serde_json::{Map, Value};

use crate::{Figures, LabError, Sweep};

/// Matches of one game under one setting.
pub struct Experiment {
    /// The game.
    pub title: &'static dyn Title,
    /// The bot of each seat.
    pub bots: Vec<Bot>,
    /// The number of matches.
    pub games: u64,
    /// All luck comes from this.
    pub seed: u64,
    /// The option that takes another value in each match, if one does.
    pub varied: Option<Sweep>,
    /// One for each value of it: match `n` is played by the `n`th, and by the first again after the last.
    simulations: Vec<Box<dyn Simulation>>,
    /// The options, complete but for the one that is varied.
    options: Map<String, Value>,
    seats: u8,
}

/// What gets every match, in order.
pub type EachRow<'a> = dyn FnMut(&MatchSummary) -> Result<(), LabError> + 'a;

/// Somebody who looks on and may say stop. Called from all threads.
pub trait Watch: Sync {
    /// So many more matches have been played.
    fn played(&self, matches: u64);

    /// Whether to stop. Asked before each match, and before each decision that a bot thinks about.
    fn stopped(&self) -> bool;
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn played(&self, _: u64) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// The threads that play.
#[derive(Debug)]
pub struct Pool(rayon::ThreadPool);

impl Pool {
    /// So many threads; one a core for 0.
    ///
    /// # Errors
    /// If they are not to be had.
    pub fn new(threads: usize) -> Result<Pool, LabError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Pool).map_err(|why| LabError::Threads(why.to_string()))
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Cuts the matches `0..games` into pieces, lets `work` do each on some thread and hands the results on in order.
    ///
    /// Results come a few dozen at a time, so that what is kept of every match never fills the memory.
    fn in_order<T: Send>(
        &self,
        games: u64,
        work: impl Fn(u64, u64) -> T + Sync,
        mut each: impl FnMut(T) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let pieces = Pieces::of(games);
        for batch in pieces.numbers().step_by(BATCH) {
            let numbers = batch..pieces.numbers().end.min(batch + BATCH);
            let one = |number| pieces.span(number);
            let done: Vec<T> =
                self.0.install(|| numbers.into_par_iter().map(one).map(|(from, to)| work(from, to)).collect());
            done.into_iter().try_for_each(&mut each)?;
        }
        Ok(())
    }

    /// The same where order does not matter: each thread adds pieces to a sum of its own, and the sums are merged.
    pub(crate) fn in_any_order<T: Send>(
        &self,
        games: u64,
        nothing: impl Fn() -> T + Sync + Send,
        add: impl Fn(&mut T, u64, u64) + Sync + Send,
        merge: impl Fn(&mut T, T) + Sync + Send,
    ) -> T {
        let pieces = Pieces::of(games);
        let fold = |mut sum: T, number: usize| {
            let (from, to) = pieces.span(number);
            add(&mut sum, from, to);
            sum
        };
        let both = |mut sum: T, other: T| {
            merge(&mut sum, other);
            sum
        };
        self.0.install(|| pieces.numbers().into_par_iter().fold(&nothing, fold).reduce(&nothing, both))
    }
}

/// Pieces of a run that are done in order at a time.
const BATCH: usize = 64;

/// A run cut into pieces: some hundreds, so that no thread waits long for the last, of some thousand matches at most.
struct Pieces {
    games: u64,
    size: u64,
}

impl Pieces {
    fn of(games: u64) -> Pieces {
        Pieces { games, size: (games / (8 * BATCH as u64)).clamp(1, 1024) }
    }

    fn numbers(&self) -> std::ops::Range<usize> {
        0..self.games.div_ceil(self.size) as usize
    }

    /// The matches of a piece: from, and to before.
    fn span(&self, number: usize) -> (u64, u64) {
        let from = number as u64 * self.size;
        (from, self.games.min(from + self.size))
    }
}

impl Experiment {
    /// Checks what is to be played. One bot plays all seats, or there is one for each.
    ///
    /// # Errors
    /// If the game does not take these options or so many seats, or the bots do not fit the seats.
    pub fn new(title: &'static dyn Title, setting: &Setting, games: u64) -> Result<Experiment, LabError> {
        let simulation = title.simulation(setting)?;
        let (options, seats) = (simulation.options().clone(), simulation.seats());
        let bots = match setting.bots[..] {
            [one] => vec![one; seats.into()],
            ref each if each.len() == usize::from(seats) => each.to_vec(),
            ref other => return Err(LabError::Bots { seats: setting.seats, found: other.len() }),
        };
        let simulations = vec![simulation];
        Ok(Experiment { title, bots, games, seed: setting.seed, varied: None, simulations, options, seats })
    }

    /// Lets an option take another value in each match: match `n` is played with its `n`th value, and with the first
    /// again after the last.
    ///
    /// # Errors
    /// If the options of `setting`, or its seats, do not go together with a value.
    pub fn vary(mut self, setting: &Setting, sweep: Sweep) -> Result<Experiment, LabError> {
        let title = self.title;
        let mut given = setting.options.as_object().cloned().unwrap_or_default();
        let with = |value: &Value| {
            given.insert(sweep.key.to_owned(), value.clone());
            title.simulation(&Setting { options: given.clone().into(), ..setting.clone() })
        };
        // More values than matches are not all met.
        let values = sweep.values.iter().take(usize::try_from(self.games).unwrap_or(usize::MAX));
        self.simulations = values.map(with).collect::<Result<_, _>>()?;
        self.options.retain(|key, _| key != sweep.key);
        self.varied = Some(sweep);
        Ok(self)
    }

    /// The options, complete but for the one that is varied.
    pub fn options(&self) -> &Map<String, Value> {
        &self.options
    }

    /// The value of the varied option in a match.
    pub fn value(&self, number: u64) -> Option<&Value> {
        let values = &self.varied.as_ref()?.values;
        values.get(self.turn(number))
    }

    /// Whose turn it is of the simulations.
    fn turn(&self, number: u64) -> usize {
        (number % self.simulations.len() as u64) as usize
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Plays all matches and adds them up; `row` gets each of them in order.
    ///
    /// # Errors
    /// If it is stopped, or `row` fails.
    pub fn run(&self, pool: &Pool, watch: &dyn Watch, mut row: Option<&mut EachRow<'_>>) -> Result<Figures, LabError> {
        let nothing = || Figures::new(self.title, self.seats());
        let Some(row) = &mut row else {
            let add = |figures: &mut Figures, from, to| {
                self.play(from, to, watch, |played| figures.add(&played));
            };
            let figures = pool.in_any_order(self.games, nothing, add, Figures::merge);
            return check_stopped(watch).map(|()| figures);
        };
        let work = |from, to| {
            let (mut part, mut kept) = (nothing(), Vec::new());
            self.play(from, to, watch, |played| {
                part.add(&played);
                kept.push(played);
            });
            (part, kept)
        };
        let mut figures = nothing();
        pool.in_order(self.games, work, |(part, kept)| {
            check_stopped(watch)?;
            figures.merge(part);
            kept.iter().try_for_each(&mut **row)
        })?;
        Ok(figures)
    }

    /// Plays the matches `from..to`, unless told to stop.
    pub(crate) fn play(&self, from: u64, to: u64, watch: &dyn Watch, mut each: impl FnMut(MatchSummary)) {
        let mut reporter = Reporter { watch, unreported: 0, every: 1, last: Instant::now() };
        let mut each = |played| {
            each(played);
            reporter.one_more();
        };
        match &self.simulations[..] {
            [one] => one.play(from, to, &|| watch.stopped(), &mut each),
            many => (from..to).for_each(|number| {
                many[self.turn(number)].play(number, number + 1, &|| watch.stopped(), &mut each);
            }),
        }
        reporter.report();
    }
}

/// An error once it was told to stop.
pub(crate) fn check_stopped(watch: &dyn Watch) -> Result<(), LabError> {
    if watch.stopped() { Err(LabError::Stopped) } else { Ok(()) }
}

/// Reports to the watcher what is done: some tens of times a second, however quick the matches are.
struct Reporter<'a> {
    watch: &'a dyn Watch,
    unreported: u64,
    /// Matches from one report to the next.
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
