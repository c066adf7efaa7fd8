//! A game in the roster, its types put away.

use std::{ops::Range, time::Duration};

use bots::{Bot, Budget};
use kernel::{
    Achievement, BadOptions, BadPuzzle, BadRecord, Character, DailyMatch, Lesson, Level, Match, Meta, OptionSpec,
    Panicked, Picture, Preview, Puzzle, PuzzleWords, Puzzles, Reached, Record, RejectReason, Seat, SeatSet, Seed,
    Sentence, Source, TableTalk,
    measure::{Duel, Measures},
};
use serde::Serialize;
use serde_json::Value;
use text::Text;

use crate::{Analysis, BrokenLaw, FoundPuzzle, PuzzleSearch, Setting, Simulation, Standing, Trial, TurningPoint};

/// A game in the roster.
pub trait GameEntry: Send + Sync {
    /// Its data sheet.
    fn meta(&self) -> &'static Meta;

    /// Lays out a match.
    ///
    /// # Errors
    /// If the game does not take these options or so many seats.
    fn open(&self, options: &Value, seats: u64, source: Source) -> Result<Box<dyn Match>, BadOptions>;

    /// Opens a match from its record, checking every step.
    ///
    /// # Errors
    /// At the first thing in it that is not right.
    fn load(&self, record: &Record) -> Result<Box<dyn Match>, BadRecord>;

    /// What `bot` would do at `table` on an awaited `seat`: an action, and how it reads. `None` if the seat is not
    /// awaited or the table is one of another game. `seed` is all the luck that the bot has. It may take as long as
    /// `budget` allows, on the caller's thread.
    fn advise(&self, table: &dyn Match, seat: Seat, bot: Bot, seed: u64, budget: &Budget) -> Option<Advice>;

    /// The course that a match has taken so far and the luck in it; `None` if the table is one of another game. It tells of all
    /// that is hidden, so it is for matches that are over.
    fn analyse(&self, table: &dyn Match) -> Option<Analysis>;

    /// The turning point of each of `seats` that has one. Takes about `effort` of the caller's thread; the number of playouts
    /// depends on `effort` and on nothing else. Gives nothing once `go_on`, which is asked every few milliseconds, says no.
    fn turning_points(
        &self,
        table: &dyn Match,
        seats: SeatSet,
        effort: Duration,
        go_on: &dyn Fn() -> bool,
    ) -> Vec<TurningPoint>;

    /// What a match has come to for each seat, over or not; `None` if the table is one of another game.
    fn standings(&self, _table: &dyn Match) -> Option<Vec<Standing>> {
        None
    }

