//! A game in the roster, behind an interface without its types.

use std::{ops::Range, time::Duration};

use bots::{Bot, Budget};
use kernel::{
    Achievement, BadOptions, BadPuzzle, BadRecord, Character, DailyMatch, Lesson, Level, Match, Meta, OptionSpec,
    Packs, Panicked, Picture, Preview, Progress, Puzzle, PuzzleWords, Puzzles, Reached, Record, RejectReason, Seat,
    SeatSet, Seed, Sentence, Source, TableTalk,
    measure::{Duel, Measures},
};
use serde::Serialize;
use serde_json::Value;
use text::Text;

use crate::{
    Analysis, BrokenLaw, EncodedGame, FoundPuzzle, PuzzleSearch, Setting, Simulation, Standing, Trial, TurningPoint,
};

/// A game in the roster: opens matches of it and gives access to everything that the game defines.
pub trait GameEntry: Send + Sync {
    /// Returns its data sheet.
    fn meta(&self) -> &'static Meta;

    /// Opens a new match.
    ///
    /// # Errors
    /// If the game refuses these options or this number of seats.
    fn open(&self, options: &Value, seats: u64, source: Source) -> Result<Box<dyn Match>, BadOptions>;

    /// Opens a match from its record, and checks every step.
    ///
    /// # Errors
    /// At the first error in it.
    fn load(&self, record: &Record) -> Result<Box<dyn Match>, BadRecord>;

    /// Returns the action of `bot` at `table` on an awaited `seat`, with its text. `None` if the
    /// seat is not awaited or the match is one of another game. `seed` is the bot's only source of
    /// chance. The call may take as long as `budget` allows, on the caller's thread.
    fn advise(&self, table: &dyn Match, seat: Seat, bot: Bot, seed: u64, budget: &Budget) -> Option<Advice>;

    /// Returns a match that looks the same to `seat`, with everything that the seat cannot know
    /// drawn from `seed`; it begins in the present state. `None` while the match waits for an
    /// outcome, or if it is one of another game or a lesson.
    fn imagined(&self, table: &dyn Match, seat: Seat, seed: u64) -> Option<Box<dyn Match>>;

    /// Returns the course of a match and the luck in it, so far; `None` if the match is one of
    /// another game. It reveals everything hidden, so it is for matches that are over.
    fn analyse(&self, table: &dyn Match) -> Option<Analysis>;

    /// Returns the main meter of each seat, by seat, at so many evenly spaced steps from the setup to
    /// the last step; a seat without a meter has an empty list. Empty if the match is one of another
    /// game.
    fn outline(&self, table: &dyn Match, points: usize) -> Vec<Vec<i32>>;

    /// Returns the turning point of each of `seats` that has one. It takes about `effort` of the
    /// caller's thread; the number of playouts depends on `effort` and on nothing else. It asks
    /// `go_on` every few milliseconds, and returns `None` once that returns `false`.
    fn turning_points(
        &self,
        table: &dyn Match,
        seats: SeatSet,
        effort: Duration,
        go_on: &dyn Fn() -> bool,
    ) -> Vec<TurningPoint>;

    /// Returns the standing of each seat in a match, over or not; `None` if the match is one of
    /// another game.
    fn standings(&self, table: &dyn Match) -> Option<Vec<Standing>>;

    /// Returns the achievements of its matches.
    fn achievements(&self) -> Vec<&'static Achievement>;

    /// Returns the progress that a match has made towards each achievement, by seat; empty while the
    /// match goes on, or if it is one of another game.
    fn progress(&self, table: &dyn Match) -> Vec<Vec<Progress>>;

    /// Returns every picture that its scenes can show, and its cover.
    fn pictures(&self) -> Vec<Picture>;

    /// Returns its parts for print, in the current language.
    fn printed(&self) -> Vec<kernel::printed::Part>;

    /// Returns one of its guided first matches, by its number from 1, if it has as many.
    ///
    /// # Errors
    /// If its text is not a lesson.
    fn lesson(&self, number: u8) -> Result<Option<Lesson>, BadRecord>;

    /// Returns the duration of each of its guided first matches in minutes, in order.
    fn lesson_minutes(&self) -> Vec<u32>;

    /// Returns its puzzles, if it has any.
    fn puzzles(&self) -> Option<&'static Puzzles>;

    /// Returns the texts for its puzzles, if they have an aim other than the end of the match.
    fn puzzle_words(&self) -> Option<PuzzleWords>;

    /// Opens the match of a puzzle of this game, at its decision.
    ///
    /// # Errors
    /// If the puzzle does not fit the present rules.
    fn open_puzzle(&self, puzzle: &Puzzle) -> Result<Box<dyn Match>, BadPuzzle>;

