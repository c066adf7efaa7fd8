//! Copies the content of one database into another, of the same kind or not.

use sqlx::{ConnectOptions, Connection as _};

use super::{
    Address, Inspection, Place, Store, StoreError, postgres,
    sql::{Connection, Pool, Row, Statement, Transaction, Value, statement, statement_of},
};
use crate::OpenError;

/// The number of rows that one statement copies.
const TOGETHER: usize = 500;

/// The tables to copy, with the columns of their keys. A table comes after those to which it
/// refers.
const COPIED: [(&str, &[&str]); 48] = [
    ("people", &["id"]),
    ("tables", &["id"]),
    ("seats", &["table_id", "seat"]),
    ("steps", &["table_id", "n"]),
    ("unlocked", &["person", "game"]),
    ("results", &["table_id", "seat"]),
    ("earned", &["table_id", "seat", "achievement"]),
    ("left_matches", &["table_id", "person"]),
    ("tally_games", &["game"]),
    ("tally_achievements", &["game", "achievement"]),
    ("tally_boards", &["game", "seats", "variant", "company"]),
    ("tally_shares", &["game", "seats", "variant", "company", "kind", "what"]),
    ("standings", &["game", "seats", "variant", "company", "person"]),
    ("totals", &["person", "game"]),
    ("awards", &["person", "game", "achievement"]),
    ("companions", &["person", "other"]),
    ("evenings", &["first", "person"]),
    ("ratings", &["game", "person"]),
    ("progress", &["person", "game", "achievement"]),
    ("day_runs", &["person"]),
    ("learned", &["person", "game"]),
    ("cards", &["person"]),
    ("dailies", &["day", "game"]),
    ("daily_results", &["table_id"]),
    ("talk", &["table_id", "n"]),
    ("reactions", &["table_id", "step", "person"]),
    ("mutes", &["person", "muted"]),
    ("blocks", &["person", "blocked"]),
    ("invitations", &["person", "table_id"]),
    ("calendars", &["person"]),
    ("vacations", &["person", "began"]),
    ("groups", &["id"]),
    ("members", &["group_id", "person"]),
    ("group_webhooks", &["group_id"]),
    ("packs", &["person", "hash"]),
    ("removed", &["table_id", "n"]),
    ("openings", &["opened"]),
    ("accounts", &["person"]),
    ("account_names", &["look"]),
    ("sessions", &["token"]),
    ("restrictions", &["kind", "who", "subject"]),
    ("closed_tables", &["table_id"]),
    ("put_away", &["person", "table_id"]),
    ("audit", &["n"]),
    ("turns", &["person", "table_id"]),
    ("webhooks", &["person"]),
    ("push_subscriptions", &["endpoint"]),
    ("puzzle_answers", &["person", "game", "number", "day"]),
];

/// The tables that are useless in another database. They have trial writes, data shared by running
/// processes, and seals of tables that nobody has opened.
const LEFT: [&str; 7] = ["_sqlx_migrations", "probes", "processes", "leases", "presence", "spent", "seals"];

/// A SQLite column that is no longer read.
const OUTDATED: (&str, &str) = ("people", "token");

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number,
    Flag,
    Text,
    Bytes,
}

/// A callback for the progress of a copy: the table, the number of its copied rows, and that of all
/// its rows.
type Progress<'p> = dyn FnMut(&str, usize, usize) + 'p;

/// Copies all content of the database `from` into `to`, which must be empty, in one transaction.
/// Migrates the schemas of both first.
///
/// # Errors
/// If a server has one of them open, `to` is not empty, or one of them fails.
pub async fn transfer(from: &str, to: &str, progress: &mut Progress<'_>) -> Result<(), OpenError> {
    let (source, target) = (Address::parse(from)?, Address::parse(to)?);
    let _locks = [Store::lock(from)?, Store::lock(to)?];
    for (url, address) in [(from, &source), (to, &target)] {
        if let Place::Postgres(options) = &address.place
            && postgres::is_in_use(options).await.map_err(|error| address.wrong(error))?
        {
            return Err(OpenError::HallOpen { url: address.to_string() });
        }
        Store::open(url).await?.close().await;
    }
    let source = Inspection::open(&source).await?;
    let copied = copy(source.pool(), &target, progress).await;
    source.close().await;
    match copied {
        Ok(()) => Ok(()),
        Err(Trouble::NotEmpty) => Err(OpenError::NotEmpty { url: target.to_string() }),
        Err(Trouble::Store(error)) => Err(OpenError::Move { why: error.to_string() }),
    }
}

