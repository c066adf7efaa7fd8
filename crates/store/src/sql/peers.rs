//! The data that server processes share in PostgreSQL: living processes, bot leases, presence and
//! rate limits. Each statement here is a transaction of its own, which waits for no other.

use std::collections::HashMap;

use super::{Connection, Pool, Row, statement, statement_of};
use crate::{Attendance, PeerEvent, RateLimit, StoreError};

/// How long a process without a heartbeat counts as living, in milliseconds.
const ALIVE: i64 = 5_000;
/// How long the departure of a person from a table is remembered, in milliseconds.
const GONE: i64 = 3_600_000;

/// The current time in milliseconds by the database's clock, which is the same for all processes.
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/// The notification channel of the processes. Each server has its own: a database may have several
/// in schemas of their own.
const LINE: &str = "'undercroft_' || current_schema()";

/// This process's identity among those sharing a PostgreSQL database.
#[derive(Clone, Debug)]
pub struct Peers {
    pool: Pool,
    process: String,
}

impl Peers {
    pub(crate) fn new(pool: Pool, process: String) -> Peers {
        Peers { pool, process }
    }

    /// Returns the name of this process.
    pub(crate) fn process(&self) -> &str {
        &self.process
    }

    /// Returns the number of changes to a table; `None` if there is no such table.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn changes(&self, table: &str) -> Result<Option<i64>, StoreError> {
        let query = statement("SELECT changes FROM tables WHERE id = $1").bind(table);
        Ok(query.fetch_optional(&self.pool).await?.map(|row| row.try_get("changes")).transpose()?)
    }

    /// Returns the number of changes to each of these tables.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn all_changes(&self, tables: &[String]) -> Result<HashMap<String, i64>, StoreError> {
        let query = statement("SELECT id, changes FROM tables WHERE id IN (SELECT json_array_elements_text($1::json))");
        let rows = query.bind(serde_json::json!(tables).to_string()).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("changes")?))).collect()
    }

    /// Records a heartbeat; returns whether the others did not know this process, or no longer.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn beat(&self) -> Result<bool, StoreError> {
        let query = statement_of(format!(
            "INSERT INTO processes (id, seen) VALUES ($1, {NOW}) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen \
             RETURNING xmax = 0 AS added"
        ));
        Ok(query.bind(&self.process).fetch_one(&self.pool).await?.try_get("added")?)
    }

    /// Records that this process has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leave(&self) -> Result<(), StoreError> {
        let query = statement("UPDATE processes SET seen = 0 WHERE id = $1").bind(&self.process);
        Ok(query.execute(&self.pool).await.map(drop)?)
    }

    /// Deletes processes that missed their heartbeat. Returns whether this call deleted any; a
    /// process counts once, even if others do the same.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn bury(&self) -> Result<bool, StoreError> {
        let query = statement_of(format!("DELETE FROM processes WHERE seen < {NOW} - $1"));
        if query.bind(ALIVE).execute(&self.pool).await? == 0 {
            return Ok(false);
        }
        for orphaned in [
            "DELETE FROM leases WHERE process NOT IN (SELECT id FROM processes)",
            "DELETE FROM presence WHERE process NOT IN (SELECT id FROM processes)",
        ] {
            statement(orphaned).execute(&self.pool).await?;
        }
        Ok(true)
    }

    /// Deletes outdated rate limits and presence.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tidy(&self) -> Result<(), StoreError> {
        statement_of(format!("DELETE FROM spent WHERE until < {NOW}")).execute(&self.pool).await?;
        let gone = format!("DELETE FROM presence WHERE open = 0 AND greatest(last, gone) < {NOW} - $1");
        Ok(statement_of(gone).bind(GONE).execute(&self.pool).await.map(drop)?)
    }

    /// Leases the bots of a table to this process; returns `false` if another living process has
    /// the lease.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn lease(&self, table: &str) -> Result<bool, StoreError> {
        let query = statement_of(format!(
            "INSERT INTO leases (table_id, process) VALUES ($1, $2) \
             ON CONFLICT (table_id) DO UPDATE SET process = excluded.process WHERE leases.process = excluded.process \
             OR leases.process NOT IN (SELECT id FROM processes WHERE seen >= {NOW} - $3)"
        ));
        Ok(query.bind(table).bind(&self.process).bind(ALIVE).execute(&self.pool).await? == 1)
    }

    /// Ends this process's lease on the bots of a table.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end_lease(&self, table: &str) -> Result<(), StoreError> {
        let query = statement("DELETE FROM leases WHERE table_id = $1 AND process = $2");
        Ok(query.bind(table).bind(&self.process).execute(&self.pool).await.map(drop)?)
    }

    /// Records how a person follows a table at this process, `None` for not at all, and notifies
    /// the others.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn attend(&self, table: &str, person: &str, attendance: Option<Attendance>) -> Result<(), StoreError> {
        let noted = match attendance {
            Some(_) => {
                "INSERT INTO presence (table_id, process, person, open, last, gone) VALUES ($1, $2, $3, $5, $6, $7) \
                 ON CONFLICT (table_id, process, person) DO UPDATE SET open = excluded.open, last = excluded.last, gone = excluded.gone"
            }
            None => "DELETE FROM presence WHERE table_id = $1 AND process = $2 AND person = $3",
        };
        let query = statement_of(format!("WITH noted AS ({noted}) SELECT pg_notify({LINE}, $4)"));
        let message = PeerEvent::Presence(table.to_owned()).message(&self.process);
        let query = query.bind(table).bind(&self.process).bind(person).bind(message);
        let query = match attendance {
            Some(one) => query.bind(one.open).bind(one.last).bind(one.left),
            None => query,
        };
        Ok(query.execute(&self.pool).await.map(drop)?)
    }

    /// Records that nobody follows a table at this process.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn desert(&self, table: &str) -> Result<(), StoreError> {
        let query = statement("DELETE FROM presence WHERE table_id = $1 AND process = $2");
        Ok(query.bind(table).bind(&self.process).execute(&self.pool).await.map(drop)?)
    }

    /// Returns how people follow these tables at other living processes: table, id and attendance.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn attendance(&self, tables: &[String]) -> Result<Vec<(String, String, Attendance)>, StoreError> {
        let query = statement(
            "SELECT table_id, person, sum(open)::bigint AS open, max(last) AS last, max(gone) AS gone FROM presence \
             WHERE process <> $1 AND process IN (SELECT id FROM processes) \
             AND table_id IN (SELECT json_array_elements_text($2::json)) GROUP BY table_id, person",
        );
        let query = query.bind(&self.process).bind(serde_json::json!(tables).to_string());
        query.fetch_all(&self.pool).await?.iter().map(attendance).collect()
    }

    /// Takes one unit from a rate limit; returns `false` if the limit is exhausted.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn spend(&self, what: &str, who: &str, limit: RateLimit) -> Result<bool, StoreError> {
        let query = statement_of(format!(
            "INSERT INTO spent (what, who, until) VALUES ($1, $2, {NOW} + $4) ON CONFLICT (what, who) DO UPDATE \
             SET until = greatest(spent.until, {NOW}) + $4 WHERE greatest(spent.until, {NOW}) + $4 - {NOW} <= $3 * $4"
        ));
        let query = query.bind(what).bind(who).bind(i64::from(limit.burst)).bind(limit.refill);
        Ok(query.execute(&self.pool).await? == 1)
    }

    /// Resets a rate limit.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn forgive(&self, what: &str, who: &str) -> Result<(), StoreError> {
        let query = statement("DELETE FROM spent WHERE what = $1 AND who = $2").bind(what).bind(who);
        Ok(query.execute(&self.pool).await.map(drop)?)
    }
}

