//! The errors with which the referee refuses a request.

use crate::{BadAnswer, Question, RejectReason, Seat};

/// The reason why the referee refuses a request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActError {
    /// The match waits for another seat.
    #[error("seat {seat} is not awaited; {awaited}")]
    NotAwaited {
        /// The seat that tried to act.
        seat: Seat,
        /// The seats that must act.
        awaited: String,
    },
    /// The action is not legal.
    #[error("that cannot be done now: {refusal}. Allowed: {allowed}")]
    Illegal {
        /// Why not.
        refusal: RejectReason,
        /// Some legal actions.
        allowed: String,
    },
    /// The text is not an action of the game.
    #[error("that is no action of this game: {why}. Allowed: {allowed}")]
    Unreadable {
        /// The parser's message.
        why: String,
        /// Some legal actions.
        allowed: String,
    },
    /// The match waits for an outcome first.
    #[error("the match waits for the outcome of `{0}`; answer that first")]
    Asked(Box<Question>),
    /// The match waits for no outcome.
    #[error("no outcome was asked for")]
    NotAsked,
    /// The outcome is impossible.
    #[error(transparent)]
    BadAnswer(#[from] BadAnswer),
    /// There is no step to undo.
    #[error("there is no step to take back")]
    NothingToUndo,
    /// The law of undo forbids it.
    #[error("the last step cannot be taken back: {0}")]
    UndoLaw(&'static str),
    /// The lesson has another move next.
    #[error(
        "this is a lesson, and its next move is {action}, made by seat {seat}; play a match of your own to choose freely"
    )]
    Untaught {
        /// The seat of the next move.
        seat: Seat,
        /// The move.
        action: String,
    },
    /// The last decision of a lesson is the learner's own, and another move wins: the lesson's
    /// answer.
    #[error("{0}")]
    LessonWins(String),
    /// The lesson is over.
    #[error("the lesson has come to its end; play a match of your own to go on")]
    LessonOver,
}
