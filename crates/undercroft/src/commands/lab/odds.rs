//! `undercroft lab odds`. The questions belong to the game, so the switches are made from them.

use std::{
    ffi::OsString,
    io::{self, Write},
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{OptionKind, OptionSpec};
use lab::LabError;
use roster::GameEntry;
use serde_json::{Map, Value};
use text::t;

use super::failure;
use crate::{
    commands::{help, shown, spoken},
    failure::BadInput,
};

/// Work out the odds of a fight exactly, as fractions.
#[derive(clap::Args)]
#[command(
    disable_help_flag = true,
    after_help = "Example:\n  undercroft lab odds rogue-ascension --attack 2d8 --defense d6 --hp 20 --enemy miniboss --first"
)]
pub(crate) struct Odds {
    /// Id of the game, as `undercroft games` lists it, and what is asked about it: see `undercroft
    /// lab odds GAME --help`
    #[arg(value_name = "GAME", trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    words: Vec<OsString>,
}

impl Odds {
    /// Computes the odds and prints them.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let command = command();
        let names: Vec<String> = command.get_subcommands().map(|game| game.get_name().to_owned()).collect();
        let matches = match command.try_get_matches_from(&self.words) {
            Ok(matches) => matches,
            Err(error) if error.use_stderr() => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                return Err(BadInput::usage(&error, &names).into());
            }
            Err(page) => {
                let words: Vec<String> = self.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
                let spoken = spoken::of_system().speak(|| help::spoken(self::command(), &words));
                let page = spoken.unwrap_or_else(|| page.render().to_string());
                return Ok(write!(io::stdout().lock(), "{}", shown(&page))?);
            }
        };
        let Some((id, answers)) = matches.subcommand() else { return Ok(()) };
        let odds = work_out(id, answers).map_err(failure)?;
        let mut out = io::stdout().lock();
        match answers.get_flag("json") {
            true => writeln!(out, "{}", odds.json())?,
            false => write!(out, "{}", odds.table())?,
        }
        Ok(())
    }
}

fn work_out(id: &str, answers: &ArgMatches) -> Result<lab::odds::Odds, LabError> {
    let title = roster::find(id)?;
    if title.questions().is_empty() {
        let known = offering().map(|title| title.meta().id).collect::<Vec<_>>().join(", ");
        return Err(LabError::NoOdds { game: title.meta().title, known });
    }
    let mut map = Map::new();
    for spec in title.questions() {
        let value = match spec.kind {
            OptionKind::Switch { .. } => answers.get_flag(spec.key).then_some(Value::Bool(true)),
            OptionKind::Number { .. } | OptionKind::Choice(_) | OptionKind::Subset(_) | OptionKind::Text { .. } => {
                answers.get_one::<String>(spec.key).map(|text| spec.parse(text)).transpose()?
            }
        };
        map.extend(value.map(|value| (spec.key.to_owned(), value)));
    }
    lab::odds::odds(&*title.duel(&map.into())?)
}

fn offering() -> impl Iterator<Item = &'static dyn GameEntry> {
    roster::GAMES.iter().copied().filter(|title| !title.questions().is_empty())
}

/// A command for every game, with a switch for each of its questions. Games without questions are
/// refused later.
fn command() -> Command {
    let all = Command::new("odds").bin_name("undercroft lab odds").no_binary_name(true).subcommand_required(true).infer_subcommands(true).about(t!(
        "Work out the odds of a fight exactly, as fractions. What can be asked depends on the game: see GAME --help."
    ));
    let all = all.subcommand_value_name("GAME").subcommand_help_heading(t!("Games")).disable_help_subcommand(true);
    let all = all.after_help(
        "Example:\n  undercroft lab odds rogue-ascension --attack 2d8 --defense d6 --hp 20 --enemy miniboss --first",
    );
    roster::GAMES.iter().fold(all, |all, title| {
        let meta = title.meta();
        let about = t!("Exact odds of a fight in {}", meta.title);
        let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help(t!("Print one JSON object"));
        let name = format!("undercroft lab odds {}", meta.id);
        let game = Command::new(meta.id).about(about).after_help(format!("Example:\n  {name}")).bin_name(name);
        all.subcommand(title.questions().iter().map(switch).fold(game, Command::arg).arg(json))
    })
}

fn switch(spec: &OptionSpec) -> Arg {
    let arg = Arg::new(spec.key).long(spec.key.replace('_', "-"));
    let usual = match spec.default() {
        Value::String(word) => word,
        other => other.to_string(),
    };
    match spec.kind {
        OptionKind::Switch { .. } => arg.action(ArgAction::SetTrue).help(spec.text.as_str()),
        OptionKind::Number { min, max, .. } => {
            arg.value_name("N").help(t!("{} From {min} to {max}, usually {usual}", spec.text))
        }
        OptionKind::Choice(choices) => {
            // The default comes first of all choices; the others are in the order of the game.
            let others: Vec<&str> = choices.iter().skip(1).map(|(word, _)| *word).collect();
            arg.value_name("WORD").help(t!("{} Usually {usual}; or {}", spec.text, others.join(", ")))
        }
        OptionKind::Subset(_) => arg.value_name("WORD,WORD").help(format!("{} {}.", spec.text, spec.allowed())),
        OptionKind::Text { .. } => arg.value_name("TEXT").help(t!("{} Usually {usual}", spec.text)),
    }
}
