//! `undercroft backup`, `undercroft restore`, `undercroft move-database`, `undercroft doctor` and
//! `undercroft rebuild`.

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use hall::maintenance::{self, Files, Findings};

use super::data;
use crate::failure::BadInput;

/// The place of a server's data.
#[derive(clap::Args)]
struct Place {
    /// Folder of the server's own files; by default `undercroft` in the user's data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Database of tables and people, as sqlite://FILE or postgres://USER@HOST/NAME; by default a
    /// file in the data folder
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

impl Place {
    fn files(self) -> Result<Files, BadInput> {
        Ok(Files { data: data::folder(self.data)?, database: self.database })
    }
}

/// Copy the server's tables, people and key to one file. The server may be running.
///
/// The copy is a consistent snapshot. Files of a running server that are copied by other means are
/// not.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft backup --data ./hall hall-backup.db")]
pub(crate) struct Backup {
    /// The file to make, readable by its owner alone
    file: PathBuf,
    /// Overwrite the file if it is there
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    place: Place,
}

impl Backup {
    /// Makes the copy.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let files = self.place.files()?;
        block_on(maintenance::backup(&files, &self.file, self.replace))??;
        Ok(writeln!(io::stdout(), "The hall is copied to {}.", self.file.display())?)
    }
}

/// Restore a backup, after every record in it is verified. The server must not be running.
///
/// The previous database is renamed, not deleted.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft restore --data ./hall hall-backup.db")]
pub(crate) struct Restore {
    /// The backup
    file: PathBuf,
    /// Replace an existing database
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    place: Place,
}

impl Restore {
    /// Puts the backup in place.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let files = self.place.files()?;
        let kept = block_on(maintenance::restore(&files, &self.file, self.replace))??;
        let mut out = io::stdout().lock();
        writeln!(out, "The hall is as it was in {}.", self.file.display())?;
        if let Some(kept) = kept {
            writeln!(out, "The previous database is renamed to {}.", kept.display())?;
        }
        Ok(())
    }
}

/// Copy all data of a server from one database to another, such as from SQLite to PostgreSQL. No
/// server may be running on either.
///
/// The first database stays unchanged. The second must be empty; a missing file is created.
/// Afterwards the command checks every table in it, as `undercroft doctor` does.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft move-database sqlite:///var/lib/undercroft/hall.db postgres://hall@db.example.org/hall"
)]
pub(crate) struct MoveDatabase {
    /// The database to copy, as sqlite://FILE or postgres://USER@HOST/NAME
    from: String,
    /// The empty one to copy it into
    to: String,
}

impl MoveDatabase {
    /// Copies, checks, and prints the findings.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let watched = io::stderr().is_terminal();
        let mut progress = |what: &str, done: usize, all: usize| {
            if watched {
                let end = if done == all { "\r\x1b[K" } else { "" };
                let _ = write!(io::stderr(), "\r\x1b[K{what}: {done} of {all}{end}");
            }
        };
        let findings = block_on(maintenance::move_database(&self.from, &self.to, &mut progress))??;
        tell(findings)
    }
}

/// Check all that the server stores and report faults: the database, every table's record, the
/// files' permissions.
///
/// The server may be running. Exits with 1 if it finds a fault.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft doctor --data ./hall")]
pub(crate) struct Doctor {
    /// Accept a database that was not closed cleanly and has lost its write-ahead log
    #[arg(long)]
    accept_lost_log: bool,
    #[command(flatten)]
    place: Place,
}

impl Doctor {
    /// Checks, and prints the findings.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let files = self.place.files()?;
        if self.accept_lost_log {
            block_on(maintenance::accept_lost_log(&files))??;
        }
        tell(block_on(maintenance::doctor(&files, &mut count_tables()))??)
    }
}

/// Recompute the results of finished matches from their records, for leaderboards and profiles.
///
/// The server must not be running, unless it uses PostgreSQL. It does this by itself for matches of
/// earlier versions.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft rebuild --data ./hall")]
pub(crate) struct Rebuild {
    #[command(flatten)]
    place: Place,
}

impl Rebuild {
    /// Deletes the results and computes them again.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let files = self.place.files()?;
        let written = block_on(maintenance::rebuild(&files, &mut count_tables()))??;
        Ok(writeln!(io::stdout(), "Worked out what {} came to.", kernel::counted(written, "match"))?)
    }
}

/// Prints to a terminal how many tables of how many have been checked.
fn count_tables() -> impl FnMut(usize, usize) + Send {
    let watched = io::stderr().is_terminal();
    move |done, all| {
        if watched && (done.is_multiple_of(50) || done == all) {
            let end = if done == all { "\r\x1b[K" } else { "" };
            let _ = write!(io::stderr(), "\r{done} of {all} tables{end}");
        }
    }
}

/// Prints the number of checked tables, and all problems.
fn tell(findings: Findings) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for line in findings.checked {
        writeln!(out, "Checked: {line}")?;
    }
    for line in &findings.faults {
        writeln!(out, "Wrong: {line}")?;
    }
    match findings.faults.len() {
        0 => Ok(writeln!(out, "Nothing is wrong.")?),
        1 => anyhow::bail!("one thing is wrong with the hall"),
        more => anyhow::bail!("{more} things are wrong with the hall"),
    }
}

fn block_on<T>(work: impl Future<Output = T>) -> io::Result<T> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work))
}
