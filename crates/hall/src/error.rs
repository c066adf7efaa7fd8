//! What can go wrong: with the hall as a whole ([`Error`]), and with a single request ([`Fault`]).

use std::{net::SocketAddr, path::PathBuf};

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use kernel::{BadOptions, Refused};
use serde_json::{Value, json};

use crate::store::Undone;

/// Why the hall cannot open or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder for its files cannot be used.
    #[error("the data folder {} cannot be used: {why}; name another one with --data", path.display())]
    Data {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        why: std::io::Error,
    },
    /// The key that signs cookies cannot be used.
    #[error("the key file {} cannot be used: {why}; remove it to get a new one, and all guests start anew", path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The database cannot be opened.
    #[error("the database {url} cannot be opened: {why}; name another one with --database sqlite://FILE")]
    Database {
        /// Its address.
        url: String,
        /// What the driver said.
        why: String,
    },
    /// A database of a kind that this hall does not know.
    #[error(
        "the database {url} is of a kind this hall does not know; it keeps its tables in SQLite: --database sqlite://FILE"
    )]
    OtherDatabase {
        /// Its address.
        url: String,
    },
    /// The address cannot be listened at.
    #[error("nobody can be received at {addr}: {why}; choose another address with --listen")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// What the system said.
        why: std::io::Error,
    },
    /// The server stopped by itself.
    #[error("the hall had to close: {0}")]
    Serve(#[source] std::io::Error),
}

/// The kinds of fault, by the code that programs see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub(crate) enum Code {
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
    Busy,
    Internal,
    Closing,
}

impl Code {
    /// The code as it is written.
    pub(crate) const fn name(self) -> &'static str {
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
            Code::Busy => "busy",
            Code::Internal => "internal",
            Code::Closing => "closing",
        }
    }

    /// The HTTP status that goes with it.
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Code::BadJson | Code::BadRequest | Code::BadOptions => StatusCode::BAD_REQUEST,
            Code::UnknownGame | Code::UnknownMatch | Code::NotFound => StatusCode::NOT_FOUND,
            Code::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
            Code::Unauthorized => StatusCode::UNAUTHORIZED,
            Code::CrossSite | Code::NotYourSeat => StatusCode::FORBIDDEN,
            Code::SeatTaken | Code::WrongPhase | Code::NotAwaited | Code::NotAsked => StatusCode::CONFLICT,
            Code::UndoRefused | Code::Stale | Code::BadRecord => StatusCode::CONFLICT,
            Code::IllegalAction | Code::BadAnswer => StatusCode::UNPROCESSABLE_ENTITY,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Busy => StatusCode::TOO_MANY_REQUESTS,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Closing => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// Why a request is not carried out.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// Its kind.
    pub(crate) code: Code,
    /// What was wrong and what to do, in a sentence.
    pub(crate) message: String,
    /// For a request that came too late: the step, the answers and the state that the table has come to.
    pub(crate) present: Option<(usize, usize, Value)>,
}

impl Fault {
    /// A fault of this kind.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), present: None }
    }

    /// Something in the request that cannot be understood.
    pub(crate) fn bad(message: impl Into<String>) -> Fault {
        Fault::new(Code::BadRequest, message)
    }

    /// A body that is too large.
    pub(crate) fn too_large() -> Fault {
        let text = format!("the request is too large; at most {} KiB are read", crate::BODY_LIMIT / 1024);
        Fault::new(Code::TooLarge, text)
    }

    /// A table that is not there.
    pub(crate) fn unknown_table(id: &str) -> Fault {
        // What was asked for is not repeated at length: it may be anything.
        let id: String = id.chars().filter(|c| !c.is_control()).take(20).collect();
        Fault::new(Code::UnknownMatch, format!("there is no table {id:?}; check the link"))
    }
}

impl From<Undone> for Fault {
    fn from(undone: Undone) -> Fault {
        match undone {
            Undone::Conflict => Fault::new(Code::Stale, "somebody else was first; look at the table as it is now"),
            Undone::Closing => {
                Fault::new(Code::Closing, "the hall is closing; what was acknowledged is kept, come back soon")
            }
            Undone::Failed(why) => {
                tracing::error!("{why}");
                Fault::new(Code::Internal, "the hall could not write that down, so it has not happened; try again")
            }
        }
    }
}

impl From<roster::UnknownGame> for Fault {
    fn from(unknown: roster::UnknownGame) -> Fault {
        let id: String = unknown.id.chars().filter(|c| !c.is_control()).take(40).collect();
        Fault::new(Code::UnknownGame, roster::UnknownGame { id }.to_string())
    }
}

impl From<BadOptions> for Fault {
    fn from(bad: BadOptions) -> Fault {
        Fault::new(Code::BadOptions, bad.to_string())
    }
}

impl From<bots::UnknownBot> for Fault {
    fn from(unknown: bots::UnknownBot) -> Fault {
        Fault::bad(unknown.to_string())
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        let code = match refused {
            Refused::NotAwaited { .. } | Refused::Asked(_) => Code::NotAwaited,
            Refused::Illegal { .. } => Code::IllegalAction,
            Refused::Unreadable { .. } => Code::BadRequest,
            Refused::NotAsked => Code::NotAsked,
            Refused::BadAnswer(_) => Code::BadAnswer,
            Refused::NothingToUndo | Refused::UndoLaw(_) => Code::UndoRefused,
        };
        Fault::new(code, refused.to_string())
    }
}

/// JSON for programs; the pages' own layer finds the fault in the extensions and shows it to people.
impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut body = json!({ "error": { "code": self.code.name(), "message": self.message } });
        if let Some((step, answers, state)) = &self.present {
            body["step"] = json!(step);
            body["answers"] = json!(answers);
            body["state"] = state.clone();
        }
        let mut response = (self.code.status(), Json(body)).into_response();
        response.extensions_mut().insert(self);
        response
    }
}
