//! `undercroft rules`.

use std::io::{self, Write};

use crate::failure::BadInput;

/// Print the rulebook of a game, in Markdown.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft rules rogue-ascension")]
pub(crate) struct Rules {
    /// Id of the game, as `undercroft games` lists it
    game: String,
}

impl Rules {
    /// Prints the rulebook.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let title = roster::find(&self.game).map_err(|unknown| BadInput(unknown.to_string()))?;
        writeln!(io::stdout().lock(), "{}", title.meta().rulebook.trim_end())?;
        Ok(())
    }
}
