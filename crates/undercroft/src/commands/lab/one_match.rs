//! `undercroft lab match`.

use std::io::{self, BufWriter, Write};

use serde_json::json;

use super::{OneMatch, failure};

/// Play one match of a run and print each of its decisions, as a line of JSON.
///
/// The match has the same luck as in the run. If the run broke off there, so does this, behind the
/// decision that did it.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft lab match rogue-ascension 17 --seats 2 --seed 5 --set ascension=2")]
pub(crate) struct Match {
    #[command(flatten)]
    setting: OneMatch,
    /// Number of the match in its run, counted from 0
    number: u64,
}

impl Match {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let experiment = self.setting.experiment(self.number)?;
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
}
