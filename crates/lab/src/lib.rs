//! The lab: simulation of many matches, exact odds, statistics, charts and reports.
//!
//! | task | item |
//! |---|---|
//! | play matches on all cores and add them up | [`Experiment`], [`Figures`] |
//! | go on with a run, or add up its shards | [`Summary`] |
//! | try the values of an option in turn | [`Sweep`] |
//! | see whether two sets of options differ | [`compare`] |
//! | compute the exact odds of a fight | [`odds`] |
//! | write every match as a row | [`Rows`] in memory, [`RowsFile`] in an [`AtomicFile`] |
//! | draw a page of charts | [`report`] |
//! | find positions that the reference bot gets wrong | [`puzzles`] |
//!
//! **Why threads do not change results.** A match's chance comes from the seed and its number, and
//! all sums are of whole numbers. So the sums are the same in whatever order the threads finish, and
//! however a run is cut into ranges of matches.
//!
//! The crate knows no particular game. Each game's own measures define the counts and the questions
//! ([`kernel::measure`]).

mod atomic_file;
mod chart;
mod compare;
mod error;
mod exact;
mod experiment;
mod figures;
mod json;
pub mod odds;
mod page;
mod puzzles;
mod ranges;
mod rows;
pub mod stats;
mod summary;
mod sums;
mod sweep;
mod table;
mod text;

pub use atomic_file::AtomicFile;
pub use compare::{Comparison, Difference, Unit, Verdict, compare};
pub use error::LabError;
pub use experiment::{EachRow, Experiment, MOST_MATCHES, Pool, Unwatched, Watch};
pub use figures::{Figures, Lift};
pub use json::json;
pub use page::{Point, report};
pub use puzzles::puzzles;
pub use ranges::Ranges;
pub use rows::{Format, Rows, RowsFile};
pub use summary::{EachMatch, Part, Summary};
pub use sums::{Histogram, Sum, Sums, Usage};
pub use sweep::{Sweep, settings};
pub use table::{compared, pieces, table};
