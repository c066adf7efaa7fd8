//! The referee: holds a match, applies only legal actions, and stores the journal.
//!
//! Undo is a law of the kernel. A player takes back their own step as long as no chance was asked
//! and no other player learned anything by it. A tool that takes a step back further takes its dice
//! back too, so the same step meets the same dice. An outcome that a person has entered can be
//! corrected until the generator has drawn after it.

mod act_error;
mod imagined;
mod journal;
mod record;
mod undo;

use std::{any::Any, cell::Cell};

use journal::{Journal, Taken};
use serde_json::Value;

use crate::{
    Answer, Ask, Audience, BadAnswer, BadOptions, Chance, ChanceOutcome, Game, HouseCards, InForce, Log, LuckKind,
    Pause, Question, RecordRng, Recorder, Reveals, Said, Seat, SeatSet, Seed, Status,
    chance::{Entered, Resumed},
    json, options,
    seat::MAX_SEATS,
};

pub use act_error::ActError;
pub(crate) use journal::Shown;

/// A match in progress: its game, its journal, and its source of chance.
///
/// The journal is authoritative, and the game is computed from it. The referee tries a step on a
/// copy and stores it only when it is complete. So a refusal or an open question changes nothing.
#[derive(Clone, Debug)]
pub struct Referee<G: Game> {
    options: G::Options,
    /// The complete options as JSON text: a server holds many matches, and the text is small.
    settings: Box<str>,
    seats: u8,
    luck: Luck,
    /// The state in which an imagined match begins, in place of a setup.
    beginning: Option<Box<G>>,
    /// `None` while the setup still waits for outcomes.
    game: Option<G>,
    journal: Journal<G>,
    open: Option<Box<Open<G>>>,
    epochs: [u32; MAX_SEATS],
    /// The steps, with the places among their outcomes, of cards that were entered though no copy
    /// was left.
    contradictions: Vec<(usize, usize)>,
}

/// The source of a match's outcomes.
#[derive(Clone, Debug)]
enum Luck {
    /// The generator for recorded matches.
    Seeded(Box<Seeded>),
    /// A person enters them.
    Manual,
    /// A person enters those of one kind, and the generator draws the others.
    Mixed(LuckKind, Box<Seeded>),
}

impl Luck {
    /// Returns whether a person enters an outcome like this one.
    fn is_entered(&self, outcome: &ChanceOutcome) -> bool {
        match self {
            Luck::Seeded(_) => false,
            Luck::Manual => true,
            Luck::Mixed(kind, _) => outcome.kind() == *kind,
        }
    }

    /// Returns the outcomes among these that a person enters.
    fn entered<'a>(&self, outcomes: impl IntoIterator<Item = &'a &'static ChanceOutcome>) -> Vec<Answer> {
        outcomes.into_iter().filter(|one| self.is_entered(one)).map(|one| one.answer()).collect()
    }

    fn seeded(&self) -> Option<&Seeded> {
        match self {
            Luck::Seeded(seeded) | Luck::Mixed(_, seeded) => Some(seeded),
            Luck::Manual => None,
        }
    }

    /// Returns the kind that a person enters with the generator for the other one, if it has one.
    fn split<'a>(&self, dice: Option<&'a mut RecordRng>) -> Option<(LuckKind, &'a mut RecordRng)> {
        match self {
            Luck::Mixed(kind, _) => Some((*kind, dice?)),
            Luck::Seeded(_) | Luck::Manual => None,
        }
    }

    /// Notes the number of words that the generator has drawn.
    fn note_words(&mut self, dice: Option<&RecordRng>) {
        if let (Luck::Seeded(seeded) | Luck::Mixed(_, seeded), Some(dice)) = (self, dice) {
            seeded.words = dice.words();
        }
    }
}

/// The seed of a match's generator, and the number of words drawn.
#[derive(Clone, Debug)]
struct Seeded {
    seed: Seed,
    shares: Box<[String]>,
    /// The key derived from the seed and the shares.
    key: Seed,
    /// Number of the generator's words drawn at the end of the journal.
    words: u64,
}

/// Stores events, each with the number of outcomes before it, and the states shown between them.
struct CountedLog<'a, G: Game> {
    said: Vec<Said<G::Event>>,
    fallen: Vec<u16>,
    shown: Vec<Shown<G>>,
    count: &'a Cell<usize>,
}

