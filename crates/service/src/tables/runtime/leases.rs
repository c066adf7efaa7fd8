//! Leases of tables: of several processes that share the database, the one that has a table's lease
//! moves its bots. The lease is given back when no bot must act any more, and ends when the process
//! does.
//!
//! Leases spare work and preserve the pace of bots. They are not needed for safety: the versions of
//! tables already prevent a bot from acting twice.

use super::TableRegistry;
use store::StoreError;

impl TableRegistry {
    /// Takes the lease of a table, and returns whether this process moves its bots from now on.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn take_lease(&self, table: &str) -> Result<bool, StoreError> {
        match self.store.peers() {
            Some(peers) => peers.lease(table).await,
            None => Ok(true),
        }
    }

    /// Gives back the lease of a table: this process no longer moves its bots.
    pub(crate) async fn end_lease(&self, table: &str) {
        let Some(peers) = self.store.peers() else { return };
        if let Err(error) = peers.end_lease(table).await {
            tracing::warn!("the lease of table {table} was not given back: {error}");
        }
    }
}
