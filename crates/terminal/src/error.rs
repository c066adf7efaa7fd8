//! The errors of the terminal.

use std::{io, path::PathBuf};

use ::text::t;
use kernel::BadOptions;

/// A reason why a match ended early, or never began.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The game does not take these options or this many seats.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// The game has no lesson.
    #[error(transparent)]
    Lesson(#[from] roster::NoLesson),
    /// There is no saved match to resume.
    #[error("{}", t!("there is no unfinished match of {title} to go on with; leave out --resume to open a new one"))]
    NothingSaved {
        /// The game.
        title: &'static str,
    },
    /// A saved match that cannot be resumed.
    #[error("{}", t!("the saved match in {} cannot be opened: {why}", format_args!("{}", path.display())))]
    Broken {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// Another process plays it already.
    #[error(
        "{}",
        t!(
            "the match in {} is being played in another terminal; play there, or name another folder with --data DIR",
            format_args!("{}", path.display())
        )
    )]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A match that cannot be saved.
    #[error("{}", t!("the match cannot be saved in {}: {}", format_args!("{}", path.display()), format_args!("{why}")))]
    Save {
        /// The file.
        path: PathBuf,
        /// The system's error.
        why: io::Error,
    },
    /// A bot crashed while it thought.
    #[error("{}", t!("{} broke down over its next move; the match is saved", .0))]
    Bot(String),
    /// The terminal, or a stream used as one, failed.
    #[error("{}", t!("the terminal failed: {}", format_args!("{}", .0)))]
    Terminal(#[from] io::Error),
}

impl Error {
    /// Whether the user can fix it by a different request.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Error::Options(_) | Error::Lesson(_) | Error::NothingSaved { .. })
    }
}
