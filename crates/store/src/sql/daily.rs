//! Daily matches: the sealed matches, the tries, and their results.

use model::Day;

use super::{Connection, ReadPool, Row, read, statement, statement_of, write::text};
use crate::{DailyWrite, Sealed, StoreError, Tally, Try, TryResult};

/// The selected columns of a try.
const TRY: &str = "SELECT tables.id, tables.host, people.name, score, words, top, finished, at";

impl ReadPool {
    pub(crate) async fn sealed_daily(&self, day: Day, game: &str) -> Result<Option<Sealed>, StoreError> {
        let query = statement("SELECT * FROM dailies WHERE day = $1 AND game = $2").bind(day.0).bind(game);
        let Some(row) = query.fetch_optional(self.pool()).await? else { return Ok(None) };
        Ok(Some(Sealed {
            day,
            game: game.to_owned(),
            rules: row.try_get("rules")?,
            options: read::read(&row, "options")?,
            seats: row.try_get("seats")?,
            seed: read::seed_of(row.try_get("seed")?)?,
            reference: read::read_optional(&row, "reference")?,
        }))
    }

    pub(crate) async fn best_tries(&self, day: Day, game: &str, limit: u32) -> Result<Vec<Try>, StoreError> {
        let query = statement_of(format!(
            "{TRY} FROM (SELECT * FROM daily_results WHERE day = $1 AND game = $2 ORDER BY score DESC, at LIMIT $3) AS best \
             JOIN tables ON tables.id = table_id JOIN people ON people.id = tables.host ORDER BY score DESC, at"
        ));
        let rows = query.bind(day.0).bind(game).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(one_try).collect()
    }

    pub(crate) async fn try_of(&self, day: Day, game: &str, person: &str) -> Result<Option<Try>, StoreError> {
        let query = statement_of(format!(
            "{TRY} FROM tables JOIN people ON people.id = tables.host LEFT JOIN daily_results ON table_id = tables.id \
             WHERE tables.daily = $1 AND tables.game = $2 AND tables.host = $3 AND NOT tables.practice"
        ));
        let query = query.bind(day.0).bind(game).bind(person);
        query.fetch_optional(self.pool()).await?.as_ref().map(one_try).transpose()
    }

    pub(crate) async fn tally(&self, day: Day, game: &str) -> Result<Tally, StoreError> {
        let query =
            statement("SELECT tried, tried - settled AS playing, top FROM dailies WHERE day = $1 AND game = $2");
        let Some(row) = query.bind(day.0).bind(game).fetch_optional(self.pool()).await? else {
            return Ok(Tally::default());
        };
        Ok(Tally { tried: count(&row, "tried")?, playing: count(&row, "playing")?, top: count(&row, "top")? })
    }

    pub(crate) async fn tries_above(&self, day: Day, game: &str, score: i64) -> Result<u64, StoreError> {
        let query =
            statement("SELECT count(*) AS count FROM daily_results WHERE day = $1 AND game = $2 AND score > $3");
        count(&query.bind(day.0).bind(game).bind(score).fetch_one(self.pool()).await?, "count")
    }

    pub(crate) async fn unsettled_tries(&self, day: Day, game: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = statement(
            "SELECT id FROM tables LEFT JOIN daily_results ON table_id = id \
             WHERE daily = $1 AND tables.game = $2 AND NOT practice AND table_id IS NULL ORDER BY created LIMIT $3",
        );
        let rows = query.bind(day.0).bind(game).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(crate) async fn unsettled_days(&self) -> Result<Vec<(Day, String)>, StoreError> {
        let query = statement("SELECT day, game FROM dailies WHERE tried > settled ORDER BY day, game");
        let rows = query.fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok((Day(row.try_get("day")?), row.try_get("game")?))).collect()
    }

    pub(crate) async fn finished_days(&self, person: &str, game: &str, limit: u32) -> Result<Vec<Day>, StoreError> {
        let query = statement(
            "SELECT day FROM daily_results WHERE person = $1 AND game = $2 AND finished ORDER BY day DESC LIMIT $3",
        );
        days(&query.bind(person).bind(game).bind(limit).fetch_all(self.pool()).await?)
    }

    pub(crate) async fn tried_days(&self, before: Day, game: &str, limit: u32) -> Result<Vec<Day>, StoreError> {
        let query =
            statement("SELECT day FROM dailies WHERE day < $1 AND game = $2 AND tried > 0 ORDER BY day DESC LIMIT $3");
        days(&query.bind(before.0).bind(game).bind(limit).fetch_all(self.pool()).await?)
    }
}

fn one_try(row: &Row) -> Result<Try, StoreError> {
    let result = match row.try_get::<Option<i64>>("score")? {
        None => None,
        Some(score) => Some(TryResult {
            score,
            words: read::read(row, "words")?,
            top: row.try_get("top")?,
            finished: row.try_get("finished")?,
            at: row.try_get("at")?,
        }),
    };
    Ok(Try { table: row.try_get("id")?, person: row.try_get("host")?, name: row.try_get("name")?, result })
}

fn count(row: &Row, column: &str) -> Result<u64, StoreError> {
    Ok(row.try_get::<i64>(column)?.unsigned_abs())
}

fn days(rows: &[Row]) -> Result<Vec<Day>, StoreError> {
    rows.iter().map(|row| Ok(Day(row.try_get("day")?))).collect()
}

/// Makes a change; returns `false` if another change was first.
pub(super) async fn make(db: &mut Connection<'_>, write: &DailyWrite) -> Result<bool, sqlx::Error> {
    match write {
        DailyWrite::Seal(sealed) => {
            let query = statement(
                "INSERT INTO dailies (day, game, rules, options, seats, seed) VALUES ($1, $2, $3, $4, $5, $6) \
                 ON CONFLICT DO NOTHING",
            );
            let query = query.bind(sealed.day.0).bind(&sealed.game).bind(sealed.rules).bind(text(&sealed.options));
            Ok(query.bind(sealed.seats).bind(&sealed.seed).execute(db).await? == 1)
        }
        DailyWrite::KeepResult(table, result) => keep_result(db, table, result).await.map(|()| true),
        DailyWrite::ForgetResults => {
            statement("DELETE FROM daily_results").execute(&mut *db).await?;
            statement("UPDATE dailies SET settled = 0, top = 0").execute(db).await.map(|_| true)
        }
        DailyWrite::KeepReference { day, game, reference } => {
            let query = statement("UPDATE dailies SET reference = $1 WHERE day = $2 AND game = $3");
            Ok(query.bind(text(reference)).bind(day.0).bind(game).execute(db).await? == 1)
        }
    }
}

/// Stores the result of a try; does nothing if there is one already.
pub(super) async fn keep_result(db: &mut Connection<'_>, table: &str, result: &TryResult) -> Result<(), sqlx::Error> {
    let query = statement(
        "INSERT INTO daily_results (table_id, score, words, top, finished, at, day, game, person) \
         SELECT id, $2, $3, $4, $5, $6, daily, game, host FROM tables WHERE id = $1 AND daily IS NOT NULL AND NOT practice \
         ON CONFLICT DO NOTHING",
    );
    let query = query.bind(table).bind(result.score).bind(text(&result.words)).bind(result.top);
    if query.bind(result.finished).bind(result.at).execute(&mut *db).await? == 0 {
        return Ok(());
    }
    let query = statement(
        "UPDATE dailies SET settled = settled + 1, top = top + $1 \
         WHERE (day, game) IN (SELECT daily, game FROM tables WHERE id = $2)",
    );
    query.bind(i64::from(result.top)).bind(table).execute(db).await.map(drop)
}
