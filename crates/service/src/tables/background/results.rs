//! Results of finished matches that are still to be computed, and matches that players have left.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use kernel::Seat;
use model::Day;
use roster::Roster;
use store::{
    GUEST_DAYS, LEFT_DAYS, MatchResults, StepRow, Store, StoreError, TableHeader, Timestamp, Turn, Write, now,
};
use table::{Racer, TableTime};
use tokio::sync::watch;

use crate::{
    contained::{self, Place},
    fault::Fault,
    tables::{
        commands::races,
        runtime::TableRegistry,
        state::{TableState, journal, left_match},
    },
};

/// The header and the steps of a table.
pub(crate) type Journal = (TableHeader, Vec<StepRow>);

/// Stores the results of finished matches that have none stored, and returns how many. `progress`
/// receives the number of matches looked at and the number of all. A match that can no longer be
/// replayed is left out.
///
/// # Errors
/// If the store fails.
pub async fn catch_up(
    store: &Store,
    roster: &Roster,
    progress: &mut (dyn FnMut(usize, usize) + Send),
) -> Result<usize, Fault> {
    let tables = store.without_results().await?;
    let mut written = 0;
    for (at, table) in tables.iter().enumerate() {
        progress(at, tables.len());
        let Some((header, steps)) = store.load(table).await? else { continue };
        let (place, roster) = (Place::of(&header, steps.len()), roster.clone());
        let racers = if header.is_race() { store.racer_journals(table).await? } else { Vec::new() };
        let replay = move || {
            if header.is_race() {
                return race_results(&roster, &header, racers);
            }
            let ended = header.ended_at(&steps);
            TableState::from_journal(&roster, header, steps).map(|live| live.results(ended))
        };
        match contained::beside("working out what a match came to", place, replay).await {
            Some(Ok(results)) => {
                store.write(Write::SetResults { table: table.clone(), results }).await?;
                written += 1;
            }
            Some(Err(fault)) => tracing::debug!("table {table} has no results: {}", fault.message),
            None => {}
        }
    }
    progress(tables.len(), tables.len());
    Ok(written)
}

/// Computes the results of a race that is over from the journals of its racers.
///
/// # Errors
/// If the roster does not have the game.
pub(crate) fn race_results(roster: &Roster, race: &TableHeader, racers: Vec<Journal>) -> Result<MatchResults, Fault> {
    let title = roster.find(&race.game)?;
    let racer = |(header, steps): Journal| TableState::from_journal(roster, header, steps).ok()?.racer(race);
    let mut racers: Vec<Racer> = racers.into_iter().filter_map(racer).collect();
    racers.sort_by_key(|racer| racer.seat);
    Ok(table::race::results(title.meta(), race, &racers, race.touched))
}

/// Notes the lessons that people have finished, from their journals.
///
/// # Errors
/// If the store fails.
pub async fn note_lessons(store: &Store, roster: &Roster) -> Result<(), Fault> {
    for table in store.lessons().await? {
        let Some((header, steps)) = store.load(&table).await? else { continue };
        let (place, roster) = (Place::of(&header, steps.len()), roster.clone());
        let replay = move || {
            let at = steps.last().map_or(header.touched, |row| row.at);
            Some((TableState::from_journal(&roster, header, steps).ok()?.learned()?, at))
        };
        if let Some((person, at)) = contained::beside("replaying a lesson", place, replay).await.flatten() {
            store.write(Write::NoteLearned { table, person, at }).await?;
        }
    }
    Ok(())
}

/// Stores the results of matches that ended under an earlier version of the server.
pub(crate) async fn catch_up_at_open(store: Store, roster: Roster) {
    match catch_up(&store, &roster, &mut |_, _| {}).await {
        Ok(0) => {}
        Ok(written) => tracing::info!("the results of {written} finished matches are worked out"),
        Err(fault) => tracing::warn!("results of finished matches are missing: {}", fault.message),
    }
}

/// How often the server looks for board entries of guests that have expired.
const EXPIRED: Duration = Duration::from_secs(10 * 60);
/// The number of people whose board entries are rebuilt in one transaction.
const TOGETHER: u32 = 200;

