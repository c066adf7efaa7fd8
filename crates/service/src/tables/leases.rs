//! Which process of a hall moves the bots of a table, where several share the database: whoever has taken the lease of the table. It
//! is given back when no bot must act any more, and ends when the process does.
//!
//! Leases spare work and keep the pace of bots. That no bot acts twice follows from the versions of tables, lease or not.

use super::registry::TableRegistry;
use store::StoreError;

impl TableRegistry {
    /// Whether this process moves the bots of a table from now on.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn take_lease(&self, table: &str) -> Result<bool, StoreError> {
        match self.store.peers() {
            Some(peers) => peers.lease(table).await,
            None => Ok(true),
        }
    }

    /// Has this process move the bots of a table no more.
    pub(super) async fn end_lease(&self, table: &str) {
        let Some(peers) = self.store.peers() else { return };
        if let Err(error) = peers.end_lease(table).await {
            tracing::warn!("the lease of table {table} was not given back: {error}");
        }
    }
}
