//! The results of a finished match for each seat, computed from its header and its journal alone,
//! at its end or later.
//!
//! Lessons, practice and matches with dice entered by hand do not count, nor do matches without
//! people.
//!
//! Results follow from the header and the journal alone, by the lab's measures, and are written
//! with the last step, a row a seat. The same transaction counts them (`store/tallies`).
//! `undercroft rebuild` makes results and sums again, `undercroft doctor` compares them
//! (docs/decisions/016-boards.md).

use std::{collections::BTreeSet, sync::Weak, time::Duration};

use ::bots::Bot;
use kernel::{Mode, OptionKind, Outcome, Seat};
use model::Day;
use serde_json::Value;
use store::{
    ALONE, BoardKey, Earned, GUEST_DAYS, LEFT_DAYS, LeftMatch, MatchKind, MatchResults, ONE_SCREEN, Occupant, PEOPLE,
    SeatResult, StepRow, Store, StoreError, TableHeader, TableStatus, Timestamp, Turn, Write, now,
};
use tokio::sync::watch;

use super::{hall_time::HallTime, registry::TableRegistry, state::TableState};
use crate::{
    contained::{self, Place},
    fault::Fault,
};

impl TableState {
    /// Returns the results of the match, which ended at this time, if it is over and counts.
    pub(super) fn results(&self, ended: Timestamp) -> MatchResults {
        let header = &self.header;
        let counts = !header.practice && !header.lesson && header.seed.is_some();
        let played = header.seats.iter().any(|occupant| occupant.person().is_some());
        let (Some(table), Ok(title)) = (self.table.as_deref(), roster::find(&header.game)) else {
            return MatchResults::default();
        };
        let outcome = table.outcome().filter(|_| counts && played).and_then(|outcome| Outcome::read(&outcome));
        let Some(outcome) = outcome else { return MatchResults::default() };
        let standings = title.standings(table).unwrap_or_default();
        let board = board(header, title.meta());
        let kind = if header.daily.is_some() { MatchKind::Daily } else { MatchKind::Usual };
        let result = |(n, occupant): (usize, &Occupant)| {
            let seat = Seat(n as u8);
            let (steps, by_bots) = self.decisions(seat, occupant);
            let standing = standings.get(n);
            SeatResult {
                table: header.id.clone(),
                seat,
                kind,
                board: board.clone(),
                person: occupant.person().map(str::to_owned),
                bot: occupant.bot().map(plain_bot),
                class: standing.and_then(|standing| standing.class).map(str::to_owned),
                place: outcome.placings.get(n).copied().map_or(1, u32::from),
                won: outcome.won(seat),
                score: standing.and_then(|standing| standing.score).map(i64::from),
                steps,
                by_bots,
                ended,
                ranked: header.ranked,
            }
        };
        let seats: Vec<SeatResult> = header.seats.iter().enumerate().map(result).collect();
        let earned = seats.iter().zip(title.earned(table)).filter(|(result, _)| may_earn(result));
        let earned = earned.flat_map(|(result, all)| {
            all.into_iter().map(|one| Earned { seat: result.seat, achievement: one.id.to_owned() })
        });
        MatchResults { earned: earned.collect(), seats }
    }

    /// Returns how many decisions were taken for a seat, and how many of them by a bot for its
    /// person.
    fn decisions(&self, seat: Seat, occupant: &Occupant) -> (u32, u32) {
        let Some(table) = self.table.as_deref() else { return (0, 0) };
        // The last step is noted with the others once it is committed.
        let by_bot = |n: usize| match self.taken.get(n - 1) {
            Some(_) => self.bots.contains_key(&n),
            None => self.pending.as_ref().is_some_and(|pending| pending.bot.is_some()),
        };
        let own = (1..=table.ply()).filter(|n| table.actor(*n) == Some(seat)).map(by_bot);
        let (steps, by_bots) = own.fold((0, 0), |(all, bots), by_bot| (all + 1, bots + u32::from(by_bot)));
        (steps, if occupant.person().is_some() { by_bots } else { 0 })
    }
}

/// Returns whether a seat can earn achievements by a match: a person took all its decisions, and
/// did not play for rivals too.
fn may_earn(result: &SeatResult) -> bool {
    result.person.is_some() && result.by_bots == 0 && result.board.company != ONE_SCREEN
}

