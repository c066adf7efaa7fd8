//! Errors of requests.

use kernel::{ActError, BadOptions};
use roster::{NoTable, UnknownGame};
use serde::Serialize;

/// An error in the form of the protocol. The request has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Fault {
    code: Code,
    message: String,
}

/// The kinds of error, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Code {
    /// The line is not JSON.
    BadJson,
    /// There is no such command.
    UnknownCommand,
    /// A field is missing, unknown or not what it must be.
    BadRequest,
    /// There is no such game.
    UnknownGame,
    /// The game does not take these options or this many seats.
    BadOptions,
    /// There is no such match.
    UnknownMatch,
    /// The match waits for another seat, for an outcome, or for nothing at all.
    NotAwaited,
    /// The seat cannot do that now.
    IllegalAction,
    /// The outcome is not possible.
    BadAnswer,
    /// No outcome was asked for.
    NotAsked,
    /// The record is false.
    BadRecord,
    /// The line is too long.
    TooLarge,
    /// The engine itself has failed.
    Internal,
}

impl Fault {
    /// An error of this kind.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into() }
    }

    /// A request that is not formed as it must be.
    pub(crate) fn request(message: impl Into<String>) -> Fault {
        Fault::new(Code::BadRequest, message)
    }

    /// The same error in one of several steps, with its number, from 1.
    pub(crate) fn in_step(self, number: usize) -> Fault {
        Fault { message: format!("step {number}: {}", self.message), ..self }
    }

    /// A line of more than `limit` bytes.
    pub(crate) fn too_large(limit: usize) -> Fault {
        Fault::new(Code::TooLarge, format!("the line is longer than {limit} bytes, and was passed over"))
    }
}

impl From<ActError> for Fault {
    fn from(refused: ActError) -> Fault {
        let code = match refused {
            ActError::NotAwaited { .. } | ActError::Asked(_) => Code::NotAwaited,
            ActError::Illegal { .. }
            | ActError::Unreadable { .. }
            | ActError::Untaught { .. }
            | ActError::LessonWins(_)
            | ActError::LessonOver => Code::IllegalAction,
            ActError::NotAsked => Code::NotAsked,
            ActError::BadAnswer(_) => Code::BadAnswer,
            ActError::NothingToUndo | ActError::UndoLaw(_) => Code::BadRequest,
        };
        Fault::new(code, refused.to_string())
    }
}

impl From<BadOptions> for Fault {
    fn from(error: BadOptions) -> Fault {
        Fault::new(Code::BadOptions, error.to_string())
    }
}

impl From<UnknownGame> for Fault {
    fn from(error: UnknownGame) -> Fault {
        Fault::new(Code::UnknownGame, error.to_string())
    }
}

impl From<NoTable> for Fault {
    fn from(error: NoTable) -> Fault {
        Fault::new(Code::BadRecord, error.to_string())
    }
}
