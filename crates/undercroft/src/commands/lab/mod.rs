//! `undercroft lab`: one command of it a file.

mod compare;
mod odds;
mod one_match;
mod progress;
mod puzzles;
mod run;

use lab::{LabError, settings};
use roster::{GameEntry, Setting};
use serde_json::{Map, Value};

use crate::failure::BadInput;

/// Play by the million, compare options, and work out odds exactly.
#[derive(clap::Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = false,
    after_help = "Example:\n  undercroft lab run rogue-ascension --games 100000 --sweep ascension=0..5"
)]
pub(crate) struct Lab {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Run(run::Run),
    Match(one_match::Match),
    Compare(compare::Compare),
    Odds(odds::Odds),
    Puzzles(puzzles::Puzzles),
}

impl Lab {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.what {
            What::Run(command) => command.run(),
            What::Match(command) => command.run(),
            What::Compare(command) => command.run(),
            What::Odds(command) => command.run(),
            What::Puzzles(command) => command.run(),
        }
    }
}

/// The arguments that `run` and `compare` share: the bots, and the seed.
#[derive(clap::Args)]
struct MatchArgs {
    /// Number of seats; the game's usual number if left out
    #[arg(long, value_name = "N")]
    seats: Option<u64>,
    /// The bot that plays: once for all seats, or once a seat
    #[arg(long, value_name = "NAME", default_value = "reference")]
    bot: Vec<String>,
    /// Where all luck comes from: the same number gives the same result
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads to play on, which change nothing but the time; one a core if 0
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Cut a match off after so many decisions
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl MatchArgs {
    fn setting(&self, title: &dyn GameEntry, options: Map<String, Value>) -> Result<Setting, LabError> {
        Ok(Setting {
            options: options.into(),
            seats: self.seats.unwrap_or_else(|| title.meta().usual_seats.into()),
            bots: self.bot.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
            seed: self.seed,
            max_plies: self.max_plies,
        })
    }
}

/// The game, and these options of it.
fn game(id: &str, words: &[String]) -> Result<(&'static dyn GameEntry, Map<String, Value>), LabError> {
    let title = roster::find(id)?;
    Ok((title, settings(title, words)?))
}

/// An error that the user can fix is bad input; all others are failures.
fn failure(error: LabError) -> anyhow::Error {
    if error.is_input() { BadInput(error.to_string()).into() } else { error.into() }
}
