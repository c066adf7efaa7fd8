//! Copies a database into one file while a server writes to it, and handles the key that only such
//! a copy contains.

use std::path::Path;

use sqlx::{
    Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqlitePool},
};

use super::file;
use crate::{OpenError, StoreError, now};

const CREATE_BACKUP: &str = "CREATE TABLE backup (made INTEGER NOT NULL, key BLOB) STRICT";

/// Copies the current state of the database, with the key, to a new self-contained file.
pub(crate) async fn copy(database: &SqlitePool, to: &Path, key: Option<&[u8]>) -> Result<(), OpenError> {
    let failed = |error: sqlx::Error| OpenError::Copy { path: to.to_owned(), why: error.to_string() };
    file::create_private(to)?;
    let statement = sqlx::query("VACUUM INTO ?").bind(to.to_string_lossy().into_owned());
    statement.execute(database).await.map_err(failed)?;
    let mut copy = SqliteConnection::connect_with(&alone(to)).await.map_err(failed)?;
    let statements = ["PRAGMA user_version = 0", "DROP TABLE IF EXISTS backup", CREATE_BACKUP];
    for statement in statements {
        sqlx::query(statement).execute(&mut copy).await.map_err(failed)?;
    }
    let row = sqlx::query("INSERT INTO backup (made, key) VALUES (?, ?)").bind(now()).bind(key);
    row.execute(&mut copy).await.map_err(failed)?;
    copy.close().await.map_err(failed)
}

/// Returns the key in a copy; `None` if it is no copy, or was made without a key.
pub(crate) async fn key_in(copy: &SqlitePool) -> Result<Option<Vec<u8>>, StoreError> {
    let table = sqlx::query("SELECT 1 FROM sqlite_schema WHERE name = 'backup'");
    if table.fetch_optional(copy).await?.is_none() {
        return Ok(None);
    }
    Ok(sqlx::query_scalar("SELECT key FROM backup").fetch_optional(copy).await?.flatten())
}

/// Removes the key from a copy, so that the file is a server's own database from now on.
pub async fn adopt(path: &Path) -> Result<(), OpenError> {
    let failed = |error: sqlx::Error| OpenError::Copy { path: path.to_owned(), why: error.to_string() };
    let mut copy = SqliteConnection::connect_with(&alone(path)).await.map_err(failed)?;
    sqlx::query("DROP TABLE IF EXISTS backup").execute(&mut copy).await.map_err(failed)?;
    copy.close().await.map_err(failed)
}

/// Marks the database as complete although it was not closed and its log is missing.
pub(crate) async fn accept(options: &SqliteConnectOptions) -> Result<(), sqlx::Error> {
    let mut database = SqliteConnection::connect_with(&options.clone().create_if_missing(false)).await?;
    sqlx::query("PRAGMA user_version = 0").execute(&mut database).await?;
    database.close().await
}

/// Returns the options for a file that nobody else uses.
fn alone(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true)
}
