//! A locked table.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use tokio::sync::OwnedMappedMutexGuard;

use super::{slot::TableSlot, table::LiveTable};

/// A table, locked until this is dropped. Whoever follows it is woken then, and not while they could not look at it yet.
pub(crate) struct TableGuard {
    // Dropped in this order: first unlocked, then told.
    live: OwnedMappedMutexGuard<Option<LiveTable>, LiveTable>,
    _release: Release,
}

struct Release(Arc<TableSlot>);

impl TableGuard {
    pub(super) fn new(
        slot: Arc<TableSlot>,
        mut live: OwnedMappedMutexGuard<Option<LiveTable>, LiveTable>,
    ) -> TableGuard {
        slot.hold();
        live.set_listened(slot.is_listened_to());
        TableGuard { live, _release: Release(slot) }
    }
}

impl Deref for TableGuard {
    type Target = LiveTable;

    fn deref(&self) -> &LiveTable {
        &self.live
    }
}

impl DerefMut for TableGuard {
    fn deref_mut(&mut self) -> &mut LiveTable {
        &mut self.live
    }
}

impl Drop for Release {
    fn drop(&mut self) {
        self.0.release();
    }
}
