//! Being asked to stop: by Ctrl-C, or by SIGTERM where there is such a thing.

use std::io;

/// The signals that ask the process to stop. While they are heeded they do not end it by themselves.
#[cfg(unix)]
pub(super) struct Stops([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Stops {
    pub(super) fn heed() -> io::Result<Stops> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Stops([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]))
    }

    /// Resolves when the process is asked to stop once more.
    pub(super) async fn next(&mut self) -> io::Result<()> {
        let Stops([interrupt, terminate]) = self;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        Ok(())
    }
}

/// What asks the process to stop: Ctrl-C.
#[cfg(not(unix))]
pub(super) struct Stops;

#[cfg(not(unix))]
impl Stops {
    pub(super) fn heed() -> io::Result<Stops> {
        Ok(Stops)
    }

    /// Resolves when the process is asked to stop once more.
    pub(super) async fn next(&mut self) -> io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}
