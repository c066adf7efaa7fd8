//! Places for expensive work, which runs on blocking threads, never on an async worker.
//!
//! The number of pieces that run at once and of those that wait is limited: in all, and for each
//! person and each address. So one caller does not take the places of all. An address has one turn
//! at a time: others wait for one piece of its work, not for all of it. A piece of work that has
//! begun holds its place until it is done, even if its caller has hung up.
//!
//! Async workers run nothing that takes 10 ms. Expensive work has places: blocking threads, a
//! number of pieces of work at once and a number for each person and address. A piece of work keeps
//! its place until it is done, even if its caller hangs up. `cargo xtask calls` prints the time of
//! every address on async workers.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use text::t;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    callers::Caller,
    limits::{AtOnce, Held},
};
use crate::{
    fault::{Code, Fault},
    weak_map::WeakMap,
};

/// Places for one kind of work.
pub(super) struct Places {
    kind: AtOnce,
    /// The lane of each address whose work waits or runs.
    lanes: Mutex<WeakMap<IpAddr, Semaphore>>,
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Places {
    /// Makes places: `running` pieces of this work run at once, and `waiting` more may wait.
    pub(super) fn new(kind: AtOnce, running: usize, waiting: usize) -> Places {
        let permits = |count| Arc::new(Semaphore::new(count));
        Places { kind, lanes: Mutex::default(), running: permits(running), waiting: permits(running + waiting) }
    }

    /// Reserves a place for a caller, who may have to wait there.
    ///
    /// # Errors
    /// If the caller has as many places as one may have, or all places are taken.
    pub(super) fn enter(&self, caller: &Caller) -> Result<Place, Fault> {
        let held = caller.share().hold(self.kind, caller.id())?;
        let full = |_| Fault::new(Code::Busy, t!("the hall has much to do just now; ask again in a moment"));
        let waiting = self.waiting.clone().try_acquire_owned().map_err(full)?;
        let lane = caller.share().address().map(|address| self.lane(address));
        Ok(Place { lane, running: self.running.clone(), taken: (held, waiting) })
    }

    /// Returns the lane of an address, on which one piece of work runs at a time.
    fn lane(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lane) = lanes.get(&address) {
            return lane;
        }
        let lane = Arc::new(Semaphore::new(1));
        lanes.insert(address, &lane);
        lane
    }

    /// Does work on a blocking thread when it is its turn, and returns its result.
    ///
    /// # Errors
    /// If the caller gets no place, or the work breaks off.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        self.enter(caller)?.turn().await?.run(work).await
    }
}

/// A place in which a caller waits.
pub(super) struct Place {
    lane: Option<Arc<Semaphore>>,
    running: Arc<Semaphore>,
    taken: (Held, OwnedSemaphorePermit),
}

impl Place {
    /// Waits for its turn.
    ///
    /// # Errors
    /// If no more work is done.
    pub(super) async fn turn(self) -> Result<Turn, Fault> {
        let lane = match self.lane {
            Some(lane) => Some(lane.acquire_owned().await.map_err(|_| broken_off())?),
            None => None,
        };
        let running = self.running.acquire_owned().await.map_err(|_| broken_off())?;
        Ok(Turn { _lane: lane, _running: running, _taken: self.taken })
    }
}

/// The right of a piece of work to run now.
pub(super) struct Turn {
    _lane: Option<OwnedSemaphorePermit>,
    _running: OwnedSemaphorePermit,
    _taken: (Held, OwnedSemaphorePermit),
}

impl Turn {
    /// Does the work on a blocking thread. Its place is free again afterwards.
    ///
    /// # Errors
    /// If it breaks off.
    pub(super) async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(self);
            result
        });
        done.await.map_err(|_| broken_off())
    }
}

fn broken_off() -> Fault {
    Fault::new(Code::Internal, t!("something went wrong in the hall; it was not done"))
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use super::*;

    /// A limit that no wait in these tests reaches, even on a slow and busy machine.
    const LATE: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn async_worker_goes_on_while_work_runs() {
        let (places, caller) = (Places::new(AtOnce::Works, 1, 0), Caller::default());
        let (go, gone) = mpsc::channel();
        // The only async worker must be free, so that the work can continue.
        let (heard, sent) =
            tokio::join!(places.run(&caller, move || gone.recv_timeout(LATE)), async move { go.send(7) });
        assert!(sent.is_ok());
        assert_eq!(heard.unwrap(), Ok(7));
    }

    #[tokio::test]
    async fn work_keeps_its_place_when_its_caller_hangs_up() {
        let (places, caller) = (Arc::new(Places::new(AtOnce::Works, 1, 0)), Caller::default());
        let ((began, begun), (end, ended)) = (mpsc::channel(), mpsc::channel::<()>());
        let asked = tokio::spawn({
            let (places, caller) = (places.clone(), caller.clone());
            async move {
                let work = move || {
                    began.send(()).unwrap();
                    ended.recv_timeout(LATE)
                };
                places.run(&caller, work).await.map(drop)
            }
        });
        tokio::task::spawn_blocking(move || begun.recv_timeout(LATE)).await.unwrap().unwrap();
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        assert_eq!(places.enter(&caller).err().map(|fault| fault.code), Some(Code::Busy), "the work still runs");
        end.send(()).unwrap();
        let free = async {
            while places.enter(&caller).is_err() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(LATE, free).await.expect("the place is free when the work is done");
    }
}
