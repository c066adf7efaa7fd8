//! The database as a file: its integrity before it is opened, and its permissions.
//!
//! While a server is open its database says so in its first bytes. A database that says so and has
//! lost its log is refused, because it would open as an older state.

use std::{fs::File, io::Read, path::Path};

use crate::{
    OpenError,
    files::{beside, make_private},
};

/// The value of `PRAGMA user_version` while a server has the database open. A clean close sets it
/// back to 0.
pub(super) const OPEN: u32 = 1;
/// The position of `user_version` in a SQLite file: four bytes, the highest first.
const MARK_AT: usize = 60;
/// The length of the header of a SQLite file, in bytes.
const HEADER: usize = 100;

/// Refuses to open an empty file, or one whose write-ahead log is missing after an unclean
/// shutdown. Either would open with data missing. A killed server leaves its log behind; a copy
/// made while it ran may lack the log.
pub(crate) fn refuse_broken(path: &Path) -> Result<(), OpenError> {
    let mut header = Vec::with_capacity(HEADER);
    match File::open(path) {
        Ok(file) => {
            let failed = |why| OpenError::File { path: path.to_owned(), why };
            file.take(HEADER as u64).read_to_end(&mut header).map_err(failed)?;
        }
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(why) => return Err(OpenError::File { path: path.to_owned(), why }),
    }
    if header.is_empty() {
        return Err(OpenError::EmptyDatabase { path: path.to_owned() });
    }
    let log = beside(path, "-wal");
    let has_log = std::fs::metadata(&log).is_ok_and(|file| file.len() > 0);
    match is_marked_open(&header) && !has_log {
        true => Err(OpenError::MissingLog { path: path.to_owned(), log }),
        false => Ok(()),
    }
}

fn is_marked_open(header: &[u8]) -> bool {
    let mark = header.get(MARK_AT..MARK_AT + 4).and_then(|bytes| bytes.try_into().ok());
    mark.map(u32::from_be_bytes) == Some(OPEN)
}

/// Creates the file for its owner alone, if it does not exist. The log and the index next to it get
/// the same permissions.
pub(super) fn create_private(path: &Path) -> Result<(), OpenError> {
    match make_private(path) {
        Ok(_) => Ok(()),
        Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(why) => Err(OpenError::File { path: path.to_owned(), why }),
    }
}
