//! Containment of failures: a game, a bot or a drawing that panics is logged in one line, and the
//! caller answers without it.
//!
//! A panic of a game, a bot or a drawing becomes an error, which the server logs once with its
//! match. A bot then does the first legal action, and a page or an answer says what is missing. The
//! lab ends with the match and the command that plays it again; the engine answers `internal`.

use std::{
    collections::HashSet,
    pin::Pin,
    sync::{Mutex, PoisonError},
    task::{Context, Poll},
};

use futures_util::future::BoxFuture;
use kernel::{Panicked, contained};

pub use table::Place;

/// How many failures are remembered, so that a repeated one is logged once.
const REMEMBERED: usize = 1_000;

/// Runs work for a match on a blocking thread; returns `None` if it panics, or the server closes.
pub async fn beside<T: Send + 'static>(
    what: &'static str,
    place: Place,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    tokio::task::spawn_blocking(move || here(what, &place, work)).await.ok().flatten()
}

/// Runs work for a match on this thread; returns `None` if it panics.
pub fn here<T>(what: &str, place: &Place, work: impl FnOnce() -> T) -> Option<T> {
    contained(work).inspect_err(|panicked| report(what, place, panicked)).ok()
}

/// Logs a failure, unless the same one has been logged before.
pub fn report(what: &str, place: &Place, panicked: &Panicked) {
    if let Some(line) = line(what, place, panicked) {
        tracing::error!("{line}");
    }
}

/// Returns the log line; `None` if it has been logged before.
fn line(what: &str, place: &Place, panicked: &Panicked) -> Option<String> {
    static LOGGED: Mutex<Option<HashSet<String>>> = Mutex::new(None);
    let line = format!("{what} broke off: {panicked}; {place}");
    let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    let logged = logged.get_or_insert_default();
    if logged.len() >= REMEMBERED {
        logged.clear();
    }
    logged.insert(line.clone()).then_some(line)
}

/// A future whose panic is its result. After that it must not be polled again.
pub struct Contained<'a, T>(BoxFuture<'a, T>);

impl<'a, T> Contained<'a, T> {
    /// Contains the panics of this future.
    pub fn new(future: impl Future<Output = T> + Send + 'a) -> Contained<'a, T> {
        Contained(Box::pin(future))
    }
}

impl<T> Future for Contained<'_, T> {
    type Output = Result<T, Panicked>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match contained(|| self.0.as_mut().poll(context)) {
            Ok(polled) => polled.map(Ok),
            Err(panicked) => Poll::Ready(Err(panicked)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(step: usize) -> Place {
        Place { table: "abc".into(), game: "pig".into(), options: Default::default(), step }
    }

    #[test]
    fn failure_is_logged_once_in_one_line() {
        let panicked = contained(|| panic!("no idea")).unwrap_err();
        let first = line("a hint", &place(7), &panicked).unwrap();
        assert!(first.starts_with("a hint broke off: no idea (") && !first.contains('\n'), "{first}");
        assert!(first.ends_with("; table abc, game pig, step 7, options {}"), "{first}");
        assert_eq!(line("a hint", &place(7), &panicked), None);
        assert!(line("a hint", &place(8), &panicked).is_some());
    }

    #[tokio::test]
    async fn work_that_panics_gives_nothing() {
        assert_eq!(beside("counting", place(0), || 7).await, Some(7));
        assert_eq!(beside("counting", place(0), || -> u8 { panic!("on purpose") }).await, None);
        let future = Contained::new(async {
            tokio::task::yield_now().await;
            if true {
                panic!("on purpose")
            }
        });
        assert_eq!(future.await.unwrap_err().message, "on purpose");
    }
}
