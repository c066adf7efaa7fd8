//! Connections of either database.

use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool};

use super::statement::Answer;
use crate::postgres;

/// A borrowed connection.
pub(crate) enum Connection<'c> {
    /// To a SQLite file.
    Sqlite(&'c mut SqliteConnection),
    /// To PostgreSQL.
    Postgres(&'c mut PgConnection),
}

/// Connections that readers share.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    /// To a SQLite file.
    Sqlite(SqlitePool),
    /// To PostgreSQL.
    Postgres(PgPool),
}

/// The connection or pool on which a statement runs.
pub(crate) enum Executor<'c> {
    Sqlite(&'c mut SqliteConnection),
    SqlitePool(&'c SqlitePool),
    Postgres(&'c mut PgConnection),
    PostgresPool(&'c PgPool),
}

/// A transaction; it is rolled back when it is dropped.
pub(crate) enum Transaction<'c> {
    /// In SQLite.
    Sqlite(sqlx::Transaction<'c, Sqlite>),
    /// In PostgreSQL.
    Postgres(sqlx::Transaction<'c, Postgres>),
}

/// The syntax in which the two databases differ within a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// SQLite's.
    Sqlite,
    /// PostgreSQL's.
    Postgres,
}

impl Dialect {
    /// Returns SQL for the distinct values of a column as a JSON list.
    pub(crate) fn list_of(self, column: &str) -> String {
        match self {
            Dialect::Sqlite => format!("json_group_array(DISTINCT {column})"),
            Dialect::Postgres => format!("coalesce(json_agg(DISTINCT {column}), '[]')::text"),
        }
    }
}

impl Connection<'_> {
    pub(crate) fn dialect(&self) -> Dialect {
        match self {
            Connection::Sqlite(_) => Dialect::Sqlite,
            Connection::Postgres(_) => Dialect::Postgres,
        }
    }
}

impl Pool {
    pub(crate) fn dialect(&self) -> Dialect {
        match self {
            Pool::Sqlite(_) => Dialect::Sqlite,
            Pool::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Begins a read transaction: all its reads see the same state.
    pub(crate) fn snapshot(&self) -> Answer<'_, Transaction<'static>> {
        Box::pin(async move {
            Ok(match self {
                Pool::Sqlite(pool) => Transaction::Sqlite(pool.begin().await?),
                Pool::Postgres(pool) => {
                    let begin = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
                    Transaction::Postgres(postgres::answered(begin).await?)
                }
            })
        })
    }

    pub(crate) async fn close(&self) {
        match self {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}

impl Transaction<'_> {
    /// Returns the connection on which the transaction runs.
    pub(crate) fn connection(&mut self) -> Connection<'_> {
        match self {
            Transaction::Sqlite(transaction) => Connection::Sqlite(transaction),
            Transaction::Postgres(transaction) => Connection::Postgres(transaction),
        }
    }

    /// Commits the transaction, so that its changes are durable.
    pub(crate) async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Transaction::Sqlite(transaction) => transaction.commit().await,
            Transaction::Postgres(transaction) => Box::pin(postgres::answered(transaction.commit())).await,
        }
    }
}

impl<'c> From<&'c mut Connection<'_>> for Executor<'c> {
    fn from(connection: &'c mut Connection<'_>) -> Executor<'c> {
        match connection {
            Connection::Sqlite(connection) => Executor::Sqlite(connection),
            Connection::Postgres(connection) => Executor::Postgres(connection),
        }
    }
}

impl<'c> From<&'c Pool> for Executor<'c> {
    fn from(pool: &'c Pool) -> Executor<'c> {
        match pool {
            Pool::Sqlite(pool) => Executor::SqlitePool(pool),
            Pool::Postgres(pool) => Executor::PostgresPool(pool),
        }
    }
}
