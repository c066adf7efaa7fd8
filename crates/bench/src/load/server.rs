//! The server as a process of its own, and the system's figures about it.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

/// The length of the tick by which Linux counts processor time.
const TICK: Duration = Duration::from_millis(10);

/// A server started for the measurement, with files of its own; it ends when this is dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
    folder: TempDir,
}

/// Processor time of a process.
#[derive(Clone, Copy, Default)]
pub(crate) struct ProcessorTime {
    pub(crate) user: Duration,
    pub(crate) system: Duration,
}

impl ProcessorTime {
    pub(crate) fn total(self) -> Duration {
        self.user + self.system
    }

    pub(crate) fn since(self, before: ProcessorTime) -> ProcessorTime {
        ProcessorTime { user: self.user - before.user, system: self.system - before.system }
    }
}

impl Server {
    /// Starts `program` with a new data folder inside `folder`, and waits until it is open. Its log
    /// is stored with its files.
    pub(crate) fn start(program: &Path, folder: &Path, arguments: &[String]) -> Result<Server> {
        let folder = TempDir::with_prefix_in("undercroft-load-", folder)?;
        let log = fs::File::create(folder.path().join("log"))?;
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path()).args(arguments);
        let mut process = command.stdout(Stdio::piped()).stderr(log).spawn().with_context(|| {
            format!(
                "{} cannot be started; build it with: cargo build --release --package undercroft",
                program.display()
            )
        })?;
        let mut said = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut said)?;
        }
        let address = said.trim().rsplit_once("http://").and_then(|(_, address)| address.parse().ok());
        let Some(address) = address else {
            let log = fs::read_to_string(folder.path().join("log")).unwrap_or_default();
            let _ = process.kill();
            bail!("the hall did not open: {said}{log}");
        };
        Ok(Server { process, address, folder })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    /// The token of operators.
    pub(crate) fn operator_token(&self) -> Result<String> {
        let file = self.folder.path().join(hall::OPERATOR_TOKEN_FILE);
        Ok(fs::read_to_string(file).context("the hall has no operators")?.trim().to_owned())
    }

    /// The processor time of the server until now.
    pub(crate) fn processor_time(&self) -> Result<ProcessorTime> {
        processor_time(&self.pid().to_string())
    }

    /// The memory of the server, without the part that it shares with its file, in bytes.
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid())).context("the hall has ended")?;
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("RssAnon:")?.trim().strip_suffix(" kB"));
        Ok(kilobytes.context("the system does not tell how much memory a process has")?.trim().parse::<u64>()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The processor time of a process, by its id or `self`.
pub(crate) fn processor_time(process: &str) -> Result<ProcessorTime> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).context("the process has ended")?;
    // The name is in brackets and may contain anything; user and system time are the 12th and 13th
    // word after it.
    let words: Vec<&str> = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    let ticks = |at: usize| -> Result<Duration> {
        let ticks: u32 = words.get(at).context("the system tells no processor time")?.parse()?;
        Ok(TICK * ticks)
    };
    Ok(ProcessorTime { user: ticks(11)?, system: ticks(12)? })
}
