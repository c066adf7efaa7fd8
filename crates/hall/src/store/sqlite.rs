//! The store in a SQLite file.

use std::{str::FromStr, time::Duration};

use kernel::{Answer, Seat, record::Step};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::{
    ConnectOptions, Connection, Row, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous},
};

use super::{Head, Moment, Person, Phase, Sitter, StepRow, Undone, Work, now};
use crate::Error;

/// How many may read at once.
const READERS: u32 = 4;

/// Opens the file, making it if it is not there, and brings its schema up to date.
pub(super) async fn open(url: &str) -> Result<(Reads, Writes), Error> {
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
    Ok((Reads(pool.map_err(|error| wrong(error.to_string()))?), Writes(writes)))
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn read<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, Undone> {
    let text: String = row.try_get(column)?;
    serde_json::from_str(&text).map_err(|error| Undone::Failed(format!("column {column}: {error}")))
}

fn read_optional<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<Option<T>, Undone> {
    match row.try_get::<Option<String>, _>(column)? {
        Some(_) => read(row, column).map(Some),
        None => Ok(None),
    }
}

/// The connection that writes.
#[derive(Debug)]
pub(super) struct Writes(SqliteConnection);

impl Writes {
    /// Makes all changes in one transaction. A change that came too late is left out and says so; any other failure
    /// undoes all.
    pub(super) async fn apply(&mut self, works: &[Work]) -> Result<Vec<Result<(), Undone>>, sqlx::Error> {
        let mut transaction = self.0.begin_with("BEGIN IMMEDIATE").await?;
        let mut outcomes = Vec::with_capacity(works.len());
        for work in works {
            let made = make(&mut transaction, work).await?;
            outcomes.push(if made { Ok(()) } else { Err(Undone::Conflict) });
        }
        transaction.commit().await?;
        Ok(outcomes)
    }

    /// Closes the connection in order.
    pub(super) async fn close(self) {
        if let Err(error) = self.0.close().await {
            tracing::warn!("the database did not close cleanly: {error}");
        }
    }
}

/// Makes one change; `false` if somebody else was first, and then nothing is changed.
async fn make(db: &mut SqliteConnection, work: &Work) -> Result<bool, sqlx::Error> {
    match work {
        Work::Meet(person, token) => {
            let query =
                sqlx::query("INSERT INTO people (id, name, theme, speed, token, created) VALUES (?, ?, ?, ?, ?, ?)");
            let query = query.bind(&person.id).bind(&person.name).bind(&person.theme).bind(&person.speed);
            query.bind(token.as_ref().map(|hash| hash.to_vec())).bind(now()).execute(db).await?;
        }
        Work::Rename(person) => {
            let query = sqlx::query("UPDATE people SET name = ?, theme = ?, speed = ? WHERE id = ?");
            query.bind(&person.name).bind(&person.theme).bind(&person.speed).bind(&person.id).execute(db).await?;
        }
        Work::Create(head) => create(db, head).await?,
        Work::Sit { table, seat, was, now } => {
            let query = sqlx::query(
                "UPDATE seats SET person = ?, bot = ?, share = ? WHERE table_id = ? AND seat = ? AND person IS ? AND bot IS ?",
            );
            let query = query.bind(now.person()).bind(now.bot()).bind(share(now)).bind(table).bind(seat.0);
            let sat = query.bind(was.person()).bind(was.bot()).execute(&mut *db).await?;
            if sat.rows_affected() == 0 {
                return Ok(false);
            }
            touch(db, table).await?;
        }
        Work::Start { table, shares, rules, setup, practice } => {
            let query = sqlx::query(
                "UPDATE tables SET phase = 'playing', rules = ?, shares = ?, setup = ?, practice = ?, touched = ? \
                 WHERE id = ? AND phase = 'open'",
            );
            let query = query.bind(rules).bind(text(shares)).bind(setup.as_ref().map(text)).bind(practice).bind(now());
            return Ok(query.bind(table).execute(db).await?.rows_affected() == 1);
        }
        Work::Setup { table, setup } => {
            let query = sqlx::query("UPDATE tables SET setup = ?, touched = ? WHERE id = ? AND setup IS NULL");
            return Ok(query.bind(text(setup)).bind(now()).bind(table).execute(db).await?.rows_affected() == 1);
        }
        Work::Step { table, row, end } => {
            // The step before must be there, the step itself not: the journal has no gaps and no forks.
            let query = sqlx::query(
                "INSERT INTO steps (table_id, n, seat, action, chance, request, at) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 \
                 WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM steps WHERE table_id = ?1 AND n = ?2 - 1) ON CONFLICT DO NOTHING",
            );
            let query = query.bind(table).bind(row.step.n as i64).bind(row.step.seat.0).bind(text(&row.step.action));
            let query = query.bind(text(&row.step.chance)).bind(&row.request).bind(row.at);
            if query.execute(&mut *db).await?.rows_affected() == 0 {
                return Ok(false);
            }
            match end {
                None => touch(db, table).await?,
                Some(end) => {
                    let query = sqlx::query("UPDATE tables SET phase = 'over', outcome = ?, touched = ? WHERE id = ?");
                    query.bind(text(&end.outcome)).bind(row.at).bind(table).execute(&mut *db).await?;
                    for unlock in &end.unlocks {
                        let query = sqlx::query(
                            "INSERT INTO unlocked (person, game, level) VALUES (?, ?, ?) \
                             ON CONFLICT DO UPDATE SET level = max(level, excluded.level)",
                        );
                        let query = query.bind(&unlock.person).bind(&unlock.game).bind(unlock.level);
                        query.execute(&mut *db).await?;
                    }
                }
            }
        }
        Work::Unstep { table, n } => {
            let query = sqlx::query(
                "DELETE FROM steps WHERE table_id = ?1 AND n = ?2 \
                 AND NOT EXISTS (SELECT 1 FROM steps WHERE table_id = ?1 AND n = ?2 + 1)",
            );
            if query.bind(table).bind(*n as i64).execute(&mut *db).await?.rows_affected() == 0 {
                return Ok(false);
            }
            touch(db, table).await?;
        }
        Work::Next { table, next } => {
            let query = sqlx::query("UPDATE tables SET next = ? WHERE id = ? AND next IS NULL");
            return Ok(query.bind(next).bind(table).execute(db).await?.rows_affected() == 1);
        }
    }
    Ok(true)
}

async fn touch(db: &mut SqliteConnection, table: &str) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE tables SET touched = ? WHERE id = ?").bind(now()).bind(table).execute(db).await.map(drop)
}

