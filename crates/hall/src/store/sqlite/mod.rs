//! The store in a SQLite file.

mod read;
mod write;

use std::{
    fs::{File, TryLockError},
    path::PathBuf,
    str::FromStr,
    time::Duration,
};

use sqlx::{
    ConnectOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

pub(super) use read::ReadPool;
pub(super) use write::WriteConnection;

use crate::Error;

/// How many may read at once.
const READERS: u32 = 4;

/// Opens the file, making it if it is not there, and brings its schema up to date.
pub(super) async fn open(url: &str) -> Result<(ReadPool, WriteConnection), Error> {
    let wrong = |why: String| Error::Database { url: url.to_owned(), why };
    let options = options(url)?;
    let mut writes = options.connect().await.map_err(|error| wrong(error.to_string()))?;
    sqlx::migrate!("./migrations").run(&mut writes).await.map_err(|error| wrong(error.to_string()))?;
    let pool = SqlitePoolOptions::new().max_connections(READERS).min_connections(1).connect_with(options.clone()).await;
    Ok((ReadPool::new(pool.map_err(|error| wrong(error.to_string()))?), WriteConnection::new(options, writes)))
}

/// Takes the database for this process alone, for as long as the file that is given back stays open. Two processes would each
/// hold the same tables in memory, and each take steps that the other knows nothing of.
pub(super) fn lock(url: &str) -> Result<File, Error> {
    let mut path = options(url)?.get_filename().as_os_str().to_owned();
    path.push(".lock");
    let path = PathBuf::from(path);
    let wrong = |why: std::io::Error| Error::Database { url: url.to_owned(), why: why.to_string() };
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { path }),
        Err(TryLockError::Error(why)) => Err(wrong(why)),
    }
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
        .journal_mode(SqliteJournalMode::Wal)
        // With FULL a commit is on the disk when it returns: what was acknowledged outlives a power cut.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
        .disable_statement_logging();
    if options.get_filename().as_os_str().to_string_lossy().contains(":memory:") {
        return Err(wrong("a database in memory is forgotten at once; name a file".into()));
    }
    Ok(options)
}