impl<G: Game> Log<G::Event> for CountedLog<'_, G> {
    fn say(&mut self, audience: Audience, event: G::Event) {
        self.said.push(Said { audience, event });
        self.fallen.push(u16::try_from(self.count.get()).expect("a step of fewer outcomes than 16 bits count"));
    }

    fn show<S: Any + Clone>(&mut self, state: &S) {
        let game = (state as &dyn Any).downcast_ref::<G>();
        debug_assert!(game.is_some(), "rules show the state of their own game");
        let (said, fallen) = (self.said.len(), self.count.get());
        self.shown.extend(game.cloned().map(|game| Shown { said, fallen, game }));
    }
}

/// A step that waits for outcomes, with the outcomes so far.
#[derive(Clone, Debug)]
struct Open<G: Game> {
    done: Option<(Seat, G::Action)>,
    outcomes: Vec<&'static ChanceOutcome>,
    question: Question,
}

/// The source of outcomes for a new match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// This seed, with the shares of the seats.
    Seed(Seed, Vec<String>),
    /// Answers to questions, one by one.
    Manual,
    /// The same for outcomes of this kind; the others come from this seed, with the shares of the
    /// seats.
    Mixed(LuckKind, Seed, Vec<String>),
}

impl Source {
    /// Returns the source of a match with this seed, if it has one, where players enter outcomes of
    /// the kind `real` nevertheless.
    pub fn of(seed: Option<Seed>, real: Option<LuckKind>, shares: &[String]) -> Source {
        match (seed, real) {
            (None, _) => Source::Manual,
            (Some(seed), None) => Source::Seed(seed, shares.to_vec()),
            (Some(seed), Some(kind)) => Source::Mixed(kind, seed, shares.to_vec()),
        }
    }
}

impl<G: Game> Referee<G> {
    /// Opens a match.
    ///
    /// # Errors
    /// If the game refuses these options or this number of seats.
    pub fn open(options: &Value, seats: u64, source: Source) -> Result<Self, BadOptions> {
        let meta = G::META;
        let (min, max) = meta.seats;
        let fits = u8::try_from(seats).ok().filter(|seats| (min..=max).contains(seats));
        let seats = fits.ok_or(BadOptions::Seats { title: meta.title, min, max, found: seats })?;
        let settings = options::complete_with_pack(meta.options, G::PACKS, options)?;
        let options = options::typed(&settings)?;
        G::check_options(&options, seats)?;
        let seeded = |seed: Seed, shares: Vec<String>| {
            Box::new(Seeded { key: seed.derived(&shares), seed, shares: shares.into(), words: 0 })
        };
        let luck = match source {
            Source::Seed(seed, shares) => Luck::Seeded(seeded(seed, shares)),
            Source::Manual => Luck::Manual,
            Source::Mixed(kind, seed, shares) => Luck::Mixed(kind, seeded(seed, shares)),
        };
        let settings = Value::Object(settings).to_string().into();
        let (journal, epochs) = (Journal::new(), [0; MAX_SEATS]);
        let (beginning, game, open, contradictions) = (None, None, None, Vec::new());
        let mut referee =
            Referee { options, settings, seats, luck, beginning, game, journal, open, epochs, contradictions };
        let _in_force = referee.enter_cards();
        referee.run(None, Vec::new()).expect("a setup without answers is whole or asks");
        Ok(referee)
    }

    /// Puts the cards of this match in force in this thread, until the value is dropped.
    pub fn enter_cards(&self) -> InForce {
        HouseCards::enter(G::house_cards(&self.options))
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the options as the game's type.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// Returns the state; `None` while the setup still waits for outcomes.
    pub fn game(&self) -> Option<&G> {
        self.game.as_ref()
    }

    /// Returns the number of steps taken.
    pub fn ply(&self) -> usize {
        self.journal.ply()
    }

    /// Returns the question for the outcome that the match waits for.
    pub fn question(&self) -> Option<&Question> {
        self.open.as_ref().map(|open| &open.question)
    }

    /// Returns, with physical dice, the step that waits for an outcome; `None` during the setup.
    pub fn under_way(&self) -> Option<(Seat, &G::Action)> {
        self.open.as_ref().and_then(|open| open.done.as_ref()).map(|(seat, action)| (*seat, action))
    }

    /// Returns the seats that must act; none while the match waits for an outcome, or when it is
    /// over.
    pub fn awaited(&self) -> SeatSet {
        match (&self.open, self.game.as_ref().map(Game::status)) {
            (None, Some(Status::Awaiting(seats))) => seats,
            (Some(_), _) | (None, Some(Status::Over(_)) | None) => SeatSet::EMPTY,
        }
    }

    /// Returns the seat to ask first, for callers that ask one seat at a time. `None` while the
    /// match waits for an outcome, or when it is over.
    pub fn asked_first(&self) -> Option<Seat> {
        match (&self.open, &self.game) {
            (None, Some(game)) => game.asked_first(),
            (Some(_), _) | (None, None) => None,
        }
    }

    /// Returns the number of the step since which `seat` faces its present decision. An answer from
    /// that step on is still valid, whatever others have done in between.
    pub fn epoch(&self, seat: Seat) -> usize {
        self.epochs.get(seat.index()).map_or(0, |epoch| *epoch as usize)
    }

    /// Returns the legal actions of `seat`.
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut out = Vec::new();
        if let (true, Some(game)) = (self.awaited().contains(seat), &self.game) {
            game.legal(seat, &mut out);
        }
        out
    }

