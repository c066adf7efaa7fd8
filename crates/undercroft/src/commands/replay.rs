//! `undercroft replay`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use kernel::{Answer, Match, Record, Seat, SeatSet, Sentence, Source, Viewer};
use serde_json::{Value, json};
use text::{Language, t};

use super::{input::RecordFile, spoken::Spoken};

/// Step through a match record: each action, its dice and cards, and the result.
///
/// Exits with 2 if the record cannot be read, and with 1 if it does not verify.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft replay match.jsonl | less\n  undercroft replay undercroft-matches.jsonl --record 3"
)]
pub(crate) struct Replay {
    /// The record, or - for standard input
    file: PathBuf,
    /// Which record of several: its number, from 1, or the id of its table
    #[arg(long, value_name = "N")]
    record: Option<String>,
    /// Print a JSON line a step (ply, seat, action, chance, events, state), in English; the setup
    /// is ply 0 and has no seat
    #[arg(long, conflicts_with = "language")]
    json: bool,
    #[command(flatten)]
    spoken: Spoken,
}

impl Replay {
    /// Plays the record again, printing every step.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let language = if self.json { Language::english() } else { self.spoken.language() };
        language.speak(|| self.tell())
    }

    fn tell(&self) -> anyhow::Result<()> {
        let file = RecordFile::read(&self.file)?;
        // A record that does not hold is refused whole, before the first line is printed.
        let (record, _) = file.load(&file.one(self.record.as_deref())?)?;
        let (json, mut out) = (self.json, io::BufWriter::new(io::stdout().lock()));
        let mut rerun = Rerun::open(record)?;
        let told = |text: String| text::shown(&text).into_owned();
        writeln!(out, "{}", if json { rerun.line(None) } else { told(rerun.opening()) })?;
        while let Some(wording) = rerun.step()? {
            writeln!(out, "{}", if json { rerun.line(Some(&wording)) } else { told(rerun.story(&wording)) })?;
        }
        if !json {
            writeln!(out, "{}", told(rerun.ending()))?;
        }
        Ok(out.flush()?)
    }
}

/// A record that is played again. Its outcomes come from the record, so it needs no seed.
struct Rerun {
    record: Record,
    table: Box<dyn Match>,
}

impl Rerun {
    fn open(record: Record) -> anyhow::Result<Rerun> {
        let header = &record.header;
        let options = Value::Object(header.options.clone());
        let mut table = roster::find(&header.game)?.open(&options, header.seats.into(), Source::Manual)?;
        tell(table.as_mut(), &header.setup)?;
        Ok(Rerun { record, table })
    }

    /// Takes the next step and returns its wording; `None` after the last.
    fn step(&mut self) -> anyhow::Result<Option<Sentence>> {
        let Some(step) = self.record.steps.get(self.table.ply()) else { return Ok(None) };
        let scene = self.table.scene(Viewer::Seat(step.seat), None).context("the setup is not whole")?;
        self.table.act(step.seat, &step.action)?;
        tell(self.table.as_mut(), &step.chance)?;
        // The record may spell the action in another order of keys; the journal has the usual
        // spelling.
        let done = self.table.step(step.n).map_or(Value::Null, |step| step.action);
        let wording = scene.moves.into_iter().find(|choice| choice.action == done).map(|choice| choice.wording.text);
        Ok(Some(wording.unwrap_or_else(|| done.to_string().into())))
    }

    /// The step just taken (the setup, without a wording) as JSON.
    fn line(&self, wording: Option<&Sentence>) -> String {
        let ply = self.table.ply();
        let step = self.table.step(ply);
        let chance = step.as_ref().map_or(&self.record.header.setup, |step| &step.chance);
        json!({
            "ply": ply,
            "seat": step.as_ref().map(|step| step.seat),
            "action": step.as_ref().map(|step| &step.action),
            "text": wording.map(|wording| wording.plain(kernel::unnamed)),
            "chance": chance,
            "events": self.table.events(Viewer::All, ply),
            "state": self.table.state(SeatSet::first(self.table.seats())),
        })
        .to_string()
    }

    /// The match, and the events of its setup.
    fn opening(&self) -> String {
        let header = &self.record.header;
        let players: Vec<String> = Seat::all(header.seats).map(|seat| self.name(seat)).collect();
        let options: Vec<String> = header.options.iter().map(|(key, value)| format!("{key} {value}")).collect();
        let mut text = format!("{}: {}", self.table.meta().title, players.join(", "));
        if !options.is_empty() {
            text += &format!(" ({})", options.join(", "));
        }
        text + &self.chronicle()
    }

    /// The step just taken, for people.
    fn story(&self, wording: &Sentence) -> String {
        let ply = self.table.ply();
        let who = self.table.actor(ply).map(|seat| self.name(seat)).unwrap_or_default();
        format!("{ply}. {who}: {}{}", wording.plain(|seat| self.name(seat)), self.chronicle())
    }

    /// The public facts of the step just taken, a line a sentence.
    fn chronicle(&self) -> String {
        let lines = self.table.chronicle(Viewer::All, self.table.ply());
        lines.iter().map(|line| format!("\n    {}", line.text.plain(|seat| self.name(seat)))).collect()
    }

    /// The end of the match.
    fn ending(&self) -> String {
        let ending = self.table.scene(Viewer::All, None).and_then(|scene| scene.ending);
        match (self.table.outcome(), ending) {
            (None, _) => t!("The record ends here; the match is not over.").into(),
            (Some(outcome), None) => t!("The match is over: {}", outcome.to_string()),
            (Some(_), Some(ending)) => {
                let [title, story] = [ending.title, ending.story].map(|text| text.plain(|seat| self.name(seat)));
                format!("{title} {story}").trim().to_owned()
            }
        }
    }

    /// The name of a player in the record, or the name of its bot. It is free text, so it must not
    /// contain terminal controls.
    fn name(&self, seat: Seat) -> String {
        let title = roster::find(&self.record.header.game).ok();
        let named = title.and_then(|title| terminal::called(&self.record.header.players, title, seat));
        let clean = named.map(|name| name.chars().filter(|c| !c.is_control()).collect::<String>());
        clean.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| kernel::unnamed(seat))
    }
}

fn tell(table: &mut dyn Match, outcomes: &[Answer]) -> anyhow::Result<()> {
    Ok(outcomes.iter().try_for_each(|outcome| table.answer(&outcome.0))?)
}
