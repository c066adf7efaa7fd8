//! Maintenance of a server's data: backup, restore, moving to another database, rebuilding derived
//! rows, and finding faults.

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

/// The places of a server's stored data.
#[derive(Clone, Debug)]
pub struct Files {
    /// The folder for the server's own files.
    pub data: PathBuf,
    /// The address of the database; `None` means `hall.db` in the folder.
    pub database: Option<String>,
}

impl Files {
    /// Returns the address of the database as text.
    pub fn url(&self) -> String {
        let usual = || format!("sqlite://{}", self.data.join("hall.db").display());
        self.database.clone().unwrap_or_else(usual)
    }

    /// Returns the parsed address of the database.
    pub fn address(&self) -> Result<Address, Error> {
        Ok(Address::parse(&self.url())?)
    }

    /// Returns the path of the key that signs cookies.
    pub fn key(&self) -> PathBuf {
        self.data.join("key")
    }
}

/// Moves a finished file to its place; it is on the disk before this returns.
fn put(from: &Path, to: &Path) -> Result<(), Error> {
    let failed = |why| OpenError::File { path: to.to_owned(), why };
    std::fs::File::open(from).and_then(|file| file.sync_all()).map_err(failed)?;
    std::fs::rename(from, to).map_err(failed)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The name is durable once its folder is; not every system can flush a folder.
    let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Removes a file if it exists.
fn clear(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => {
            Err(OpenError::File { path: path.to_owned(), why }.into())
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Returns the path of the unfinished file that later replaces this one.
fn unfinished(path: &Path) -> PathBuf {
    files::beside(path, ".unfinished")
}
