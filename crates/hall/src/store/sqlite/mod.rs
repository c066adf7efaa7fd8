//! The store in a SQLite file.

mod read;
mod write;

use std::{str::FromStr, time::Duration};

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
    let mut writes = options.connect().await.map_err(|error| wrong(error.to_string()))?;
    sqlx::migrate!("./migrations").run(&mut writes).await.map_err(|error| wrong(error.to_string()))?;
    let pool = SqlitePoolOptions::new().max_connections(READERS).min_connections(1).connect_with(options).await;
    Ok((ReadPool::new(pool.map_err(|error| wrong(error.to_string()))?), WriteConnection::new(writes)))
}
