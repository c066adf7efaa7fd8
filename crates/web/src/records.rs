//! Matches as a file, and back.

use kernel::{Record, Seat, Seed, record::Part};
use table::{
    fault::{Code, Fault},
    ids, journal,
    rows::{IncidentRow, Occupant, SeatedBot, StepRow, TableHeader, TableStatus, shared_options},
};
use text::t;
use views::verified::Verified;

use crate::{Answer, Hall, KeptStep, KeptTable, ME, bad_record, hall::ID, other};

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
            return Err(bad_record(t!("this file has no record")));
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
        let table = self.roster.load(&record).map_err(bad_record)?;
        roster::verify(&record, table.as_ref()).map_err(bad_record)?;
        let id = match record.header.table.clone().filter(|id| ids::is_id(id, ID)) {
            Some(id) if self.headers.contains_key(&id) => return Ok((id, None)),
            Some(id) => id,
            None => ids::id::<ID>(self.bytes()),
        };
        let outcome = table.outcome();
        let status = if outcome.is_some() { TableStatus::Over } else { TableStatus::Playing };
        let mut header =
            TableHeader { status, outcome: outcome.map(Box::new), ..header_of(id.clone(), &record, self.now)? };
        // Its dice can be read in the record, so it earns nothing here.
        header.practice = true;
        if let Players::Others(own) = players {
            let all = header.seats.into_iter().zip(&record.header.players).zip(Seat::all(record.header.seats));
            let played = |((occupant, name), seat): ((Occupant, &String), Seat)| match occupant {
                Occupant::Person { share, by, .. } if own != Some(seat) => {
                    let called = Some(name.clone()).filter(|name| !name.is_empty());
                    Occupant::Person { id: other(seat), share, by, stand_in: None, called }
                }
                same => same,
            };
            header.seats = all.map(played).collect();
        }
        let at = header.touched;
        let rows = record.steps.into_iter().map(|step| StepRow { step, request: None, at }).collect();
        Ok((id, Some((header, rows))))
    }
}

/// Returns the header of the table of a record. The seats of people are this person's.
fn header_of(id: String, record: &Record, now: i64) -> Result<TableHeader, Fault> {
    let given = &record.header;
    let seed = record.seed().map_err(bad_record)?;
    let seats = Seat::all(given.seats).map(|seat| {
        let player = given.players.get(seat.index()).map(String::as_str).unwrap_or_default();
        match player.rsplit_once("bot ") {
            Some(("", bot)) => Occupant::Bot(bot.into()),
            Some((name, bot)) if name.ends_with(", ") => {
                Occupant::Bot(SeatedBot { name: bot.into(), character: character(&given.game, name) })
            }
            _ => person(seat, given),
        }
    });
    let seats = seats.collect();
    Ok(TableHeader {
        options: shared_options(given.options.clone()),
        seed: seed.clone().map(|Seed(bytes)| bytes),
        real: given.real.filter(|_| seed.is_some()),
        shares: given.shares.clone(),
        givers: given.givers.clone(),
        setup: Some(given.setup.clone()),
        started: Some(now),
        ended: given.ended.clone(),
        incidents: given
            .incidents
            .iter()
            .cloned()
            .map(|incident| IncidentRow { person: ME.into(), incident, at: None, until: None })
            .collect(),
        ..TableHeader::open(id, given.game.clone(), given.rules, ME.into(), seats, now)
    })
}

/// Returns the person on a seat, with the share that the record has for it.
fn person(seat: Seat, header: &kernel::record::Header) -> Occupant {
    let mut shares = header.givers.iter().zip(&header.shares);
    let found = shares.find(|(giver, _)| giver.seat == seat);
    let (by, share) =
        found.map_or((kernel::record::GivenBy::Hall, String::new()), |(giver, share)| (giver.by, share.clone()));
    Occupant::Person { id: ME.into(), share, by, stand_in: None, called: None }
}

/// Returns the id of a game's character with the name that a record begins with.
fn character(game: &str, named: &str) -> Option<String> {
    let name = named.trim_end_matches(", ");
    let mut characters = roster::find(game).ok()?.characters().iter();
    characters.find(|character| *character.name == *name).map(|character| character.id.to_owned())
}
