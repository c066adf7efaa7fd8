//! Sums and rankings of results, in the database. Each match that ends changes them. The store can
//! also count them again from all results, and compare.

mod check;
mod rows;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use model::Day;

use super::{Connection, results::seat_result, statement, statement_of};
use crate::{
    Earned, GUEST_DAYS, LeftMatch, MatchResults, SeatResult, StoreError, Timestamp, now, sql::Row, tallies::Tallies,
};
pub(crate) use check::differences;
pub(super) use rows::{day_run, personal_best};
use rows::{load, save, save_people};

/// The tables of sums and rankings.
const TABLES: [&str; 12] = [
    "tally_games",
    "tally_achievements",
    "tally_boards",
    "tally_shares",
    "standings",
    "totals",
    "awards",
    "companions",
    "evenings",
    "ratings",
    "progress",
    "day_runs",
];
/// The number of matches that are read at once.
const READ_TOGETHER: i64 = 1000;
/// The number of matches that one statement numbers.
const NUMBERED_TOGETHER: usize = 500;
/// The number of matches after which a long count logs its progress.
const SAID: i64 = 50_000;

/// Returns the start of the period whose matches put guests on boards.
pub(super) fn guests_since() -> Timestamp {
    now() - GUEST_DAYS * Day::LENGTH
}

/// Counts a match whose results have just been stored.
pub(super) async fn count(db: &mut Connection<'_>, table: &str, results: &MatchResults) -> Result<(), sqlx::Error> {
    if results.seats.is_empty() {
        return Ok(());
    }
    let next = next(db).await?;
    let query = statement("UPDATE results SET nth = $1 WHERE table_id = $2");
    query.bind(next).bind(table).execute(&mut *db).await?;
    let before = load(db, results, guests_since()).await?;
    let mut tallies = before.clone();
    tallies.count(&results.seats, &results.earned);
    tallies.drop_unchanged(&before);
    save(db, &tallies).await
}

/// Returns the number of the next match to count.
async fn next(db: &mut Connection<'_>) -> Result<i64, sqlx::Error> {
    let query = statement(
        "SELECT coalesce(max(nth), 0) + 1 AS next FROM (SELECT max(nth) AS nth FROM results \
         UNION ALL SELECT max(nth) AS nth FROM left_matches) AS counted",
    );
    query.fetch_one(db).await?.try_get("next")
}

/// Counts a match as left by a person; returns `false` if that is known or the match has ended.
pub(super) async fn leave(db: &mut Connection<'_>, left: &LeftMatch) -> Result<bool, sqlx::Error> {
    let query = statement(
        "INSERT INTO left_matches (table_id, person, game, seats, variant, company, class, at, nth) \
         SELECT id, $2, $3, $4, $5, $6, $7, $8, $9 FROM tables WHERE id = $1 AND phase = 'playing' ON CONFLICT DO NOTHING",
    );
    let query = query.bind(&left.table).bind(&left.person).bind(&left.board.game).bind(left.board.seats);
    let query = query.bind(&left.board.variant).bind(&left.board.company).bind(&left.class).bind(left.at);
    if query.bind(next(db).await?).execute(&mut *db).await? == 0 {
        return Ok(false);
    }
    let mut sums = Tallies::default();
    sums.count_left(left, 1);
    save(db, &sums).await?;
    count_person(db, &left.person, guests_since()).await?;
    Ok(true)
}

/// Removes the left matches of people who finished the match after all, and returns these people.
/// The caller must count their lines again.
pub(super) async fn forget_left(
    db: &mut Connection<'_>,
    table: &str,
    results: &MatchResults,
) -> Result<Vec<String>, sqlx::Error> {
    let rows = statement("SELECT * FROM left_matches WHERE table_id = $1").bind(table).fetch_all(&mut *db).await?;
    let mut people = Vec::new();
    for row in &rows {
        let left = rows::left(row)?;
        if results.seats.iter().all(|seat| seat.person.as_ref() != Some(&left.person)) {
            continue;
        }
        let mut sums = Tallies::default();
        sums.count_left(&left, -1);
        save(db, &sums).await?;
        let query = statement("DELETE FROM left_matches WHERE table_id = $1 AND person = $2");
        query.bind(table).bind(&left.person).execute(&mut *db).await?;
        people.push(left.person);
    }
    Ok(people)
}

/// Counts all matches again.
pub(super) async fn count_all(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    forget_all(db).await?;
    number(db).await?;
    let tallies = counted(db, &mut |done, all| tracing::info!("{done} of {all} finished matches are counted")).await;
    save(db, &tallies.map_err(unread)?).await
}

