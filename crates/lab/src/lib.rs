//! The lab: simulation of many matches, exact odds, statistics, charts and reports.
//!
//! | task | item |
//! |---|---|
//! | play matches on all cores and add them up | [`Experiment`], [`Figures`] |
//! | go on with a run, or add up its shards | [`Summary`] |
//! | try the values of an option in turn | [`Sweep`] |
//! | see all values of two options together | [`TwoWay`] |
//! | see whether two sets of options differ | [`compare`] |
//! | compute the exact odds of a fight | [`odds`] |
//! | write every match as a row | [`Rows`] in memory, [`RowsFile`] in an [`AtomicFile`] |
//! | draw a page of charts, or its contents | [`report`], [`contents`] |
//! | read a pack of cards from a file, and try it | [`PackFile`], [`PackTrial`] |
//! | find positions that the reference bot gets wrong | [`puzzles`] |
//!
//! **Why threads do not change results.** A match's chance comes from the seed and its number, and
//! all sums are of whole numbers. So the sums are the same in whatever order the threads finish, and
//! however a run is cut into ranges of matches.
//!
//! The feature `native` adds what a browser has not: threads, files, and whole numbers of any size.
//! Without it the same matches are played piece by piece ([`Experiment::part_here`],
//! [`Pairing::play`]), and the sums of the pieces are merged.
//!
//! The crate knows no particular game. Each game's own measures define the counts and the questions
//! ([`kernel::measure`]).

#[cfg(feature = "native")]
mod atomic_file;
mod bench;
mod chart;
mod compare;
mod error;
mod exact;
mod experiment;
mod figures;
mod format;
mod json;
#[cfg(feature = "native")]
pub mod odds;
#[cfg(feature = "packs")]
mod pack_file;
mod pack_trial;
mod page;
mod paired_totals;
#[cfg(feature = "native")]
mod pool;
#[cfg(feature = "native")]
mod program;
#[cfg(feature = "native")]
mod puzzles;
mod ranges;
#[cfg(feature = "native")]
mod rows;
#[cfg(feature = "native")]
mod search;
#[cfg(feature = "native")]
mod sensitivity;
pub mod stats;
#[cfg(feature = "native")]
mod summary;
mod sums;
mod sweep;
mod table;
mod two_way;

#[cfg(feature = "native")]
pub use atomic_file::AtomicFile;
pub use bench::{changes, influences};
#[cfg(feature = "native")]
pub use compare::compare;
pub use compare::{Comparison, Difference, Pairing, Pairs, Unit, Verdict, figure_names};
pub use error::LabError;
pub use experiment::{Experiment, MOST_MATCHES};
pub use figures::{Figures, Lift};
pub use json::{csv, json};
#[cfg(feature = "packs")]
pub use pack_file::PackFile;
pub use pack_trial::{BadPack, Endless, PackTrial};
pub use page::{Point, comparison, contents, report, style};
#[cfg(feature = "native")]
pub use pool::{EachRow, Pool, Unwatched, Watch};
#[cfg(feature = "native")]
pub use puzzles::puzzles;
pub use ranges::Ranges;
#[cfg(feature = "native")]
pub use rows::{Format, Rows, RowsFile};
#[cfg(feature = "native")]
pub use search::{Aim, Found, search, searched};
#[cfg(feature = "native")]
pub use sensitivity::{Changes, Influence, Sensitivity};
#[cfg(feature = "native")]
pub use summary::{EachMatch, Part, Summary};
pub use sums::{Histogram, Sum, Sums, Usage};
pub use sweep::{Sweep, setting_name, settings, stepped};
pub use table::{compared, pieces, table};
pub use two_way::TwoWay;