    /// Searches for a puzzle in a match of the reference policy: match `number` of the search. It
    /// asks `go_on` before each decision, and returns `None` once that returns `false`.
    ///
    /// # Errors
    /// If the game refuses its own suggestions.
    #[cfg(not(target_arch = "wasm32"))]
    fn find_puzzle(
        &self,
        search: &PuzzleSearch,
        number: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<FoundPuzzle>, BadOptions>;

    /// Returns its match of a day, counted from 1970-01-01, if it has one.
    fn daily(&self, day: u64) -> Option<DailyMatch>;

    /// Returns how far a seat has come in a daily match; `None` if the match is one of another
    /// game, or the game has no daily match.
    fn reached(&self, table: &dyn Match, seat: Seat) -> Option<Reached>;

    /// Returns the scores of the [`CHALLENGER`](crate::CHALLENGER) in these matches by bots, by
    /// number, each with the same seed; none if the game has no daily match. A match that panics
    /// leaves an error in its place.
    ///
    /// # Errors
    /// If the game refuses the options or the number of seats.
    #[cfg(not(target_arch = "wasm32"))]
    fn reference_scores(
        &self,
        daily: &DailyMatch,
        seed: &Seed,
        numbers: Range<u64>,
    ) -> Result<Vec<Result<i64, Panicked>>, BadOptions>;

    /// Plays a [`Trial`] of the laws of bots, and returns the number of its decisions.
    ///
    /// # Errors
    /// The first broken law.
    #[cfg(not(target_arch = "wasm32"))]
    fn check_trial(&self, trial: &Trial) -> Result<u64, Box<BrokenLaw>>;

    /// Returns the bots with a name, in the order in which they take seats.
    fn characters(&self) -> &'static [Character];

    /// Returns the bot of this id.
    fn character(&self, id: &str) -> Option<&'static Character> {
        self.characters().iter().find(|character| character.id == id)
    }

    /// Returns the first character of a level who does not sit at the table yet; `sits` checks an
    /// id.
    fn next_character(&self, level: Level, sits: &dyn Fn(&str) -> bool) -> Option<&'static Character> {
        self.characters().iter().find(|one| one.level == level && !sits(one.id))
    }

    /// Returns the ready-made chat phrases of its players.
    fn phrases(&self) -> &'static [Text];

    /// Returns the chat setting of a table with these options and this number of seats, if its host
    /// does not choose one.
    ///
    /// # Errors
    /// If the game refuses these options.
    fn table_talk(&self, options: &Value, seats: u8) -> Result<TableTalk, BadOptions>;

    /// Returns a preview of a match with these options; options left out have their defaults.
    ///
    /// # Errors
    /// If the game refuses these options.
    fn preview(&self, options: &Value) -> Result<Option<Preview>, BadOptions>;

    /// Returns a good value for a text option; each `number` gives another.
    fn suggestion(&self, option: &str, number: u64) -> Option<String>;

    /// Returns how it takes packs of cards; `None` if it takes none.
    fn packs(&self) -> Option<&'static Packs>;

    /// Returns the measures of its matches.
    fn measures(&self) -> &'static Measures;

    /// Creates a simulation: matches that only bots play.
    ///
    /// # Errors
    /// If the game refuses these options or this number of seats.
    fn simulation(&self, setting: &Setting) -> Result<Box<dyn Simulation>, BadOptions>;

    /// Returns its encoding for machine learning, if it has one.
    #[cfg(not(target_arch = "wasm32"))]
    fn encoded(&self) -> Option<Box<dyn EncodedGame>>;

    /// Returns the questions about exact odds; empty if the game offers none.
    fn questions(&self) -> &'static [OptionSpec];

    /// Returns the fight that these answers describe; answers left out have their defaults.
    ///
    /// # Errors
    /// If an answer is not allowed, if the answers conflict, or if the game offers no odds.
    fn duel(&self, answers: &Value) -> Result<Box<dyn Duel>, NoDuel>;
}

/// The advice of a bot: an action.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The action.
    pub action: Value,
    /// Its text.
    pub text: Sentence,
    /// The bot's estimate of each legal move, in the order of the legal list; empty if it did not
    /// compare them.
    pub estimates: Vec<MoveEstimate>,
}

/// A bot's estimate of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveEstimate {
    /// The move.
    pub action: Value,
    /// Its text.
    pub text: Sentence,
    /// The average result of the match for the seat: 0 is lost, 1 is won.
    pub estimate: f32,
    /// The number of playouts behind it.
    pub visits: u32,
}

/// The reason why there is no such fight.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoDuel {
    /// An answer is not allowed.
    #[error(transparent)]
    Answer(#[from] BadOptions),
    /// The answers conflict.
    #[error("{0}")]
    Refused(RejectReason),
}
