//! `undercroft completions` and `undercroft man`: files for shells and for the manual.

use std::{io, path::PathBuf};

use anyhow::Context;
use clap::CommandFactory;

use super::Cli;

/// Print a script that completes commands in a shell.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft completions bash > ~/.local/share/bash-completion/completions/undercroft"
)]
pub(crate) struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

impl Completions {
    /// Prints the script.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "undercroft", &mut script);
        Ok(io::Write::write_all(&mut io::stdout().lock(), &script)?)
    }
}

/// Write the manual, a page a command.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Folder to write the pages into; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Man {
    /// Writes the pages.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let name = self.folder.display();
        std::fs::create_dir_all(&self.folder).with_context(|| format!("the folder {name} cannot be made"))?;
        clap_mangen::generate_to(Cli::command(), &self.folder)
            .with_context(|| format!("the manual cannot be written into {name}"))
    }
}
