//! Encodings of games known only at run time: choices and observations as numbers in the caller's
//! slices.
//!
//! An [`EncodedGame`] reads any match. An [`EncodedMatch`] plays without journal and texts, as a
//! simulation does, and allocates nothing from step to step.

use std::any::Any;

use bots::{Bot, Memory};
use kernel::{
    ActError, BadOptions, ChoiceGroup, Encoding, Fast, Judge, Match, Measured, NullLog, Outcome, Path, Perspective,
    Present, ProgressTerm, Referee, Seat, Slice, Source, Status, Viewer, mixed,
};
use serde::Deserialize;
use serde_json::Value;

use crate::simulation::decide;

/// The encoding of a game in the roster.
pub trait EncodedGame: Send + Sync {
    /// Returns the version of the encoding.
    fn version(&self) -> u32;

    /// Returns all choices, in groups. A mask has a flag for each, in this order.
    fn choices(&self) -> &'static [ChoiceGroup];

    /// Returns the number of choices: the length of a mask.
    fn actions(&self) -> usize;

    /// Returns the name of a choice; `None` if there is no such choice.
    fn name(&self, choice: u16) -> Option<String>;

    /// Returns the layout of an observation.
    fn layout(&self) -> &'static [Slice];

    /// Returns the number of numbers in an observation.
    fn size(&self) -> usize;

    /// Returns the terms of the progress of a seat.
    fn progress_terms(&self) -> &'static [ProgressTerm];

    /// Opens a match for fast play: the one with number 0 of this seed.
    ///
    /// # Errors
    /// If the game refuses these options or this number of seats, or they name a pack.
    fn open(&self, options: &Value, seats: u64, seed: u64) -> Result<Box<dyn EncodedMatch>, BadOptions>;

    /// Marks the choices with which `seat` can go on after `chosen` at `table`, and no others.
    /// Returns `false` if the match is one of another game, has house cards, or is not set up.
    ///
    /// # Panics
    /// If `out` has not one flag for each choice.
    fn mask(&self, table: &dyn Match, seat: Seat, chosen: &[u16], out: &mut [bool]) -> bool;

    /// Writes the observation of `seat` at `table`, after it has chosen `chosen`. Returns `false` as
    /// for [`mask`](Self::mask).
    ///
    /// # Panics
    /// If `out` has another length than the layout.
    fn observe(&self, table: &dyn Match, seat: Seat, chosen: &[u16], out: &mut [f32]) -> bool;

    /// Lists the legal actions of `seat` at `table`. `None` as for [`mask`](Self::mask).
    fn moves(&self, table: &dyn Match, seat: Seat) -> Option<Box<dyn LegalMoves>>;

    /// Returns the choices that make up a legal action of `seat` at `table`; `None` if it is not
    /// legal.
    fn path(&self, table: &dyn Match, seat: Seat, action: &Value) -> Option<Path>;

    /// Returns the progress of `seat` at `table`, and writes its terms. `None` as for
    /// [`mask`](Self::mask).
    ///
    /// # Panics
    /// If `terms` has not one number for each term.
    fn progress(&self, table: &dyn Match, seat: Seat, terms: &mut [f32]) -> Option<f32>;

    /// Returns the outcome of `table` once it is over; `None` as well if the match is one of another
    /// game.
    fn outcome(&self, table: &dyn Match) -> Option<Outcome>;
}

/// The legal actions of a seat at a table. Each step makes another list.
pub trait LegalMoves: Send + Sync {
    /// Returns the choices that make up each action, in the order of the actions.
    fn paths(&self) -> &[Path];

    /// Takes the action at this place in the list, at the table where it was listed.
    ///
    /// # Errors
    /// If the seat is not awaited; the match is then unchanged.
    ///
    /// # Panics
    /// If the list is shorter.
    fn take(&self, place: usize, table: &mut dyn Match) -> Result<(), ActError>;
}

/// A match in play by numbers. All chance comes from the seed and the number of the match, as in
/// a [`Simulation`](crate::Simulation) of the same setting.
pub trait EncodedMatch: Send + Sync {
    /// Begins the match with this number.
    fn restart(&mut self, number: u64);

