//! Simulations: many matches of one game, typed inside, known only at run time outside.
//!
//! One call plays a whole run of matches, so that the dynamic dispatch costs nothing per match.

use std::{cell::Cell, convert::Infallible};

use bots::{Bot, Budget, Decision, Memory, Policy};
use kernel::{
    ActError, BadOptions, Chance, ChanceOutcome, Counting, Fast, Game, HouseCards, InForce, Judge, Measured, Outcome,
    Perspective, Present, Record, Recorder, Referee, Seat, Source, Status, below, contained,
    measure::{Counts, Measures},
    mixed,
};
use serde_json::{Map, Value};

use crate::{Decider, Player, player::TurnOf};

/// The setting that all matches of a simulation share.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The options; options left out have their defaults.
    pub options: Value,
    /// The number of seats.
    pub seats: u64,
    /// The player of each seat; if there are fewer players than seats, the last one plays the rest.
    pub bots: Vec<Player>,
    /// The seed. All chance comes from it and the number of the match.
    pub seed: u64,
    /// Number of decisions after which a match is cut off.
    pub max_plies: u32,
}

/// A finished match.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// The number of the match.
    pub number: u64,
    /// The number of decisions.
    pub plies: u32,
    /// The outcome; `None` if it was cut off.
    pub outcome: Option<Outcome>,
    /// The counts.
    pub counts: Counts,
}

impl MatchSummary {
    /// Whether `seat` has [won](Outcome::won); no seat wins a match that was cut off.
    pub fn won(&self, seat: Seat) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.won(seat))
    }
}

/// A match that stopped because the game or a bot panicked, or a program gave no action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("match {number} of {game} broke off at decision {decision}: {why}")]
pub struct BrokenMatch {
    /// Id of the game.
    pub game: &'static str,
    /// The number of the match.
    pub number: u64,
    /// The decision at which it stopped, counted from 1; 0 is the setup.
    pub decision: u32,
    /// The message of the panic and its place, or of the [`Decider`].
    pub why: String,
}

/// A decision of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct TakenDecision {
    /// The seat that decides.
    pub seat: Seat,
    /// The name of the decision, in the game's spec.
    pub kind: &'static str,
    /// The action of the seat.
    pub action: Value,
}

/// Matches of one game under one setting. Each has a number. Its chance depends on that number and
/// the seed alone: not on the matches before it, nor on the thread that plays it.
pub trait Simulation: Send + Sync {
    /// Returns the complete options.
    fn options(&self) -> &Map<String, Value>;

    /// Returns the number of seats.
    fn seats(&self) -> u8;

    /// Returns the measures of its matches.
    fn measures(&self) -> &'static Measures;

    /// Plays the matches `from..to` in order and passes each on. It asks `stopped` before each
    /// match, and ends once that returns `true`. `decider` decides for programs.
    ///
    /// # Errors
    /// If a match panics, or a decision is refused; the matches after it are not played.
    fn play(
        &self,
        from: u64,
        to: u64,
        stopped: &dyn Fn() -> bool,
        decider: &mut dyn Decider,
        each: &mut dyn FnMut(MatchSummary),
    ) -> Result<(), BrokenMatch>;

    /// Plays one match and passes on each of its decisions before it is applied.
    ///
    /// # Errors
    /// If the match panics, or a decision is refused.
    #[cfg(not(target_arch = "wasm32"))]
    fn trace(
        &self,
        number: u64,
        decider: &mut dyn Decider,
        each: &mut dyn FnMut(TakenDecision),
    ) -> Result<MatchSummary, BrokenMatch>;

    /// Plays one match and returns its record, checked step by step. It has the dice and cards of
    /// the match, but no seed: the dice of simulations are quicker than those of sealed matches.
    ///
    /// # Errors
    /// If the match panics, or a decision is refused.
    #[cfg(not(target_arch = "wasm32"))]
    fn record(&self, number: u64, decider: &mut dyn Decider) -> Result<Record, BrokenMatch>;
}

/// The simulation of `G`.
pub(crate) struct Matches<G: Game> {
    options: G::Options,
    settings: Map<String, Value>,
    seats: u8,
    /// The bot of each seat; `None` for a program.
    bots: [Option<Bot>; kernel::MAX_SEATS],
    /// The name of each player.
    names: Vec<String>,
    seed: u64,
    max_plies: u32,
}