    /// Takes a step, or begins one that then asks for outcomes.
    ///
    /// # Errors
    /// If the seat is not awaited or the action is illegal; the match is then unchanged.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), ActError> {
        self.check(seat, &action)?;
        self.run(Some((seat, action)), Vec::new()).map_err(ActError::from)
    }

    /// Takes a step with an action from the legal list of this position, which the caller has.
    ///
    /// # Errors
    /// If the seat is not awaited; the match is then unchanged.
    pub fn act_listed(&mut self, seat: Seat, action: G::Action) -> Result<(), ActError> {
        self.await_seat(seat)?;
        debug_assert!(self.legal(seat).contains(&action), "the action is from the legal list");
        self.run(Some((seat, action)), Vec::new()).map_err(ActError::from)
    }

    fn check(&self, seat: Seat, action: &G::Action) -> Result<(), ActError> {
        self.await_seat(seat)?;
        let game = self.game.as_ref().ok_or(ActError::NotAsked)?;
        match self.legal(seat).contains(action) {
            true => Ok(()),
            false => Err(ActError::Illegal { refusal: game.refuse(seat, action), allowed: self.allowed(seat) }),
        }
    }

    /// Reads an action from JSON, and takes the step.
    ///
    /// # Errors
    /// As for [`act`](Self::act), and if it is no action of this game.
    pub fn act_json(&mut self, seat: Seat, action: &Value) -> Result<(), ActError> {
        self.await_seat(seat)?;
        let action = G::Action::deserialize_strict(action)
            .map_err(|why| ActError::Unreadable { why, allowed: self.allowed(seat) })?;
        self.act(seat, action)
    }

    fn await_seat(&self, seat: Seat) -> Result<(), ActError> {
        if let Some(question) = self.question() {
            return Err(ActError::Asked(Box::new(question.clone())));
        }
        if self.awaited().contains(seat) {
            return Ok(());
        }
        let awaited: Vec<String> = self.awaited().iter().map(|seat| seat.to_string()).collect();
        let awaited = match awaited.is_empty() {
            true => "the match is over".to_owned(),
            false => format!("the match waits for seat {}", awaited.join(", ")),
        };
        Err(ActError::NotAwaited { seat, awaited })
    }

    /// Returns the first few legal actions, for an error message.
    fn allowed(&self, seat: Seat) -> String {
        const SHOWN: usize = 12;
        let legal = self.legal(seat);
        let mut texts: Vec<String> =
            legal.iter().take(SHOWN).filter_map(|action| serde_json::to_string(action).ok()).collect();
        if legal.len() > SHOWN {
            texts.push(format!("and {} more", legal.len() - SHOWN));
        }
        texts.join(", ")
    }

    /// Enters the outcome that the match waits for.
    ///
    /// # Errors
    /// If it waits for none, or this one is impossible; the match is then unchanged.
    pub fn answer(&mut self, answer: &str) -> Result<(), ActError> {
        let open = self.open.as_ref().ok_or(ActError::NotAsked)?;
        let mut answers = self.luck.entered(&open.outcomes);
        answers.push(open.question.check(answer)?);
        let done = open.done.clone();
        self.run(done, answers).map_err(ActError::from)
    }

    /// Tries a step with these outcomes. A complete step is stored; a step that asks for more stays
    /// open.
    fn run(&mut self, done: Option<(Seat, G::Action)>, answers: Vec<Answer>) -> Result<(), BadAnswer> {
        let count = Cell::new(0);
        let mut contradictions = Vec::new();
        let mut said = CountedLog::<G> { said: Vec::new(), fallen: Vec::new(), shown: Vec::new(), count: &count };
        let (game, outcomes) = match &mut self.luck {
            Luck::Seeded(seeded) => {
                let mut dice = Resumed::after(&seeded.key, seeded.words);
                let mut recorder = Recorder::counting(&mut dice, &count);
                let Ok(game) =
                    play(self.game.clone(), &self.options, self.seats, done.as_ref(), &mut recorder, &mut said);
                let outcomes = recorder.into_outcomes();
                seeded.words = dice.0.words();
                (game, outcomes)
            }
            luck @ (Luck::Manual | Luck::Mixed(..)) => {
                let mut dice = luck.seeded().map(|seeded| RecordRng::after(&seeded.key, seeded.words));
                let mut entered = Entered::new(&answers, luck.split(dice.as_mut()));
                let mut recorder = Recorder::counting(&mut entered, &count);
                match play(self.game.clone(), &self.options, self.seats, done.as_ref(), &mut recorder, &mut said) {
                    Ok(game) => {
                        let outcomes = recorder.into_outcomes();
                        let places: Vec<usize> =
                            (0..outcomes.len()).filter(|place| luck.is_entered(outcomes[*place])).collect();
                        contradictions.extend(entered.contradictions().iter().map(|at| places[*at]));
                        luck.note_words(dice.as_ref());
                        (game, outcomes)
                    }
                    Err(Pause::Ask(mut question)) => {
                        if let Ask::Card { secret, .. } = &mut question.ask {
                            // Hands are hidden, so a deck's content reveals them, even if its cards
                            // are drawn openly.
                            *secret |= G::SECRETS;
                        }
                        let open = Open { done, outcomes: recorder.into_outcomes(), question: *question };
                        self.open = Some(Box::new(open));
                        return Ok(());
                    }
                    Err(Pause::Bad(error)) => return Err(error),
                }
            }
        };
        self.open = None;
        let ply = self.ply() + usize::from(done.is_some());
        self.contradictions.extend(contradictions.into_iter().map(|place| (ply, place)));
        advance(&mut self.epochs, self.game.as_ref(), &game, ply);
        let reveals = match (&self.game, &done) {
            (Some(before), Some((seat, action))) => before.reveals(*seat, action),
            (None, _) | (Some(_), None) => Reveals::Nothing,
        };
        self.game = Some(game);
        let CountedLog { said, fallen, shown, .. } = said;
        self.journal.push(Taken { done, reveals, outcomes, said, fallen, shown });
        Ok(())
    }

    /// Returns the cards in complete steps that were entered though earlier entries left no copy to
    /// draw: some card of the match was entered wrongly. Each comes with the number of its step.
    /// Only callers that may know all hands may use it.
    pub fn contradictions(&self) -> impl Iterator<Item = (usize, &'static ChanceOutcome)> {
        self.contradictions.iter().map(|(n, place)| (*n, self.journal.outcomes(*n)[*place]))
    }

    /// Returns the outcomes entered so far for the waiting step.
    pub fn pending_outcomes(&self) -> &[&'static ChanceOutcome] {
        self.open.as_ref().map_or(&[], |open| &open.outcomes)
    }
}

