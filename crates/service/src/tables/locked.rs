//! A locked table.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use tokio::sync::OwnedMappedMutexGuard;

use super::{handle::TableHandle, state::TableState};

/// A table, locked until this is dropped. Whoever follows it is woken then, and not while they could not look at it yet.
pub struct LockedTable {
    // Dropped in this order: first unlocked, then told.
    live: OwnedMappedMutexGuard<Option<TableState>, TableState>,
    _release: Release,
}

struct Release(Arc<TableHandle>);

impl LockedTable {
    pub(super) fn new(
        slot: Arc<TableHandle>,
        mut live: OwnedMappedMutexGuard<Option<TableState>, TableState>,
    ) -> LockedTable {
        slot.hold();
        live.set_listened(slot.is_listened_to());
        LockedTable { live, _release: Release(slot) }
    }
}

impl Deref for LockedTable {
    type Target = TableState;

    fn deref(&self) -> &TableState {
        &self.live
    }
}

impl DerefMut for LockedTable {
    fn deref_mut(&mut self) -> &mut TableState {
        &mut self.live
    }
}

impl Drop for Release {
    fn drop(&mut self) {
        self.0.release();
    }
}
