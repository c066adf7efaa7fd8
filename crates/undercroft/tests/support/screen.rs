//! The built binary in a terminal.

use std::{
    io::{Read, Write},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::BINARY;

/// The program in a terminal of its own.
pub(crate) struct Screen {
    pub(crate) master: Box<dyn MasterPty + Send>,
    pub(crate) writer: Box<dyn Write + Send>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    pub(crate) parser: Arc<Mutex<vt100::Parser>>,
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, ..PtySize::default() }
}

impl Screen {
    /// Starts it with these arguments and, besides a plain terminal's, these variables.
    pub(crate) fn open(args: &[&str], variables: &[(&str, &str)]) -> Screen {
        let pty = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(BINARY);
        command.args(args);
        for name in ["NO_COLOR", "COLORTERM", "LC_ALL", "LC_MESSAGES"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let (mut reader, seen) = (pty.master.try_clone_reader().unwrap(), parser.clone());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                seen.lock().unwrap().process(&bytes[..read]);
            }
        });
        let writer = pty.master.take_writer().unwrap();
        Screen { master: pty.master, writer, child, parser }
    }

    /// The text on the screen.
    pub(crate) fn shown(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// Types these keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Waits until the screen fits.
    pub(crate) fn wait(&self, what: &str, fits: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let shown = self.shown();
            if fits(&shown) {
                return shown;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "{what} never came:\n{shown}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until these words are shown.
    pub(crate) fn wait_for(&self, words: &str) -> String {
        self.wait(words, |shown| shown.contains(words))
    }

    /// Makes it larger or smaller.
    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        // First the reader of the screen, then the program that draws.
        self.parser.lock().unwrap().screen_mut().set_size(rows, cols);
        self.master.resize(size(cols, rows)).unwrap();
    }

    /// Waits until the program has taken the terminal over, or given it back.
    pub(crate) fn wait_until_taken(&self, taken: bool) {
        self.ask_until_taken(taken, || {});
    }

    /// Waits for the same, and asks the program for it again and again.
    pub(crate) fn ask_until_taken(&self, taken: bool, ask: impl Fn()) {
        let start = Instant::now();
        while self.parser.lock().unwrap().screen().alternate_screen() != taken {
            ask();
            assert!(start.elapsed() < Duration::from_secs(10), "the terminal is to be taken: {taken}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the program's end; returns whether it ended without an error, and gave the
    /// terminal back.
    pub(crate) fn ended(mut self) -> bool {
        let done = self.child.wait().unwrap().success();
        self.wait_until_taken(false);
        let parser = self.parser.lock().unwrap();
        let screen = parser.screen();
        done && !screen.hide_cursor() && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }
}
