//! The command line: one subcommand a file.

mod check;
mod data;
mod engine;
mod games;
mod input;
mod play;
mod replay;
mod rules;
mod serve;
mod verify;

use std::io::Write;

use clap::{CommandFactory, Parser, Subcommand};

use crate::failure::BadInput;

/// A hall of dungeon games. Without a command it opens the hall, as `undercroft serve` does.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Play(play::Play),
    Engine(engine::Engine),
    Games(games::Games),
    Rules(rules::Rules),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Check(check::Check),
}

/// Reads the command line and does what it says.
///
/// # Errors
/// [`BadInput`] for what the user can mend, anything else for what went wrong on the way.
pub(crate) fn run() -> anyhow::Result<()> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let cli = Cli::command();
            let names: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
            return Err(BadInput::usage(&error, &names).into());
        }
        // `--help` and `--version` come as errors too.
        Err(help) => return Ok(write!(std::io::stdout().lock(), "{}", help.render())?),
    };
    match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Engine(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Check(command) => command.run(),
    }
}
