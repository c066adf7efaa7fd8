//! Looking at a database without changing it, and copying it while a hall writes to it.

use std::path::{Path, PathBuf};

use sqlx::{
    Connection, Row, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};

use super::{ReadPool, file, options};
use crate::{
    Error,
    store::{StepRow, StoreError, TableHeader, now},
};

/// A database opened for reading alone. A hall may run on it.
#[derive(Debug)]
pub(crate) struct Inspection {
    path: PathBuf,
    reads: ReadPool,
}

impl Inspection {
    /// Opens the database at `url`, which must be there.
    pub(crate) async fn open(url: &str) -> Result<Inspection, Error> {
        let options = options(url)?;
        let path = options.get_filename().to_owned();
        if !path.exists() {
            return Err(Error::NoDatabase { path });
        }
        file::refuse_broken(&path)?;
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(read_only(options)).await;
        let pool = pool.map_err(|error| Error::Database { url: url.to_owned(), why: error.to_string() })?;
        Ok(Inspection { path, reads: ReadPool::new(pool) })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What SQLite finds wrong with the file and with the references in it; empty if nothing.
    pub(crate) async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("PRAGMA integrity_check").fetch_all(self.reads.pool()).await?;
        let said: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        let mut faults: Vec<String> = said.into_iter().filter(|line| line != "ok").collect();
        for row in sqlx::query("PRAGMA foreign_key_check").fetch_all(self.reads.pool()).await? {
            let (table, parent): (String, String) = (row.try_get("table")?, row.try_get("parent")?);
            faults.push(format!("a row of {table} refers to one of {parent} that is not there"));
        }
        Ok(faults)
    }

    /// The ids of all tables, the oldest first.
    pub(crate) async fn table_ids(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM tables ORDER BY created, id").fetch_all(self.reads.pool()).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// How many people it knows.
    pub(crate) async fn people(&self) -> Result<i64, StoreError> {
        Ok(sqlx::query("SELECT count(*) FROM people").fetch_one(self.reads.pool()).await?.try_get(0)?)
    }

    /// A table with its journal.
    pub(crate) async fn load(&self, table: &str) -> Result<Option<(TableHeader, Vec<StepRow>)>, StoreError> {
        self.reads.load(table).await
    }

    /// Copies the database as it is at this moment, with the key, to a new file, whole in itself.
    pub(crate) async fn copy_to(&self, to: &Path, key: Option<&[u8]>) -> Result<(), Error> {
        let failed = |error: sqlx::Error| Error::Copy { path: to.to_owned(), why: error.to_string() };
        file::create_private(to)?;
        let statement = sqlx::query("VACUUM INTO ?").bind(to.to_string_lossy().into_owned());
        statement.execute(self.reads.pool()).await.map_err(failed)?;
        let mut copy = SqliteConnection::connect_with(&alone(to)).await.map_err(failed)?;
        let statements = ["PRAGMA user_version = 0", "DROP TABLE IF EXISTS backup", CREATE_BACKUP];
        for statement in statements {
            sqlx::query(statement).execute(&mut copy).await.map_err(failed)?;
        }
        let row = sqlx::query("INSERT INTO backup (made, key) VALUES (?, ?)").bind(now()).bind(key);
        row.execute(&mut copy).await.map_err(failed)?;
        copy.close().await.map_err(failed)
    }

    /// The key that a copy holds; `None` if it is no copy, or was made without one.
    pub(crate) async fn key(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let table = sqlx::query("SELECT 1 FROM sqlite_schema WHERE name = 'backup'");
        if table.fetch_optional(self.reads.pool()).await?.is_none() {
            return Ok(None);
        }
        let row = sqlx::query("SELECT key FROM backup").fetch_optional(self.reads.pool()).await?;
        row.map_or(Ok(None), |row| Ok(row.try_get("key")?))
    }

    /// Lets go of the file.
    pub(crate) async fn close(self) {
        self.reads.close().await;
    }
}

const CREATE_BACKUP: &str = "CREATE TABLE backup (made INTEGER NOT NULL, key BLOB) STRICT";

/// Takes what only a copy has out of it: it is a hall's own database from now on.
pub(crate) async fn adopt(path: &Path) -> Result<(), Error> {
    let failed = |error: sqlx::Error| Error::Copy { path: path.to_owned(), why: error.to_string() };
    let mut copy = SqliteConnection::connect_with(&alone(path)).await.map_err(failed)?;
    sqlx::query("DROP TABLE IF EXISTS backup").execute(&mut copy).await.map_err(failed)?;
    copy.close().await.map_err(failed)
}

/// Says that the database is whole though it was not closed and its log is gone.
pub(crate) async fn accept(url: &str) -> Result<(), Error> {
    let options = options(url)?;
    let failed = |error: sqlx::Error| Error::Database { url: url.to_owned(), why: error.to_string() };
    let mut database = SqliteConnection::connect_with(&options.create_if_missing(false)).await.map_err(failed)?;
    sqlx::query("PRAGMA user_version = 0").execute(&mut database).await.map_err(failed)?;
    database.close().await.map_err(failed)
}

fn read_only(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.read_only(true).create_if_missing(false)
}

/// A file that nobody else uses.
fn alone(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true)
}
