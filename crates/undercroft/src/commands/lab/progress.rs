//! A bar on a terminal, and Ctrl-C.

use std::{
    fmt::Write,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    time::Duration,
};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use lab::Watch;

use crate::{commands::signals::StopSignals, failure::Stopped};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Shows the progress of a command, on standard error if that is a terminal, and stops it on
/// Ctrl-C.
pub(in crate::commands) struct Progress {
    bar: ProgressBar,
    what: &'static str,
}

impl Progress {
    /// A bar for this many of `what`, such as matches: those of the whole command.
    pub(in crate::commands) fn new(count: u64, what: &'static str) -> Progress {
        let bar = ProgressBar::new(count);
        // Short enough for 80 columns with thousands of millions of matches. There is also room for
        // the ^C that a terminal writes after it, which would stay on the next line.
        let template = format!("{{bar:10}} {{human_pos}} of {{human_len}} {what}, {{rate}}/s, {{eta}} left");
        let style = ProgressStyle::with_template(&template);
        let rate = |state: &ProgressState, text: &mut dyn Write| {
            let _ = write!(text, "{}", HumanCount(state.per_sec() as u64));
        };
        let style = style.map(|style| style.with_key("rate", rate));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        handle_signals(bar.clone());
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, what }
    }

    /// An error if the user stopped the command, with the finished part of the whole command.
    pub(in crate::commands) fn stopped_early(&self) -> Option<Stopped> {
        let (done, of) = (self.bar.position(), self.bar.length().unwrap_or_default());
        let what = self.what;
        (self.stopped() && done < of).then(|| Stopped(format!("stopped after {done} of {of} {what}")))
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

/// The first Ctrl-C (or SIGTERM) asks the run to stop, the second does not wait for it. Both work
/// from the return of this function on: a user who sees the bar may press Ctrl-C at once.
fn handle_signals(bar: ProgressBar) {
    let (tell_ready, ready) = mpsc::channel();
    let handle = async move {
        let mut signals = StopSignals::listen()?;
        let _ = tell_ready.send(());
        loop {
            signals.next().await?;
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(3);
            }
            // Only a terminal shows this: a user waits there.
            bar.println("stopping after the matches under way; Ctrl-C again ends at once");
        }
    };
    let wait = || -> std::io::Result<()> {
        tokio::runtime::Builder::new_current_thread().enable_io().build()?.block_on(handle)
    };
    // Without the thread a signal ends the program at once, as it does anyway.
    let _ = std::thread::Builder::new().name("signals".into()).spawn(wait);
    // Receives when the signals are handled, or fails when the thread has ended.
    let _ = ready.recv();
}
