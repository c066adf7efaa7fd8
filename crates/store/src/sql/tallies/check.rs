//! Compares sums and rankings with the results.

use std::{
    collections::{BTreeSet, HashMap},
    hash::Hash,
};

use super::{counted, rows::load_all};
use crate::{
    BoardKey, StoreError, Timestamp,
    sql::{Connection, Pool, statement},
    tallies::{Line, Run, Standing},
};

/// The number of differences that are listed one by one.
const TOLD: usize = 20;

/// Columns that repeat data of other tables, each with a query for the number of rows in which they
/// differ.
const REPEATED: [(&str, &str); 2] = [
    (
        "seats say otherwise than their table whether its match is over",
        "SELECT count(*) AS count FROM seats JOIN tables ON tables.id = seats.table_id \
         WHERE (tables.outcome IS NOT NULL OR coalesce(tables.race, '') = tables.id AND tables.phase = 'over') \
         <> (seats.ended IS NOT NULL)",
    ),
    (
        "days say otherwise than their tries how many there are",
        "SELECT count(*) AS count FROM dailies WHERE tried <> (SELECT count(*) FROM tables WHERE daily = dailies.day \
         AND game = dailies.game AND daily IS NOT NULL AND NOT practice) OR settled <> (SELECT count(*) FROM daily_results \
         WHERE daily_results.day = dailies.day AND daily_results.game = dailies.game) OR top <> (SELECT count(*) \
         FROM daily_results WHERE daily_results.day = dailies.day AND daily_results.game = dailies.game AND daily_results.top)",
    ),
];

/// Returns the differences between stored sums and those counted from the results and tables.
/// Returns none if no server of this version has counted the matches yet.
pub(crate) async fn differences(pool: &Pool) -> Result<Vec<String>, StoreError> {
    let mut snapshot = pool.snapshot().await?;
    let mut db = snapshot.connection();
    if !is_counted(&mut db).await? {
        return Ok(Vec::new());
    }
    let (counted, stored) = (counted(&mut db, &mut |_, _| {}).await?, load_all(&mut db).await?);
    let mut found = Differences::default();
    found.compare("finishers", &counted.finishers, &stored.finishers, Clone::clone);
    found.compare("holders", &counted.holders, &stored.holders, |(game, id)| format!("{id} in {game}"));
    found.compare("matches", &counted.boards, &stored.boards, board);
    found.compare("wins", &counted.shares, &stored.shares, |(key, of)| format!("{:?} of {}", of, board(key)));
    found.compare("companions", &counted.companions, &stored.companions, |(one, two)| format!("{one} and {two}"));
    found.compare("evenings", &counted.evenings, &stored.evenings, Clone::clone);
    found.compare("totals", &counted.totals, &stored.totals, |(person, game)| format!("{person} in {game}"));
    found.compare("awards", &counted.awards, &stored.awards, |(person, game, id)| format!("{person}, {id} in {game}"));
    found.compare("ratings", &counted.ratings, &stored.ratings, |(person, game)| format!("{person} in {game}"));
    let of_progress = |(person, game, id): &(String, String, String)| format!("{person}, {id} in {game}");
    found.compare("progress", &counted.progress, &stored.progress, of_progress);
    found.compare("days in a row", &counted.days, &stored.days, Clone::clone);
    for key in counted.standings.keys().chain(stored.standings.keys()).collect::<BTreeSet<_>>() {
        let same = match (counted.standings.get(key), stored.standings.get(key)) {
            (Some(counted_lines), Some(lines)) => {
                let since = (!counted.accounts.contains(&key.1)).then_some(counted.guests_since);
                is_same(counted_lines, lines, since)
            }
            _ => false,
        };
        found.note(same, || format!("lines: {} on {}", key.1, board(&key.0)));
    }
    for (what, query) in REPEATED {
        let count: i64 = statement(query).fetch_one(&mut db).await?.try_get("count")?;
        found.note(count == 0, || format!("{count} {what}"));
    }
    Ok(found.told())
}

/// Returns whether the database has sums and rankings, and these are complete.
async fn is_counted(db: &mut Connection<'_>) -> Result<bool, StoreError> {
    let query = match db {
        Connection::Sqlite(_) => "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'standings'",
        Connection::Postgres(_) => {
            "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'standings'"
        }
    };
    if statement(query).fetch_optional(&mut *db).await?.is_none() {
        return Ok(false);
    }
    let counted = statement("SELECT 1 FROM results WHERE nth IS NOT NULL LIMIT 1").fetch_optional(&mut *db).await?;
    let waiting = statement("SELECT 1 FROM results WHERE nth IS NULL LIMIT 1").fetch_optional(db).await?;
    Ok(counted.is_some() || waiting.is_none())
}

fn board(key: &BoardKey) -> String {
    format!("the board {}, {} seats, {}, options {:?}", key.game, key.seats, key.company, key.variant)
}

/// Returns whether two values of a person's lines agree. An expired line of a guest may be stored
/// until it is computed again.
fn is_same(counted: &Standing, stored: &Standing, since: Option<Timestamp>) -> bool {
    let line = |counted: &Option<Line>, stored: &Option<Line>| {
        let ended = stored.as_ref().zip(since).is_some_and(|(line, since)| line.ended <= since);
        ended || counted == stored
    };
    let run = |counted: Run, stored: Run| {
        let ended = since.is_some_and(|since| stored.wins > 0 && stored.ended <= since);
        ended || counted == stored
    };
    line(&counted.best, &stored.best)
        && line(&counted.quickest, &stored.quickest)
        && counted.run == stored.run
        && run(counted.longest, stored.longest)
}

/// The differences found so far.
#[derive(Default)]
struct Differences {
    told: Vec<String>,
    others: usize,
}

impl Differences {
    fn note(&mut self, same: bool, what: impl FnOnce() -> String) {
        match (same, self.told.len() < TOLD) {
            (true, _) => {}
            (false, true) => self.told.push(format!("what is stored disagrees with the results: {}", what())),
            (false, false) => self.others += 1,
        }
    }

    fn compare<K: Ord + Hash, V: PartialEq>(
        &mut self,
        what: &str,
        counted: &HashMap<K, V>,
        stored: &HashMap<K, V>,
        name: impl Fn(&K) -> String,
    ) {
        let keys: BTreeSet<&K> = counted.keys().chain(stored.keys()).collect();
        for key in keys {
            self.note(counted.get(key) == stored.get(key), || format!("{what}: {}", name(key)));
        }
    }

    fn told(mut self) -> Vec<String> {
        if self.others > 0 {
            self.told.push(format!("{} more differences of what is stored from the results", self.others));
        }
        if !self.told.is_empty() {
            self.told.push("say undercroft rebuild to make boards and profiles again from the journals".into());
        }
        self.told
    }
}
