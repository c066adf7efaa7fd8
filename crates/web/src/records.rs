//! Matches as a file, and back.

use kernel::{Record, Seat, Seed, record::Part};
use table::{
    fault::{Code, Fault},
    ids, journal,
    rows::{IncidentRow, Occupant, SeatedBot, StepRow, TableHeader, TableStatus, shared_options},
};
use text::t;
use views::verified::Verified;

use crate::{Answer, Hall, KeptStep, KeptTable, ME, hall::ID};

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
        let bad = |why: String| Fault::new(Code::BadRecord, why);
        let mut brought = Vec::new();
        for part in Part::all(text) {
            let record = part.parse().map_err(|wrong| bad(wrong.to_string()))?;
            let table = self.roster.load(&record).map_err(|wrong| bad(wrong.to_string()))?;
            let id = match part.table().filter(|id| ids::is_id(id, ID)) {
                Some(id) if self.headers.contains_key(&id) => continue,
                Some(id) => id,
                None => ids::id::<ID>(self.bytes()),
            };
            let outcome = table.outcome();
            let status = if outcome.is_some() { TableStatus::Over } else { TableStatus::Playing };
            let header = TableHeader { status, outcome: outcome.map(Box::new), ..header_of(id, &record, self.now)? };
            brought.push((header, record.steps));
        }
        if brought.is_empty() && Part::all(text).is_empty() {
            return Err(bad(t!("this file has no record").into()));
        }
        let count = brought.len();
        for (header, steps) in brought {
            let at = header.touched;
            let rows = steps.into_iter().map(|step| StepRow { step, request: None, at }).collect();
            self.lay(header, rows)?;
        }
        Ok(count)
    }
}

/// Returns the header of the table of a record. The seats of people are this person's.
fn header_of(id: String, record: &Record, now: i64) -> Result<TableHeader, Fault> {
    let given = &record.header;
    let seed = record.seed().map_err(|wrong| Fault::new(Code::BadRecord, wrong.to_string()))?;
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
