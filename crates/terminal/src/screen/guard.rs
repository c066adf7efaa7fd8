//! Gives the terminal back as it was, in whatever way the table is left.

use std::{
    io,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
        style::Print,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};

use super::{paint::Paint, theme::Colours};
use crate::bell::BELL;

/// The terminal, taken over; dropping it gives it back.
pub(super) struct Guard {
    pub(super) terminal: Painted,
    colours: Colours,
}

type Painted = Terminal<CrosstermBackend<Paint<io::Stdout>>>;

/// The system asks the program to pause.
static PAUSE: AtomicBool = AtomicBool::new(false);

impl Guard {
    /// Takes the terminal over. A panic gives it back too, before its message is printed.
    pub(super) fn take(colours: Colours) -> io::Result<Guard> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if !kernel::is_contained() {
                    give_back();
                }
                before(panic);
            }));
        });
        watch()?;
        // If a step fails, the steps before it are undone.
        let opened = occupy(colours).map(|terminal| Guard { terminal, colours });
        opened.inspect_err(|_| give_back())
    }

    /// If the player or the system wants to pause, gives the terminal back until the program is to
    /// go on.
    ///
    /// # Errors
    /// If the terminal cannot be taken over again.
    pub(super) fn pause(&mut self, wanted: bool) -> io::Result<()> {
        if PAUSE.swap(false, Ordering::Relaxed) || wanted {
            give_back();
            stop()?;
            self.terminal = occupy(self.colours)?;
        }
        Ok(())
    }
}

impl Guard {
    /// Rings the bell.
    pub(super) fn ring(&mut self) -> io::Result<()> {
        execute!(io::stdout(), Print(BELL))
    }
}

fn occupy(colours: Colours) -> io::Result<Painted> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    Terminal::new(CrosstermBackend::new(Paint::new(io::stdout(), colours)))
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// When the system ends the process or the terminal itself goes, the process ends at once: the
/// match is in its file.
///
/// A thread of its own watches for this, because reading keys never returns from a terminal that is
/// gone.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if signal == SIGTSTP {
                PAUSE.store(true, Ordering::Relaxed);
                continue;
            }
            give_back();
            if emulate_default_handler(signal).is_err() {
                std::process::exit(1);
            }
        }
    });
    Ok(())
}

/// Other systems do not ask.
#[cfg(not(unix))]
fn watch() -> io::Result<()> {
    Ok(())
}

/// Stops the process, as its default would; returns when it continues.
#[cfg(unix)]
fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

/// Other systems never stop the process.
#[cfg(not(unix))]
fn stop() -> io::Result<()> {
    Ok(())
}

fn give_back() {
    // If the terminal is gone, no reader is left.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Run by the test below, in a terminal of its own.
    #[test]
    #[ignore = "it crashes on purpose"]
    fn a_crash() {
        let _guard = Guard::take(Colours::Sixteen).unwrap();
        panic!("on purpose");
    }

    #[test]
    fn a_crash_gives_the_terminal_back() {
        let size = PtySize { rows: 24, cols: 80, ..PtySize::default() };
        let pty = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "screen::guard::tests::a_crash", "--nocapture", "--test-threads=1"]);
        // A backtrace would push the message off the screen.
        command.env("RUST_BACKTRACE", "0");
        let mut child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let mut reader = pty.master.try_clone_reader().unwrap();
        let mut bytes = Vec::new();
        // Linux ends a terminal without programs with an error, after its last byte.
        let _ = reader.read_to_end(&mut bytes);
        assert!(!child.wait().unwrap().success());
        let mut screen = vt100::Parser::new(24, 80, 0);
        screen.process(&bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(text.contains("\x1b[?1049h"), "the screen was taken: {text:?}");
        assert!(!screen.screen().alternate_screen() && !screen.screen().hide_cursor());
        assert_eq!(screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(screen.screen().contents().contains("on purpose"), "{text:?}");
    }
}
