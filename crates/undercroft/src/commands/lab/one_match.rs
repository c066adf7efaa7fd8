//! `undercroft lab match`.

use std::io::{self, BufWriter, Write};

use lab::{Experiment, LabError, settings};
use roster::Setting;
use serde_json::{Map, Value, json};

use super::failure;
use crate::failure::BadInput;

/// Play one match of a run and print each of its decisions, as a line of JSON.
///
/// The match has the same luck as in the run. If the run broke off there, so does this, behind the
/// decision that did it.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft lab match rogue-ascension 17 --seats 2 --seed 5 --set ascension=2")]
pub(crate) struct Match {
    /// Id of the game, as `undercroft games` lists it
    game: String,
    /// Number of the match in its run, counted from 0
    number: u64,
    /// An option of the game and its value; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// All options that are not the usual ones, as a JSON object
    #[arg(long, value_name = "JSON", conflicts_with = "set")]
    options: Option<String>,
    /// Number of seats; the game's usual number if left out
    #[arg(long, value_name = "N")]
    seats: Option<u64>,
    /// The bot that plays: once for all seats, or once a seat
    #[arg(long, value_name = "NAME", default_value = "reference")]
    bot: Vec<String>,
    /// Seed of the run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Cut the match off after so many decisions
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
}

impl Match {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let options = self.given_options()?;
        let experiment = self.experiment(options).map_err(failure)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let (mut written, mut decision) = (Ok(()), 0);
        let played = experiment.trace(self.number, &mut |taken| {
            decision += 1;
            let bot = experiment.bots.get(taken.seat.index()).map(ToString::to_string);
            let line = json!({
                "decision": decision, "seat": taken.seat, "kind": taken.kind, "bot": bot, "action": taken.action,
            });
            if written.is_ok() {
                written = writeln!(out, "{line}");
            }
        });
        written?;
        out.flush()?;
        let played = played.map_err(failure)?;
        let outcome = played.outcome.map(|outcome| {
            json!({ "victory": outcome.victory, "placings": &outcome.placings[..], "scores": outcome.scores.as_deref() })
        });
        writeln!(out, "{}", json!({ "outcome": outcome, "decisions": played.plies }))?;
        Ok(out.flush()?)
    }

    fn given_options(&self) -> anyhow::Result<Map<String, Value>> {
        let Some(text) = &self.options else {
            let title = roster::find(&self.game).map_err(|unknown| failure(unknown.into()))?;
            return settings(title, &self.set).map_err(failure);
        };
        match serde_json::from_str(text) {
            Ok(Value::Object(options)) => Ok(options),
            Ok(_) | Err(_) => {
                Err(BadInput(format!("--options must be a JSON object such as {{\"ascension\":2}}, not {text:?}"))
                    .into())
            }
        }
    }

    fn experiment(&self, options: Map<String, Value>) -> Result<Experiment, LabError> {
        let title = roster::find(&self.game)?;
        let setting = Setting {
            options: options.into(),
            seats: self.seats.unwrap_or_else(|| title.meta().usual_seats.into()),
            bots: self.bot.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
            seed: self.seed,
            max_plies: self.max_plies,
        };
        Experiment::new(title, &setting, self.number.saturating_add(1))
    }
}
