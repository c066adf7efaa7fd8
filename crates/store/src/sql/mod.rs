//! All statements of the store, in SQL that SQLite and PostgreSQL both understand, and the code
//! that runs them.
//!
//! The modules `statement`, `row` and `connection` distinguish the databases. Other differences are
//! in [`Dialect`](connection::Dialect).

mod company;
mod connection;
mod daily;
mod groups;
mod lists;
mod notices;
mod packs;
mod peers;
mod people;
mod puzzles;
mod read;
mod results;
mod row;
mod statement;
mod steps;
pub(crate) mod tallies;
mod write;

pub(super) use connection::{Connection, Dialect, Pool, Transaction};
pub use peers::Peers;
pub(super) use read::ReadPool;
pub(super) use row::Row;
pub(super) use statement::{Statement, Value, statement, statement_of};
pub(super) use write::WriteConnection;
