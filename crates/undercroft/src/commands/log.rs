//! Log writer that never blocks its callers.
//!
//! Callers put lines into a bounded buffer; one thread writes them to the output. A busy server
//! logs thousands of lines a second, so the thread gathers lines for a moment and writes them in
//! one system call. If the output is slow or has no reader, only that thread waits. Lines that do
//! not fit the buffer are dropped, counted, and reported once the output takes text again.

use std::{
    borrow::Cow,
    fmt,
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::{Duration, SystemTime},
};

use hall::Day;
use tracing::{Level, Metadata};
use tracing_subscriber::fmt::{MakeWriter, format::Writer, time::FormatTime};

/// The time that a line waits for others.
const MOMENT: Duration = Duration::from_millis(50);
/// The most bytes that wait to be written: some ten thousand lines.
const ROOM: usize = 1 << 20;
/// The time that a closing log waits for its output to take the last lines.
const LAST_LINES: Duration = Duration::from_secs(2);

/// The log of a process. Dropping it writes the lines that are left, if the output takes them in
/// time.
pub(crate) struct Log {
    queue: Arc<Queue>,
    /// Ends when the thread has written everything.
    written: mpsc::Receiver<()>,
}

/// The lines on their way to the output.
#[derive(Default)]
struct Queue {
    lines: Mutex<Lines>,
    come: Condvar,
    /// Whether lines come with colours, which are made of control characters.
    coloured: bool,
}

#[derive(Default)]
struct Lines {
    waiting: Vec<u8>,
    /// The number of lines dropped for lack of room.
    dropped: u64,
    /// Whether a waiting line is a warning or an error, which is not delayed.
    urgent: bool,
    /// Whether the log is closed.
    over: bool,
}

impl Log {
    /// Starts the thread that writes to this output. Unless lines come `coloured`, it writes their
    /// control characters in words.
    pub(crate) fn new(output: impl Write + Send + 'static, coloured: bool) -> Log {
        let (queue, (done, written)) = (Arc::new(Queue { coloured, ..Queue::default() }), mpsc::channel());
        let lines = queue.clone();
        thread::spawn(move || {
            lines.write_all_to(output);
            drop(done);
        });
        Log { queue, written }
    }

    /// A writer that takes lines for this log.
    pub(crate) fn writer(&self) -> LogWriter {
        LogWriter { queue: self.queue.clone(), urgent: false }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.queue.lines().over = true;
        self.queue.come.notify_one();
        // Either the thread has ended or the output is stuck; no reader is left.
        let _ = self.written.recv_timeout(LAST_LINES);
    }
}

impl Queue {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, or counts it as dropped if there is no room.
    fn add(&self, line: &[u8], urgent: bool) {
        let line = if self.coloured { line.into() } else { without_control(line) };
        let mut lines = self.lines();
        // Once a line is missing the rest is dropped too, so that the report comes where the lines
        // are missing.
        if lines.dropped > 0 || lines.waiting.len() + line.len() > ROOM {
            lines.dropped += 1;
            if lines.waiting.is_empty() {
                self.come.notify_one();
            }
            return;
        }
        let wakes = lines.waiting.is_empty() || urgent && !lines.urgent;
        lines.waiting.extend_from_slice(&line);
        lines.urgent |= urgent;
        drop(lines);
        if wakes {
            self.come.notify_one();
        }
    }

    /// Writes lines as they come, until the log is over.
    fn write_all_to(&self, mut output: impl Write) {
        loop {
            let lines = self.next();
            // A failure of the log itself cannot be reported.
            let _ = output.write_all(&lines.waiting);
            if lines.dropped > 0 {
                let _ = writeln!(output, " WARN {} lines of the log are missing here: nobody read them", lines.dropped);
            }
            let _ = output.flush();
            if lines.over {
                return;
            }
        }
    }

    /// Waits for lines, and a moment longer for more unless one is urgent; takes them all.
    fn next(&self) -> Lines {
        let idle = |lines: &mut Lines| lines.waiting.is_empty() && lines.dropped == 0 && !lines.over;
        let lines = self.come.wait_while(self.lines(), idle).unwrap_or_else(PoisonError::into_inner);
        let patient = |lines: &mut Lines| !lines.urgent && !lines.over;
        let waited = self.come.wait_timeout_while(lines, MOMENT, patient);
        let (mut lines, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let over = lines.over;
        std::mem::replace(&mut *lines, Lines { over, ..Lines::default() })
    }
}

/// Takes lines of the log.
pub(crate) struct LogWriter {
    queue: Arc<Queue>,
    urgent: bool,
}

impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.queue.add(line, self.urgent);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the text without characters that control a terminal, but for the ends of lines and tabs.
fn without_control(text: &[u8]) -> Cow<'_, [u8]> {
    // 0xC2 begins the control characters beyond ASCII, and few others.
    let is_plain = |byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~' | 0x80..) && *byte != 0xC2;
    if text.iter().all(is_plain) {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    for sign in String::from_utf8_lossy(text).chars() {
        match sign.is_control() && !matches!(sign, '\n' | '\t') {
            true => plain.extend(sign.escape_default()),
            false => plain.push(sign),
        }
    }
    plain.into_bytes().into()
}

/// The time at the front of a line. The date and the second are put into words once a second, not
/// for each line.
#[derive(Default)]
pub(crate) struct Clock(Mutex<Second>);

/// A second since 1970, and its words.
struct Second {
    number: u64,
    words: String,
}

impl FormatTime for Clock {
    fn format_time(&self, line: &mut Writer<'_>) -> fmt::Result {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let mut second = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if second.number != now.as_secs() {
            *second = Second::new(now.as_secs());
        }
        line.write_str(&second.words)?;
        write!(line, ".{:06}Z", now.subsec_micros())
    }
}