/// The match in play.
struct Place {
    number: u64,
    /// The number of its present decision.
    decision: Cell<u32>,
}

impl<G: Measured + Present + Judge> Matches<G> {
    /// Checks the setting.
    pub(crate) fn new(setting: &Setting) -> Result<Self, BadOptions> {
        // The referee checks and completes the options.
        let referee = Referee::<G>::open(&setting.options, setting.seats, Source::Manual)?;
        let last = setting.bots.last().cloned().unwrap_or(Player::Bot(Bot::Random));
        let player = |seat: usize| setting.bots.get(seat).unwrap_or(&last);
        Ok(Matches {
            options: referee.options().clone(),
            settings: referee.record(false).header.options,
            seats: referee.seats(),
            bots: std::array::from_fn(|seat| player(seat).bot()),
            names: (0..kernel::MAX_SEATS).map(|seat| player(seat).to_string()).collect(),
            seed: setting.seed,
            max_plies: setting.max_plies,
        })
    }

    /// Puts the cards of the matches in force in this thread.
    fn enter_cards(&self) -> InForce {
        HouseCards::enter(G::house_cards(&self.options))
    }

    /// Returns the dice of a match. The bots have a generator apart from them: a bot that thinks
    /// longer does not change the rolls.
    fn dice(&self, number: u64) -> Fast {
        Fast::seeded(mixed(self.seed, 2 * number))
    }

    /// Plays a match with these dice. `look` gets each decision before it is applied.
    fn one(
        &self,
        number: u64,
        dice: &mut impl Chance<Halt = Infallible>,
        moves: &mut Vec<G::Action>,
        decider: &mut dyn Decider,
        look: impl FnMut(&G, Seat, &G::Action),
    ) -> Result<MatchSummary, BrokenMatch> {
        let place = Place { number, decision: Cell::new(0) };
        // The counts are large: they stay in their place while the match is played.
        let mut log = Counting::<G>::default();
        let (plies, outcome) = contained(|| self.uncontained(&place, dice, moves, &mut log, decider, look))
            .map_err(|panicked| panicked.to_string())
            .flatten()
            .map_err(|why| broken::<G>(number, place.decision.get(), why))?;
        Ok(MatchSummary { number, plies, outcome, counts: log.counts })
    }

    /// Plays the match without containing panics, and says in `place` how far it is. Returns the
    /// number of decisions and the outcome.
    fn uncontained(
        &self,
        place: &Place,
        dice: &mut impl Chance<Halt = Infallible>,
        moves: &mut Vec<G::Action>,
        log: &mut Counting<G>,
        decider: &mut dyn Decider,
        mut look: impl FnMut(&G, Seat, &G::Action),
    ) -> Result<(u32, Option<Outcome>), String> {
        let number = place.number;
        let mut rng = Fast::seeded(mixed(self.seed, 2 * number + 1));
        let mut memory = Memory::default();
        let Ok(mut game) = G::setup(&self.options, self.seats, dice, log);
        let mut plies = 0;
        let outcome = loop {
            let Some(seat) = game.asked_first() else {
                break match game.status() {
                    Status::Over(outcome) => Some(outcome),
                    Status::Awaiting(_) => None,
                };
            };
            if plies == self.max_plies {
                break None;
            }
            place.decision.set(plies + 1);
            let action = match self.bots[seat.index()] {
                Some(bot) => decide(&game, seat, bot, moves, &mut rng, &mut memory),
                None => Some(self.ask(&game, number, plies, seat, moves, decider)?),
            };
            let Some(action) = action else { break None };
            look(&game, seat, &action);
            let Ok(()) = game.apply(seat, action, dice, log);
            plies += 1;
        };
        log.close(&game);
        Ok((plies, outcome))
    }

    /// Asks the decider for the action of a program.
    #[cold]
    fn ask(
        &self,
        game: &G,
        number: u64,
        ply: u32,
        seat: Seat,
        moves: &mut Vec<G::Action>,
        decider: &mut dyn Decider,
    ) -> Result<G::Action, String> {
        moves.clear();
        game.legal(seat, moves);
        let from = Perspective { seat, seats: self.seats };
        let index = decider.decide(&TurnOf { game, options: &self.options, legal: moves, number, ply, from })?;
        let action = moves.get(index).cloned();
        action.ok_or_else(|| format!("there is no action {index} among {}", moves.len()))
    }
}

