//! Matches as a file, and back.

use kernel::{Record, Seat, record::Part};
use table::{
    fault::{Code, Fault},
    ids,
    import::{self, bad_record, no_record},
    journal,
    rows::{Occupant, StepRow, TableHeader},
};
use text::t;
use views::verified::Verified;

use crate::{Answer, Hall, KeptStep, KeptTable, ME, hall::ID, other};

/// The people of a record that comes into this browser.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Players {
    /// All are the person of this hall, or sat at their device.
    Own,
    /// Others, but for the one in this seat.
    Others(Option<Seat>),
}

/// The id of a table, and the table if it is new.
type Brought = (String, Option<(TableHeader, Vec<StepRow>)>);

impl Hall {
    /// Returns the whole record of a stored match, over or not: its dice are this browser's own.
    ///
    /// # Errors
    /// If it is not stored as this hall stores matches.
    pub fn record(&self, header: KeptTable, steps: Vec<KeptStep>) -> Result<String, Fault> {
        let header = header.header()?;
        let steps: Vec<StepRow> = steps.into_iter().map(KeptStep::row).collect();
        let mut record = journal::finished(&self.roster, &header, &steps, &self.names(&header));
        record.header.table = Some(header.id);
        Ok(record.to_string())
    }

    /// Returns the record of a match as a server gives it: with seed and steps once it is over.
    pub(crate) fn record_of(&self, id: &str) -> Result<Answer, Fault> {
        let live = &self.table(id)?.live;
        let record = live.record(&self.names(&live.header), true)?;
        let file = format!("{}-{id}.jsonl", live.header.game);
        let kind = "application/jsonl; charset=utf-8";
        Ok(Answer { status: 200, kind, body: record.to_string(), file: Some(file), ..Answer::default() })
    }

    /// Returns the page about the dice of a match.
    pub(crate) fn verified(&self, id: &str) -> Result<Answer, Fault> {
        let live = &self.table(id)?.live;
        let none = || Fault::new(Code::NotFound, t!("this match had real dice: there is no seal to check"));
        let seal = live.seal().ok_or_else(none)?;
        let over = live.playing()?.outcome().is_some();
        let checked = Verified::of(&live.record(&self.names(&live.header), true)?.to_string(), over)?;
        let person = self.settings.person();
        Ok(Answer::html(200, checked.page(&self.visitor(&person), id, &seal).into_string()))
    }

    /// Adds the matches of a file of records to those of this browser, and returns how many are
    /// new.
    ///
    /// # Errors
    /// If a record is malformed, or false; none is added then.
    pub(crate) fn bring(&mut self, text: &str) -> Result<usize, Fault> {
        let mut brought = Vec::new();
        for part in Part::all(text) {
            let known = |id: &String| self.headers.contains_key(id);
            if part.table().as_ref().is_some_and(known) {
                continue;
            }
            let record = part.parse().map_err(bad_record)?;
            brought.extend(self.brought(record, Players::Own)?.1);
        }
        if brought.is_empty() && Part::all(text).is_empty() {
            return Err(no_record());
        }
        let count = brought.len();
        for (header, rows) in brought {
            self.lay(header, rows)?;
        }
        Ok(count)
    }

    /// Returns the id of the table of a record, and the table if this browser does not have it yet.
    /// People other than this person have the names in the record.
    ///
    /// # Errors
    /// If the record is false.
    pub(crate) fn brought(&mut self, record: Record, players: Players) -> Result<Brought, Fault> {
        let id = match record.header.table.clone().filter(|id| ids::is_id(id, ID)) {
            Some(id) if self.headers.contains_key(&id) => return Ok((id, None)),
            Some(id) => id,
            None => ids::id::<ID>(self.bytes()),
        };
        let names = record.header.players.clone();
        let (mut header, rows) = import::table_of(&self.roster, record, id.clone(), ME, self.now)?;
        if let Players::Others(own) = players {
            let all = header.seats.into_iter().zip(&names).zip((0..).map(Seat));
            let played = |((occupant, name), seat): ((Occupant, &String), Seat)| match occupant {
                Occupant::Person { share, by, .. } => {
                    let is_own = own == Some(seat);
                    let called = Some(name.clone()).filter(|name| !is_own && !name.is_empty());
                    let id = if is_own { ME.to_owned() } else { other(seat) };
                    Occupant::Person { id, share, by, stand_in: None, called }
                }
                bot => bot,
            };
            header.seats = all.map(played).collect();
        }
        Ok((id, Some((header, rows))))
    }
}