/// Rebuilds the board entries of guests from time to time: each expires some days after its match.
pub(crate) async fn expire_regularly(store: Store, mut stopping: watch::Receiver<bool>) {
    loop {
        if let Err(error) = expire(&store).await {
            tracing::warn!("lines of guests on boards that have ended could not be made again: {error}");
        }
        tokio::select! {
            () = tokio::time::sleep(EXPIRED) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

async fn expire(store: &Store) -> Result<(), StoreError> {
    let since = now() - GUEST_DAYS * Day::LENGTH;
    loop {
        store.write(Write::ExpireLines { since, people: TOGETHER }).await?;
        if !store.has_lines_to_expire(since).await? {
            return Ok(());
        }
    }
}

/// How often the server looks for abandoned matches.
const LOOKED: Duration = Duration::from_secs(60 * 60);
/// How many of these are counted at once.
const LEFT_TOGETHER: u32 = 100;

/// Counts matches without a clock as abandoned if a player who must act has taken no step for days.
/// Time in which the server was closed does not count.
pub(crate) async fn note_left_regularly(registry: Weak<TableRegistry>, mut stopping: watch::Receiver<bool>) {
    loop {
        let Some(registry) = registry.upgrade() else { return };
        if let Err(fault) = note_left(&registry, now()).await {
            tracing::warn!("matches that were left could not be counted: {}", fault.message);
        }
        drop(registry);
        tokio::select! {
            () = tokio::time::sleep(LOOKED) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

async fn note_left(registry: &Arc<TableRegistry>, at: Timestamp) -> Result<(), Fault> {
    let (store, time) = (&registry.store, &registry.time);
    let patience = LEFT_DAYS * Day::LENGTH;
    loop {
        let waiting = store.waiting_since(at - patience, LEFT_TOGETHER).await?;
        let mut notes = Vec::new();
        for Turn { table, person, since, .. } in &waiting {
            if time.at(at) - time.at(*since) < patience {
                continue;
            }
            let Some((header, steps)) = store.load(table).await? else { continue };
            if header.raced_in().is_some() {
                // The others wait for this match, so it ends and has a result.
                if let Err(fault) = races::lapse(registry, table).await {
                    tracing::warn!("the racer's match at table {table} could not be ended: {}", fault.message);
                }
                continue;
            }
            let seat = header.seats.iter().position(|occupant| occupant.person() == Some(person));
            let (Some(seat), Ok(title)) = (seat.map(|n| Seat(n as u8)), registry.roster().find(&header.game)) else {
                continue;
            };
            let place = Place::of(&header, steps.len());
            let left = move || {
                let table = journal::replay(title, &header, &steps).ok();
                left_match(title, &header, table.as_deref(), seat, at)
            };
            let left = contained::beside("counting a match that was left", place, left);
            if let Some(left) = left.await.flatten() {
                notes.push(store.write(Write::NoteLeft(left)));
            }
        }
        let noted = futures_util::future::try_join_all(notes).await?.len();
        if noted == 0 || waiting.len() < LEFT_TOGETHER as usize {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {

    use store::{MatchKind, SeatResult, Turns};
    use table::results::board;

    use super::*;
    use crate::{
        people,
        tables::create::{self, NewTable, SeatRequest},
    };

    #[tokio::test]
    async fn a_match_left_for_a_week_ends_a_run_until_it_is_finished() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite://{}", dir.path().join("hall.db").display())).await.unwrap();
        let ada = people::add_guest(&store, None, None).await.unwrap();
        let (registry, _calls) = TableRegistry::idle(store.clone(), Duration::MAX);
        let mut tables = Vec::new();
        for game in ["crimsonbranch", "rogue-ascension", "crimsonbranch", "crimsonbranch"] {
            let wanted = NewTable { game: game.into(), seats: vec![SeatRequest::Me(None)], ..NewTable::default() };
            let id = create::create(&registry, &ada.id, wanted).await.unwrap();
            tables.push(id);
        }
        let won = async |table: &str, ended: Timestamp| {
            let (header, _) = store.load(table).await.unwrap().unwrap();
            let meta = roster::find(&header.game).unwrap().meta();
            let result = SeatResult {
                table: table.into(),
                seat: Seat(0),
                kind: MatchKind::Usual,
                board: board(&header, meta),
                person: Some(ada.id.clone()),
                bot: None,
                class: None,
                place: 1,
                won: true,
                score: None,
                steps: 9,
                by_bots: 0,
                ended,
                ranked: true,
                early: false,
                rivals: true,
                traces: None,
            };
            let results = MatchResults { seats: vec![result], earned: Vec::new() };
            store.write(Write::SetResults { table: table.into(), results }).await.unwrap();
            let gone = Turns { table: table.into(), at: ended, come: Vec::new(), gone: vec![ada.id.clone()] };
            store.write(Write::SetTurns(gone)).await.unwrap();
        };
        let totals = async |game: &str| {
            let all = store.totals(&ada.id).await.unwrap();
            all.into_iter().find(|totals| totals.game == game).map(|one| (one.finished, one.won, one.longest, one.left))
        };
        let week = 7 * Day::LENGTH;
        won(&tables[0], now()).await;
        note_left(&registry, now() + week - 60_000).await.unwrap();
        assert_eq!(totals("rogue-ascension").await, None, "not a week yet");
        note_left(&registry, now() + week).await.unwrap();
        assert_eq!(totals("rogue-ascension").await, Some((0, 0, 0, 1)));
        assert_eq!(totals("crimsonbranch").await, Some((1, 1, 1, 2)), "two were left, and one was won before");
        won(&tables[2], now()).await;
        assert_eq!(totals("crimsonbranch").await, Some((2, 2, 1, 1)), "the match left in between ends the run");
        won(&tables[3], now()).await;
        assert_eq!(totals("crimsonbranch").await, Some((3, 3, 3, 0)), "both were finished, and count as they ended");
        note_left(&registry, now() + week).await.unwrap();
        assert_eq!(totals("rogue-ascension").await, Some((0, 0, 0, 1)), "once");
        store.close().await;
    }

    #[tokio::test]
    async fn racers_idle_for_a_week_are_out_and_the_race_ends() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite://{}", dir.path().join("hall.db").display())).await.unwrap();
        let ada = people::add_guest(&store, None, None).await.unwrap();
        let ben = people::add_guest(&store, None, None).await.unwrap();
        let (registry, _calls) = TableRegistry::idle(store.clone(), Duration::MAX);
        let seats = vec![SeatRequest::Me(None), SeatRequest::Other(ben.id.clone())];
        let wanted = NewTable { game: "crimsonbranch".into(), seats, race: true, ..NewTable::default() };
        let race = create::create(&registry, &ada.id, wanted).await.unwrap();
        races::review(&registry, &race, false).await.unwrap();
        let is_over = async |after: Timestamp| {
            note_left(&registry, now() + after).await.unwrap();
            races::review(&registry, &race, true).await.unwrap();
            store.is_race_over(&race).await.unwrap()
        };
        assert!(!is_over(6 * Day::LENGTH).await);
        assert!(is_over(7 * Day::LENGTH).await);
        let totals = store.totals(&ben.id).await.unwrap();
        assert_eq!(totals.iter().map(|one| (one.finished, one.won, one.left)).collect::<Vec<_>>(), [(1, 0, 0)]);
        store.close().await;
    }
}