    /// Returns the number of seats.
    fn seats(&self) -> u8;

    /// Returns the seat to choose next; `None` once the match is over.
    fn seat(&self) -> Option<Seat>;

    /// Returns the name of the decision; `None` once the match is over.
    fn decision(&self) -> Option<&'static str>;

    /// Returns the number of actions taken.
    fn plies(&self) -> u32;

    /// Returns the choices of the seat that do not make up an action yet; mostly none.
    fn chosen(&self) -> &[u16];

    /// Marks the choices of the seat, and no others; none once the match is over.
    ///
    /// # Panics
    /// If `out` has not one flag for each choice.
    fn mask(&mut self, out: &mut [bool]);

    /// Writes the observation of any seat, at any time.
    ///
    /// # Panics
    /// If `out` has another length than the layout.
    fn observe(&self, seat: Seat, out: &mut [f32]);

    /// Makes a choice of the seat. Returns whether it completed an action.
    ///
    /// # Errors
    /// If the choice is not marked in the mask; the match is then unchanged.
    fn act(&mut self, choice: u16) -> Result<bool, NotMarked>;

    /// Lets a bot take the action of the seat. Returns `false` once the match is over.
    fn act_as(&mut self, bot: Bot) -> bool;

    /// Returns the outcome once the match is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the progress of a seat, and writes its terms. A step's shaping reward is the progress
    /// after it less that before it, so the rewards of a match add up to the last progress less the
    /// first.
    ///
    /// # Panics
    /// If `terms` has not one number for each term.
    fn progress(&self, seat: Seat, terms: &mut [f32]) -> f32;

    /// Returns a copy of the match, which continues on its own.
    fn copy(&self) -> Box<dyn EncodedMatch>;
}

/// A choice that is not marked in the mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("choice {choice} is not marked in the mask")]
pub struct NotMarked {
    /// The choice.
    pub choice: u16,
}

/// The encoding of `G`.
pub(crate) struct Encoded<G: Measured + Present + Judge>(&'static Encoding<G>);

impl<G: Measured + Present + Judge> Encoded<G> {
    /// The encoding of the game, if it has one.
    pub(crate) fn new() -> Option<Self> {
        G::FEATURES.encoding.as_ref().map(Encoded)
    }

    /// Returns the position at a table of this game, and the perspective of a seat there.
    fn position(table: &dyn Match, seat: Seat) -> Option<(&G, Perspective)> {
        let referee = table.as_any().downcast_ref::<Referee<G>>()?;
        if G::house_cards(referee.options()).is_some() {
            return None;
        }
        Some((referee.game()?, Perspective { seat, seats: referee.seats() })).filter(|_| seat.0 < referee.seats())
    }

    /// Lists the legal actions of `seat` at `table`; `None` as for [`position`](Self::position).
    fn list(&self, table: &dyn Match, seat: Seat) -> Option<Listed<G>> {
        let (game, from) = Self::position(table, seat)?;
        let actions = legal(game, seat);
        let paths = actions.iter().map(|action| (self.0.path)(action, from)).collect();
        Some(Listed { seat, actions, paths })
    }
}

impl<G: Measured + Present + Judge> EncodedGame for Encoded<G> {
    fn version(&self) -> u32 {
        self.0.version
    }

    fn choices(&self) -> &'static [ChoiceGroup] {
        self.0.choices
    }

    fn actions(&self) -> usize {
        self.0.actions()
    }

    fn name(&self, choice: u16) -> Option<String> {
        self.0.name(choice)
    }

    fn layout(&self) -> &'static [Slice] {
        self.0.layout
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn progress_terms(&self) -> &'static [ProgressTerm] {
        self.0.progress
    }

    fn open(&self, options: &Value, seats: u64, seed: u64) -> Result<Box<dyn EncodedMatch>, BadOptions> {
        // The referee checks and completes the options.
        let referee = Referee::<G>::open(options, seats, Source::Manual)?;
        if G::house_cards(referee.options()).is_some() {
            return Err(BadOptions::Conflict("an encoding knows the cards of the base game alone".into()));
        }
        Ok(Box::new(Playing::new(self.0, referee.options().clone(), referee.seats(), seed)))
    }

    fn mask(&self, table: &dyn Match, seat: Seat, chosen: &[u16], out: &mut [bool]) -> bool {
        let Some(listed) = self.list(table, seat) else { return false };
        self.0.mask(&listed.paths, chosen, out);
        true
    }

    fn observe(&self, table: &dyn Match, seat: Seat, chosen: &[u16], out: &mut [f32]) -> bool {
        let Some((game, from)) = Self::position(table, seat) else { return false };
        self.0.observe(&game.view(Viewer::Seat(seat)), from, chosen, out);
        true
    }

    fn moves(&self, table: &dyn Match, seat: Seat) -> Option<Box<dyn LegalMoves>> {
        self.list(table, seat).map(|listed| Box::new(listed) as Box<dyn LegalMoves>)
    }

    fn path(&self, table: &dyn Match, seat: Seat, action: &Value) -> Option<Path> {
        let (game, from) = Self::position(table, seat)?;
        let action = G::Action::deserialize(action).ok()?;
        legal(game, seat).contains(&action).then(|| (self.0.path)(&action, from))
    }

    fn progress(&self, table: &dyn Match, seat: Seat, terms: &mut [f32]) -> Option<f32> {
        let (game, from) = Self::position(table, seat)?;
        Some(self.0.progress(&game.view(Viewer::Seat(seat)), from, terms))
    }

    fn outcome(&self, table: &dyn Match) -> Option<Outcome> {
        let (game, _) = Self::position(table, Seat(0))?;
        over(game)
    }
}