/// The reason why a copy was not made.
enum Trouble {
    NotEmpty,
    Store(StoreError),
}

impl<E: Into<StoreError>> From<E> for Trouble {
    fn from(error: E) -> Trouble {
        Trouble::Store(error.into())
    }
}

async fn copy(source: &Pool, target: &Address, progress: &mut Progress<'_>) -> Result<(), Trouble> {
    let source = source.snapshot().await?;
    match &target.place {
        Place::Sqlite(options) => {
            let mut connection = options.connect().await?;
            fill(source, Transaction::Sqlite(connection.begin().await?), progress).await?;
            Ok(connection.close().await?)
        }
        Place::Postgres(options) => {
            let mut connection = postgres::connect(options).await?;
            fill(source, Transaction::Postgres(connection.begin().await?), progress).await?;
            Ok(connection.close().await?)
        }
    }
}

async fn fill(
    mut source: Transaction<'_>,
    mut target: Transaction<'_>,
    progress: &mut Progress<'_>,
) -> Result<(), Trouble> {
    let (mut from, mut to) = (source.connection(), target.connection());
    let agreed = agreed_columns(&mut from, &mut to).await?;
    for (table, _) in COPIED {
        if count(&mut to, table).await? > 0 {
            return Err(Trouble::NotEmpty);
        }
    }
    for ((table, key), columns) in COPIED.into_iter().zip(agreed) {
        let all = count(&mut from, table).await?;
        let mut done = 0;
        let mut last = Vec::new();
        progress(table, 0, all);
        loop {
            let rows = next_rows(&mut from, table, key, &columns, &last).await?;
            let Some(row) = rows.last() else { break };
            let place = |name: &&str| columns.iter().position(|column| column.name == *name);
            last = key.iter().filter_map(place).map(|at| row[at].clone()).collect();
            done += insert(&mut to, table, &columns, rows).await?;
            progress(table, done, all);
        }
        if count(&mut to, table).await? != all {
            return Err(StoreError::Failed(format!("{done} of {all} rows of {table} were copied")).into());
        }
    }
    if let Connection::Postgres(_) = to {
        let next = "SELECT setval(pg_get_serial_sequence('audit', 'n'), coalesce(max(n), 0) + 1, FALSE) FROM audit";
        statement(next).fetch_all(&mut to).await?;
    }
    Ok(target.commit().await?)
}

/// A column that both databases have.
struct CopiedColumn {
    name: String,
    from: Kind,
    to: Kind,
}

/// Returns the columns of all tables to copy. Both databases must have the same, because otherwise
/// data would be lost.
async fn agreed_columns(
    from: &mut Connection<'_>,
    to: &mut Connection<'_>,
) -> Result<Vec<Vec<CopiedColumn>>, StoreError> {
    let differ = |what: String| StoreError::Failed(format!("the two databases are not alike: {what}"));
    let known = |name: &String| LEFT.contains(&name.as_str()) || COPIED.iter().any(|(table, _)| table == name);
    let all = tables(from).await?.into_iter().chain(tables(to).await?);
    if let Some(other) = all.into_iter().find(|name| !known(name)) {
        return Err(differ(format!("nothing is known of {other}")));
    }
    let mut agreed = Vec::with_capacity(COPIED.len());
    for (table, _) in COPIED {
        let (ours, theirs) = (columns(from, table).await?, columns(to, table).await?);
        let names = |columns: &[(String, Kind)]| {
            let mut names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
            names.sort();
            names
        };
        if names(&ours) != names(&theirs) {
            return Err(differ(format!(
                "{table} has {} here and {} there",
                names(&ours).join(", "),
                names(&theirs).join(", ")
            )));
        }
        let both = ours.into_iter().filter_map(|(name, from)| {
            let to = theirs.iter().find(|(other, _)| *other == name)?.1;
            Some(CopiedColumn { name, from, to })
        });
        agreed.push(both.collect());
    }
    Ok(agreed)
}

