//! Reads a database without changing it.

use std::path::Path;

use super::{
    Address, MatchResults, Place, StepRow, StoreError, TableHeader, Unlock, postgres,
    sql::{Pool, ReadPool, Row, statement, tallies},
    sqlite,
};
use crate::OpenError;

/// A database opened read-only. A server may run on it.
#[derive(Debug)]
pub struct Inspection {
    address: Address,
    pool: Pool,
    reads: ReadPool,
}

impl Inspection {
    /// Opens the database at an address; it must exist.
    pub async fn open(address: &Address) -> Result<Inspection, OpenError> {
        let pool = match &address.place {
            Place::Sqlite(options) => {
                let path = options.get_filename();
                if !path.exists() {
                    return Err(OpenError::NoDatabase { path: path.to_owned() });
                }
                sqlite::refuse_broken(path)?;
                sqlite::pool(&options.as_ref().clone().read_only(true).create_if_missing(false), 1).await
            }
            Place::Postgres(options) => {
                let read_only = [("default_transaction_read_only", "on")];
                postgres::pool(&options.as_ref().clone().options(read_only), 1).await
            }
        };
        let pool = pool.map_err(|error| address.wrong(error))?;
        Ok(Inspection { address: address.clone(), reads: ReadPool::new(pool.clone()), pool })
    }

    /// The address of the database.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The connection that reads the database.
    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Copies the current state of a SQLite file, with the key, to a new self-contained file.
    pub async fn copy_to(&self, to: &Path, key: Option<&[u8]>) -> Result<(), OpenError> {
        match &self.pool {
            Pool::Sqlite(pool) => sqlite::copy(pool, to, key).await,
            Pool::Postgres(_) => Err(self.address.no_file()),
        }
    }

    /// Returns the key in a copy; `None` if it is no copy, or was made without a key.
    pub async fn key(&self) -> Result<Option<Vec<u8>>, StoreError> {
        match &self.pool {
            Pool::Sqlite(pool) => sqlite::key_in(pool).await,
            Pool::Postgres(_) => Ok(None),
        }
    }

    /// Returns the faults that SQLite finds in the file and its references; empty if there are
    /// none. PostgreSQL checks both itself.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        if let Pool::Postgres(_) = self.pool {
            return Ok(Vec::new());
        }
        let rows = statement("PRAGMA integrity_check").fetch_all(&self.pool).await?;
        let said: Vec<String> = rows.iter().map(|row| row.try_get("integrity_check")).collect::<Result<_, _>>()?;
        let mut faults: Vec<String> = said.into_iter().filter(|line| line != "ok").collect();
        for row in statement("PRAGMA foreign_key_check").fetch_all(&self.pool).await? {
            let (table, parent): (String, String) = (row.try_get("table")?, row.try_get("parent")?);
            faults.push(format!("a row of {table} refers to one of {parent} that is not there"));
        }
        Ok(faults)
    }

    /// Returns the sums and rankings that disagree with the results; empty if none do.
    pub async fn differences(&self) -> Result<Vec<String>, StoreError> {
        tallies::differences(&self.pool).await
    }

    /// Returns the ids of all tables, the oldest first.
    pub async fn table_ids(&self) -> Result<Vec<String>, StoreError> {
        let rows = statement("SELECT id FROM tables ORDER BY created, id").fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// Returns the number of people in the database.
    pub async fn people(&self) -> Result<i64, StoreError> {
        Ok(statement("SELECT count(*) AS count FROM people").fetch_one(&self.pool).await?.try_get("count")?)
    }

    /// Returns a table with its journal.
    pub async fn load(&self, table: &str) -> Result<Option<(TableHeader, Vec<StepRow>)>, StoreError> {
        self.reads.load_after(table, 0).await
    }

    /// Returns the racers' own tables of a race with their journals.
    pub async fn racer_journals(&self, race: &str) -> Result<Vec<(TableHeader, Vec<StepRow>)>, StoreError> {
        self.reads.racer_journals(race).await
    }

    /// Returns the stored results of a finished match.
    pub async fn results(&self, table: &str) -> Result<MatchResults, StoreError> {
        Ok(MatchResults { seats: self.reads.results(table).await?, earned: self.reads.earned(table).await? })
    }

    /// Returns the highest level that each person may play in each game.
    pub async fn unlocked(&self) -> Result<Vec<Unlock>, StoreError> {
        let rows =
            statement("SELECT person, game, level FROM unlocked ORDER BY person, game").fetch_all(&self.pool).await?;
        let unlock = |row: &Row| -> Result<Unlock, StoreError> {
            Ok(Unlock { person: row.try_get("person")?, game: row.try_get("game")?, level: row.try_get("level")? })
        };
        rows.iter().map(unlock).collect()
    }

    /// Returns whether a person has finished the lesson of a game.
    pub async fn has_learned(&self, person: &str, game: &str) -> Result<bool, StoreError> {
        self.reads.has_learned(person, game).await
    }

    /// Closes the connection.
    pub async fn close(self) {
        self.pool.close().await;
    }
}
