//! Experiments: many matches under one setting.

#[cfg(feature = "native")]
use kernel::Record;
use kernel::measure::Measures;
#[cfg(feature = "native")]
use roster::TakenDecision;
use roster::{BrokenMatch, Decider, GameEntry, MatchSummary, NoPrograms, Player, Setting, Simulation};
use serde_json::{Map, Value};

#[cfg(feature = "native")]
use crate::program::Programs;
use crate::{Figures, LabError, Sweep, format, sweep::folded};

/// Matches of one game under one setting.
pub struct Experiment {
    /// The game.
    pub title: &'static dyn GameEntry,
    /// The player of each seat.
    pub bots: Vec<Player>,
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
    #[cfg(feature = "native")]
    programs: Option<Programs>,
}

/// The numbers of matches are below this, so a run has at most so many. A number has the same
/// chance in every run with its seed, and no two numbers share a stream of dice.
pub const MOST_MATCHES: u64 = 1_000_000_000_000_000;

impl Experiment {
    /// Checks the setting and creates an experiment. One bot plays all seats, or there is one for
    /// each.
    ///
    /// # Errors
    /// If the game refuses these options or this number of seats, or the bots do not fit the seats.
    pub fn new(title: &'static dyn GameEntry, setting: &Setting, games: u64) -> Result<Experiment, LabError> {
        let simulation = title.simulation(&Setting { options: folded(title, &setting.options), ..setting.clone() })?;
        let (options, seats) = (simulation.options().clone(), simulation.seats());
        let bots = match &setting.bots[..] {
            [one] => vec![one.clone(); seats.into()],
            each if each.len() == usize::from(seats) => each.to_vec(),
            other => return Err(LabError::Bots { seats: setting.seats, found: other.len() }),
        };
        let simulations = vec![simulation];
        let Setting { seed, max_plies, .. } = *setting;
        Ok(Experiment {
            title,
            #[cfg(feature = "native")]
            programs: Programs::of(title, &bots, &options, seed),
            bots,
            first: 0,
            games,
            seed,
            max_plies,
            varied: None,
            simulations,
            options,
            seats,
        })
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
    #[cfg(feature = "native")]
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
            given.insert(sweep.key.clone(), value.clone());
            let options = folded(title, &Value::Object(given.clone()));
            title.simulation(&Setting { options, ..setting.clone() })
        };
        // Values beyond the number of the last match are never used.
        let values = sweep.values.iter().take(usize::try_from(self.end()).unwrap_or(usize::MAX));
        self.simulations = values.map(with).collect::<Result<_, _>>()?;
        self.options.retain(|key, _| *key != sweep.key);
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

    /// Returns the measures of the matches.
    pub fn measures(&self) -> &'static Measures {
        self.simulations[0].measures()
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the record of a match: its steps with their dice and cards, and no seed.
    ///
    /// # Errors
    /// If the match panics.
    #[cfg(feature = "native")]
    pub fn record(&self, number: u64) -> Result<Record, LabError> {
        let play = |decider: &mut dyn Decider| self.simulations[self.turn(number)].record(number, decider);
        self.with_programs(play).map_err(|broken| self.broken(&broken))
    }

    /// Plays one match and passes on each of its decisions before it is applied.
    ///
    /// # Errors
    /// If the match panics.
    #[cfg(feature = "native")]
    pub fn trace(&self, number: u64, each: &mut dyn FnMut(TakenDecision)) -> Result<MatchSummary, LabError> {
        let play = |decider: &mut dyn Decider| self.simulations[self.turn(number)].trace(number, decider, each);
        self.with_programs(play).map_err(|broken| self.broken(&broken))
    }

    /// Plays the matches `from..to` in order, on this thread.
    ///
    /// # Errors
    /// If a match panics.
    pub fn part_here(&self, from: u64, to: u64) -> Result<Figures, LabError> {
        let mut figures = Figures::new(self);
        let played = self.simulate(from, to, &|| false, &mut |played| figures.add(&played));
        played.map(|()| figures).map_err(|broken| self.broken(&broken))
    }

    /// Plays the matches `from..to` in order, until `stopped` returns `true`.
    ///
    /// # Errors
    /// If a match panics.
    pub(crate) fn simulate(
        &self,
        from: u64,
        to: u64,
        stopped: &dyn Fn() -> bool,
        each: &mut dyn FnMut(MatchSummary),
    ) -> Result<(), BrokenMatch> {
        self.with_programs(|decider| match &self.simulations[..] {
            [one] => one.play(from, to, stopped, decider, each),
            many => (from..to)
                .try_for_each(|number| many[self.turn(number)].play(number, number + 1, stopped, decider, each)),
        })
    }

    /// Lets `play` ask the programs of the run.
    fn with_programs<T>(
        &self,
        play: impl FnOnce(&mut dyn Decider) -> Result<T, BrokenMatch>,
    ) -> Result<T, BrokenMatch> {
        #[cfg(feature = "native")]
        if let Some(programs) = &self.programs {
            return programs.with(play);
        }
        play(&mut NoPrograms)
    }

    /// Returns the error for a match that panicked, with the command that plays it again.
    pub(crate) fn broken(&self, broken: &BrokenMatch) -> LabError {
        let mut options = self.options.clone();
        options.extend(
            self.varied.as_ref().zip(self.value(broken.number)).map(|(of, value)| (of.key.clone(), value.clone())),
        );
        let bot = |player: &Player| match player {
            Player::Bot(bot) => format!("--bot {bot}"),
            Player::Program(command) => format!("--bot {}", format::quoted(command)),
        };
        let bots: Vec<String> = self.bots.iter().map(bot).collect();
        let (seats, seed, max_plies) = (self.seats, self.seed, self.max_plies);
        let options = Value::Object(options);
        LabError::Broken {
            what: format!("{broken} (seed {seed}, {seats} seats, bots {}, options {options})", format::bots(self)),
            command: format!(
                "undercroft lab match {} {} --seats {seats} {} --seed {seed} --max-plies {max_plies} --options {}",
                broken.game,
                broken.number,
                bots.join(" "),
                format::quoted(&options.to_string()),
            ),
        }
    }
}
