use crate::*;
pub(crate) type Tally = ();
pub(crate) static MEASURES: Measures = Measures::EMPTY;
pub(crate) fn note(_: &mut (), _: &Event, _: &mut Counts) {}
pub(crate) fn close(_: &DungeonRummy, _: &(), _: &mut Counts) {}
