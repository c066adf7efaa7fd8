//! Why the referee does not do what it was asked to.

use crate::{BadAnswer, Question, RejectReason, Seat};

/// Why the referee does not do what it was asked to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActError {
    /// The match waits for somebody else.
    #[error("seat {seat} is not awaited; {awaited}")]
    NotAwaited {
        /// Who wanted to act.
        seat: Seat,
        /// Who must.
        awaited: String,
    },
    /// The action is not legal.
    #[error("that cannot be done now: {refusal}. Allowed: {allowed}")]
    Illegal {
        /// Why not.
        refusal: RejectReason,
        /// What can be done instead.
        allowed: String,
    },
    /// The text is no action of the game.
    #[error("that is no action of this game: {why}. Allowed: {allowed}")]
    Unreadable {
        /// What the parser said.
        why: String,
        /// What can be done instead.
        allowed: String,
    },
    /// The match waits for an outcome first.
    #[error("the match waits for the outcome of `{0}`; answer that first")]
    Asked(Question),
    /// Nobody asked.
    #[error("no outcome was asked for")]
    NotAsked,
    /// The outcome cannot be.
    #[error(transparent)]
    BadAnswer(#[from] BadAnswer),
    /// There is no step to take back.
    #[error("there is no step to take back")]
    NothingToUndo,
    /// The law of undo forbids it.
    #[error("the last step cannot be taken back: {0}")]
    UndoLaw(&'static str),
    /// A lesson goes another way.
    #[error(
        "this is a lesson, and its next move is {action}, made by seat {seat}; play a match of your own to choose freely"
    )]
    Untaught {
        /// Whose move is next.
        seat: Seat,
        /// The move.
        action: String,
    },
    /// A lesson has been played to its end.
    #[error("the lesson has come to its end; play a match of your own to go on")]
    LessonOver,
}
