//! Why the hall cannot open or go on.

use std::{net::SocketAddr, path::PathBuf};

/// Why the hall cannot open or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder for its files cannot be used.
    #[error("the data folder {} cannot be used: {why}; name another one with --data", path.display())]
    Data {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        why: std::io::Error,
    },
    /// The key that signs cookies cannot be used.
    #[error("the key file {} cannot be used: {why}; remove it to get a new one, and all guests start anew", path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The database cannot be opened.
    #[error("the database {url} cannot be opened: {why}; name another one with --database sqlite://FILE")]
    Database {
        /// Its address.
        url: String,
        /// What the driver said.
        why: String,
    },
    /// Another process has the database.
    #[error("another hall is running on this database: {} is locked; stop that one, or name another folder with --data", path.display())]
    InUse {
        /// The file that marks it.
        path: PathBuf,
    },
    /// A database of a kind that this hall does not know.
    #[error(
        "the database {url} is of a kind this hall does not know; it keeps its tables in SQLite: --database sqlite://FILE"
    )]
    OtherDatabase {
        /// Its address.
        url: String,
    },
    /// The address cannot be listened at.
    #[error("nobody can be received at {addr}: {why}; choose another address with --listen")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// What the system said.
        why: std::io::Error,
    },
    /// The server stopped by itself.
    #[error("the hall had to close: {0}")]
    Serve(#[source] std::io::Error),
}
