//! The database as a file: whether it is whole before it is opened, and who may read it.

use std::{fs::File, io::Read, path::Path};

use crate::{
    OpenError,
    files::{beside, make_private},
};

/// What `PRAGMA user_version` is while a hall has the database open. A clean close sets it back to 0.
pub(super) const OPEN: u32 = 1;
/// Where SQLite keeps `user_version` in the first bytes of a file: four bytes, the highest first.
const MARK_AT: usize = 60;
/// How many bytes the header of a SQLite file has.
const HEADER: usize = 100;

/// Refuses a file that would open as another hall than the one that was closed: an empty one, or one whose write-ahead log is
/// gone although the hall was not closed. A hall that is killed leaves its log behind; a copy made while it ran may not have it.
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

/// Makes the file, if it is not there, for its owner alone. The log and the index beside it get the same permissions.
pub(super) fn create_private(path: &Path) -> Result<(), OpenError> {
    match make_private(path) {
        Ok(_) => Ok(()),
        Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(why) => Err(OpenError::File { path: path.to_owned(), why }),
    }
}
