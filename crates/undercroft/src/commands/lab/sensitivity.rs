//! `undercroft lab sensitivity`.

use std::io::{self, Write};

use lab::{Changes, Pool, Sensitivity};
use serde_json::json;

use super::{MatchArgs, failure, game, progress::Progress};
use crate::commands::game::{GameId, find};

/// Say which numbers of the cards move a figure most.
///
/// Each number of each card is changed by one, alone, and plays the same matches as the cards do
/// without the change.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft lab sensitivity gloombah --figure rounds --games 2000")]
pub(crate) struct Measure {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// The figure, as `undercroft lab compare --json` names it
    #[arg(long, value_name = "NAME")]
    figure: String,
    /// An option of the game and its value; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Number of pairs of matches for each number
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Print the numbers that move it most, so many of them
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    #[command(flatten)]
    matches: MatchArgs,
}

impl Measure {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let pack = self.matches.players.one_pack(find(&self.game)?)?;
        let prepared = || {
            let (title, options) = game(&self.game, &self.set)?;
            Changes::new(title, &self.matches.players.setting(title, options, pack)?, self.games)
        };
        let changes = prepared().map_err(failure)?;
        let pool = Pool::new(self.matches.threads.into()).map_err(failure)?;
        let progress = Progress::new(changes.matches(), "matches");
        let found = changes.run(&self.figure, &pool, &progress).map_err(failure)?;
        let stopped = progress.stopped_early();
        drop(progress);
        match self.matches.json {
            true => self.print_json(&found)?,
            false => self.print(&found)?,
        }
        stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
    }

    fn print(&self, found: &Sensitivity) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let tried = kernel::counted(found.all.len(), "number");
        writeln!(out, "{}: {tried} of cards, each in {} pairs of matches", found.title, found.games)?;
        for one in found.all.iter().take(self.top) {
            let [value, low, high] =
                [one.change.value, one.change.low, one.change.high].map(|number| found.unit.scale() * number);
            let verdict = if one.p < 0.05 { "differs" } else { "" };
            let change = format!("{value:+.3} ({low:+.3} to {high:+.3})");
            let line = format!("  {:<40}{:>4} to {:<4}{change:<34}{verdict}", one.key, one.from, one.to);
            writeln!(out, "{}", line.trim_end())?;
        }
        if !found.left_out.is_empty() {
            writeln!(out, "Left out, because they cannot change alone: {}", found.left_out.join(", "))?;
        }
        Ok(())
    }

    fn print_json(&self, found: &Sensitivity) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for one in found.all.iter().take(self.top) {
            let lab::Influence { key, from, to, change, p } = one;
            let (change, low, high) = (change.value, change.low, change.high);
            writeln!(
                out,
                "{}",
                json!({ "key": key, "from": from, "to": to, "change": change, "low": low, "high": high, "p": p })
            )?;
        }
        Ok(())
    }
}
