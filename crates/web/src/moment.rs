//! Moments without a server: a finished match as a text for a link, and back.
//!
//! The text is the record without what follows from its seed: a line for the header, and one for
//! each step with the seat and the action. A match whose dice were entered by hand has the outcomes
//! too. The site compresses the text and puts it into the fragment of a link.

use kernel::{
    Answer as Outcome, Record, Seat, Seed, Source,
    record::{Header, Step},
};
use roster::Roster;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{
    fault::{Code, Fault},
    import::bad_record,
    rows::TableStatus,
};
use text::t;
use views::fields::Fields;

use crate::{Answer, Hall, records::Players};

/// A step: the seat, its action, and its outcomes if they do not follow from the seed.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Short(Seat, Value),
    Long(Seat, Value, Vec<Outcome>),
}

/// Returns the seed from which all outcomes of a match follow, if there is one.
///
/// # Errors
/// If it is malformed.
fn seed_of(header: &Header) -> Result<Option<Seed>, Fault> {
    match (&header.seed, header.real) {
        (Some(seed), None) => Seed::from_hex(seed).map(Some).ok_or_else(|| bad_record(kernel::BadRecord::Seed)),
        (Some(_) | None, _) => Ok(None),
    }
}

/// Returns a record as a short text.
///
/// # Errors
/// If its seed is malformed.
pub(crate) fn packed(record: Record) -> Result<String, Fault> {
    let follows = seed_of(&record.header)?.is_some();
    let mut header = Header { steps: None, ..record.header };
    if follows {
        header.seal = None;
        header.setup.clear();
    }
    let mut text = json!(header).to_string();
    for Step { seat, action, chance, .. } in record.steps {
        let line = if follows { Line::Short(seat, action) } else { Line::Long(seat, action, chance) };
        text.push('\n');
        text.push_str(&json!(line).to_string());
    }
    Ok(text)
}

/// Returns the record of such a text. The referee has yet to check its outcome.
///
/// # Errors
/// If it is malformed, or a step breaks the rules.
pub(crate) fn unpacked(roster: &Roster, text: &str) -> Result<Record, Fault> {
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    let mut header: Header = serde_json::from_str(header).map_err(bad_record)?;
    let mut steps = Vec::new();
    for line in lines {
        let (seat, action, chance) = match serde_json::from_str(line).map_err(bad_record)? {
            Line::Short(seat, action) => (seat, action, Vec::new()),
            Line::Long(seat, action, chance) => (seat, action, chance),
        };
        steps.push(Step { n: steps.len() + 1, seat, action, chance, bot: None });
    }
    if let Some(seed) = seed_of(&header)? {
        let source = Source::Seed(seed, header.shares.clone());
        let options = Value::Object(header.options.clone());
        let mut table = roster.find(&header.game)?.open(&options, header.seats.into(), source)?;
        for Step { seat, action, .. } in &steps {
            table.act(*seat, action).map_err(bad_record)?;
        }
        let full = table.record(true);
        (header.seal, header.setup, steps) = (full.header.seal, full.header.setup, full.steps);
    }
    Ok(Record { header, steps, outcome: None, unknown: Vec::new() })
}

impl Hall {
    /// Returns a finished match for a link.
    pub(crate) fn moment(&self, id: &str) -> Result<Answer, Fault> {
        let live = &self.table(id)?.live;
        if live.header.status != TableStatus::Over {
            return Err(Fault::new(Code::WrongPhase, t!("the match is not over")));
        }
        let mut record = live.record(&self.names(&live.header), true)?;
        record.header.table = Some(id.to_owned());
        if self.settings.name.is_empty() {
            // The person is nameless, not called “You” in the language of this browser.
            let seats = record.header.players.iter_mut().zip(live.header.seats.iter());
            let own = seats.filter(|(_, occupant)| Hall::is_mine(occupant) && occupant.called().is_none());
            own.for_each(|(player, _)| player.clear());
        }
        Ok(Answer { status: 200, kind: "text/plain; charset=utf-8", body: packed(record)?, ..Answer::default() })
    }

    /// Opens the match of a link at one of its steps, and stores it with the matches of this
    /// browser. The link may name the seat in which its person sat, and may ask to go on from there
    /// at once.
    pub(crate) fn open_moment(&mut self, fields: &Fields) -> Result<Answer, Fault> {
        let text = fields.need("match")?;
        // A server gives the record itself.
        let record = match text.lines().nth(1) {
            Some(line) if line.starts_with('[') => unpacked(&self.roster, text)?,
            Some(_) | None => Record::parse(text).map_err(bad_record)?,
        };
        let own = fields.text("seat").and_then(|seat| seat.parse().ok()).map(Seat);
        let (id, brought) = self.brought(record, Players::Others(own))?;
        if let Some((header, rows)) = brought {
            if header.status != TableStatus::Over {
                return Err(Fault::new(Code::WrongPhase, t!("the match is not over")));
            }
            self.lay(header, rows)?;
        }
        if fields.get("do") == Some("play") {
            return self.retry(&id, fields.number("at")?);
        }
        let at = fields.text("at").map(|at| format!("?at={at}")).unwrap_or_default();
        Ok(Answer::to(format!("/replays/{id}{at}")))
    }
}
