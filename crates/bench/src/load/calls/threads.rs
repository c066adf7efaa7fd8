//! The processor time of the threads of a process, by their purpose.

use std::{collections::HashMap, fs, time::Duration};

use anyhow::{Context, Result};

/// Processor time, by kind of thread.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    /// Async workers.
    pub(super) workers: Duration,
    /// Blocking threads.
    pub(super) blocking: Duration,
    /// All others: the database's, the log's.
    pub(super) others: Duration,
}

impl Spent {
    pub(super) fn all(self) -> Duration {
        self.workers + self.blocking + self.others
    }

    pub(super) fn add(&mut self, more: Spent) {
        self.workers += more.workers;
        self.blocking += more.blocking;
        self.others += more.others;
    }
}

/// The threads of a process, with the time of each at the latest reading.
pub(super) struct Threads {
    folder: String,
    seen: HashMap<String, Thread>,
}

struct Thread {
    name: String,
    time: Duration,
}

impl Threads {
    pub(super) fn of(process: u32) -> Threads {
        Threads { folder: format!("/proc/{process}/task"), seen: HashMap::new() }
    }

    /// The time of the threads since the latest reading. A thread that has ended since then is not
    /// counted.
    pub(super) fn read(&mut self) -> Result<Spent> {
        let mut spent = Spent::default();
        for entry in fs::read_dir(&self.folder).context("the hall has ended")? {
            let id = entry?.file_name().to_string_lossy().into_owned();
            let folder = format!("{}/{id}", self.folder);
            let Some(time) = fs::read_to_string(format!("{folder}/schedstat")).ok().and_then(|text| time(&text)) else {
                continue;
            };
            let named = || fs::read_to_string(format!("{folder}/comm")).unwrap_or_default().trim().to_owned();
            let thread = self.seen.entry(id).or_insert_with(|| Thread { name: named(), time: Duration::ZERO });
            let more = time.saturating_sub(thread.time);
            thread.time = time;
            *match thread.name.as_str() {
                "async" => &mut spent.workers,
                "blocking" => &mut spent.blocking,
                _ => &mut spent.others,
            } += more;
        }
        Ok(spent)
    }
}

/// The first word is the time on a core, in nanoseconds.
fn time(schedstat: &str) -> Option<Duration> {
    schedstat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
