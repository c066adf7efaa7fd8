//! The command line: one subcommand a file.

mod check;
mod content;
mod data;
mod engine;
mod game;
mod games;
mod help;
mod input;
mod journald;
mod lab;
mod log;
mod maintenance;
mod moderate;
mod pack;
mod play;
mod print;
mod replay;
mod rules;
mod serve;
mod sheet;
mod shell;
mod signals;
mod spoken;
mod verify;

use std::io::Write;

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};

pub(crate) use self::spoken::shown;
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
    Sheet(sheet::Sheet),
    Print(print::Print),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Check(check::Check),
    Lab(lab::Lab),
    Content(content::Content),
    Backup(maintenance::Backup),
    Restore(maintenance::Restore),
    MoveDatabase(maintenance::MoveDatabase),
    Doctor(maintenance::Doctor),
    Rebuild(maintenance::Rebuild),
    Moderate(moderate::Moderate),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Reads the command line and runs the command.
///
/// # Errors
/// [`BadInput`] for what the user can mend, anything else for what went wrong on the way.
pub(crate) fn run() -> anyhow::Result<()> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let cli = Cli::command();
            return Err(BadInput::usage(&error, &siblings(&cli)).into());
        }
        // `--help` and `--version` come as errors too.
        Err(page) => {
            let words: Vec<String> = std::env::args().skip(1).collect();
            let spoken = match page.kind() {
                ErrorKind::DisplayVersion => None,
                _ => spoken::of_system().speak(|| help::spoken(Cli::command(), &words)),
            };
            let page = spoken.unwrap_or_else(|| page.render().to_string());
            return Ok(write!(std::io::stdout().lock(), "{}", shown(&page))?);
        }
    };
    match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Engine(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Sheet(command) => command.run(),
        Command::Print(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Lab(command) => command.run(),
        Command::Content(command) => command.run(),
        Command::Backup(command) => command.run(),
        Command::Restore(command) => command.run(),
        Command::MoveDatabase(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Rebuild(command) => command.run(),
        Command::Moderate(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
    }
}

/// The commands that would be valid in place of the unknown one: those of the last known command.
fn siblings(cli: &clap::Command) -> Vec<&str> {
    let mut at = cli;
    for word in std::env::args().skip(1).take(2) {
        match at.find_subcommand(&word) {
            Some(next) if next.has_subcommands() => at = next,
            Some(_) | None => break,
        }
    }
    at.get_subcommands().map(clap::Command::get_name).collect()
}
