//! Halls as separate processes, which tests can kill or deprive of disk space. The process is this
//! program, which runs one test.

use std::{
    future::{self, Future},
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use hall::Hall;

use super::{open, open_on_file};

/// The environment variable that names the data folder to the process.
const DATA: &str = "HALL_PROCESS_DATA";

/// Not a test of its own: a hall on the tested database.
#[test]
#[ignore = "run by tests that start a process"]
fn on_the_tested_database() {
    serve(|data| async move { open(&data).await });
}

/// Not a test of its own: a hall on a file, whatever database is tested.
#[test]
#[ignore = "run by tests that start a process"]
fn on_a_file() {
    serve(|data| async move { open_on_file(&data).await });
}

fn serve<F: Future<Output = Hall>>(open: impl FnOnce(PathBuf) -> F) {
    let Some(data) = std::env::var_os(DATA) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut hall = open(PathBuf::from(data)).await;
        println!("LISTENING {}", hall.bind().await.unwrap());
        hall.serve(future::pending()).await.unwrap();
    });
}

/// A process, killed when it is dropped.
pub struct Process {
    child: Child,
    /// The address on which it listens.
    pub addr: SocketAddr,
}

impl Process {
    /// Starts a hall on the tested database.
    pub fn start(data: &Path) -> Process {
        Process::run(Command::new(std::env::current_exe().unwrap()), "on_the_tested_database", data)
    }

    /// Starts a hall on a file, where files can grow to so many kibibytes.
    pub fn start_without_room(data: &Path, kibibytes: u32) -> Process {
        let script = format!("trap '' XFSZ; ulimit -S -f {kibibytes}; exec \"$0\" \"$@\"");
        let mut command = Command::new("bash");
        command.args(["-c", &script]).arg(std::env::current_exe().unwrap());
        Process::run(command, "on_a_file", data)
    }

    fn run(mut command: Command, test: &str, data: &Path) -> Process {
        command.args(["--ignored", "--exact", &format!("common::process::{test}"), "--nocapture"]);
        let mut child = command.env(DATA, data).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut lines = out.lines().map_while(Result::ok);
        let addr = lines.find_map(|line| line.split_once("LISTENING ").map(|(_, addr)| addr.trim().parse().unwrap()));
        // The thread reads all further output, so that the process never blocks on it.
        std::thread::spawn(move || lines.for_each(drop));
        Process { child, addr: addr.unwrap() }
    }

    /// Removes the limit of its files, as if the disk had room again.
    pub fn free(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("prlimit").args(["--fsize=unlimited", "--pid", &id]).status().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
