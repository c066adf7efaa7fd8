//! The lab: simulation of many matches, exact odds, statistics, charts and reports.
//!
//! | task | item |
//! |---|---|
//! | play matches on all cores and add them up | [`Experiment`], [`Figures`] |
//! | try the values of an option in turn | [`Sweep`] |
//! | see whether two sets of options differ | [`compare`] |
//! | compute the exact odds of a fight | [`odds`] |
//! | write every match as a row | [`Rows`] in a [`AtomicFile`] |
//! | draw a page of charts | [`report`] |
//! | find positions that the reference bot gets wrong | [`puzzles`] |
//!
//! **Why threads do not change results.** A match's chance comes from the seed and its number, and
//! all sums are of whole numbers. So the sums are the same in whatever order the threads finish.
//!
//! The crate knows no particular game. Each game's own measures define the counts and the questions
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
