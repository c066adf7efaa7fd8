//! Changes that are completed even if the caller hangs up.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use text::{Language, t};
use tokio::runtime::Handle;

use crate::{
    contained::Contained,
    fault::{Code, Fault},
};

/// How often a change is tried that other processes overtake.
const ATTEMPTS: usize = 8;

/// Runs a change to its end even if the caller hangs up. Begins again if another process has
/// changed the table since it was read.
pub(crate) async fn to_completion<G, T, F>(given: G, change: impl Fn(G) -> F + Send + 'static) -> Result<T, Fault>
where
    G: Clone + Send + 'static,
    T: Send + 'static,
    F: Future<Output = Result<T, Fault>> + Send + 'static,
{
    let made = async move {
        for _ in 1..ATTEMPTS {
            match change(given.clone()).await {
                Err(fault) if fault.overtaken => {}
                made => return made,
            }
        }
        change(given).await
    };
    let made = Completed(Some(Language::spoken().around(Contained::new(made))));
    made.await.unwrap_or_else(|panicked| {
        tracing::error!("a change to a table broke off: {panicked}");
        Err(Fault::new(Code::Internal, t!("that went wrong on our side; the table is as it was before")))
    })
}

/// A future that its caller drives, and a task of its own once the caller has gone. So a change
/// needs no task as long as its caller stays.
struct Completed<F: Future<Output: Send> + Send + Unpin + 'static>(Option<F>);

impl<F: Future<Output: Send> + Send + Unpin> Future for Completed<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(future) = &mut self.0 else { return Poll::Pending };
        let polled = Pin::new(future).poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl<F: Future<Output: Send> + Send + Unpin> Drop for Completed<F> {
    fn drop(&mut self) {
        // Outside of the runtime nothing continues: the server has closed.
        if let (Some(rest), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn a_change_goes_on_when_its_caller_has_gone() {
        let (begun, go_on, done) = (Arc::new(Notify::new()), Arc::new(Notify::new()), Arc::new(Notify::new()));
        let given = (begun.clone(), go_on.clone(), done.clone());
        let change = to_completion(given, |(begun, go_on, done)| async move {
            begun.notify_one();
            go_on.notified().await;
            done.notify_one();
            Ok(())
        });
        tokio::select! {
            _ = change => panic!("it waits"),
            () = begun.notified() => {}
        }
        go_on.notify_one();
        done.notified().await;
    }

    #[tokio::test]
    async fn a_change_that_nobody_began_to_wait_for_is_not_made() {
        let count = Arc::new(AtomicUsize::new(0));
        drop(to_completion(count.clone(), |count| async move {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }));
        tokio::task::yield_now().await;
        assert_eq!(count.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn a_change_that_panics_is_a_fault_of_the_hall() {
        let broken = to_completion((), |()| async { if true { panic!("on purpose") } else { Ok(()) } }).await;
        assert_eq!(broken.map_err(|fault| fault.code), Err(Code::Internal));
    }

    #[tokio::test]
    async fn a_change_that_is_overtaken_is_begun_again() {
        let count = Arc::new(AtomicUsize::new(0));
        let made = to_completion(count.clone(), |count| async move {
            match count.fetch_add(1, Ordering::Relaxed) {
                0 | 1 => Err(Fault { overtaken: true, ..Fault::bad("overtaken") }),
                before => Ok(before),
            }
        });
        assert_eq!(made.await.map_err(|fault| fault.code), Ok(2));
    }
}
