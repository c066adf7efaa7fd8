//! Why a database cannot be opened, copied or moved.

use std::path::PathBuf;

/// Why a database cannot be opened, copied or moved.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database cannot be read.
    #[error("the database cannot be read: {why}")]
    Unread {
        /// The driver's error.
        why: String,
    },
    /// The database cannot be opened.
    #[error("the database {url} cannot be opened: {why}; name another one with --database")]
    Database {
        /// Its address.
        url: String,
        /// The driver's error.
        why: String,
    },
    /// Another process uses the database.
    #[error("another hall is running on this database: {} is locked; stop that one, or name another folder with --data", path.display())]
    InUse {
        /// The lock file.
        path: PathBuf,
    },
    /// A server has the database open, and the operation needs it closed.
    #[error("a hall is open on {url}; stop it first")]
    HallOpen {
        /// Its address.
        url: String,
    },
    /// The target database is not empty, and the store does not overwrite data.
    #[error("the database {url} is not empty; name one that is")]
    NotEmpty {
        /// Its address.
        url: String,
    },
    /// The content of one database could not be copied into another.
    #[error("nothing was copied: {why}")]
    Move {
        /// The reason.
        why: String,
    },
    /// The server does not know this kind of database.
    #[error(
        "the database {url} is of a kind this hall does not know; it keeps its tables in SQLite or PostgreSQL: --database sqlite://FILE or --database postgres://USER@HOST/NAME"
    )]
    OtherDatabase {
        /// Its address.
        url: String,
    },
    /// The database is not a file, and the operation copies files.
    #[error(
        "the database {url} is no file; copy it with pg_dump and put it back with pg_restore, and keep a copy of the key"
    )]
    NoFile {
        /// Its address.
        url: String,
    },
    /// A file of the database cannot be read or written.
    #[error("{} cannot be used: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        why: std::io::Error,
    },
    /// There is no database at the path.
    #[error("there is no database at {}; name the hall's folder with --data", path.display())]
    NoDatabase {
        /// The path of the missing database.
        path: PathBuf,
    },
    /// The database file is empty.
    #[error(
        "the database {} has no content, so all tables would be lost; put a backup back with `undercroft restore FILE`, or remove the file to begin with an empty hall",
        path.display()
    )]
    EmptyDatabase {
        /// The file.
        path: PathBuf,
    },
    /// The database was not closed, and the log with its last changes is missing.
    #[error(
        "the database {} was not closed and its log {} is missing, so its last moves would be lost; put the log back beside it, or a backup with `undercroft restore FILE`, or take it as it is with `undercroft doctor --accept-lost-log`",
        path.display(),
        log.display()
    )]
    MissingLog {
        /// The file.
        path: PathBuf,
        /// The log that belongs to it.
        log: PathBuf,
    },
    /// A database could not be copied.
    #[error("the copy {} could not be made: {why}", path.display())]
    Copy {
        /// The copy.
        path: PathBuf,
        /// The reason.
        why: String,
    },
}
