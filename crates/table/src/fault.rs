//! Faults: why a request is not carried out, as a code for programs and a sentence for people. The
//! web layer gives each code its HTTP status.

use std::time::Duration;

use kernel::{ActError, BadOptions, BadPuzzle};
use text::{counted, t};

use crate::Progress;

/// The kinds of fault, by the code that programs see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Code {
    BadJson,
    BadRequest,
    BadOptions,
    UnknownGame,
    UnknownMatch,
    NotFound,
    BadMethod,
    Unauthorized,
    CrossSite,
    NotYourSeat,
    NoSpectators,
    SeatTaken,
    WrongPhase,
    NotAwaited,
    IllegalAction,
    NotAsked,
    BadAnswer,
    UndoRefused,
    Stale,
    TooLarge,
    BadRecord,
    TalkRefused,
    TooFast,
    NotSent,
    NameTaken,
    WrongPassword,
    Banned,
    NoCookies,
    TableClosed,
    Busy,
    Internal,
    Closing,
}

impl Code {
    /// Returns the code in text form.
    pub const fn name(self) -> &'static str {
        match self {
            Code::BadJson => "bad_json",
            Code::BadRequest => "bad_request",
            Code::BadOptions => "bad_options",
            Code::UnknownGame => "unknown_game",
            Code::UnknownMatch => "unknown_match",
            Code::NotFound => "not_found",
            Code::BadMethod => "bad_method",
            Code::Unauthorized => "unauthorized",
            Code::CrossSite => "cross_site",
            Code::NotYourSeat => "not_your_seat",
            Code::NoSpectators => "no_spectators",
            Code::SeatTaken => "seat_taken",
            Code::WrongPhase => "wrong_phase",
            Code::NotAwaited => "not_awaited",
            Code::IllegalAction => "illegal_action",
            Code::NotAsked => "not_asked",
            Code::BadAnswer => "bad_answer",
            Code::UndoRefused => "undo_refused",
            Code::Stale => "stale",
            Code::TooLarge => "too_large",
            Code::BadRecord => "bad_record",
            Code::TalkRefused => "talk_refused",
            Code::TooFast => "too_fast",
            Code::NotSent => "not_sent",
            Code::NameTaken => "name_taken",
            Code::WrongPassword => "wrong_password",
            Code::Banned => "banned",
            Code::NoCookies => "no_cookies",
            Code::TableClosed => "table_closed",
            Code::Busy => "busy",
            Code::Internal => "internal",
            Code::Closing => "closing",
        }
    }
}

/// A reason why a request is not carried out.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The kind of the fault.
    pub code: Code,
    /// A sentence that says what was wrong and what to do.
    pub message: String,
    /// For a stale request: the present state of the table.
    pub present: Option<Box<Progress>>,
    /// For a request that came too soon: how long to wait, in seconds.
    pub wait: Option<u64>,
    /// Whether another process has changed the table since it was read: a retry of the request may
    /// succeed.
    pub overtaken: bool,
}

impl Fault {
    /// Makes a fault of this kind.
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), present: None, wait: None, overtaken: false }
    }

    /// Makes a fault for an action that came too often in too short a time.
    pub fn too_fast(what: &str, wait: Duration) -> Fault {
        let seconds = wait.as_millis().div_ceil(1000) as u64;
        let message = t!("{what}; try again in {}", counted!(seconds, "second"));
        Fault { wait: Some(seconds), ..Fault::new(Code::TooFast, message) }
    }

    /// Makes a fault for a request that cannot be understood.
    pub fn bad(message: impl Into<String>) -> Fault {
        Fault::new(Code::BadRequest, message)
    }

    /// Makes a fault for a table that does not exist.
    pub fn unknown_table(id: &str) -> Fault {
        // The error repeats at most 20 characters of the id, which may be any text.
        let id: String = id.chars().filter(|c| !c.is_control()).take(20).collect();
        Fault::new(Code::UnknownMatch, t!("there is no table {id:?}; check the link"))
    }
}

impl From<roster::UnknownGame> for Fault {
    fn from(unknown: roster::UnknownGame) -> Fault {
        Fault::new(Code::UnknownGame, unknown.to_string())
    }
}

impl From<BadOptions> for Fault {
    fn from(bad: BadOptions) -> Fault {
        Fault::new(Code::BadOptions, bad.to_string())
    }
}

impl From<BadPuzzle> for Fault {
    fn from(bad: BadPuzzle) -> Fault {
        let code = if matches!(bad, BadPuzzle::None { .. }) { Code::NotFound } else { Code::Internal };
        Fault::new(code, bad.to_string())
    }
}

impl From<bots::UnknownBot> for Fault {
    fn from(unknown: bots::UnknownBot) -> Fault {
        Fault::bad(unknown.to_string())
    }
}

impl From<ActError> for Fault {
    fn from(refused: ActError) -> Fault {
        let code = match refused {
            ActError::NotAwaited { .. } | ActError::Asked(_) => Code::NotAwaited,
            ActError::Illegal { .. } | ActError::Untaught { .. } | ActError::LessonWins(_) | ActError::LessonOver => {
                Code::IllegalAction
            }
            ActError::Unreadable { .. } => Code::BadRequest,
            ActError::NotAsked => Code::NotAsked,
            ActError::BadAnswer(_) => Code::BadAnswer,
            ActError::NothingToUndo | ActError::UndoLaw(_) => Code::UndoRefused,
        };
        Fault::new(code, refused.to_string())
    }
}
