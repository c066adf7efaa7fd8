//! The drawings that a page already has, by hash.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use crate::data::hash::{QuickMap, QuickSet};

/// The drawings that a page already has, and those that it will have.
#[derive(Default, Debug)]
pub struct RenderMemo {
    /// The hashes of the inputs of the drawings that the page has.
    known: QuickSet<u64>,
    /// The hashes of the inputs of the parts that the page has.
    parts: Vec<u64>,
    /// The hashes of the inputs of the new drawings.
    marks: Mutex<ById<u64>>,
    /// The lengths of the new drawings.
    lengths: Mutex<ById<usize>>,
    /// How many of the new drawings are placeholders.
    places: AtomicUsize,
}

/// Values by the hash of an element id; `None` if two elements of one id differ in the value.
type ById<T> = QuickMap<u64, Option<T>>;

/// Records a value for the element whose id has this hash.
fn note<T: Copy + PartialEq>(all: &Mutex<ById<T>>, id: u64, value: T) {
    let mut all = locked(all);
    let known = all.entry(id).or_insert(Some(value));
    *known = known.filter(|known| *known == value);
}

/// A page is drawn on one thread at a time, so nobody waits here.
fn locked<T>(all: &Mutex<ById<T>>) -> MutexGuard<'_, ById<T>> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RenderMemo {
    /// Creates a memo from the input hashes of the parts and of the `count` drawings that the page
    /// has.
    pub fn new(parts: Vec<u64>, count: usize, known: impl IntoIterator<Item = u64>) -> RenderMemo {
        // A table has about as many elements as before.
        let mut all = RenderMemo { parts, ..RenderMemo::default() };
        all.known.reserve(count);
        all.known.extend(known);
        locked(&all.marks).reserve(count);
        locked(&all.lengths).reserve(count);
        all
    }

    /// Returns the input hash of the element whose id has this hash, if its drawing can be cached.
    pub fn mark(&self, id: u64) -> Option<u64> {
        locked(&self.marks).get(&id).copied().flatten()
    }

    /// Returns the length of the element whose id has this hash, if it was recorded.
    pub fn length(&self, id: u64) -> Option<usize> {
        locked(&self.lengths).get(&id).copied().flatten()
    }

    /// Records the input hash `mark` of the element whose id has this hash. Returns whether the page
    /// has its drawing from the same input; the caller then draws a placeholder.
    pub(crate) fn knows(&self, id: u64, mark: u64) -> bool {
        note(&self.marks, id, mark);
        let is_known = self.known.contains(&mark);
        self.places.fetch_add(usize::from(is_known), Relaxed);
        is_known
    }

    /// Records the length of a drawing that is one element, whose id has this hash, so that nobody
    /// need search for its end.
    pub(crate) fn note_length(&self, id: u64, length: usize) {
        note(&self.lengths, id, length);
    }

    /// Returns whether the page has a part from this input hash.
    pub(crate) fn has_part(&self, source: u64) -> bool {
        self.parts.contains(&source)
    }

    /// Returns how many placeholders were drawn.
    pub fn places(&self) -> usize {
        self.places.load(Relaxed)
    }
}
