//! `undercroft engine`.

use std::io::{self, BufReader};

/// Speak the engine protocol: a JSON request a line on standard input, a response a line on
/// standard output.
///
/// Any language can referee, watch or play this way. docs/engine-protocol.md describes every
/// request.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  printf '%s\\n' '{\"id\":1,\"cmd\":\"games\"}' | undercroft engine")]
pub(crate) struct Engine {}

impl Engine {
    /// Serves requests until `quit` or the end of input, or until the reader of the responses is
    /// gone.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        exit_with_reader();
        let input = BufReader::with_capacity(1 << 16, io::stdin());
        Ok(crate::engine::run(input, io::stdout().lock())?)
    }
}

/// Ends the process once the other end of standard output is closed: no client waits for a bot's
/// answer then.
#[cfg(unix)]
fn exit_with_reader() {
    use std::os::fd::AsFd;

    use tokio::{io::Interest, net::unix::pipe::Sender};

    let watch = || -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        runtime.block_on(async {
            // Only a pipe or a socket can be watched. A file, for example, is never closed by a
            // reader. Nothing is written here.
            let output = Sender::from_owned_fd_unchecked(io::stdout().as_fd().try_clone_to_owned()?)?;
            output.ready(Interest::ERROR).await?;
            std::process::exit(0)
        })
    };
    // Without the thread the process ends when it writes the next response.
    let _ = std::thread::Builder::new().name("output".into()).spawn(watch);
}

/// On other systems the process ends when it writes the next response.
#[cfg(not(unix))]
fn exit_with_reader() {}
