//! All statements of the store, in words that SQLite and PostgreSQL both understand, and what runs them on either.
//!
//! `query`, `row` and `connection` are the one place where it is asked which database it is. What the two say differently
//! beyond that stands in [`Dialect`](connection::Dialect).

mod connection;
mod daily;
mod lists;
mod notices;
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
