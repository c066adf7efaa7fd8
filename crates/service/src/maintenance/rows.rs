//! Checks of derived rows against the records.
//!
//! Results, levels and the link from a table to its next are written with the step that ends a
//! match. All of them follow from the journals, so each row can be computed again.

use std::collections::BTreeMap;

use roster::Roster;
use store::{Inspection, MatchResults, StepRow, StoreError, TableHeader, TableStatus, Unlock};

use crate::tables::{TableState, race_results};

/// A person and a game, for which a level is stored.
type Player = (String, String);

/// The expected values of rows that are not checked table by table, collected from the records.
#[derive(Default)]
pub(super) struct Rows {
    /// The levels as they were before the first record was read.
    before: BTreeMap<Player, u32>,
    /// The highest level that each player has reached by the records.
    reached: BTreeMap<Player, u32>,
}

impl Rows {
    /// Begins with the present levels: a server may run, and matches may end while their records
    /// are read.
    pub(super) async fn begin(hall: &Inspection) -> Result<Rows, StoreError> {
        Ok(Rows { before: levels(hall).await?, reached: BTreeMap::new() })
    }

    /// Checks the rows of a table against its record, and returns the faults.
    pub(super) async fn check(
        &mut self,
        hall: &Inspection,
        roster: &Roster,
        header: &TableHeader,
        steps: Vec<StepRow>,
    ) -> Result<Vec<String>, StoreError> {
        let mut faults = next_fault(hall, header).await?.into_iter().collect::<Vec<_>>();
        let found = hall.results(&header.id).await?;
        if header.lesson.is_some() {
            faults.extend(lesson_fault(hall, roster, header, steps).await?);
            return Ok(faults);
        }
        if header.status != TableStatus::Over {
            // The header is read again, because the match may have ended meanwhile.
            let over = hall.load(&header.id).await?.is_some_and(|(header, _)| header.status == TableStatus::Over);
            let early = !over && !found.seats.is_empty();
            faults.extend(early.then(|| "it has results though it is not over".to_owned()));
            return Ok(faults);
        }
        if header.is_race() {
            faults.extend(race_fault(hall, roster, header, &found).await?);
            return Ok(faults);
        }
        let ended = header.ended_at(&steps);
        let Some(end) = TableState::from_journal(roster, header.clone(), steps).ok().and_then(|live| live.end(ended))
        else {
            return Ok(faults);
        };
        for Unlock { person, game, level } in end.unlocks {
            let reached = self.reached.entry((person, game)).or_default();
            *reached = level.max(*reached);
        }
        let (mut found, mut made) = (found, end.results);
        for (_, made) in found.seats.iter().zip(&mut made.seats).filter(|(found, _)| found.traces.is_none()) {
            // An earlier version stored the result.
            made.traces = None;
        }
        for results in [&mut found, &mut made] {
            results.earned.sort_by(|one, other| (one.seat, &one.achievement).cmp(&(other.seat, &other.achievement)));
        }
        let mend = "undercroft rebuild works them out again";
        faults.extend(match (found.seats.len(), made.seats.len()) {
            (0, 1..) => Some(format!("it is over and has no results; {mend}")),
            (seats, wanted) if seats != wanted => {
                Some(format!("it has results of {seats} seats, and its record says {wanted}; {mend}"))
            }
            _ if found.seats != made.seats => Some(format!("its results are not those of its record; {mend}")),
            _ if found.earned != made.earned => {
                Some(format!("what was earned by it is not what its record says; {mend}"))
            }
            _ => None,
        });
        Ok(faults)
    }

    /// Checks the levels against all records that were read.
    pub(super) async fn finish(self, hall: &Inspection) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        for (player, level) in levels(hall).await? {
            let reached = self.reached.get(&player).copied().unwrap_or_default();
            let was = self.before.get(&player).copied().unwrap_or_default();
            if level != reached && was != reached {
                let (person, game) = player;
                faults.push(format!(
                    "person {person} may play {game} up to level {level}, and their matches have reached {reached}"
                ));
            }
        }
        Ok(faults)
    }
}

/// Returns the fault of a lesson that was finished and is not stored as such.
async fn lesson_fault(
    hall: &Inspection,
    roster: &Roster,
    header: &TableHeader,
    steps: Vec<StepRow>,
) -> Result<Option<String>, StoreError> {
    let Some(person) = TableState::from_journal(roster, header.clone(), steps).ok().and_then(|live| live.learned())
    else {
        return Ok(None);
    };
    let missing = !hall.has_learned(&person, &header.game).await?;
    Ok(missing
        .then(|| "it is a finished lesson, and its learner has not earned it; undercroft rebuild notes it".into()))
}

/// Returns the fault of a finished race whose results are not those of its racers' records.
async fn race_fault(
    hall: &Inspection,
    roster: &Roster,
    race: &TableHeader,
    found: &MatchResults,
) -> Result<Option<String>, StoreError> {
    let Ok(made) = race_results(roster, race, hall.racer_journals(&race.id).await?) else { return Ok(None) };
    let differs = found.seats != made.seats;
    Ok(differs
        .then(|| "the results of the race are not those of its matches; undercroft rebuild works them out".into()))
}

async fn levels(hall: &Inspection) -> Result<BTreeMap<Player, u32>, StoreError> {
    Ok(hall.unlocked().await?.into_iter().map(|one| ((one.person, one.game), one.level)).collect())
}

/// Returns the fault of a table's link to its next table, if there is one.
async fn next_fault(hall: &Inspection, header: &TableHeader) -> Result<Option<String>, StoreError> {
    let Some(next) = header.next.as_deref() else { return Ok(None) };
    let Some((after, _)) = hall.load(next).await? else {
        return Ok(Some(format!("it leads on to the table {next}, which is not there")));
    };
    let wrong = [
        (*next == header.id, "which is itself"),
        (after.game != header.game, "where another game is played"),
        (after.seats.len() != header.seats.len(), "which has another number of seats"),
        (after.created < header.created, "which is older"),
    ];
    let wrong = wrong.into_iter().find_map(|(is, what)| is.then_some(what));
    Ok(wrong.map(|wrong| format!("it leads on to the table {next}, {wrong}")))
}