impl<G: Measured + Present + Judge> Simulation for Matches<G> {
    fn options(&self) -> &Map<String, Value> {
        &self.settings
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn measures(&self) -> &'static Measures {
        let _in_force = self.enter_cards();
        G::measures()
    }

    fn play(
        &self,
        from: u64,
        to: u64,
        stopped: &dyn Fn() -> bool,
        decider: &mut dyn Decider,
        each: &mut dyn FnMut(MatchSummary),
    ) -> Result<(), BrokenMatch> {
        let _in_force = self.enter_cards();
        let mut moves = Vec::with_capacity(64);
        for number in from..to {
            if stopped() {
                return Ok(());
            }
            each(self.one(number, &mut self.dice(number), &mut moves, decider, |_, _, _| ())?);
        }
        Ok(())
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn trace(
        &self,
        number: u64,
        decider: &mut dyn Decider,
        each: &mut dyn FnMut(TakenDecision),
    ) -> Result<MatchSummary, BrokenMatch> {
        let _in_force = self.enter_cards();
        self.one(number, &mut self.dice(number), &mut Vec::new(), decider, |game, seat, action| {
            let action = serde_json::to_value(action).unwrap_or_default();
            each(TakenDecision { seat, kind: game.decision(seat), action });
        })
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn record(&self, number: u64, decider: &mut dyn Decider) -> Result<Record, BrokenMatch> {
        let _in_force = self.enter_cards();
        let (mut dice, mut steps) = (self.dice(number), Vec::new());
        let mut recorder = Recorder::new(&mut dice);
        self.one(number, &mut recorder, &mut Vec::new(), decider, |_, seat, action: &G::Action| {
            steps.push((seat, action.clone()));
        })?;
        let mut outcomes = recorder.into_outcomes().into_iter();
        // The referee asks for the outcomes one by one.
        let refused = |step: usize, why: String| broken::<G>(number, step as u32, why);
        let mut referee = Referee::<G>::open(&Value::Object(self.settings.clone()), self.seats.into(), Source::Manual)
            .map_err(|why| refused(0, why.to_string()))?;
        answer(&mut referee, &mut outcomes).map_err(|why| refused(0, why.to_string()))?;
        for (index, (seat, action)) in steps.into_iter().enumerate() {
            let taken = referee.act(seat, action).and_then(|()| answer(&mut referee, &mut outcomes));
            taken.map_err(|why| refused(index + 1, why.to_string()))?;
        }
        let mut record = referee.record(false);
        for step in &mut record.steps {
            step.bot = self.names.get(step.seat.index()).cloned();
        }
        Ok(record)
    }
}

/// Answers the questions of a step.
fn answer<G: Game>(
    referee: &mut Referee<G>,
    outcomes: &mut impl Iterator<Item = &'static ChanceOutcome>,
) -> Result<(), ActError> {
    while referee.question().is_some() {
        let Some(outcome) = outcomes.next() else { break };
        referee.answer(&outcome.answer().0)?;
    }
    Ok(())
}

fn broken<G: Game>(number: u64, decision: u32, why: String) -> BrokenMatch {
    BrokenMatch { game: G::META.id, number, decision, why }
}

/// Returns the action of `bot`; its chance comes from `rng`. `moves` is room for the legal list.
#[inline(always)]
pub(crate) fn decide<G: Judge>(
    game: &G,
    seat: Seat,
    bot: Bot,
    moves: &mut Vec<G::Action>,
    rng: &mut Fast,
    memory: &mut Memory<G>,
) -> Option<G::Action> {
    // Neither view nor list: they cost more than the move.
    if bot == Bot::Random {
        return game.any(seat, &mut rng.0);
    }
    moves.clear();
    game.legal(seat, moves);
    let index = if moves.len() == 1 { Some(0) } else { choose(game, seat, bot, moves, rng, memory) };
    index.map(|index| moves.swap_remove(index))
}

/// Returns the index of the choice of `bot`; its chance comes from `rng`.
fn choose<G: Judge>(
    game: &G,
    seat: Seat,
    bot: Bot,
    moves: &[G::Action],
    rng: &mut Fast,
    memory: &mut Memory<G>,
) -> Option<usize> {
    let seed = u64::from(below(&mut rng.0, u32::MAX)) << 32 | u64::from(below(&mut rng.0, u32::MAX));
    Some(bot.choose_with(Decision::of(game, seat, moves)?, seed, &Budget::ONE_THREAD, memory).index)
}
