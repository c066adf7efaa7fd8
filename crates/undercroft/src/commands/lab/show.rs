//! `undercroft lab show`.

use std::io::{self, Write};

use super::{OneMatch, failure};

/// Print the record of one match of a run: any row of its files.
///
/// Give the options of the run and the number in the column `match`. `undercroft verify` checks the
/// record, and `undercroft replay` steps through it. A record has no seed of its own, because a run
/// draws its dice from other generators than a sealed match.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft lab show rogue-ascension --match 17 --seed 5 --set ascension=2 > 17.jsonl"
)]
pub(crate) struct Show {
    #[command(flatten)]
    setting: OneMatch,
    /// Number of the match in its run, counted from 0
    #[arg(long = "match", value_name = "N")]
    number: u64,
}

impl Show {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let record = self.setting.experiment(self.number)?.record(self.number).map_err(failure)?;
        Ok(write!(io::stdout().lock(), "{record}")?)
    }
}