/// Stores the results of finished matches that have none stored, and returns how many. `progress`
/// receives the number of matches looked at and the number of all. A match that can no longer be
/// replayed is left out.
///
/// # Errors
/// If the store fails.
pub async fn catch_up(store: &Store, progress: &mut (dyn FnMut(usize, usize) + Send)) -> Result<usize, Fault> {
    let tables = store.without_results().await?;
    let mut written = 0;
    for (at, table) in tables.iter().enumerate() {
        progress(at, tables.len());
        let Some((header, steps)) = store.load(table).await? else { continue };
        let place = Place::of(&header, steps.len());
        let replay = move || {
            let ended = steps.last().map_or(header.touched, |row| row.at);
            TableState::from_journal(header, steps).map(|live| live.results(ended))
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

/// Stores the results of matches that ended under an earlier version of the server.
pub(super) async fn catch_up_at_open(store: Store) {
    match catch_up(&store, &mut |_, _| {}).await {
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
pub(super) async fn expire_regularly(store: Store, mut stopping: watch::Receiver<bool>) {
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
pub(super) async fn note_left_regularly(registry: Weak<TableRegistry>, mut stopping: watch::Receiver<bool>) {
    loop {
        let Some(registry) = registry.upgrade() else { return };
        if let Err(fault) = note_left(&registry.store, &registry.time, now()).await {
            tracing::warn!("matches that were left could not be counted: {}", fault.message);
        }
        drop(registry);
        tokio::select! {
            () = tokio::time::sleep(LOOKED) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

async fn note_left(store: &Store, time: &HallTime, at: Timestamp) -> Result<(), Fault> {
    let patience = LEFT_DAYS * Day::LENGTH;
    loop {
        let waiting = store.waiting_since(at - patience, LEFT_TOGETHER).await?;
        let mut notes = Vec::new();
        for Turn { table, person, since, .. } in &waiting {
            if time.at(at) - time.at(*since) < patience {
                continue;
            }
            let Some((header, steps)) = store.load(table).await? else { continue };
            let who = person.clone();
            let place = Place::of(&header, steps.len());
            let left =
                contained::beside("counting a match that was left", place, move || left_by(header, steps, &who, at));
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

/// Returns the entry for a match that a person abandoned by taking no step for days. A match under
/// other rules has no class.
fn left_by(header: TableHeader, steps: Vec<StepRow>, person: &str, at: Timestamp) -> Option<LeftMatch> {
    let title = roster::find(&header.game).ok()?;
    let seat = header.seats.iter().position(|occupant| occupant.person() == Some(person))?;
    let (table, board) = (header.id.clone(), board(&header, title.meta()));
    let live = TableState::from_journal(header, steps).ok();
    let class = live.and_then(|live| live.class_of(seat));
    Some(LeftMatch { table, person: person.to_owned(), board, class, at })
}

impl TableState {
    /// Returns the entry for a match that the person of a seat gives up, by giving the seat away or
    /// by conceding. `None` if the match does not count.
    pub(super) fn left_at(&self, seat: Seat) -> Option<LeftMatch> {
        let header = &self.header;
        let counts = !header.practice && !header.lesson && header.seed.is_some();
        let person = header.seats.get(seat.index()).and_then(Occupant::person);
        let person = person.filter(|_| counts && header.status == TableStatus::Playing)?;
        let board = board(header, roster::find(&header.game).ok()?.meta());
        let class = self.class_of(seat.index());
        Some(LeftMatch { table: header.id.clone(), person: person.to_owned(), board, class, at: now() })
    }

    /// Returns the class that a seat plays, in games where seats have different ones.
    fn class_of(&self, seat: usize) -> Option<String> {
        let title = roster::find(&self.header.game).ok()?;
        let standings = title.standings(self.table.as_deref()?)?;
        standings.get(seat)?.class.map(str::to_owned)
    }
}

/// Returns the board of a match.
fn board(header: &TableHeader, meta: &kernel::Meta) -> BoardKey {
    BoardKey {
        game: header.game.clone(),
        seats: header.seats.len() as u32,
        variant: variant(header, meta),
        company: company(header, meta.mode),
    }
}

/// Returns the options that differ from the defaults. Free texts, such as the name of a hero, do
/// not make a separate board.
fn variant(header: &TableHeader, meta: &kernel::Meta) -> String {
    let unusual = meta.options.iter().filter(|spec| !matches!(spec.kind, OptionKind::Text { .. })).filter_map(|spec| {
        let value = header.options.get(spec.key).filter(|value| **value != spec.default())?;
        Some(format!("{}={}", spec.key, plain(value)))
    });
    unusual.collect::<Vec<_>>().join(";")
}

/// Returns a value of an option as it is typed.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(words) => words.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Returns a description of the occupants of the other seats.
fn company(header: &TableHeader, mode: Mode) -> String {
    let people: Vec<&str> = header.seats.iter().filter_map(Occupant::person).collect();
    let different: BTreeSet<&str> = people.iter().copied().collect();
    let weakest = header.seats.iter().filter_map(Occupant::bot).min_by_key(|bot| strength(bot));
    match (mode, weakest) {
        (Mode::Competitive, _) if different.len() < people.len() => ONE_SCREEN.into(),
        (_, Some(bot)) => plain_bot(bot),
        (_, None) if different.len() > 1 => PEOPLE.into(),
        (_, None) => ALONE.into(),
    }
}

/// Returns the name of a bot without its temperament: boards and ratings go by levels.
fn plain_bot(bot: &str) -> String {
    bot.parse::<Bot>().map_or_else(|_| bot.to_owned(), |bot| bot.plain().to_string())
}

/// Returns the strength of a bot for comparison with others: its level, and its number of playouts.
fn strength(bot: &str) -> (u32, u32) {
    match bot.parse::<Bot>().map(Bot::plain) {
        Ok(Bot::Random) | Err(_) => (0, 0),
        Ok(Bot::Easy) => (1, 0),
        Ok(Bot::Normal | Bot::Reference) => (2, 0),
        Ok(Bot::Hard) => (3, Bot::HARD_PLAYOUTS),
        Ok(bot @ (Bot::Search { .. } | Bot::Inclined { .. })) => (3, bot.playouts()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::Pace;
    use store::Turns;

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
        let (registry, _calls) = TableRegistry::new(store.clone(), Duration::ZERO, Duration::MAX, Duration::ZERO);
        let registry = Arc::new(registry);
        let mut tables = Vec::new();
        for game in ["crimsonbranch", "rogue-ascension", "crimsonbranch", "crimsonbranch"] {
            let wanted = NewTable {
                game: game.into(),
                options: Value::Null,
                seats: vec![SeatRequest::Me(None)],
                physical: false,
                ranked: false,
                lesson: false,
                access: Default::default(),
                talk: None,
                pace: Pace::Free,
                seal: None,
            };
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
        note_left(&store, &registry.time, now() + week - 60_000).await.unwrap();
        assert_eq!(totals("rogue-ascension").await, None, "not a week yet");
        note_left(&store, &registry.time, now() + week).await.unwrap();
        assert_eq!(totals("rogue-ascension").await, Some((0, 0, 0, 1)));
        assert_eq!(totals("crimsonbranch").await, Some((1, 1, 1, 2)), "two were left, and one was won before");
        won(&tables[2], now()).await;
        assert_eq!(totals("crimsonbranch").await, Some((2, 2, 1, 1)), "the match left in between ends the run");
        won(&tables[3], now()).await;
        assert_eq!(totals("crimsonbranch").await, Some((3, 3, 3, 0)), "both were finished, and count as they ended");
        note_left(&store, &registry.time, now() + week).await.unwrap();
        assert_eq!(totals("rogue-ascension").await, Some((0, 0, 0, 1)), "once");
        store.close().await;
    }

    #[test]
    fn only_what_a_person_has_done_alone_and_not_for_rivals_too_earns_something() {
        let board = |company: &str| BoardKey {
            game: "gloombah".into(),
            seats: 2,
            variant: String::new(),
            company: company.into(),
        };
        let own = SeatResult {
            table: "t".into(),
            seat: Seat(0),
            kind: MatchKind::Usual,
            board: board(ALONE),
            person: Some("ada".into()),
            bot: None,
            class: None,
            place: 1,
            won: true,
            score: None,
            steps: 9,
            by_bots: 0,
            ended: 0,
            ranked: true,
        };
        assert!(may_earn(&own));
        assert!(!may_earn(&SeatResult { by_bots: 1, ..own.clone() }));
        assert!(!may_earn(&SeatResult { board: board(ONE_SCREEN), ..own.clone() }));
        assert!(!may_earn(&SeatResult { person: None, bot: Some("easy".into()), ..own }));
    }

    #[test]
    fn the_weakest_bot_is_the_one_that_plays_worst() {
        let mut bots = ["hard:bold", "search:5000", "normal", "random", "easy", "search:20"];
        bots.sort_by_key(|bot| strength(bot));
        assert_eq!(bots, ["random", "easy", "normal", "search:20", "hard:bold", "search:5000"]);
    }
}