fn attendance(row: &Row) -> Result<(String, String, Attendance), StoreError> {
    let open: i64 = row.try_get("open")?;
    let open = open.clamp(0, u32::MAX.into()) as u32;
    let one = Attendance { open, last: row.try_get("last")?, left: row.try_get("gone")? };
    Ok((row.try_get("table_id")?, row.try_get("person")?, one))
}

/// Counts a change to a table that has had `changes` changes; returns `false` if it has another
/// number.
pub(super) async fn count_change(
    db: &mut Connection<'_>,
    table: &str,
    changes: i64,
    [branch, asides]: [i64; 2],
) -> Result<bool, sqlx::Error> {
    let query = statement(
        "UPDATE tables SET changes = changes + 1, branch = branch + $3, asides = asides + $4 WHERE id = $1 AND changes = $2",
    );
    Ok(query.bind(table).bind(changes).bind(branch).bind(asides).execute(db).await? == 1)
}

/// Notifies the other processes when the transaction commits.
pub(super) async fn tell(db: &mut Connection<'_>, process: &str, news: &[PeerEvent]) -> Result<(), sqlx::Error> {
    if news.is_empty() {
        return Ok(());
    }
    let messages: Vec<String> = news.iter().map(|news| news.message(process)).collect();
    let query =
        statement_of(format!("SELECT pg_notify({LINE}, message) FROM json_array_elements_text($1::json) AS message"));
    query.bind(serde_json::json!(messages).to_string()).execute(db).await.map(drop)
}
