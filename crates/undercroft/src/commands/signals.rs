//! Requests to stop: Ctrl-C, or SIGTERM on systems that have it.

use std::io;

/// The signals that ask the process to stop. While this exists they do not end the process by
/// themselves.
#[cfg(unix)]
pub(super) struct StopSignals([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl StopSignals {
    pub(super) fn listen() -> io::Result<StopSignals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(StopSignals([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]))
    }

    /// Resolves when the process is asked to stop again.
    pub(super) async fn next(&mut self) -> io::Result<()> {
        let StopSignals([interrupt, terminate]) = self;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        Ok(())
    }
}

/// The signal that asks the process to stop: Ctrl-C.
#[cfg(not(unix))]
pub(super) struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    pub(super) fn listen() -> io::Result<StopSignals> {
        Ok(StopSignals)
    }

    /// Resolves when the process is asked to stop again.
    pub(super) async fn next(&mut self) -> io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}