/// Numbers all matches in the order in which they ended. Its statements are short enough for any
/// database.
async fn number(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    let (mut ends, mut last): (Vec<(Timestamp, String, String)>, String) = (Vec::new(), String::new());
    loop {
        let query = statement(
            "SELECT table_id, ended FROM results WHERE seat = 0 AND table_id > $1 ORDER BY table_id LIMIT $2",
        );
        let rows = query.bind(&last).bind(READ_TOGETHER).fetch_all(&mut *db).await?;
        for row in &rows {
            ends.push((row.try_get("ended")?, row.try_get("table_id")?, String::new()));
        }
        let Some((_, table, _)) = ends.last().filter(|_| !rows.is_empty()) else { break };
        last = table.clone();
    }
    for row in statement("SELECT table_id, person, at FROM left_matches").fetch_all(&mut *db).await? {
        ends.push((row.try_get("at")?, row.try_get("table_id")?, row.try_get("person")?));
    }
    ends.sort();
    let numbered: Vec<(i64, &str, &str)> =
        (1..).zip(&ends).map(|(n, (_, table, person))| (n, table.as_str(), person.as_str())).collect();
    let finished: Vec<_> = numbered.iter().filter(|(_, _, person)| person.is_empty()).collect();
    for some in finished.chunks(NUMBERED_TOGETHER) {
        let places: Vec<String> = (0..some.len()).map(|n| format!("(${}, ${})", 2 * n + 1, 2 * n + 2)).collect();
        let text = format!(
            "UPDATE results SET nth = new.column2 FROM (VALUES {}) AS new WHERE results.table_id = new.column1",
            places.join(", ")
        );
        let query = some.iter().fold(statement_of(text), |query, (n, table, _)| query.bind(*table).bind(*n));
        query.execute(&mut *db).await?;
    }
    for (n, table, person) in numbered.iter().filter(|(_, _, person)| !person.is_empty()) {
        let query = statement("UPDATE left_matches SET nth = $1 WHERE table_id = $2 AND person = $3");
        query.bind(*n).bind(*table).bind(*person).execute(&mut *db).await?;
    }
    Ok(())
}

/// Counts the matches that a server of an earlier version wrote, all in one transaction.
pub(crate) async fn catch_up(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    let query = statement("SELECT DISTINCT table_id FROM results WHERE nth IS NULL ORDER BY table_id LIMIT 1000");
    let waiting = query.fetch_all(&mut *db).await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let counted = statement("SELECT 1 FROM results WHERE nth IS NOT NULL LIMIT 1").fetch_optional(&mut *db).await?;
    if counted.is_none() || waiting.len() == 1000 {
        tracing::info!("boards and profiles are made from the results of all matches, once");
        return count_all(db).await;
    }
    for row in waiting {
        let table: String = row.try_get("table_id")?;
        let results = results_of(db, &table).await.map_err(unread)?;
        count(db, &table, &results).await?;
    }
    Ok(())
}

/// Deletes all sums and rankings.
pub(super) async fn forget_all(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    for table in TABLES {
        statement_of(format!("DELETE FROM {table}")).execute(&mut *db).await?;
    }
    Ok(())
}

/// Computes the lines and totals of a person again, for example after the person got an account or
/// lines expired.
pub(super) async fn count_person(
    db: &mut Connection<'_>,
    person: &str,
    guests_since: Timestamp,
) -> Result<(), sqlx::Error> {
    let mut tallies = Tallies { guests_since, ..Tallies::default() };
    if has_account(db, person).await? {
        tallies.accounts.insert(person.to_owned());
    }
    let query = statement("SELECT * FROM results WHERE person = $1 AND nth IS NOT NULL ORDER BY nth, seat");
    let mut counted = Counted::default();
    counted.add_results(&query.bind(person).fetch_all(&mut *db).await?).map_err(unread)?;
    let query = statement("SELECT * FROM left_matches WHERE person = $1");
    counted.add_left(&query.bind(person).fetch_all(&mut *db).await?)?;
    for one in counted.0.values() {
        match one {
            One::Finished(seats) => {
                tallies.count_person(person, &seats.iter().collect::<Vec<_>>());
            }
            One::Left(left) => tallies.count_left_person(left),
        }
    }
    for text in ["DELETE FROM standings WHERE person = $1", "DELETE FROM totals WHERE person = $1"] {
        statement(text).bind(person).execute(&mut *db).await?;
    }
    save_people(db, &tallies).await?;
    if tallies.accounts.is_empty() {
        return Ok(());
    }
    statement("UPDATE ratings SET listed = TRUE WHERE person = $1").bind(person).execute(db).await.map(drop)
}