async fn tables(db: &mut Connection<'_>) -> Result<Vec<String>, StoreError> {
    let query = match db {
        Connection::Sqlite(_) => {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        }
        Connection::Postgres(_) => "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()",
    };
    statement(query).fetch_all(db).await?.iter().map(|row| Ok(row.try_get("name")?)).collect()
}

async fn columns(db: &mut Connection<'_>, table: &str) -> Result<Vec<(String, Kind)>, StoreError> {
    let query = match db {
        Connection::Sqlite(_) => "SELECT name, type AS kind FROM pragma_table_info($1)",
        Connection::Postgres(_) => {
            "SELECT column_name::text AS name, upper(data_type::text) AS kind FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = $1"
        }
    };
    let mut columns = Vec::new();
    for row in statement(query).bind(table).fetch_all(db).await? {
        let (name, kind): (String, String) = (row.try_get("name")?, row.try_get("kind")?);
        let kind = match kind.as_str() {
            "INTEGER" | "BIGINT" => Kind::Number,
            "BOOLEAN" => Kind::Flag,
            "TEXT" => Kind::Text,
            "BLOB" | "BYTEA" => Kind::Bytes,
            other => return Err(StoreError::Failed(format!("{table}.{name} holds {other}"))),
        };
        if (table, name.as_str()) != OUTDATED {
            columns.push((name, kind));
        }
    }
    Ok(columns)
}

async fn count(db: &mut Connection<'_>, table: &str) -> Result<usize, StoreError> {
    let query = statement_of(format!("SELECT count(*) AS count FROM {table}"));
    let rows: i64 = query.fetch_one(db).await?.try_get("count")?;
    Ok(rows as usize)
}

/// Returns the rows after the one with this key.
async fn next_rows(
    db: &mut Connection<'_>,
    table: &str,
    key: &[&str],
    columns: &[CopiedColumn],
    last: &[Value<'static>],
) -> Result<Vec<Vec<Value<'static>>>, StoreError> {
    let (names, order) = (names(columns), key.join(", "));
    let after = if last.is_empty() { String::new() } else { format!("WHERE ({order}) > ({})", numbered(1, key.len())) };
    let query = statement_of(format!("SELECT {names} FROM {table} {after} ORDER BY {order} LIMIT {TOGETHER}"));
    let rows = last.iter().cloned().fold(query, Statement::bind).fetch_all(db).await?;
    rows.iter().map(|row| columns.iter().map(|column| read(row, column)).collect()).collect()
}

async fn insert(
    db: &mut Connection<'_>,
    table: &str,
    columns: &[CopiedColumn],
    rows: Vec<Vec<Value<'static>>>,
) -> Result<usize, StoreError> {
    let (width, all) = (columns.len(), rows.len());
    let values: Vec<String> = (0..all).map(|row| format!("({})", numbered(row * width + 1, width))).collect();
    let query = statement_of(format!("INSERT INTO {table} ({}) VALUES {}", names(columns), values.join(", ")));
    rows.into_iter().flatten().fold(query, Statement::bind).execute(db).await?;
    Ok(all)
}

fn names(columns: &[CopiedColumn]) -> String {
    columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Returns so many placeholders of a statement, from this number on.
fn numbered(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

/// Returns the value of a column in the form of the other database; flags are numbers in SQLite.
fn read(row: &Row, column: &CopiedColumn) -> Result<Value<'static>, StoreError> {
    let name = &column.name;
    Ok(match (column.from, column.to) {
        (Kind::Flag, Kind::Flag) => Value::Flag(row.try_get(name)?),
        (Kind::Flag, _) => Value::Number(Some(row.try_get::<bool>(name)?.into())),
        (Kind::Number, Kind::Flag) => Value::Flag(row.try_get::<i64>(name)? != 0),
        (Kind::Number, _) => Value::Number(row.try_get(name)?),
        (Kind::Text, _) => Value::Text(row.try_get::<Option<String>>(name)?.map(Into::into)),
        (Kind::Bytes, _) => Value::Bytes(row.try_get::<Option<Vec<u8>>>(name)?.map(Into::into)),
    })
}
