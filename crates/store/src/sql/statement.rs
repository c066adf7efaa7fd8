//! A statement with its values, for either database.
//!
//! Statements are written once for both databases. A `Statement` has its values with it, and is
//! given to a driver only where it runs; `Dialect` has the differences.

use std::{borrow::Cow, pin::Pin};

use sqlx::{AssertSqlSafe, Database, Encode, Postgres, SqlSafeStr, SqlStr, Sqlite, Type};

use super::{connection::Executor, row::Row};
use crate::postgres;

/// A value of a statement.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value<'v> {
    /// A whole number.
    Number(Option<i64>),
    /// Yes or no.
    Flag(bool),
    /// Text.
    Text(Option<Cow<'v, str>>),
    /// Bytes.
    Bytes(Option<Cow<'v, [u8]>>),
}

/// A statement and its values; `$1` is the first.
#[derive(Clone, Debug)]
#[must_use = "a statement does nothing until it is run"]
pub(crate) struct Statement<'v> {
    sql: SqlStr,
    values: Vec<Value<'v>>,
}

/// Returns a statement, without values so far.
pub(crate) fn statement<'v>(sql: &'static str) -> Statement<'v> {
    Statement { sql: sql.into_sql_str(), values: Vec::new() }
}

/// Returns a statement made of parts of the store's own SQL, never of text from outside.
pub(crate) fn statement_of<'v>(sql: String) -> Statement<'v> {
    Statement { sql: AssertSqlSafe(sql).into_sql_str(), values: Vec::new() }
}

/// The answer of a database. It is boxed: the compiler would otherwise look through the
/// drivers' futures again for each address of the server.
pub(super) type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, sqlx::Error>> + Send + 'a>>;

/// Runs a statement on an executor, and maps the answer of either database to the same type. The
/// function that does so is not generic, so that the drivers are compiled into this crate alone.
macro_rules! run {
    ($statement:ident.$run:ident($db:ident) -> $type:ty, $answer:ident => $same:expr) => {{
        fn on<'a>(statement: Statement<'a>, db: Executor<'a>) -> Answer<'a, $type> {
            Box::pin(async move {
                match db {
                    Executor::Sqlite(db) => statement.of::<Sqlite>().$run(db).await.map(|$answer| $same),
                    Executor::SqlitePool(db) => statement.of::<Sqlite>().$run(db).await.map(|$answer| $same),
                    Executor::Postgres(db) => {
                        postgres::answered(statement.without_nul().of::<Postgres>().$run(db)).await.map(|$answer| $same)
                    }
                    Executor::PostgresPool(db) => {
                        postgres::answered(statement.without_nul().of::<Postgres>().$run(db)).await.map(|$answer| $same)
                    }
                }
            })
        }
        on($statement, $db.into())
    }};
}

impl<'v> Statement<'v> {
    /// Adds the next value.
    pub(crate) fn bind(mut self, value: impl Into<Value<'v>>) -> Statement<'v> {
        self.values.push(value.into());
        self
    }

    /// Runs the statement, and returns the number of changed rows.
    pub(crate) fn execute<'a>(self, db: impl Into<Executor<'a>>) -> Answer<'a, u64>
    where
        'v: 'a,
    {
        run!(self.execute(db) -> u64, done => done.rows_affected())
    }

    /// Returns all rows that the statement finds.
    pub(crate) fn fetch_all<'a>(self, db: impl Into<Executor<'a>>) -> Answer<'a, Vec<Row>>
    where
        'v: 'a,
    {
        run!(self.fetch_all(db) -> Vec<Row>, rows => rows.into_iter().map(Row::from).collect())
    }

    /// Returns the first row that the statement finds, if there is one.
    pub(crate) fn fetch_optional<'a>(self, db: impl Into<Executor<'a>>) -> Answer<'a, Option<Row>>
    where
        'v: 'a,
    {
        run!(self.fetch_optional(db) -> Option<Row>, row => row.map(Row::from))
    }

    /// Returns the first row that the statement finds; there must be one.
    pub(crate) async fn fetch_one<'a>(self, db: impl Into<Executor<'a>>) -> Result<Row, sqlx::Error>
    where
        'v: 'a,
    {
        self.fetch_optional(db).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// Replaces NUL, the one character that PostgreSQL refuses in text, by a sign.
    fn without_nul(mut self) -> Statement<'v> {
        for value in &mut self.values {
            if let Value::Text(Some(text)) = value
                && text.contains('\0')
            {
                *text = text.replace('\0', "\u{fffd}").into();
            }
        }
        self
    }

    /// Returns the query for one database.
    fn of<DB: Database>(self) -> sqlx::query::Query<'v, DB, DB::Arguments>
    where
        Option<i64>: Encode<'v, DB> + Type<DB>,
        bool: Encode<'v, DB> + Type<DB>,
        Option<Cow<'v, str>>: Encode<'v, DB> + Type<DB>,
        Option<Cow<'v, [u8]>>: Encode<'v, DB> + Type<DB>,
    {
        self.values.into_iter().fold(sqlx::query(self.sql), |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Flag(flag) => query.bind(flag),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    }
}

/// Implements the conversion of these types to values.
macro_rules! values {
    ($($type:ty: $value:ident => $made:expr,)*) => {
        $(impl<'v> From<$type> for Value<'v> {
            fn from($value: $type) -> Value<'v> {
                $made
            }
        })*
    };
}

values! {
    i64: number => Value::Number(Some(number)),
    &i64: number => Value::Number(Some(*number)),
    Option<i64>: number => Value::Number(number),
    u8: number => Value::Number(Some(number.into())),
    u32: number => Value::Number(Some(number.into())),
    &u32: number => Value::Number(Some((*number).into())),
    bool: flag => Value::Flag(flag),
    &bool: flag => Value::Flag(*flag),
    String: text => Value::Text(Some(text.into())),
    &'v str: text => Value::Text(Some(text.into())),
    &'v String: text => Value::Text(Some(text.into())),
    Option<String>: text => Value::Text(text.map(Cow::from)),
    Option<&'v str>: text => Value::Text(text.map(Cow::from)),
    &'v Option<String>: text => Value::Text(text.as_deref().map(Cow::from)),
    &'v [u8; 32]: bytes => Value::Bytes(Some(bytes.as_slice().into())),
    &'v Vec<u8>: bytes => Value::Bytes(Some(bytes.into())),
    Option<&'v [u8]>: bytes => Value::Bytes(bytes.map(Cow::from)),
    Option<&'v [u8; 32]>: bytes => Value::Bytes(bytes.map(|bytes| bytes.as_slice().into())),
}
