//! What the lab counts.
use kernel::measure::{Counts, Measures};
use crate::{Event, Crimsonbranch};
pub(crate) static MEASURES: Measures = Measures { scored: true, endings: &[], ..Measures::EMPTY };
#[derive(Default)]
pub struct Tally;
pub(crate) fn note(_: &mut Tally, _: &Event, _: &mut Counts) {}
pub(crate) fn close(_: &Crimsonbranch, _: &Tally, _: &mut Counts) {}
