//! The store in a SQLite file, which one server process uses alone.

mod copy;
mod file;

use std::{
    fs::{File, TryLockError},
    path::Path,
    str::FromStr,
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, Executor, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

pub use copy::adopt;
pub(super) use copy::{accept, copy, key_in};
pub(super) use file::refuse_broken;

use super::{
    Address,
    sql::{Pool, ReadPool, Transaction, WriteConnection, tallies},
};
use crate::{
    OpenError,
    files::{beside, give_to_folders_owner, private},
};

/// The number of connections that read for moves.
const READERS: u32 = 4;
/// The number of connections that read for lists, boards and profiles.
const PAGE_READERS: u32 = 2;
/// The size of the log, in pages, at which a checkpoint moves them into the file. A page that
/// changes often is then moved once.
const LOG_PAGES: &str = "4000";
/// The page cache of each connection, in kilobytes; the minus marks the unit.
const CACHE: &str = "-500";

/// Opens the file, creates it if it is missing, migrates its schema, and marks it as open.
pub(super) async fn open(
    address: &Address,
    options: &SqliteConnectOptions,
) -> Result<(ReadPool, ReadPool, WriteConnection), OpenError> {
    file::refuse_broken(options.get_filename())?;
    file::create_private(options.get_filename())?;
    // With FULL a commit is on the disk when it returns, so acknowledged changes survive a power
    // cut.
    let options = options.clone().journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    // SQLite keeps the undo data of statements with many rows in memory, not in a file.
    let options =
        options.pragma("wal_autocheckpoint", LOG_PAGES).pragma("temp_store", "MEMORY").pragma("cache_size", CACHE);
    let mut writes = options.connect().await.map_err(|error| address.wrong(error))?;
    crate::migrations::of_sqlite().run(&mut writes).await.map_err(|error| address.wrong(error))?;
    let mut transaction =
        writes.begin_with("BEGIN IMMEDIATE").await.map(Transaction::Sqlite).map_err(|error| address.wrong(error))?;
    tallies::catch_up(&mut transaction.connection()).await.map_err(|error| address.wrong(error))?;
    transaction.commit().await.map_err(|error| address.wrong(error))?;
    // The mark must be in the file itself, not only in the log, which may be lost.
    for statement in [format!("PRAGMA user_version = {}", file::OPEN), "PRAGMA wal_checkpoint(PASSIVE)".into()] {
        writes.execute(sqlx::AssertSqlSafe(statement)).await.map_err(|error| address.wrong(error))?;
    }
    let reads = pool(&options, READERS).await.map_err(|error| address.wrong(error))?;
    let pages = pool(&options, PAGE_READERS).await.map_err(|error| address.wrong(error))?;
    Ok((ReadPool::new(reads), ReadPool::new(pages), WriteConnection::Sqlite(options, Some(writes))))
}

/// Returns a pool of connections for reading.
pub(super) async fn pool(options: &SqliteConnectOptions, readers: u32) -> Result<Pool, sqlx::Error> {
    let pool = SqlitePoolOptions::new().max_connections(readers).min_connections(1);
    Ok(Pool::Sqlite(pool.connect_with(options.clone()).await?))
}

/// Marks the database as closed, and closes the connection cleanly.
pub(super) async fn close(mut connection: SqliteConnection) {
    if let Err(error) = sqlx::query("PRAGMA user_version = 0").execute(&mut connection).await {
        tracing::warn!("the database could not be marked as closed: {error}");
    }
    if let Err(error) = connection.close().await {
        tracing::warn!("the database did not close cleanly: {error}");
    }
}

/// Locks the file for this process, as long as the returned file stays open. Two processes would
/// each have the same tables in memory, and take steps that the other does not know.
pub(super) fn lock(address: &Address, database: &Path) -> Result<File, OpenError> {
    let path = beside(database, ".lock");
    let file = private().create(true).truncate(false).open(&path).map_err(|why| address.wrong(why))?;
    give_to_folders_owner(&path).map_err(|why| address.wrong(why))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path }),
        Err(TryLockError::Error(why)) => Err(address.wrong(why)),
    }
}

/// Parses an address that begins with `sqlite:`.
pub(super) fn options(url: &str) -> Result<SqliteConnectOptions, OpenError> {
    let wrong = |why: String| OpenError::Database { url: url.to_owned(), why };
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
