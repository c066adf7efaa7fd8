//! `undercroft lab merge`.

use std::path::PathBuf;

use lab::{AtomicFile, Summary};

use super::{failure, print};
use crate::failure::Stopped;

/// Add up the parts of a run and print what the whole run prints.
///
/// FILE is a summary or a checkpoint. The parts must have the same settings and seed, and no match
/// in common. If matches between the first and the last are missing, the results are marked as
/// stopped, and the command names the gaps and exits with 3.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft lab run gloombah --games 500 --summary a.json\n  undercroft lab run gloombah --first 500 --games 500 --summary b.json\n  undercroft lab merge a.json b.json"
)]
pub(crate) struct Merge {
    /// The summaries, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print what each card and item did: its use, and how those who used it fared
    #[arg(long)]
    pieces: bool,
    /// Write the sums of all parts, to add them to others
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
}

impl Merge {
    /// Adds up and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut all = None::<Summary>;
        for path in &self.files {
            let part = Summary::read(path).map_err(failure)?;
            match &mut all {
                None => all = Some(part),
                Some(all) => all.merge(part, path).map_err(failure)?,
            }
        }
        let Some(all) = all else { return Ok(()) };
        if let Some(path) = &self.summary {
            AtomicFile::create(path).and_then(|file| all.write(file)).map_err(failure)?;
        }
        print(&all, self.json, self.pieces)?;
        all.gaps().map_or(Ok(()), |gaps| Err(Stopped(format!("matches are missing: {gaps}")).into()))
    }
}
