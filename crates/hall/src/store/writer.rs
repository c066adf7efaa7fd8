//! One task that writes: whatever has queued up while the last flush was under way goes into the next transaction.
//!
//! A flush to disk costs the same for one step as for a hundred, so many tables share its cost. Nobody is told that a change
//! is made before the transaction that holds it is committed.

use std::sync::Arc;

use tokio::sync::{Mutex, mpsc, oneshot};

use super::{Job, Undone, Work, sqlite::Writes};

/// The most changes that share a transaction.
const TOGETHER: usize = 512;
/// How many changes may wait; who comes then waits to be let in.
const WAITING: usize = 4096;

/// A handle on the writing task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    jobs: Arc<Mutex<Option<mpsc::Sender<Job>>>>,
    ended: Arc<Mutex<Option<oneshot::Receiver<()>>>>,
}

impl Writer {
    /// Starts the task.
    pub(super) fn start(writes: Writes) -> Writer {
        let (jobs, queue) = mpsc::channel(WAITING);
        let (end, ended) = oneshot::channel();
        tokio::spawn(async move {
            run(writes, queue).await;
            drop(end);
        });
        Writer { jobs: Arc::new(Mutex::new(Some(jobs))), ended: Arc::new(Mutex::new(Some(ended))) }
    }

    /// Makes a change, and comes back when it is durable.
    pub(super) async fn write(&self, work: Work) -> Result<(), Undone> {
        let jobs = self.jobs.lock().await.clone().ok_or(Undone::Closing)?;
        let (done, outcome) = oneshot::channel();
        jobs.send(Job { work, done }).await.map_err(|_| Undone::Closing)?;
        drop(jobs);
        outcome.await.map_err(|_| Undone::Closing)?
    }

    /// Takes no more changes, and waits until all are made.
    pub(super) async fn close(&self) {
        drop(self.jobs.lock().await.take());
        if let Some(ended) = self.ended.lock().await.take() {
            let _ = ended.await;
        }
    }
}

async fn run(mut writes: Writes, mut queue: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, TOGETHER).await > 0 {
        let (works, waiting): (Vec<Work>, Vec<_>) = batch.drain(..).map(|job| (job.work, job.done)).unzip();
        let outcomes = settle(&mut writes, &works).await;
        for (done, outcome) in waiting.into_iter().zip(outcomes) {
            let _ = done.send(outcome);
        }
    }
    writes.close().await;
}

/// All together; and if that fails, each alone, so that a bad one harms no other.
async fn settle(writes: &mut Writes, works: &[Work]) -> Vec<Result<(), Undone>> {
    match writes.apply(works).await {
        Ok(outcomes) => outcomes,
        Err(error) if works.len() == 1 => vec![Err(error.into())],
        Err(error) => {
            tracing::warn!("a transaction of {} changes failed, each is tried alone: {error}", works.len());
            let mut outcomes = Vec::with_capacity(works.len());
            for work in works {
                let outcome = writes.apply(std::slice::from_ref(work)).await;
                outcomes.push(outcome.map_err(Undone::from).and_then(|mut one| one.pop().unwrap_or(Ok(()))));
            }
            outcomes
        }
    }
}
