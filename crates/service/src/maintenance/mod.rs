//! Looking after what a hall keeps: copies that are whole, putting them back, another database, what is worked out anew,
//! and finding out what is wrong.

mod backup;
mod doctor;
mod moving;
mod rebuild;
mod restore;
mod rows;

use std::path::{Path, PathBuf};

pub use backup::backup;
pub use doctor::{Findings, accept_lost_log, doctor};
pub use moving::move_database;
pub use rebuild::rebuild;
pub use restore::restore;

use store::{Address, OpenError};

use crate::{Error, files};

/// Where a hall keeps what it has to remember.
#[derive(Clone, Debug)]
pub struct Files {
    /// The folder for its own files.
    pub data: PathBuf,
    /// The address of its database; `None` is `hall.db` in the folder.
    pub database: Option<String>,
}

impl Files {
    /// The address of the database.
    pub fn url(&self) -> String {
        let usual = || format!("sqlite://{}", self.data.join("hall.db").display());
        self.database.clone().unwrap_or_else(usual)
    }

    /// The same, read.
    pub fn address(&self) -> Result<Address, Error> {
        Ok(Address::parse(&self.url())?)
    }

    /// The key that signs cookies.
    pub fn key(&self) -> PathBuf {
        self.data.join("key")
    }
}

/// Puts a finished file in its place, on the disk before this returns.
fn put(from: &Path, to: &Path) -> Result<(), Error> {
    let failed = |why| OpenError::File { path: to.to_owned(), why };
    std::fs::File::open(from).and_then(|file| file.sync_all()).map_err(failed)?;
    std::fs::rename(from, to).map_err(failed)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The name is durable once its folder is; not every system can flush one.
    let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Removes a file that may be there.
fn clear(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => {
            Err(OpenError::File { path: path.to_owned(), why }.into())
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The file that is written before it takes the place of this one.
fn unfinished(path: &Path) -> PathBuf {
    files::beside(path, ".unfinished")
}