/// The legal actions of a seat of `G`, and the choices that make up each.
struct Listed<G: Measured + Present + Judge> {
    seat: Seat,
    actions: Vec<G::Action>,
    paths: Vec<Path>,
}

impl<G: Measured + Present + Judge> LegalMoves for Listed<G> {
    fn paths(&self) -> &[Path] {
        &self.paths
    }

    fn take(&self, place: usize, table: &mut dyn Match) -> Result<(), ActError> {
        let action = &self.actions[place];
        match (table as &mut dyn Any).downcast_mut::<Referee<G>>() {
            Some(referee) => referee.act_listed(self.seat, action.clone()),
            // A match inside another one, such as a lesson, which has its own word.
            None => table.act(self.seat, &serde_json::to_value(action).unwrap_or_default()),
        }
    }
}

/// Returns the legal actions of a seat.
fn legal<G: kernel::Game>(game: &G, seat: Seat) -> Vec<G::Action> {
    let mut legal = Vec::new();
    game.legal(seat, &mut legal);
    legal
}

/// Returns the outcome of a match that is over.
fn over<G: kernel::Game>(game: &G) -> Option<Outcome> {
    match game.status() {
        Status::Over(outcome) => Some(outcome),
        Status::Awaiting(_) => None,
    }
}

/// A match of `G` in play.
struct Playing<G: Measured + Present + Judge> {
    encoding: &'static Encoding<G>,
    options: G::Options,
    seats: u8,
    seed: u64,
    game: G,
    dice: Fast,
    rng: Fast,
    memory: Memory<G>,
    plies: u32,
    chosen: Path,
    /// The legal actions and their paths, where they have been listed.
    moves: Vec<G::Action>,
    paths: Vec<Path>,
    listed: bool,
}

impl<G: Measured + Present + Judge> Playing<G> {
    fn new(encoding: &'static Encoding<G>, options: G::Options, seats: u8, seed: u64) -> Self {
        let (game, dice, rng) = Self::set_up(&options, seats, seed, 0);
        Playing {
            encoding,
            options,
            seats,
            seed,
            game,
            dice,
            rng,
            memory: Memory::default(),
            plies: 0,
            chosen: Path::new(),
            moves: Vec::new(),
            paths: Vec::new(),
            listed: false,
        }
    }

