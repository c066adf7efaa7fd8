//! Restore: replaces a server's data by a backup.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use store::{Address, Inspection, OpenError, Store, now, sqlite};

use super::{Files, clear, doctor::examine, put, unfinished};
use crate::{
    Error,
    files::{beside, make_private},
};

/// Replaces a server's database and key by a backup, after every record in it has been verified.
/// The previous database is renamed, and its new path is returned.
///
/// # Errors
/// If a hall runs on the database, one is there and `replace` is not set, or the backup is not
/// whole; nothing is changed then.
pub async fn restore(files: &Files, from: &Path, replace: bool) -> Result<Option<PathBuf>, Error> {
    let address = files.address()?;
    let database = address.file().ok_or_else(|| address.no_file())?;
    std::fs::create_dir_all(&files.data).map_err(|why| Error::Data { path: files.data.clone(), why })?;
    let _lock = Store::lock(&files.url())?;
    if database.exists() && !replace {
        return Err(Error::Exists { path: database.to_owned() });
    }
    let backup = Inspection::open(&Address::parse(&format!("sqlite://{}", from.display()))?).await?;
    let findings = examine(&backup, &mut |_, _| {}).await?;
    let key = backup.key().await;
    backup.close().await;
    let key = key.map_err(|error| unreadable(from, &error.to_string()))?;
    if let Some(fault) = findings.faults.first() {
        return Err(unreadable(from, fault));
    }
    let part = unfinished(database);
    write(&part, File::open(from).map_err(|why| OpenError::File { path: from.to_owned(), why })?)?;
    sqlite::adopt(&part).await?;
    let kept = database.exists().then(|| set_aside(database)).transpose()?;
    put(&part, database)?;
    if let Some(key) = key {
        let part = unfinished(&files.key());
        write(&part, &key[..])?;
        put(&part, &files.key())?;
    }
    Ok(kept)
}

fn unreadable(from: &Path, why: &str) -> Error {
    Error::BadBackup { path: from.to_owned(), why: why.to_owned() }
}

fn write(path: &Path, mut bytes: impl Read) -> Result<(), Error> {
    let failed = |why| OpenError::File { path: path.to_owned(), why };
    clear(path)?;
    make_private(path).and_then(|mut file| std::io::copy(&mut bytes, &mut file)).map(drop).map_err(failed)?;
    Ok(())
}

/// Renames a database, with its log and its index.
fn set_aside(database: &Path) -> Result<PathBuf, Error> {
    let aside = beside(database, &format!(".before-{}", now()));
    for end in ["", "-wal", "-shm"] {
        let (from, to) = (beside(database, end), beside(&aside, end));
        if from.exists() {
            std::fs::rename(&from, &to).map_err(|why| OpenError::File { path: from, why })?;
        }
    }
    Ok(aside)
}
