//! `undercroft lab`: one command of it a file.

mod compare;
mod merge;
mod odds;
mod one_match;
pub(super) mod progress;
mod puzzles;
mod run;
mod search;
mod sensitivity;
mod show;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use kernel::PACK;
use lab::{Experiment, LabError, Part, Summary, Sweep, settings};
use roster::{GameEntry, Setting};
use serde_json::{Map, Value};

use super::{game::GameId, pack};
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
    Merge(merge::Merge),
    Match(one_match::Match),
    Show(show::Show),
    Compare(compare::Compare),
    Search(search::Search),
    Sensitivity(sensitivity::Measure),
    Odds(odds::Odds),
    Puzzles(puzzles::Puzzles),
}

impl Lab {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.what {
            What::Run(command) => command.run(),
            What::Merge(command) => command.run(),
            What::Match(command) => command.run(),
            What::Show(command) => command.run(),
            What::Compare(command) => command.run(),
            What::Search(command) => command.run(),
            What::Sensitivity(command) => command.run(),
            What::Odds(command) => command.run(),
            What::Puzzles(command) => command.run(),
        }
    }
}

/// The arguments that `run` and `compare` share: the players, and how to play and print.
#[derive(clap::Args)]
struct MatchArgs {
    #[command(flatten)]
    players: Players,
    /// Threads to play on, which change nothing but the time; one a core if 0
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The players of each match, and the seed.
#[derive(clap::Args)]
struct Players {
    /// Number of seats; the game's usual number if left out
    #[arg(long, value_name = "N")]
    seats: Option<u64>,
    /// Pack of cards to play with: see `undercroft content`. `lab compare` takes two
    #[arg(long, value_name = "FILE")]
    pack: Vec<PathBuf>,
    /// The bot that plays, or a program such as ./mybot.py: once for all seats, or once a seat
    #[arg(long, value_name = "NAME", default_value = "reference")]
    bot: Vec<String>,
    /// Where all luck comes from: the same number gives the same result
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Cut a match off after so many decisions
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
}

impl Players {
    /// The pack, if one is given.
    fn one_pack(&self, title: &dyn GameEntry) -> Result<Option<Value>, BadInput> {
        match &self.pack[..] {
            [] => Ok(None),
            [one] => pack::option(title, one).map(Some),
            _ => Err(BadInput("one --pack is enough; `undercroft lab compare` takes two".into())),
        }
    }

    /// The setting with these options and this pack.
    fn setting(
        &self,
        title: &dyn GameEntry,
        mut options: Map<String, Value>,
        pack: Option<Value>,
    ) -> Result<Setting, LabError> {
        options.extend(pack.map(|pack| (PACK.to_owned(), pack)));
        Ok(Setting {
            options: options.into(),
            seats: self.seats.unwrap_or_else(|| title.meta().usual_seats.into()),
            bots: self.bot.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
            seed: self.seed,
            max_plies: self.max_plies,
        })
    }
}

/// The setting of one match of a run.
#[derive(clap::Args)]
struct OneMatch {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// An option of the game and its value; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// All options that are not the usual ones, as a JSON object
    #[arg(long, value_name = "JSON", conflicts_with = "set")]
    options: Option<String>,
    /// The option that takes another of its values in each match of the run, in turn
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Option<String>,
    #[command(flatten)]
    players: Players,
}

impl OneMatch {
    /// Returns the experiment with this match alone.
    fn experiment(&self, number: u64) -> anyhow::Result<Experiment> {
        let options = self.given_options()?;
        let pack = self.players.one_pack(super::game::find(&self.game)?)?;
        let experiment = || {
            let title = roster::find(&self.game)?;
            let setting = self.players.setting(title, options, pack)?;
            let experiment = Experiment::new(title, &setting, 1)?.starting_at(number)?;
            match &self.vary {
                Some(text) => experiment.vary(&setting, Sweep::parse(title, text)?),
                None => Ok(experiment),
            }
        };
        experiment().map_err(failure)
    }

    fn given_options(&self) -> anyhow::Result<Map<String, Value>> {
        let Some(text) = &self.options else {
            return game(&self.game, &self.set).map(|(_, options)| options).map_err(failure);
        };
        match serde_json::from_str(text) {
            Ok(Value::Object(options)) => Ok(options),
            Ok(_) | Err(_) => {
                Err(BadInput(format!("--options must be a JSON object such as {{\"ascension\":2}}, not {text:?}"))
                    .into())
            }
        }
    }
}

/// Prints the results of a run: a table or a line of JSON for each setting that has any.
fn print(results: &Summary, json: bool, pieces: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let parts = results.parts.iter().filter(|part| part.figures.games() > 0);
    for (index, Part { experiment, figures, seconds }) in parts.enumerate() {
        if json {
            writeln!(out, "{}", lab::json(experiment, figures, *seconds))?;
        } else {
            let gap = if index == 0 { "" } else { "\n" };
            write!(out, "{gap}{}", lab::table(experiment, figures, *seconds))?;
            if pieces {
                write!(out, "{}", lab::pieces(figures))?;
            }
        }
    }
    Ok(())
}

/// The game, and these options of it.
fn game(id: &str, words: &[String]) -> Result<(&'static dyn GameEntry, Map<String, Value>), LabError> {
    let title = roster::find(id)?;
    Ok((title, settings(title, words)?))
}

/// An error that the user can fix is bad input; all others are failures.
pub(super) fn failure(error: LabError) -> anyhow::Error {
    if error.is_input() { BadInput(error.to_string()).into() } else { error.into() }
}
