//! The connection on which a process receives the changes of the others: PostgreSQL's `LISTEN`.

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};

use super::{PeerEvent, PeerMessage, StoreError};

/// An open subscription to the changes of other processes.
#[derive(Debug)]
pub struct NewsLine {
    listener: PgListener,
    process: String,
}

impl NewsLine {
    /// Subscribes a process. It does not receive its own messages.
    pub(super) async fn open(options: &PgConnectOptions, process: &str) -> Result<NewsLine, StoreError> {
        let pool = PgPoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        let line: String =
            sqlx::query_scalar("SELECT 'undercroft_' || current_schema()").fetch_one(&mut listener).await?;
        listener.listen(&line).await?;
        Ok(NewsLine { listener, process: process.to_owned() })
    }

    /// Waits for the next message. After a reconnect it returns [`PeerMessage::Lost`], because
    /// messages may be missing.
    ///
    /// # Errors
    /// If the connection is cut and cannot be opened again.
    pub async fn next(&mut self) -> Result<PeerMessage, StoreError> {
        loop {
            match self.listener.try_recv().await? {
                None => return Ok(PeerMessage::Lost),
                Some(notification) => {
                    if let Some(heard) = PeerEvent::heard(notification.payload(), &self.process) {
                        return Ok(heard);
                    }
                }
            }
        }
    }
}
