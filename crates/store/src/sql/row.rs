//! A row of either database.

use sqlx::{Row as _, postgres::PgRow, sqlite::SqliteRow};

/// A row that a statement found.
pub(crate) enum Row {
    /// In SQLite.
    Sqlite(SqliteRow),
    /// In PostgreSQL.
    Postgres(PgRow),
}

impl From<SqliteRow> for Row {
    fn from(row: SqliteRow) -> Row {
        Row::Sqlite(row)
    }
}

impl From<PgRow> for Row {
    fn from(row: PgRow) -> Row {
        Row::Postgres(row)
    }
}

impl Row {
    /// Returns the value in the column of this name.
    pub(crate) fn try_get<T: Column>(&self, column: &str) -> Result<T, sqlx::Error> {
        T::read(self, column)
    }
}

/// A type of value that both databases return.
pub(crate) trait Column: Sized {
    /// Reads the column of this name.
    fn read(row: &Row, column: &str) -> Result<Self, sqlx::Error>;
}

macro_rules! columns {
    ($($type:ty),*) => {
        $(impl Column for $type {
            fn read(row: &Row, column: &str) -> Result<$type, sqlx::Error> {
                match row {
                    Row::Sqlite(row) => row.try_get(column),
                    Row::Postgres(row) => row.try_get(column),
                }
            }
        })*
    };
}

columns!(i64, Option<i64>, bool, String, Option<String>, Vec<u8>, Option<Vec<u8>>);

/// Both databases store whole numbers in 64 bits.
macro_rules! narrow_columns {
    ($($type:ty),*) => {
        $(impl Column for $type {
            fn read(row: &Row, column: &str) -> Result<$type, sqlx::Error> {
                let wrong = |source: std::num::TryFromIntError| sqlx::Error::ColumnDecode {
                    index: column.to_owned(),
                    source: source.into(),
                };
                i64::read(row, column)?.try_into().map_err(wrong)
            }
        })*
    };
}

narrow_columns!(u8, u32);