async fn create(db: &mut SqliteConnection, head: &Head) -> Result<(), sqlx::Error> {
    let query = sqlx::query(
        "INSERT INTO tables (id, game, rules, options, seats, host, phase, seed, practice, created, touched) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    );
    let query = query.bind(&head.id).bind(&head.game).bind(head.rules).bind(text(&head.options));
    let query = query.bind(head.seats.len() as i64).bind(&head.host).bind(head.phase.name());
    let query = query.bind(head.seed.map(|seed| seed.to_vec())).bind(head.practice);
    query.bind(head.created).bind(head.touched).execute(&mut *db).await?;
    for (seat, sitter) in head.seats.iter().enumerate() {
        let query = sqlx::query("INSERT INTO seats (table_id, seat, person, bot, share) VALUES (?, ?, ?, ?, ?)");
        let query = query.bind(&head.id).bind(seat as i64).bind(sitter.person()).bind(sitter.bot());
        query.bind(share(sitter)).execute(&mut *db).await?;
    }
    Ok(())
}

fn share(sitter: &Sitter) -> Option<&str> {
    match sitter {
        Sitter::Person { share, .. } => Some(share),
        Sitter::Nobody | Sitter::Bot(_) => None,
    }
}

/// The connections that read.
#[derive(Clone, Debug)]
pub(super) struct Reads(SqlitePool);

impl Reads {
    pub(super) async fn close(&self) {
        self.0.close().await;
    }

    pub(super) async fn ping(&self) -> Result<(), Undone> {
        Ok(sqlx::query("SELECT 1").execute(&self.0).await.map(drop)?)
    }

    pub(super) async fn person(&self, id: &str) -> Result<Option<Person>, Undone> {
        let query = sqlx::query("SELECT id, name, theme, speed FROM people WHERE id = ?").bind(id);
        query.fetch_optional(&self.0).await?.as_ref().map(person).transpose()
    }

    pub(super) async fn bearer(&self, token: &[u8; 32]) -> Result<Option<Person>, Undone> {
        let query = sqlx::query("SELECT id, name, theme, speed FROM people WHERE token = ?").bind(token.to_vec());
        query.fetch_optional(&self.0).await?.as_ref().map(person).transpose()
    }

    pub(super) async fn names(&self, table: &str) -> Result<Vec<(Seat, String)>, Undone> {
        let query = sqlx::query(
            "SELECT seats.seat, people.name FROM seats JOIN people ON people.id = seats.person WHERE seats.table_id = ?",
        );
        let rows = query.bind(table).fetch_all(&self.0).await?;
        rows.iter().map(|row| Ok((Seat(row.try_get("seat")?), row.try_get("name")?))).collect()
    }

    pub(super) async fn load(&self, table: &str) -> Result<Option<(Head, Vec<StepRow>)>, Undone> {
        // One transaction, so that the header and the steps are of the same moment.
        let mut db = self.0.begin().await?;
        let query = sqlx::query("SELECT * FROM tables WHERE id = ?").bind(table);
        let Some(row) = query.fetch_optional(&mut *db).await? else { return Ok(None) };
        let query = sqlx::query("SELECT table_id, person, bot, share FROM seats WHERE table_id = ? ORDER BY seat");
        let seats = query.bind(table).fetch_all(&mut *db).await?;
        let head = head(&row, seats.iter().map(sitter).collect::<Result<_, _>>()?)?;
        let query = sqlx::query("SELECT n, seat, action, chance, request, at FROM steps WHERE table_id = ? ORDER BY n");
        let rows = query.bind(table).fetch_all(&mut *db).await?;
        let steps = rows.iter().map(step).collect::<Result<_, _>>()?;
        db.commit().await?;
        Ok(Some((head, steps)))
    }

    pub(super) async fn tables_of(&self, person: &str, limit: u32) -> Result<Vec<Head>, Undone> {
        let query = sqlx::query(
            "SELECT * FROM tables WHERE id IN (SELECT table_id FROM seats WHERE person = ?1) OR (host = ?1 AND phase = 'open') \
             ORDER BY phase = 'over', touched DESC LIMIT ?2",
        );
        let rows = query.bind(person).bind(limit).fetch_all(&self.0).await?;
        self.heads(&rows).await
    }

    pub(super) async fn open_tables(&self, since: Moment, limit: u32) -> Result<Vec<Head>, Undone> {
        let query = sqlx::query(
            "SELECT * FROM tables WHERE phase = 'open' AND touched > ? AND EXISTS \
             (SELECT 1 FROM seats WHERE table_id = tables.id AND person IS NULL AND bot IS NULL) ORDER BY touched DESC LIMIT ?",
        );
        let rows = query.bind(since).bind(limit).fetch_all(&self.0).await?;
        self.heads(&rows).await
    }

    async fn heads(&self, rows: &[SqliteRow]) -> Result<Vec<Head>, Undone> {
        let mut heads = Vec::with_capacity(rows.len());
        for row in rows {
            let query = sqlx::query("SELECT table_id, person, bot, share FROM seats WHERE table_id = ? ORDER BY seat");
            let seats = query.bind(row.try_get::<String, _>("id")?).fetch_all(&self.0).await?;
            heads.push(head(row, seats.iter().map(sitter).collect::<Result<_, _>>()?)?);
        }
        Ok(heads)
    }

    pub(super) async fn with_bots(&self) -> Result<Vec<String>, Undone> {
        let query = sqlx::query(
            "SELECT id FROM tables WHERE phase = 'playing' \
             AND EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND bot IS NOT NULL) ORDER BY touched DESC",
        );
        let rows = query.fetch_all(&self.0).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(super) async fn unlocked(&self, person: &str, game: &str) -> Result<u32, Undone> {
        let query = sqlx::query("SELECT level FROM unlocked WHERE person = ? AND game = ?").bind(person).bind(game);
        let row = query.fetch_optional(&self.0).await?;
        row.map_or(Ok(0), |row| Ok(row.try_get("level")?))
    }
}

fn person(row: &SqliteRow) -> Result<Person, Undone> {
    Ok(Person {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        theme: row.try_get("theme")?,
        speed: row.try_get("speed")?,
    })
}

fn sitter(row: &SqliteRow) -> Result<Sitter, Undone> {
    let (person, bot): (Option<String>, Option<String>) = (row.try_get("person")?, row.try_get("bot")?);
    let share: Option<String> = row.try_get("share")?;
    Ok(match (person, bot) {
        (Some(id), _) => Sitter::Person { id, share: share.unwrap_or_default() },
        (None, Some(bot)) => Sitter::Bot(bot),
        (None, None) => Sitter::Nobody,
    })
}

fn head(row: &SqliteRow, seats: Vec<Sitter>) -> Result<Head, Undone> {
    let seed: Option<Vec<u8>> = row.try_get("seed")?;
    let seed = seed.map(|seed| seed.try_into().map_err(|_| Undone::Failed("a seed is not 32 bytes long".into())));
    Ok(Head {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        rules: row.try_get("rules")?,
        options: read(row, "options")?,
        seats,
        host: row.try_get("host")?,
        phase: Phase::from_name(row.try_get("phase")?),
        seed: seed.transpose()?,
        shares: read(row, "shares")?,
        setup: read_optional::<Vec<Answer>>(row, "setup")?,
        practice: row.try_get("practice")?,
        outcome: read_optional(row, "outcome")?,
        next: row.try_get("next")?,
        created: row.try_get("created")?,
        touched: row.try_get("touched")?,
    })
}

fn step(row: &SqliteRow) -> Result<StepRow, Undone> {
    let n: i64 = row.try_get("n")?;
    let step = Step {
        n: n as usize,
        seat: Seat(row.try_get("seat")?),
        action: read(row, "action")?,
        chance: read(row, "chance")?,
    };
    Ok(StepRow { step, request: row.try_get("request")?, at: row.try_get("at")? })
}