    fn set_up(options: &G::Options, seats: u8, seed: u64, number: u64) -> (G, Fast, Fast) {
        let mut dice = Fast::seeded(mixed(seed, 2 * number));
        let rng = Fast::seeded(mixed(seed, 2 * number + 1));
        let Ok(game) = G::setup(options, seats, &mut dice, &mut NullLog);
        (game, dice, rng)
    }

    fn from(&self, seat: Seat) -> Perspective {
        Perspective { seat, seats: self.seats }
    }

    /// Lists the legal actions of the seat, unless they are listed already.
    fn list(&mut self) {
        if self.listed {
            return;
        }
        self.listed = true;
        self.moves.clear();
        self.paths.clear();
        if let Some(seat) = self.game.asked_first() {
            self.game.legal(seat, &mut self.moves);
            let from = Perspective { seat, seats: self.seats };
            self.paths.extend(self.moves.iter().map(|action| (self.encoding.path)(action, from)));
        }
    }

    fn apply(&mut self, seat: Seat, action: G::Action) {
        let Ok(()) = self.game.apply(seat, action, &mut self.dice, &mut NullLog);
        self.plies += 1;
        self.chosen.clear();
        self.listed = false;
    }
}

impl<G: Measured + Present + Judge> EncodedMatch for Playing<G> {
    fn restart(&mut self, number: u64) {
        (self.game, self.dice, self.rng) = Self::set_up(&self.options, self.seats, self.seed, number);
        self.memory = Memory::default();
        self.plies = 0;
        self.chosen.clear();
        self.listed = false;
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn seat(&self) -> Option<Seat> {
        self.game.asked_first()
    }

    fn decision(&self) -> Option<&'static str> {
        self.game.asked_first().map(|seat| self.game.decision(seat))
    }

    fn plies(&self) -> u32 {
        self.plies
    }

    fn chosen(&self) -> &[u16] {
        &self.chosen
    }

    fn mask(&mut self, out: &mut [bool]) {
        self.list();
        self.encoding.mask(&self.paths, &self.chosen, out);
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let own = self.game.asked_first() == Some(seat);
        let chosen = if own { self.chosen.as_slice() } else { &[] };
        self.encoding.observe(&self.game.view(Viewer::Seat(seat)), self.from(seat), chosen, out);
    }

    fn act(&mut self, choice: u16) -> Result<bool, NotMarked> {
        self.list();
        let (place, chosen) = (self.chosen.len(), &self.chosen);
        let goes_on = |path: &Path| path.starts_with(chosen) && path.get(place) == Some(&choice);
        let index = self.paths.iter().position(goes_on).ok_or(NotMarked { choice })?;
        let seat = self.game.asked_first().ok_or(NotMarked { choice })?;
        if self.paths[index].len() > place + 1 {
            self.chosen.push(choice);
            return Ok(false);
        }
        let action = self.moves.swap_remove(index);
        self.apply(seat, action);
        Ok(true)
    }

    fn act_as(&mut self, bot: Bot) -> bool {
        let Some(seat) = self.game.asked_first() else { return false };
        let action = decide(&self.game, seat, bot, &mut self.moves, &mut self.rng, &mut self.memory);
        self.listed = false;
        let Some(action) = action else { return false };
        self.apply(seat, action);
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        over(&self.game)
    }

    fn progress(&self, seat: Seat, terms: &mut [f32]) -> f32 {
        self.encoding.progress(&self.game.view(Viewer::Seat(seat)), self.from(seat), terms)
    }

    fn copy(&self) -> Box<dyn EncodedMatch> {
        Box::new(Playing {
            encoding: self.encoding,
            options: self.options.clone(),
            seats: self.seats,
            seed: self.seed,
            game: self.game.clone(),
            dice: self.dice.clone(),
            rng: self.rng.clone(),
            memory: Memory::default(),
            plies: self.plies,
            chosen: self.chosen.clone(),
            moves: Vec::new(),
            paths: Vec::new(),
            listed: false,
        })
    }
}
