//! What the processes of a hall keep for each other in PostgreSQL: who lives, who moves the bots of a table, who is where, what was
//! asked for how often. Each of these statements is a transaction of its own, which waits for no other.

use std::collections::HashMap;

use super::{Connection, Pool, Row, statement, statement_of};
use crate::{Attendance, PeerEvent, RateLimit, StoreError};

/// How long a process that says nothing counts as living, in milliseconds.
const ALIVE: i64 = 5_000;
/// How long it is remembered who has gone from a table, in milliseconds.
const GONE: i64 = 3_600_000;

/// Now, in milliseconds, by the clock of the database: it is the same for all.
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/// The line by which processes hear each other: one for each hall, of which a database may have several in schemas of their own.
const LINE: &str = "'undercroft_' || current_schema()";

/// This process among the others of the hall.
#[derive(Clone, Debug)]
pub struct Peers {
    pool: Pool,
    process: String,
}

impl Peers {
    pub(crate) fn new(pool: Pool, process: String) -> Peers {
        Peers { pool, process }
    }

    /// What this process is called.
    pub(crate) fn process(&self) -> &str {
        &self.process
    }

    /// How many changes a table has had; `None` if it is not there.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn changes(&self, table: &str) -> Result<Option<i64>, StoreError> {
        let query = statement("SELECT changes FROM tables WHERE id = $1").bind(table);
        Ok(query.fetch_optional(&self.pool).await?.map(|row| row.try_get("changes")).transpose()?)
    }

    /// How many changes each of these tables has had.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn all_changes(&self, tables: &[String]) -> Result<HashMap<String, i64>, StoreError> {
        let query = statement("SELECT id, changes FROM tables WHERE id IN (SELECT json_array_elements_text($1::json))");
        let rows = query.bind(serde_json::json!(tables).to_string()).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("changes")?))).collect()
    }

    /// Notes that this process lives; whether the others did not know of it, or no more.
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

    /// Notes that this process has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leave(&self) -> Result<(), StoreError> {
        let query = statement("UPDATE processes SET seen = 0 WHERE id = $1").bind(&self.process);
        Ok(query.execute(&self.pool).await.map(drop)?)
    }

    /// Forgets the processes that say nothing any more; whether there was one, and no other process has forgotten it before.
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

    /// Forgets what counts no more.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tidy(&self) -> Result<(), StoreError> {
        statement_of(format!("DELETE FROM spent WHERE until < {NOW}")).execute(&self.pool).await?;
        let gone = format!("DELETE FROM presence WHERE open = 0 AND greatest(last, gone) < {NOW} - $1");
        Ok(statement_of(gone).bind(GONE).execute(&self.pool).await.map(drop)?)
    }

    /// Has this process move the bots of a table; `false` if another that lives does.
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

    /// Has this process not move the bots of a table any more.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end_lease(&self, table: &str) -> Result<(), StoreError> {
        let query = statement("DELETE FROM leases WHERE table_id = $1 AND process = $2");
        Ok(query.bind(table).bind(&self.process).execute(&self.pool).await.map(drop)?)
    }

    /// Notes how somebody follows a table at this process, `None` for not at all, and tells the others.
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

    /// Notes that nobody follows a table at this process.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn desert(&self, table: &str) -> Result<(), StoreError> {
        let query = statement("DELETE FROM presence WHERE table_id = $1 AND process = $2");
        Ok(query.bind(table).bind(&self.process).execute(&self.pool).await.map(drop)?)
    }

    /// How people follow these tables at other processes that live: table, id and how.
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

    /// Counts that somebody does something that they may do so often; `false` if it comes too soon.
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

    /// Forgets what somebody has done.
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

/// Counts a change of a table, if it has had so many before.
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

/// Tells the other processes, once the transaction is committed.
pub(super) async fn tell(db: &mut Connection<'_>, process: &str, news: &[PeerEvent]) -> Result<(), sqlx::Error> {
    if news.is_empty() {
        return Ok(());
    }
    let messages: Vec<String> = news.iter().map(|news| news.message(process)).collect();
    let query =
        statement_of(format!("SELECT pg_notify({LINE}, message) FROM json_array_elements_text($1::json) AS message"));
    query.bind(serde_json::json!(messages).to_string()).execute(db).await.map(drop)
}
