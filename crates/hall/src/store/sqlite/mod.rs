//! The store in a SQLite file.

mod file;
mod inspect;
mod notices;
mod people;
mod read;
mod write;

use std::{
    fs::{File, TryLockError},
    path::PathBuf,
    str::FromStr,
    time::Duration,
};

use sqlx::{
    ConnectOptions, Executor,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

pub(crate) use inspect::{Inspection, accept, adopt};
pub(super) use read::ReadPool;
pub(super) use write::WriteConnection;

use crate::{
    Error,
    files::{beside, private},
};

/// How many may read at once.
const READERS: u32 = 4;

/// Opens the file, making it if it is not there, brings its schema up to date, and marks it as open.
pub(super) async fn open(url: &str) -> Result<(ReadPool, WriteConnection), Error> {
    let wrong = |why: String| Error::Database { url: url.to_owned(), why };
    let options = options(url)?;
    file::refuse_broken(options.get_filename())?;
    file::create_private(options.get_filename())?;
    // With FULL a commit is on the disk when it returns: what was acknowledged outlives a power cut.
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    let mut writes = options.connect().await.map_err(|error| wrong(error.to_string()))?;
    sqlx::migrate!("./migrations").run(&mut writes).await.map_err(|error| wrong(error.to_string()))?;
    // The mark has to stand in the file itself, not only in the log that may be lost.
    for statement in [format!("PRAGMA user_version = {}", file::OPEN), "PRAGMA wal_checkpoint(PASSIVE)".into()] {
        writes.execute(sqlx::AssertSqlSafe(statement)).await.map_err(|error| wrong(error.to_string()))?;
    }
    let pool = SqlitePoolOptions::new().max_connections(READERS).min_connections(1).connect_with(options.clone()).await;
    Ok((ReadPool::new(pool.map_err(|error| wrong(error.to_string()))?), WriteConnection::new(options, writes)))
}

/// Takes the database for this process alone, for as long as the file that is given back stays open. Two processes would each
/// hold the same tables in memory, and each take steps that the other knows nothing of.
pub(super) fn lock(url: &str) -> Result<File, Error> {
    let path = beside(&path(url)?, ".lock");
    let wrong = |why: std::io::Error| Error::Database { url: url.to_owned(), why: why.to_string() };
    let file = private().create(true).truncate(false).open(&path).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { path }),
        Err(TryLockError::Error(why)) => Err(wrong(why)),
    }
}

/// The file that an address names.
pub(crate) fn path(url: &str) -> Result<PathBuf, Error> {
    Ok(options(url)?.get_filename().to_owned())
}

fn options(url: &str) -> Result<SqliteConnectOptions, Error> {
    let wrong = |why: String| Error::Database { url: url.to_owned(), why };
    if !url.starts_with("sqlite:") {
        return Err(Error::OtherDatabase { url: url.to_owned() });
    }
    let options = SqliteConnectOptions::from_str(url)
        .map_err(|error| wrong(error.to_string()))?
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .disable_statement_logging();
    if options.get_filename().as_os_str().to_string_lossy().contains(":memory:") {
        return Err(wrong("a database in memory is forgotten at once; name a file".into()));
    }
    Ok(options)
}
