//! Counts what changes of people, so that what was read of it can be kept until then.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Decision, PeopleWrite, Write};

/// How often something that tables show of people may have changed.
#[derive(Default, Debug)]
pub struct Changes {
    names: AtomicU64,
    mutes: AtomicU64,
}

impl Changes {
    /// How often somebody's name may have changed.
    pub fn names(&self) -> u64 {
        self.names.load(Ordering::Acquire)
    }

    /// How often somebody may have wanted to hear somebody else no longer, or again.
    pub fn mutes(&self) -> u64 {
        self.mutes.load(Ordering::Acquire)
    }

    /// Counts what a write changes, which of these it does.
    pub(super) fn of(write: &Write) -> (bool, bool) {
        match write {
            Write::People(people) => match **people {
                PeopleWrite::Claim { .. } | PeopleWrite::Forget { .. } => (true, true),
                PeopleWrite::Decide(Decision::Rename(..), _) => (true, false),
                _ => (false, false),
            },
            Write::UpdatePerson(..) => (true, false),
            Write::Mute { .. } => (false, true),
            _ => (false, false),
        }
    }

    /// Notes that another process may have changed somebody's name.
    pub fn note_names(&self) {
        self.note((true, false));
    }

    /// Notes that names, or mutes, may be others from now on.
    pub(super) fn note(&self, (names, mutes): (bool, bool)) {
        if names {
            self.names.fetch_add(1, Ordering::Release);
        }
        if mutes {
            self.mutes.fetch_add(1, Ordering::Release);
        }
    }
}
