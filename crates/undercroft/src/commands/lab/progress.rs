//! A bar on a terminal, and Ctrl-C.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use lab::Watch;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Shows how far a run is, on standard error if that is a terminal, and stops it on Ctrl-C.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for so many matches.
    pub(super) fn new(matches: u64) -> Progress {
        let bar = ProgressBar::new(matches);
        // Not the whole width: a terminal writes ^C behind it, and on the next line that would stay.
        let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} matches, {per_sec}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        heed_interrupts();
        Progress { bar }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn played(&self, matches: u64) {
        self.bar.inc(matches);
    }

    fn stopped(&self) -> bool {
        STOP.load(Ordering::Relaxed)
    }
}

/// The first Ctrl-C asks the run to stop, the second does not wait for it.
fn heed_interrupts() {
    let wait = || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if STOP.swap(true, Ordering::Relaxed) {
                    std::process::exit(1);
                }
            }
        });
    };
    // Without the thread Ctrl-C ends the program at once, as it does anyway.
    let _ = std::thread::Builder::new().name("interrupts".into()).spawn(wait);
}
