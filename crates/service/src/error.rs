//! Why the hall cannot open or go on.

use std::{net::SocketAddr, path::PathBuf};

/// Why the hall cannot open or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] store::OpenError),
    /// The folder for its files cannot be used.
    #[error("the data folder {} cannot be used: {why}; name another one with --data", path.display())]
    Data {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        why: std::io::Error,
    },
    /// The secret of the hall cannot be used.
    #[error("the key file {} cannot be used: {why}; remove it to get a new one; every browser is a new guest then, and accounts sign in again", path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The token of operators cannot be used.
    #[error("the file of the operators' token {} cannot be used: {why}; remove it to get a new one", path.display())]
    OperatorToken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file that would be overwritten.
    #[error("{} exists already; name another file, or say --replace", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A file that is no whole backup.
    #[error("{} is no backup to rely on: {why}", path.display())]
    BadBackup {
        /// The file.
        path: PathBuf,
        /// The first thing that is wrong with it.
        why: String,
    },
    /// The address cannot be listened at.
    #[error("nobody can be received at {addr}: {why}; choose another address with --listen")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// What the system said.
        why: std::io::Error,
    },
}
