//! The log of the hall. Lines are gathered for a moment and written together: a busy hall writes thousands a second, and each would be
//! a call of the system.

use std::{
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// How long a line may wait for others.
const MOMENT: Duration = Duration::from_millis(50);

/// A log whose lines come out within a moment; a warning or an error at once, with all that came before it. What is left comes out
/// when this is dropped.
pub(crate) struct Log<W: Write>(Arc<Gathered<W>>);

/// What is on its way to the output, and who waits for it.
struct Gathered<W> {
    lines: Mutex<Lines<W>>,
    come: Condvar,
}

struct Lines<W> {
    waiting: Vec<u8>,
    output: W,
    /// Whether nothing more comes.
    over: bool,
}

impl<W: Write + Send + 'static> Log<W> {
    /// A log that is written to this output.
    pub(crate) fn new(output: W) -> Log<W> {
        let lines = Lines { waiting: Vec::new(), output, over: false };
        let gathered = Arc::new(Gathered { lines: Mutex::new(lines), come: Condvar::new() });
        let log = gathered.clone();
        thread::spawn(move || log.write_regularly());
        Log(gathered)
    }

    /// What takes the lines.
    pub(crate) fn writer(&self) -> LogWriter<W> {
        LogWriter { log: self.0.clone(), urgent: false }
    }
}

impl<W: Write> Drop for Log<W> {
    fn drop(&mut self) {
        let mut lines = self.0.lines();
        lines.over = true;
        lines.write_out();
        self.0.come.notify_one();
    }
}

impl<W: Write> Gathered<W> {
    fn lines(&self) -> MutexGuard<'_, Lines<W>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_regularly(&self) {
        loop {
            let idle = |lines: &mut Lines<W>| lines.waiting.is_empty() && !lines.over;
            let lines = self.come.wait_while(self.lines(), idle).unwrap_or_else(PoisonError::into_inner);
            let over = lines.over;
            drop(lines);
            if over {
                return;
            }
            thread::sleep(MOMENT);
            self.lines().write_out();
        }
    }
}

impl<W: Write> Lines<W> {
    fn write_out(&mut self) {
        // A log that cannot be written is nobody's trouble but its reader's.
        let _ = self.output.write_all(&self.waiting);
        self.waiting.clear();
    }
}

/// Takes lines of the log.
pub(crate) struct LogWriter<W> {
    log: Arc<Gathered<W>>,
    /// Whether they come out at once.
    urgent: bool,
}

impl<W: Write> Write for LogWriter<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut lines = self.log.lines();
        lines.waiting.extend_from_slice(line);
        if self.urgent || lines.over {
            lines.write_out();
        } else if lines.waiting.len() == line.len() {
            self.log.come.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w, W: Write + 'w> MakeWriter<'w> for LogWriter<W> {
    type Writer = LogWriter<W>;

    fn make_writer(&'w self) -> LogWriter<W> {
        LogWriter { log: self.log.clone(), urgent: true }
    }

    fn make_writer_for(&'w self, meta: &Metadata<'_>) -> LogWriter<W> {
        LogWriter { log: self.log.clone(), urgent: *meta.level() <= Level::WARN }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// An output of which can be seen what was written, and in how many calls.
    #[derive(Clone, Default)]
    struct Seen(Arc<Mutex<Vec<String>>>);

    impl Write for Seen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().push(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seen {
        fn all(&self) -> Vec<String> {
            self.0.lock().unwrap().clone()
        }
    }

    #[test]
    fn lines_come_out_soon_and_in_their_order() {
        let seen = Seen::default();
        let log = Log::new(seen.clone());
        for line in ["one\n", "two\n"] {
            log.writer().write_all(line.as_bytes()).unwrap();
        }
        let begun = Instant::now();
        while seen.all().is_empty() && begun.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(seen.all().concat(), "one\ntwo\n");
    }

    #[test]
    fn a_warning_comes_out_at_once_after_what_came_before_it() {
        let seen = Seen::default();
        let log = Log::new(seen.clone());
        log.writer().write_all(b"a line\n").unwrap();
        LogWriter { urgent: true, ..log.writer() }.write_all(b"a warning\n").unwrap();
        assert_eq!(seen.all().concat(), "a line\na warning\n");
    }

    #[test]
    fn what_is_left_comes_out_at_the_end() {
        let seen = Seen::default();
        let log = Log::new(seen.clone());
        log.writer().write_all(b"the last\n").unwrap();
        drop(log);
        assert_eq!(seen.all(), ["the last\n"]);
    }
}
