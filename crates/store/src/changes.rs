//! Counters of changes to people, so that a caller can cache what it read until the next change.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Decision, PeopleWrite, Write};

/// Counters of possible changes to the names and mutes of people, which tables show.
#[derive(Default, Debug)]
pub struct Changes {
    names: AtomicU64,
    mutes: AtomicU64,
}

impl Changes {
    /// Returns how often a person's name may have changed.
    pub fn names(&self) -> u64 {
        self.names.load(Ordering::Acquire)
    }

    /// Returns how often a person may have muted or unmuted another.
    pub fn mutes(&self) -> u64 {
        self.mutes.load(Ordering::Acquire)
    }

    /// Returns whether a write may change names, and whether it may change mutes.
    pub(super) fn of(write: &Write) -> (bool, bool) {
        match write {
            Write::People(people) => match **people {
                PeopleWrite::Claim { .. } | PeopleWrite::Forget { .. } => (true, true),
                PeopleWrite::Decide(Decision::Rename(..), _) => (true, false),
                PeopleWrite::Block { .. } => (false, true),
                _ => (false, false),
            },
            Write::UpdatePerson(..) => (true, false),
            Write::Mute { .. } => (false, true),
            _ => (false, false),
        }
    }

    /// Counts that another process may have changed a person's name.
    pub fn note_names(&self) {
        self.note((true, false));
    }

    /// Counts a possible change of names, of mutes, or of both.
    pub(super) fn note(&self, (names, mutes): (bool, bool)) {
        if names {
            self.names.fetch_add(1, Ordering::Release);
        }
        if mutes {
            self.mutes.fetch_add(1, Ordering::Release);
        }
    }
}
