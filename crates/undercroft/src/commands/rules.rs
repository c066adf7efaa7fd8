//! `undercroft rules`.

use std::io::{self, Write};

use super::{game::GameId, shown};
use crate::failure::BadInput;

/// Print the rulebook of a game, in Markdown.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft rules rogue-ascension")]
pub(crate) struct Rules {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
}

impl Rules {
    /// Prints the rulebook.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let title = roster::find(&self.game).map_err(|unknown| BadInput(unknown.to_string()))?;
        writeln!(io::stdout().lock(), "{}", shown(title.meta().rulebook.trim_end()))?;
        Ok(())
    }
}
