//! The types and traits that all games share, and the referee that runs them.
//!
//! A [`Game`] is a value: `legal` lists exactly the legal actions of a seat, `apply` does one, and
//! `view` is the only way to read the state. The rules ask a [`Chance`] for every die, coin and
//! card. A [`Referee`] holds a match: it refuses illegal actions, commits whole steps, and stores
//! the journal, from which it computes the state. A [`Scene`] describes the table for any skin to
//! draw. A [`Match`] has all of that with the game known only at run time.
//!
//! This crate knows no particular game, no clock, no network and no file.

// Lets this crate write `say!` as the others do.
extern crate self as kernel;

#[macro_use]
mod card;
#[macro_use]
mod pass_on;
pub mod achievement;
mod action_sink;
mod chance;
mod character;
mod chat;
mod containment;
mod daily;
mod deck;
mod early_end;
mod encode;
mod erased;
mod features;
mod game;
mod house_cards;
pub mod interval;
pub mod json;
mod lesson;
mod likely_meant;
pub mod measure;
mod moment;
pub mod options;
mod pace;
pub mod packs;
mod pile;
pub mod plain_text;
pub mod printed;
mod puzzle;
mod reader;
pub mod record;
mod referee;
mod scene;
mod seat;
mod stock;
mod words;

pub use achievement::{Achievement, Finished, Progress, Rule};
pub use action_sink::ActionSink;
pub use card::{Card, CardKind, Printed, Rank, StandardCard, Suit};
pub use chance::{
    Answer, Ask, BadAnswer, Branch, Chance, ChanceOutcome, ChanceResult, Dice, Die, Explorer, Face, Fast, LuckKind,
    Pause, Probability, Question, RealLuck, RecordRng, Recorder, RollReason, Seed, Tape, TooWide, below, mixed,
};
pub use character::{Character, Cue, Level, Temperament};
pub use chat::TableTalk;
pub use containment::{Panicked, contained, is_contained};
pub use daily::{Daily, DailyMatch, DailyWords, Reached};
pub use deck::{CardSet, Deck};
pub use early_end::{EarlyEnd, EndedMatch};
pub use encode::{ChoiceGroup, Encode, Encoding, MAX_CHOICES, Observation, Path, Perspective, ProgressTerm, Slice};
pub use erased::{Match, State, unnamed};
pub use features::{AutoActions, Features, Preview};
pub use game::{Game, Judge, Log, Meta, Mode, NullLog, Outcome, Present, RejectReason, Reveals, Said, Status};
pub use house_cards::{HouseCards, InForce, PACK, PACK_LIMIT};
pub use lesson::{LEARNED, LEARNER, Lesson, LessonTable};
pub use likely_meant::{did_you_mean, likely_meant};
pub use measure::{Counting, Measured};
pub use moment::{Addend, Blow, Effect, Moment, Roll, Sign};
pub use options::{BadOptions, OptionKind, OptionSpec};
pub use pace::{Clocks, Pace, TimeBudget};
pub use packs::{CardChange, CardNumber, Change, PackFault, Packs};
pub use pile::{Multiset, Pile};
pub use puzzle::{
    BadPuzzle, PUZZLES_FORMAT, PUZZLES_VERSION, Puzzle, PuzzleAim, PuzzleHeader, PuzzleMove, PuzzleWords, Puzzles,
};
pub use reader::Words;
pub use record::{BadRecord, Record};
pub use referee::{ActError, Referee, Source};
pub use scene::{
    Area, Armed, AutoAction, Badge, Balance, Barred, Doing, Ending, Epitaph, Flag, Forecast, Fork, Gauge, Icon, Intent,
    Layout, Limit, Look, Mark, Move, Odds, Outlook, Picture, Piece, Point, Region, Role, Scene, Shape, Side, Stat,
    Teaching, Term, Wording, forks,
};
pub use seat::{Audience, MAX_SEATS, Seat, SeatSet, Viewer};
pub use stock::{Stock, Unseen};
pub use words::{Line, Sentence, SentencePart, Span, Tone, counted, listed};