/// Begins a new epoch, numbered by `ply`, for every seat whose decision has changed.
fn advance<G: Game>(epochs: &mut [u32; MAX_SEATS], before: Option<&G>, now: &G, ply: usize) {
    let awaited = |game: &G| match game.status() {
        Status::Awaiting(seats) => seats,
        Status::Over(_) => SeatSet::EMPTY,
    };
    let (was, is) = (before.map_or(SeatSet::EMPTY, awaited), awaited(now));
    for (epoch, seat) in epochs.iter_mut().zip(Seat::all(MAX_SEATS as u8)) {
        let both = was.contains(seat) && is.contains(seat);
        if !both || !before.is_some_and(|before| now.same_decision(before, seat)) {
            *epoch = ply as u32;
        }
    }
}

/// Runs the setup, or applies an action to the state.
fn play<G: Game, C: Chance, L: Log<G::Event>>(
    game: Option<G>,
    options: &G::Options,
    seats: u8,
    done: Option<&(Seat, G::Action)>,
    chance: &mut C,
    log: &mut L,
) -> Result<G, C::Halt> {
    match (game, done) {
        (Some(mut game), Some((seat, action))) => {
            game.apply(*seat, action.clone(), chance, log)?;
            Ok(game)
        }
        (None, _) | (Some(_), None) => G::setup(options, seats, chance, log),
    }
}

/// Strict parsing of an action: it refuses unknown keys.
trait Strict: Sized {
    fn deserialize_strict(value: &Value) -> Result<Self, String>;
}

impl<A: serde::Serialize + serde::de::DeserializeOwned> Strict for A {
    fn deserialize_strict(value: &Value) -> Result<A, String> {
        let action = A::deserialize(value).map_err(|error| error.to_string())?;
        let back = serde_json::to_value(&action).map_err(|error| error.to_string())?;
        match json::unread(value, &back) {
            Some(key) => Err(format!("{key:?} has no meaning in it")),
            None => Ok(action),
        }
    }
}