    /// What can be earned in its matches.
    fn achievements(&self) -> Vec<&'static Achievement> {
        Vec::new()
    }

    /// What each seat has earned by a match, by seat; nothing while it goes on, or if the table is one of another game.
    fn earned(&self, _table: &dyn Match) -> Vec<Vec<&'static Achievement>> {
        Vec::new()
    }

    /// Every picture that its tables can show, and the one on its box.
    fn pictures(&self) -> Vec<Picture>;

    /// Its guided first match, if it has one.
    ///
    /// # Errors
    /// If its text is no lesson.
    fn lesson(&self) -> Result<Option<Lesson>, BadRecord> {
        Ok(None)
    }

    /// How many minutes its guided first match takes, if it has one.
    fn lesson_minutes(&self) -> Option<u32> {
        None
    }

    /// Its puzzles; none where nobody has looked for any.
    fn puzzles(&self) -> Option<&'static Puzzles> {
        None
    }

    /// What its puzzles ask for, if it is not how the match ends.
    fn puzzle_words(&self) -> Option<PuzzleWords> {
        None
    }

    /// The match of a puzzle of this game, at its decision.
    ///
    /// # Errors
    /// If the puzzle is none by today's rules.
    fn open_puzzle(&self, _puzzle: &Puzzle) -> Result<Box<dyn Match>, BadPuzzle> {
        Err(BadPuzzle::None { number: 0 })
    }

    /// Looks for a puzzle in a match of the reference policy: match `number` of the search. Gives nothing once `go_on`, which
    /// is asked before each decision, says no.
    ///
    /// # Errors
    /// If the game does not take its own suggestions.
    fn find_puzzle(
        &self,
        _search: &PuzzleSearch,
        _number: u64,
        _go_on: &dyn Fn() -> bool,
    ) -> Result<Option<FoundPuzzle>, BadOptions> {
        Ok(None)
    }

    /// Its match of a day, counted from 1970-01-01, if it has one.
    fn daily(&self, _day: u64) -> Option<DailyMatch> {
        None
    }

    /// How far a seat has come in a match of a day; `None` if the table is one of another game, or the game has no such match.
    fn reached(&self, _table: &dyn Match, _seat: Seat) -> Option<Reached> {
        None
    }

    /// The scores of the [`CHALLENGER`](crate::CHALLENGER) in these matches by bots, by number, each with the same seed; none if the game has no match a
    /// day. A match that breaks off leaves an error in its place.
    ///
    /// # Errors
    /// If the game does not take the options or so many seats.
    fn reference_scores(
        &self,
        _daily: &DailyMatch,
        _seed: &Seed,
        _numbers: Range<u64>,
    ) -> Result<Vec<Result<i64, Panicked>>, BadOptions> {
        Ok(Vec::new())
    }

    /// Plays a [`Trial`] of the laws of bots, and gives the number of its decisions.
    ///
    /// # Errors
    /// The first law that does not hold.
    fn check_trial(&self, _trial: &Trial) -> Result<u64, Box<BrokenLaw>> {
        Ok(0)
    }

    /// Bots with a name, in the order in which they sit down.
    fn characters(&self) -> &'static [Character] {
        &[]
    }

    /// The bot of this id.
    fn character(&self, id: &str) -> Option<&'static Character> {
        self.characters().iter().find(|character| character.id == id)
    }

    /// The first character of a level who does not sit at the table yet, by whether the one of an id does.
    fn next_character(&self, level: Level, sits: &dyn Fn(&str) -> bool) -> Option<&'static Character> {
        self.characters().iter().find(|one| one.level == level && !sits(one.id))
    }

    /// What its players say to each other again and again, ready-made.
    fn phrases(&self) -> &'static [Text];

    /// How much may be said at a table with these options and so many seats, if its host does not choose.
    ///
    /// # Errors
    /// If the game does not take these options.
    fn table_talk(&self, options: &Value, seats: u8) -> Result<TableTalk, BadOptions>;

    /// What a match with these options would be about; those left out are the usual ones.
    ///
    /// # Errors
    /// If the game does not take these options.
    fn preview(&self, options: &Value) -> Result<Option<Preview>, BadOptions>;

    /// A good value for a text option, another for another `number`.
    fn suggestion(&self, option: &str, number: u64) -> Option<String>;

    /// What its matches are measured by.
    fn measures(&self) -> &'static Measures;

    /// Matches to be played by bots alone.
    ///
    /// # Errors
    /// If the game does not take these options or so many seats.
    fn simulation(&self, setting: &Setting) -> Result<Box<dyn Simulation>, BadOptions>;

    /// What can be asked about exact odds; nothing where the game offers none.
    fn questions(&self) -> &'static [OptionSpec];

    /// The fight that these answers describe; those left out are the usual ones.
    ///
    /// # Errors
    /// If an answer is not allowed, the answers do not go together, or the game offers no odds.
    fn duel(&self, answers: &Value) -> Result<Box<dyn Duel>, NoDuel>;
}

/// What a bot would do.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The action.
    pub action: Value,
    /// How it reads.
    pub text: Sentence,
    /// What the bot thinks of each legal move, in the order of the legal list; empty if it did not compare them.
    pub estimates: Vec<MoveEstimate>,
}

/// What a bot thinks of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveEstimate {
    /// The move.
    pub action: Value,
    /// How it reads.
    pub text: Sentence,
    /// How the match will end for the seat, on average: 0 is lost, 1 is won.
    pub estimate: f32,
    /// The number of playouts behind it.
    pub visits: u32,
}

/// Why there is no such fight.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoDuel {
    /// An answer is not allowed.
    #[error(transparent)]
    Answer(#[from] BadOptions),
    /// The answers do not go together.
    #[error("{0}")]
    Refused(RejectReason),
}
