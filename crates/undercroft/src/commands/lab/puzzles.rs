//! `undercroft lab puzzles`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use lab::AtomicFile;
use roster::PuzzleSearch;

use super::{failure, progress::Progress};
use crate::commands::game::GameId;

/// Find puzzles: positions in which one move is clearly the best and the reference bot makes
/// another.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft lab puzzles accursed-tomb --count 10 --seed 7")]
pub(crate) struct Puzzles {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    count: u16,
    /// Where all luck comes from: the same number gives the same puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of the first match that is looked through
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// Playouts behind each move of a puzzle
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    playouts: u32,
    /// Write them into this file, a line each, instead of printing them
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Puzzles {
    /// Finds them.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let title = roster::find(&self.game).map_err(|unknown| failure(unknown.into()))?;
        let file = self.out.as_deref().map(AtomicFile::create).transpose().map_err(failure)?;
        let search = PuzzleSearch { seed: self.seed, playouts: self.playouts };
        let progress = Progress::new(self.count.into(), "puzzles");
        let text = lab::puzzles(title, &search, self.from, self.count.into(), &progress).map_err(failure)?;
        let stopped = progress.stopped_early();
        drop(progress);
        match file {
            Some(file) => file.write(&text).map_err(failure)?,
            None => io::stdout().lock().write_all(text.as_bytes())?,
        }
        stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
    }
}
