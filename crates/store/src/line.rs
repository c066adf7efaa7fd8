//! The line by which a process hears what the others have changed: PostgreSQL's `LISTEN`, on a connection of its own.

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};

use super::{PeerEvent, PeerMessage, StoreError};

/// A line that is open.
#[derive(Debug)]
pub struct NewsLine {
    listener: PgListener,
    process: String,
}

impl NewsLine {
    /// Opens the line of a process, which does not hear itself.
    pub(super) async fn open(options: &PgConnectOptions, process: &str) -> Result<NewsLine, StoreError> {
        let pool = PgPoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        let line: String =
            sqlx::query_scalar("SELECT 'undercroft_' || current_schema()").fetch_one(&mut listener).await?;
        listener.listen(&line).await?;
        Ok(NewsLine { listener, process: process.to_owned() })
    }

    /// The next that is heard. When the line was cut and is there again, anything may have been missed.
    ///
    /// # Errors
    /// If it is cut and cannot be opened again.
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