impl Default for Second {
    fn default() -> Second {
        Second::new(0)
    }
}

impl Second {
    fn new(number: u64) -> Second {
        let (day, of_day) = (Day((number / 86_400) as i64), number % 86_400);
        let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
        Second { number, words: format!("{day}T{hour:02}:{minute:02}:{second:02}") }
    }
}

impl<'w> MakeWriter<'w> for LogWriter {
    type Writer = LogWriter;

    fn make_writer(&'w self) -> LogWriter {
        LogWriter { queue: self.queue.clone(), urgent: true }
    }

    fn make_writer_for(&'w self, meta: &Metadata<'_>) -> LogWriter {
        LogWriter { queue: self.queue.clone(), urgent: *meta.level() <= Level::WARN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An output that shows what was written. While a test holds the lock, it is stuck.
    #[derive(Clone, Default)]
    struct Seen(Arc<Mutex<String>>);

    impl Write for Seen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seen {
        fn all(&self) -> String {
            self.0.lock().unwrap().clone()
        }

        /// Waits until this text has been written.
        fn until(&self, text: &str) -> String {
            loop {
                match self.all() {
                    all if all.contains(text) => return all,
                    _ => thread::sleep(Duration::from_millis(5)),
                }
            }
        }
    }

    #[test]
    fn lines_come_out_in_order_without_further_lines() {
        let seen = Seen::default();
        let log = Log::new(seen.clone(), false);
        for line in ["one\n", "two\n"] {
            log.writer().write_all(line.as_bytes()).unwrap();
        }
        assert_eq!(seen.until("two\n"), "one\ntwo\n");
        LogWriter { urgent: true, ..log.writer() }.write_all(b"a warning\n").unwrap();
        assert_eq!(seen.until("a warning\n"), "one\ntwo\na warning\n");
    }

    #[test]
    fn control_characters_are_written_in_words() {
        let plain = |text: &str| String::from_utf8(without_control(text.as_bytes()).into_owned()).unwrap();
        assert_eq!(plain("Zoë\u{a0}sat\tdown\n"), "Zoë\u{a0}sat\tdown\n");
        assert_eq!(plain("\u{1b}[2Jgone\r\u{9b}1m\n"), "\\u{1b}[2Jgone\\r\\u{9b}1m\n");
    }

    #[test]
    fn time_is_that_of_the_second_in_utc() {
        assert_eq!(Second::new(1_709_210_096).words, "2024-02-29T12:34:56");
        let (clock, mut line) = (Clock::default(), String::new());
        clock.format_time(&mut Writer::new(&mut line)).unwrap();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        let close = [now - 1, now].map(|second| Second::new(second).words);
        assert!(close.iter().any(|second| line.starts_with(second.as_str())), "{line}");
        assert!(line.len() == "2024-02-29T12:34:56.123456Z".len() && line.ends_with('Z'), "{line}");
    }

    #[test]
    fn last_lines_come_out_when_log_is_dropped() {
        let seen = Seen::default();
        let log = Log::new(seen.clone(), false);
        log.writer().write_all(b"the last\n").unwrap();
        drop(log);
        assert_eq!(seen.all(), "the last\n");
    }

    #[test]
    fn stuck_output_blocks_no_caller_and_dropped_lines_are_counted() {
        let seen = Seen::default();
        let log = Log::new(seen.clone(), false);
        let stuck = seen.0.lock().unwrap();
        log.writer().write_all(b"first\n").unwrap();
        // The thread holds the first line, so that all others meet a stuck output.
        while !log.queue.lines().waiting.is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        let line = format!("{}\n", "x".repeat(1023));
        let room = ROOM / line.len();
        for n in 0..3 * room {
            LogWriter { urgent: n % 2 == 0, ..log.writer() }.write_all(line.as_bytes()).unwrap();
        }
        drop(stuck);
        let all = seen.until("lines of the log are missing here");
        assert_eq!(all.matches(&line).count(), room);
        assert!(all.contains(&format!(" WARN {} lines of the log", 2 * room)), "{} bytes", all.len());
        log.writer().write_all(b"after\n").unwrap();
        seen.until("after\n");
    }
}
