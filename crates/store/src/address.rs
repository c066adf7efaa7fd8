//! The address of a database, and its kind.

use std::{fmt, path::Path, str::FromStr};

use sqlx::{ConnectOptions, postgres::PgConnectOptions, sqlite::SqliteConnectOptions};

use super::sqlite;
use crate::OpenError;

/// A parsed database address. Its `Display` omits the password.
#[derive(Clone, Debug)]
pub struct Address {
    shown: String,
    pub(super) place: Place,
}

/// The database that an address names.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A SQLite file.
    Sqlite(Box<SqliteConnectOptions>),
    /// A PostgreSQL server, and a database there.
    Postgres(Box<PgConnectOptions>),
}

impl Address {
    /// Parses an address such as `sqlite://FILE` or `postgres://USER@HOST/NAME`.
    ///
    /// # Errors
    /// If the server does not know this kind of address, or it is malformed.
    pub fn parse(url: &str) -> Result<Address, OpenError> {
        let shown = without_password(url);
        let wrong = |why: sqlx::Error| OpenError::Database { url: shown.clone(), why: why.to_string() };
        let place = match url.split_once(':') {
            Some(("sqlite", _)) => Place::Sqlite(Box::new(sqlite::options(url)?)),
            Some(("postgres" | "postgresql", _)) => {
                let options = PgConnectOptions::from_str(url).map_err(wrong)?.disable_statement_logging();
                Place::Postgres(Box::new(match options.get_application_name() {
                    Some(_) => options,
                    None => options.application_name("undercroft"),
                }))
            }
            Some(_) | None => return Err(OpenError::OtherDatabase { url: shown }),
        };
        Ok(Address { shown, place })
    }

    /// Returns the file of a SQLite database; `None` for PostgreSQL.
    pub fn file(&self) -> Option<&Path> {
        match &self.place {
            Place::Sqlite(options) => Some(options.get_filename()),
            Place::Postgres(_) => None,
        }
    }

    /// Returns the error for an operation that needs a database file and got PostgreSQL.
    pub fn no_file(&self) -> OpenError {
        OpenError::NoFile { url: self.shown.clone() }
    }

    /// Marks the file as complete although it was not closed and its write-ahead log is missing.
    ///
    /// # Errors
    /// If the file cannot be written, or the database is not a file.
    pub async fn accept_lost_log(&self) -> Result<(), OpenError> {
        match &self.place {
            Place::Sqlite(options) => sqlite::accept(options).await.map_err(|error| self.wrong(error)),
            Place::Postgres(_) => Err(self.no_file()),
        }
    }

    /// Returns the error that the database cannot be used, with the reason.
    pub fn wrong(&self, why: impl fmt::Display) -> OpenError {
        OpenError::Database { url: self.shown.clone(), why: why.to_string() }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Returns an address without its password, for logs. In an address that cannot be parsed the
/// password may be anywhere, so only the scheme remains.
fn without_password(url: &str) -> String {
    if url.starts_with("sqlite:") {
        return url.to_owned();
    }
    match url::Url::parse(url) {
        Ok(mut parsed) => {
            let hidden = parsed.password().is_none() || parsed.set_password(Some("...")).is_ok();
            parsed.set_query(None);
            if hidden { parsed.into() } else { format!("{}:...", parsed.scheme()) }
        }
        Err(_) => url.split_once(':').map_or("...".into(), |(scheme, _)| format!("{scheme}:...")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let shown = |url: &str| match Address::parse(url) {
            Ok(address) => address.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(shown("sqlite:///var/hall.db"), "sqlite:///var/hall.db");
        assert_eq!(shown("postgres://ada@db.example/hall"), "postgres://ada@db.example/hall");
        for url in [
            "postgres://ada:secret@db.example/hall",
            "postgresql://ada@db.example/hall?password=secret",
            "postgres://ada:secret@db.example:port/hall",
            "mysql://ada:secret@db.example/hall",
        ] {
            assert!(!shown(url).contains("secret"), "{}", shown(url));
        }
    }

    #[test]
    fn two_kinds_of_database_are_known() {
        assert_eq!(Address::parse("sqlite://hall.db").unwrap().file(), Some(Path::new("hall.db")));
        for url in ["postgres://db.example/hall", "postgresql:///hall?host=/run/postgresql"] {
            assert!(matches!(Address::parse(url).unwrap().place, Place::Postgres(_)), "{url}");
        }
        for url in ["mysql://db.example/hall", "hall.db", ""] {
            assert!(matches!(Address::parse(url), Err(OpenError::OtherDatabase { .. })), "{url}");
        }
    }
}