/// Computes the lines of at most so many guests again that ended by this time. Also removes guests
/// from the lists of the strongest who have played nothing since.
pub(super) async fn expire(db: &mut Connection<'_>, since: Timestamp, people: u32) -> Result<(), sqlx::Error> {
    let query = statement("SELECT person FROM standings WHERE expires <= $1 ORDER BY expires LIMIT $2");
    let rows = query.bind(since).bind(people).fetch_all(&mut *db).await?;
    let people: BTreeSet<String> = rows.iter().map(|row| row.try_get("person")).collect::<Result<_, _>>()?;
    for person in people {
        count_person(db, &person, since).await?;
    }
    let query = statement(
        "UPDATE ratings SET listed = FALSE WHERE listed \
         AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.person = ratings.person) \
         AND NOT EXISTS (SELECT 1 FROM totals WHERE totals.person = ratings.person AND totals.ended > $1)",
    );
    query.bind(since).execute(db).await.map(drop)
}

async fn has_account(db: &mut Connection<'_>, person: &str) -> Result<bool, sqlx::Error> {
    let query = statement("SELECT 1 FROM accounts WHERE person = $1").bind(person);
    Ok(query.fetch_optional(db).await?.is_some())
}

/// A match that was counted.
enum One {
    /// A finished match, by the results of its seats.
    Finished(Vec<SeatResult>),
    /// A match that a person has left.
    Left(LeftMatch),
}

/// Matches in the order in which they were counted.
#[derive(Default)]
struct Counted(BTreeMap<i64, One>);

impl Counted {
    fn add_results(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        for row in rows {
            let (nth, seat) = (row.try_get("nth")?, seat_result(row)?);
            match self.0.entry(nth).or_insert_with(|| One::Finished(Vec::new())) {
                One::Finished(seats) => seats.push(seat),
                One::Left(_) => return Err(StoreError::Unread(format!("two matches were counted as number {nth}"))),
            }
        }
        Ok(())
    }

    fn add_left(&mut self, rows: &[Row]) -> Result<(), sqlx::Error> {
        for row in rows {
            self.0.insert(row.try_get("nth")?, One::Left(rows::left(row)?));
        }
        Ok(())
    }
}

/// Returns all sums and rankings of the results, counted in the order of their numbers.
async fn counted(db: &mut Connection<'_>, progress: &mut (dyn FnMut(i64, i64) + Send)) -> Result<Tallies, StoreError> {
    let accounts = statement("SELECT person FROM accounts").fetch_all(&mut *db).await?;
    let accounts = accounts.iter().map(|row| row.try_get("person")).collect::<Result<_, _>>()?;
    let mut tallies = Tallies { guests_since: guests_since(), accounts, ..Tallies::default() };
    let (last, mut done) = (next(db).await? - 1, 0);
    while done < last {
        let query = statement("SELECT * FROM results WHERE nth > $1 AND nth <= $2 ORDER BY nth, seat");
        let mut some = Counted::default();
        some.add_results(&query.bind(done).bind(done + READ_TOGETHER).fetch_all(&mut *db).await?)?;
        let query = statement("SELECT * FROM left_matches WHERE nth > $1 AND nth <= $2");
        some.add_left(&query.bind(done).bind(done + READ_TOGETHER).fetch_all(&mut *db).await?)?;
        let query = statement(
            "SELECT DISTINCT earned.table_id, earned.seat, earned.achievement FROM results \
             JOIN earned ON earned.table_id = results.table_id AND earned.seat = results.seat WHERE nth > $1 AND nth <= $2",
        );
        let mut earned: HashMap<String, Vec<Earned>> = HashMap::new();
        for row in query.bind(done).bind(done + READ_TOGETHER).fetch_all(&mut *db).await? {
            earned.entry(row.try_get("table_id")?).or_default().push(rows::earned(&row)?);
        }
        for one in some.0.values() {
            match one {
                One::Finished(seats) => {
                    tallies.count(seats, earned.get(&seats[0].table).map_or(&[], Vec::as_slice));
                }
                One::Left(left) => {
                    tallies.count_left(left, 1);
                    tallies.count_left_person(left);
                }
            }
        }
        done += READ_TOGETHER;
        if done % SAID == 0 {
            progress(done.min(last), last);
        }
    }
    Ok(tallies)
}

async fn results_of(db: &mut Connection<'_>, table: &str) -> Result<MatchResults, StoreError> {
    let rows =
        statement("SELECT * FROM results WHERE table_id = $1 ORDER BY seat").bind(table).fetch_all(&mut *db).await?;
    let seats = rows.iter().map(seat_result).collect::<Result<_, _>>()?;
    let rows = statement("SELECT seat, achievement FROM earned WHERE table_id = $1").bind(table).fetch_all(db).await?;
    Ok(MatchResults { seats, earned: rows.iter().map(rows::earned).collect::<Result<_, _>>()? })
}

/// Returns the error for a row that the store cannot parse, as an error of the database.
pub(in crate::sql) fn unread(error: StoreError) -> sqlx::Error {
    sqlx::Error::Decode(error.to_string().into())
}
