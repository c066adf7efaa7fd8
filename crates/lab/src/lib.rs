//! Many matches: simulation, exact odds, statistics, charts, reports.
//!
//! | to | look at |
//! |---|---|
//! | play matches on all cores and add them up | [`Experiment`], [`Figures`] |
//! | try the values of an option one after the other | [`Sweep`] |
//! | see whether two sets of options differ | [`compare`] |
//! | work out the odds of a fight exactly | [`odds`] |
//! | keep every match as a row | [`Rows`] in a [`AtomicFile`] |
//! | draw a page of it all | [`report`] |
//! | find positions that the reference bot gets wrong | [`puzzles`] |
//!
//! **Why threads change nothing.** A match's luck comes from the seed and its number, and all that is added up is whole
//! numbers: sums come out the same in whatever order the threads finish.
//!
//! The crate knows no game: what is counted and what can be asked stands in each game's own measures
//! ([`kernel::measure`]).

mod atomic_file;
mod chart;
mod compare;
mod error;
mod experiment;
mod figures;
mod json;
pub mod odds;
mod page;
mod puzzles;
mod rows;
pub mod stats;
mod sweep;
mod table;
mod text;

pub use atomic_file::AtomicFile;
pub use compare::{Comparison, Difference, Unit, Verdict, compare};
pub use error::LabError;
pub use experiment::{EachRow, Experiment, Pool, Unwatched, Watch};
pub use figures::{Figures, Histogram, Lift, Sum, Usage};
pub use json::json;
pub use page::{Point, report};
pub use puzzles::puzzles;
pub use rows::{Format, Rows};
pub use sweep::{Sweep, settings};
pub use table::{compared, pieces, table};
