//! Tables of records from elsewhere.

use kernel::{
    Record, Seat, Seed,
    record::{GivenBy, Header},
};
use roster::Roster;
use text::t;

use crate::{
    fault::{Code, Fault},
    rows::{IncidentRow, Occupant, SeatedBot, StepRow, TableHeader, TableStatus, Timestamp, shared_options},
};

/// Returns the table of a record, with its steps, for a host who has the seats of all people in it;
/// where they are several, they keep their names.
/// Its dice can be read in the record, so it is practice. A match that is not over can go on.
///
/// # Errors
/// If the record is malformed or false.
pub fn table_of(
    roster: &Roster,
    record: Record,
    id: String,
    host: &str,
    now: Timestamp,
) -> Result<(TableHeader, Vec<StepRow>), Fault> {
    let table = roster.load(&record).map_err(bad_record)?;
    roster::verify(&record, table.as_ref()).map_err(bad_record)?;
    let outcome = table.outcome();
    let given = &record.header;
    let seed = record.seed().map_err(bad_record)?;
    let mut seats: Vec<Occupant> = Seat::all(given.seats).map(|seat| occupant(roster, given, seat, host)).collect();
    if seats.iter().filter(|occupant| occupant.person().is_some()).count() == 1 {
        seats.iter_mut().for_each(forget_name);
    }
    let incident = |incident| IncidentRow { person: host.into(), incident, at: None, until: None };
    let header = TableHeader {
        options: shared_options(given.options.clone()),
        status: if outcome.is_some() { TableStatus::Over } else { TableStatus::Playing },
        outcome: outcome.map(Box::new),
        real: given.real.filter(|_| seed.is_some()),
        seed: seed.map(|Seed(bytes)| bytes),
        shares: given.shares.clone(),
        givers: given.givers.clone(),
        setup: Some(given.setup.clone()),
        practice: true,
        started: Some(now),
        ended: given.ended.clone(),
        incidents: given.incidents.iter().cloned().map(incident).collect(),
        ..TableHeader::open(id, given.game.clone(), given.rules, host.into(), seats, now)
    };
    let row = |step| StepRow { step, request: None, at: now };
    Ok((header, record.steps.into_iter().map(row).collect()))
}

/// Returns the fault of a record that is malformed or false.
pub fn bad_record(why: impl ToString) -> Fault {
    Fault::new(Code::BadRecord, why.to_string())
}

/// Returns the fault of a text without a record.
pub fn no_record() -> Fault {
    bad_record(t!("this file has no record"))
}

/// Returns who plays a seat: a bot, or the host with the share that the record has for the seat.
fn occupant(roster: &Roster, header: &Header, seat: Seat, host: &str) -> Occupant {
    let player = header.players.get(seat.index()).map(String::as_str).unwrap_or_default();
    match player.rsplit_once("bot ") {
        Some(("", bot)) => return Occupant::Bot(bot.into()),
        Some((name, bot)) if name.ends_with(", ") => {
            return Occupant::Bot(SeatedBot { name: bot.into(), character: character(roster, &header.game, name) });
        }
        _ => {}
    }
    let mut shares = header.givers.iter().zip(&header.shares);
    let found = shares.find(|(giver, _)| giver.seat == seat);
    let (by, share) = found.map_or((GivenBy::Hall, String::new()), |(giver, share)| (giver.by, share.clone()));
    Occupant::Person {
        id: host.into(),
        share,
        by,
        stand_in: None,
        called: Some(player).filter(|name| !name.is_empty()).map(str::to_owned),
    }
}

/// The only person in a match is the host, whatever they were called.
fn forget_name(occupant: &mut Occupant) {
    if let Occupant::Person { called, .. } = occupant {
        *called = None;
    }
}

/// Returns the id of a game's character with the name that a record begins with.
fn character(roster: &Roster, game: &str, named: &str) -> Option<String> {
    let name = named.trim_end_matches(", ");
    let mut characters = roster.find(game).ok()?.characters().iter();
    characters.find(|character| *character.name == *name).map(|character| character.id.to_owned())
}
