//! The journal of a match: its record for the store, and the match rebuilt from it.

use std::{collections::HashMap, sync::Arc};

use crate::rows::{Occupant, StepRow, TableHeader, TableStatus};
use kernel::{
    LessonTable, Match, Record, Seat, Seed, Source,
    record::{FORMAT, Header, Incident, VERSION},
};
use roster::{GameEntry, Roster};
use serde_json::Value;
use text::t;

use crate::fault::{Code, Fault};

/// Returns the match of a table. It is replayed from its journal with every step checked, or set up
/// if the journal holds no setup.
///
/// # Errors
/// If the options are unknown, or the journal is not one of a match by today's rules.
pub fn replay(title: &dyn GameEntry, header: &TableHeader, steps: &[StepRow]) -> Result<Box<dyn Match>, Fault> {
    let options = Value::Object((*header.options).clone());
    let unfit = |why: &dyn std::fmt::Display| {
        Fault::new(Code::BadRecord, t!("this match cannot go on: {why}", why = why.to_string()))
    };
    let table = match header.setup {
        None => title.open(&options, header.seats.len() as u64, source(header))?,
        Some(_) => title.load(&record(header, steps)).map_err(|bad| unfit(&bad))?,
    };
    let Some(number) = header.lesson else { return Ok(table) };
    let lesson = title
        .lesson(number)
        .map_err(|bad| unfit(&bad))?
        .ok_or_else(|| unfit(&t!("the game has no lesson any more")))?;
    Ok(Box::new(LessonTable::new(table, Arc::new(lesson))?))
}

/// Checks a journal as a record: its steps keep the rules, its dice are those of its seed, and its
/// end is that of the header.
///
/// # Errors
/// The fault of the journal.
pub fn verify(roster: &Roster, header: &TableHeader, steps: &[StepRow]) -> Result<(), String> {
    let unfit = match header.status {
        _ if header.is_race() => (!steps.is_empty()).then_some("it has steps though it is the table of a race"),
        TableStatus::Open => (!steps.is_empty()).then_some("it has steps though it has not begun"),
        TableStatus::Playing | TableStatus::Over if header.setup.is_none() => {
            (!steps.is_empty()).then_some("it has steps though it was not laid out")
        }
        TableStatus::Playing => None,
        TableStatus::Over => header.outcome.is_none().then_some("it is over without an outcome"),
    };
    if let Some(unfit) = unfit {
        return Err(unfit.into());
    }
    let title = roster.find(&header.game).map_err(|refusal| refusal.to_string())?;
    if header.status == TableStatus::Open || header.setup.is_none() || header.is_race() {
        return Ok(());
    }
    let record = Record { outcome: header.outcome.as_deref().cloned(), ..record(header, steps) };
    title.load(&record).map(drop).map_err(|bad| bad.to_string())
}

/// Returns the source of the chance outcomes of a table.
fn source(header: &TableHeader) -> Source {
    Source::of(header.seed.map(Seed), header.real, &header.shares)
}

/// Returns the whole journal as a record.
fn record(header: &TableHeader, steps: &[StepRow]) -> Record {
    let seed = header.seed.map(Seed);
    let incidents = incidents(header);
    let header = Header {
        format: FORMAT.into(),
        version: VERSION,
        game: header.game.clone(),
        rules: header.rules,
        options: (*header.options).clone(),
        seats: header.seats.len() as u8,
        seal: seed.as_ref().map(Seed::seal),
        seed: seed.as_ref().map(Seed::to_hex),
        real: header.real,
        shares: header.shares.clone(),
        givers: header.givers.clone(),
        players: Vec::new(),
        daily: header.daily.map(|day| day.to_string()),
        race: header.raced_in().map(str::to_owned),
        ranked: header.ranked,
        table: None,
        setup: header.setup.clone().unwrap_or_default(),
        steps: Some(steps.len()),
        ended: header.ended.clone(),
        incidents,
        unknown: Default::default(),
    };
    let steps = steps.iter().map(|row| row.step.clone()).collect();
    Record { header, steps, outcome: None, unknown: Vec::new() }
}

/// Returns the complete record of a match that is over, without a replay.
pub fn finished(roster: &Roster, header: &TableHeader, steps: &[StepRow], names: &HashMap<Seat, String>) -> Record {
    let mut record = Record { outcome: header.outcome.as_deref().cloned(), ..record(header, steps) };
    record.header.players = players(roster.find(&header.game).ok(), header, names);
    record
}

/// Returns the decisions of the people at a table about its match.
pub(crate) fn incidents(header: &TableHeader) -> Vec<Incident> {
    header.incidents.iter().map(|row| row.incident.clone()).collect()
}

/// Returns the occupants of the seats for readers: people by name, bots by what they are.
pub fn players(title: Option<&dyn GameEntry>, header: &TableHeader, names: &HashMap<Seat, String>) -> Vec<String> {
    let bot = |occupant: &Occupant| {
        let bot = format!("bot {}", occupant.bot()?);
        let character = occupant.character().and_then(|id| title?.character(id));
        Some(character.map_or_else(|| bot.clone(), |character| format!("{}, {bot}", character.name)))
    };
    let seats = header.seats.iter().enumerate();
    seats
        .map(|(n, occupant)| names.get(&Seat(n as u8)).cloned().or_else(|| bot(occupant)))
        .map(Option::unwrap_or_default)
        .collect()
}

/// Returns the chance outcomes of the setup of a match.
pub fn setup_of(table: &dyn Match) -> Vec<kernel::Answer> {
    table.chance_outcomes(0).iter().map(|outcome| outcome.answer()).collect()
}
