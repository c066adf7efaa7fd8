//! One task that writes. The changes that queue up during a flush go into the next transaction.
//!
//! A flush to disk costs the same for one step as for a hundred, so many tables share its cost.
//! Callers learn of a change only after its transaction is committed.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};

use super::{StoreError, Write, sessions::Sessions, sql::WriteConnection};

/// The maximal number of changes in a transaction.
const TOGETHER: usize = 512;
/// The number of changes that may wait; further callers wait to queue theirs.
const WAITING: usize = 4096;

/// A queued change, and the channel for its outcome.
struct QueuedWrite {
    write: Write,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// A handle of the writing task.
#[derive(Clone, Debug)]
pub(super) struct Writer(Arc<Handle>);

#[derive(Debug)]
struct Handle {
    queue: Mutex<Option<mpsc::Sender<QueuedWrite>>>,
    ended: Mutex<Option<oneshot::Receiver<()>>>,
}

impl Writer {
    /// Starts the task.
    pub(super) fn start(connection: WriteConnection, sessions: Arc<Sessions>) -> Writer {
        let (sender, queue) = mpsc::channel(WAITING);
        let (end, ended) = oneshot::channel();
        tokio::spawn(async move {
            run(connection, &sessions, queue).await;
            drop(end);
        });
        Writer(Arc::new(Handle { queue: Mutex::new(Some(sender)), ended: Mutex::new(Some(ended)) }))
    }

    /// Makes a change, and returns when it is durable.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closing)?;
        let (done, outcome) = oneshot::channel();
        queue.send(QueuedWrite { write, done }).await.map_err(|_| StoreError::Closing)?;
        drop(queue);
        outcome.await.map_err(|_| StoreError::Closing)?
    }

    /// Refuses further changes, and waits until the queued ones are made.
    pub(super) async fn close(&self) {
        drop(self.0.queue.lock().unwrap_or_else(PoisonError::into_inner).take());
        let ended = self.0.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(ended) = ended {
            let _ = ended.await;
        }
    }
}

async fn run(mut connection: WriteConnection, sessions: &Sessions, mut queue: mpsc::Receiver<QueuedWrite>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, TOGETHER).await > 0 {
        // Lets other tasks queue their changes for the same transaction, until none does. On an
        // idle server that is at once.
        let mut gathered = 0;
        while gathered < batch.len() && batch.len() < TOGETHER {
            gathered = batch.len();
            tokio::task::yield_now().await;
            while batch.len() < TOGETHER
                && let Ok(queued) = queue.try_recv()
            {
                batch.push(queued);
            }
        }
        let (writes, waiting): (Vec<Write>, Vec<_>) = batch.drain(..).map(|queued| (queued.write, queued.done)).unzip();
        let outcomes = commit(&mut connection, &writes).await;
        // Failed changes count too, because they may have been made all the same.
        writes.iter().for_each(|write| sessions.forget_changed(write));
        for (done, outcome) in waiting.into_iter().zip(outcomes) {
            let _ = done.send(outcome);
        }
    }
    connection.close().await;
}

/// Makes all changes in one transaction. If that fails, it makes each in a transaction of its own,
/// so that a bad change harms no other. If the database is gone, it makes none of them.
async fn commit(connection: &mut WriteConnection, writes: &[Write]) -> Vec<Result<(), StoreError>> {
    match connection.apply(writes).await {
        Ok(outcomes) => outcomes,
        Err(error) if writes.len() == 1 || is_gone(&error) => {
            vec![Err(StoreError::Failed(error.to_string())); writes.len()]
        }
        Err(error) => {
            tracing::warn!("a transaction of {} changes failed, each is tried alone: {error}", writes.len());
            let mut outcomes = Vec::with_capacity(writes.len());
            for write in writes {
                match connection.apply(std::slice::from_ref(write)).await {
                    Ok(one) => outcomes.extend(one),
                    Err(error) => {
                        outcomes.push(Err(StoreError::Failed(error.to_string())));
                        if is_gone(&error) {
                            break;
                        }
                    }
                }
            }
            let rest = outcomes.last().cloned().unwrap_or(Ok(()));
            outcomes.resize(writes.len(), rest);
            outcomes
        }
    }
}

/// Returns whether the connection failed and not the change: cut off, closed by the database
/// server, or refused there.
fn is_gone(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| ["08", "53", "57P"].iter().any(|class| code.starts_with(class)))
        }
        _ => false,
    }
}
