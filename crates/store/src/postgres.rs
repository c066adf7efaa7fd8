//! The store in a PostgreSQL database, which many server processes may share.
//!
//! A transaction locks its tables first, in one statement and in one order, and names and accounts
//! before them. The changes of one table come one after the other as in SQLite, and no two
//! transactions wait for each other.

use std::{io, time::Duration};

use sqlx::{
    Connection, PgConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{
    Address, Write,
    sql::{Pool, ReadPool, Transaction, WriteConnection, tallies},
};
use crate::OpenError;

/// The number of connections that read for moves.
const READERS: u32 = 8;
/// The number of connections that read for lists, boards and profiles.
const PAGE_READERS: u32 = 4;
/// The time limits of the database server: for a statement, for a lock, and for an idle
/// transaction.
const SERVER_PATIENCE: [(&str, &str); 3] =
    [("statement_timeout", "10s"), ("lock_timeout", "5s"), ("idle_in_transaction_session_timeout", "10s")];
/// The time limit for an answer; a database server that has vanished never sends one.
const PATIENCE: Duration = Duration::from_secs(15);
/// The time limit for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// A connection that has been idle for longer is tested before it is used.
const FRESH: Duration = Duration::from_secs(1);

/// Lets one transaction at a time count matches.
const LOCK_TALLIES: &str = "LOCK TABLE tally_games IN SHARE ROW EXCLUSIVE MODE";

/// Opens the database and migrates its schema. If several servers open it at once, one migrates and
/// the others wait.
pub(super) async fn open(
    address: &Address,
    options: &PgConnectOptions,
    process: String,
) -> Result<(ReadPool, ReadPool, WriteConnection), OpenError> {
    let mut database = connect(options).await.map_err(|error| address.wrong(error))?;
    crate::migrations::of_postgres().run(&mut database).await.map_err(|error| address.wrong(error))?;
    count(&mut database).await.map_err(|error| address.wrong(error))?;
    database.close().await.map_err(|error| address.wrong(error))?;
    let options = options.clone().options(SERVER_PATIENCE);
    let writes = connect(&options).await.map_err(|error| address.wrong(error))?;
    let reads = pool(&options, READERS).await.map_err(|error| address.wrong(error))?;
    let pages = pool(&options, PAGE_READERS).await.map_err(|error| address.wrong(error))?;
    let writes = WriteConnection::Postgres { options, kept: Some(writes), process };
    Ok((ReadPool::new(reads), ReadPool::new(pages), writes))
}

/// Counts the matches that a server of an earlier version wrote. Other servers that open the
/// database wait meanwhile.
async fn count(database: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut transaction = database.begin().await?;
    sqlx::query(LOCK_TALLIES).execute(&mut *transaction).await?;
    let mut transaction = Transaction::Postgres(transaction);
    tallies::catch_up(&mut transaction.connection()).await?;
    transaction.commit().await
}

/// Closes a connection cleanly.
pub(super) async fn close(connection: PgConnection) {
    if let Err(error) = answered(connection.close()).await {
        tracing::warn!("the connection to the database did not close cleanly: {error}");
    }
}

/// Returns a pool of connections for reading.
pub(super) async fn pool(options: &PgConnectOptions, readers: u32) -> Result<Pool, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(readers).min_connections(1).acquire_timeout(CONNECT);
    // A test before each use would double the cost of a read.
    let pool = pool.test_before_acquire(false).before_acquire(|connection, meta| {
        Box::pin(async move {
            if meta.idle_for > FRESH {
                connection.ping().await?;
            }
            Ok(true)
        })
    });
    Ok(Pool::Postgres(pool.connect_with(options.clone()).await?))
}

/// Opens a connection outside any pool.
pub(super) async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    within(CONNECT, PgConnection::connect_with(options)).await
}

/// Returns whether a server has the database open.
pub(super) async fn is_in_use(options: &PgConnectOptions) -> Result<bool, sqlx::Error> {
    let mut connection = connect(options).await?;
    let others = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
         AND application_name = current_setting('application_name'))",
    );
    let others = answered(others.fetch_one(&mut connection)).await?;
    connection.close().await?;
    Ok(others)
}

/// Returns the answer of the database server, or an error after [`PATIENCE`].
pub(super) async fn answered<T>(answer: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    within(PATIENCE, answer).await
}

async fn within<T>(patience: Duration, answer: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    let late = |_| io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {} seconds", patience.as_secs()));
    tokio::time::timeout(patience, answer).await.map_err(late)?
}

/// Locks what the changes of a transaction concern: their tables, and where needed names and
/// accounts, groups, daily matches, and sums. The transaction then runs as if it were alone. The
/// order of the locks is always the same, so that no two transactions deadlock.
pub(super) async fn wait_for_turn(db: &mut PgConnection, writes: &[Write]) -> Result<(), sqlx::Error> {
    if writes.iter().any(Write::concerns_names) {
        sqlx::query("LOCK TABLE account_names IN SHARE ROW EXCLUSIVE MODE").execute(&mut *db).await?;
    }
    if writes.iter().any(Write::concerns_groups) {
        sqlx::query("LOCK TABLE groups IN SHARE ROW EXCLUSIVE MODE").execute(&mut *db).await?;
    }
    if writes.iter().any(Write::concerns_dailies) {
        sqlx::query("LOCK TABLE dailies IN SHARE ROW EXCLUSIVE MODE").execute(&mut *db).await?;
    }
    if writes.iter().any(Write::concerns_tallies) {
        sqlx::query(LOCK_TALLIES).execute(&mut *db).await?;
    }
    let tables: Vec<&str> = writes.iter().filter_map(Write::table).collect();
    if !tables.is_empty() {
        let query = sqlx::query("SELECT id FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE");
        query.bind(tables).execute(&mut *db).await?;
    }
    Ok(())
}
