//! The reasons why the server cannot start or go on.

use std::{net::SocketAddr, path::PathBuf};

/// The reason why the server cannot start or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] store::OpenError),
    /// The folder for the server's files cannot be used.
    #[error("the data folder {} cannot be used: {why}; name another one with --data", path.display())]
    Data {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        why: std::io::Error,
    },
    /// The server's key file cannot be used.
    #[error("the key file {} cannot be used: {why}; remove it to get a new one; every browser is a new guest then, and accounts sign in again", path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The file of the operators' token cannot be used.
    #[error("the file of the operators' token {} cannot be used: {why}; remove it to get a new one", path.display())]
    OperatorToken {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The file exists, and would be overwritten.
    #[error("{} exists already; name another file, or say --replace", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a complete backup.
    #[error("{} is no backup to rely on: {why}", path.display())]
    BadBackup {
        /// The file.
        path: PathBuf,
        /// The first fault of the file.
        why: String,
    },
    /// The server cannot listen at the address.
    #[error("nobody can be received at {addr}: {why}; choose another address with --listen")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// The error of the operating system.
        why: std::io::Error,
    },
}
