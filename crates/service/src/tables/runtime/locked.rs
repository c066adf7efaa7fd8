//! A locked table.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use tokio::sync::OwnedMappedMutexGuard;

use super::TableHandle;
use crate::tables::state::TableState;

/// A locked table; dropping it unlocks the table. Followers are woken after the unlocking, when
/// they can look at the table.
pub struct LockedTable {
    // Fields are dropped in this order: first the table is unlocked, then the followers are woken.
    live: OwnedMappedMutexGuard<Option<TableState>, TableState>,
    release: Release,
}

struct Release(Arc<TableHandle>);

impl LockedTable {
    pub(crate) fn new(
        slot: Arc<TableHandle>,
        mut live: OwnedMappedMutexGuard<Option<TableState>, TableState>,
    ) -> LockedTable {
        slot.hold();
        live.set_listened(slot.is_listened_to());
        live.review_clocks();
        LockedTable { live, release: Release(slot) }
    }

    /// Returns the handle of the table.
    pub fn handle(&self) -> &Arc<TableHandle> {
        &self.release.0
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
