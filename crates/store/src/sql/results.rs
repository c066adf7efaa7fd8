//! The results of finished matches: writes them, and reads them for boards and profiles.

use kernel::{LEARNED, Seat};

use super::{
    Connection, Row, Statement,
    notices::{turn, turns_with},
    read::{ReadPool, named},
    statement, statement_of, tallies,
};
use crate::{
    Award, BestProgress, BoardKey, BoardLine, DayRun, Earned, Earners, Eligibility, Entrant, MatchKind, MatchResults,
    PastMatch, Ranking, Rated, SeatResult, StoreError, Streak, Timestamp, Totals, Traces, Turn, WinShare,
    tallies::BILLION,
};

/// Stores the results of a match, replacing earlier ones, and counts them.
pub(super) async fn set(db: &mut Connection<'_>, table: &str, results: &MatchResults) -> Result<(), sqlx::Error> {
    statement("DELETE FROM earned WHERE table_id = $1").bind(table).execute(&mut *db).await?;
    let replaced = statement("DELETE FROM results WHERE table_id = $1").bind(table).execute(&mut *db).await? > 0;
    for result in &results.seats {
        let query = statement(
            "INSERT INTO results (table_id, seat, game, kind, seats, variant, company, person, bot, class, place, won, score, \
             steps, by_bots, ended, ranked, early, rivals, progress, course) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
        );
        let query = query.bind(table).bind(result.seat.0).bind(&result.board.game).bind(result.kind.name());
        let query = query.bind(result.board.seats).bind(&result.board.variant).bind(&result.board.company);
        let query = query.bind(&result.person).bind(&result.bot).bind(&result.class).bind(result.place);
        let query = query.bind(result.won).bind(result.score).bind(result.steps).bind(result.by_bots);
        let query = query.bind(result.ended).bind(result.ranked).bind(result.early).bind(result.rivals);
        let traces = result.traces.as_ref();
        let query = query.bind(traces.map(|traces| written(&traces.progress)));
        query.bind(traces.map(|traces| written(&traces.course))).execute(&mut *db).await?;
    }
    for Earned { seat, achievement } in &results.earned {
        let query = statement("INSERT INTO earned (table_id, seat, achievement) VALUES ($1, $2, $3)");
        query.bind(table).bind(seat.0).bind(achievement).execute(&mut *db).await?;
    }
    let left = tallies::forget_left(db, table, results).await?;
    // Sums cannot subtract a match, and only a correction replaces results.
    if replaced {
        return tallies::count_all(db).await;
    }
    tallies::count(db, table, results).await?;
    for person in left {
        // The person did not leave the match after all, so it ended none of their runs.
        tallies::count_person(db, &person, tallies::guests_since()).await?;
    }
    Ok(())
}

fn written(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Reads the traces of a match; `None` if an earlier version stored the result.
fn traces(row: &Row) -> Result<Option<Traces>, StoreError> {
    let texts = (row.try_get::<Option<String>>("progress")?, row.try_get::<Option<String>>("course")?);
    let (Some(progress), Some(course)) = texts else { return Ok(None) };
    let unread = |error: serde_json::Error| StoreError::Unread(format!("the traces of a match: {error}"));
    let progress = serde_json::from_str(&progress).map_err(unread)?;
    Ok(Some(Traces { progress, course: serde_json::from_str(&course).map_err(unread)? }))
}

/// Stores that a person has finished the lesson of this table, if they have finished none of its
/// game before.
pub(super) async fn note_learned(
    db: &mut Connection<'_>,
    table: &str,
    person: &str,
    at: Timestamp,
) -> Result<(), sqlx::Error> {
    let query = statement(
        "INSERT INTO learned (person, game, table_id, ended) SELECT $1, game, id, $2 FROM tables WHERE id = $3 \
         ON CONFLICT (person, game) DO NOTHING",
    );
    query.bind(person).bind(at).bind(table).execute(db).await.map(drop)
}

/// Deletes the results of all matches.
pub(super) async fn forget_all(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    tallies::forget_all(db).await?;
    statement("DELETE FROM earned").execute(&mut *db).await?;
    statement("DELETE FROM results").execute(&mut *db).await?;
    Ok(())
}

/// The condition for a board; its key is `$1` to `$4`.
const ON_BOARD: &str = "game = $1 AND seats = $2 AND variant = $3 AND company = $4";

/// Returns the condition that a person may be on boards with a match that ended at a time; columns
/// name both. People with an account may. Guests may for a while, as long as they have a session.
/// Banned people may not. `since` and `now` are the numbers of the values from [`Eligibility`].
fn eligible(person: &str, ended: &str, since: usize, now: usize) -> String {
    format!(
        "(EXISTS (SELECT 1 FROM accounts WHERE accounts.person = {person}) \
         OR ({ended} > ${since} AND EXISTS (SELECT 1 FROM sessions WHERE sessions.person = {person}))) \
         AND NOT EXISTS (SELECT 1 FROM restrictions WHERE kind = 'ban' AND who = 'person' AND subject = {person} \
         AND (until IS NULL OR until > ${now}))"
    )
}

impl ReadPool {
    pub(crate) async fn boards(&self, game: &str, limit: u32) -> Result<Vec<(BoardKey, u32)>, StoreError> {
        let query = statement(
            "SELECT * FROM tally_boards WHERE game = $1 ORDER BY matches DESC, seats, variant, company LIMIT $2",
        );
        let rows = query.bind(game).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok((board_key(row)?, row.try_get("matches")?))).collect()
    }

    pub(crate) async fn board(
        &self,
        key: &BoardKey,
        ranking: Ranking,
        eligibility: Eligibility,
        limit: u32,
    ) -> Result<Vec<BoardLine>, StoreError> {
        let (columns, of, order) = match ranking {
            Ranking::Best => (
                "best_table AS table_id, best_score AS score, best_won AS won, best_steps AS steps, best_ended AS ended",
                "best",
                "best_score DESC, best_won DESC, best_steps, best_ended, best_table",
            ),
            Ranking::Quickest => (
                "quickest_table AS table_id, quickest_score AS score, CAST(1 AS BIGINT) AS won, quickest_steps AS steps, \
                 quickest_ended AS ended",
                "quickest",
                "quickest_steps, quickest_ended, quickest_table",
            ),
        };
        let stands = eligible("standings.person", &format!("standings.{of}_ended"), 5, 6);
        let query = statement_of(format!(
            "SELECT person, people.name, {columns}, (tables.public AND tables.spectators) AS watchable \
             FROM (SELECT * FROM standings WHERE {ON_BOARD} AND {of}_table IS NOT NULL AND {stands} \
             ORDER BY {order} LIMIT $7) AS lines JOIN people ON people.id = person JOIN tables ON tables.id = {of}_table \
             ORDER BY {order}"
        ));
        let rows = on_board(query, key, eligibility).bind(limit).fetch_all(self.pool()).await?;
        let line = |row: &Row| {
            let watchable: bool = row.try_get("watchable")?;
            Ok(BoardLine {
                entrant: entrant(row)?,
                table: if watchable { Some(row.try_get("table_id")?) } else { None },
                score: row.try_get("score")?,
                won: row.try_get::<i64>("won")? != 0,
                steps: row.try_get("steps")?,
                ended: row.try_get("ended")?,
            })
        };
        rows.iter().map(line).collect()
    }

    pub(crate) async fn streaks(
        &self,
        key: &BoardKey,
        eligibility: Eligibility,
        limit: u32,
    ) -> Result<Vec<Streak>, StoreError> {
        let stands = eligible("standings.person", "standings.longest_ended", 5, 6);
        let query = statement_of(format!(
            "SELECT person, people.name, longest, longest_ended FROM (SELECT * FROM standings \
             WHERE {ON_BOARD} AND longest > 1 AND {stands} ORDER BY longest DESC, longest_ended LIMIT $7) AS runs \
             JOIN people ON people.id = person ORDER BY longest DESC, longest_ended"
        ));
        let rows = on_board(query, key, eligibility).bind(limit).fetch_all(self.pool()).await?;
        let streak = |row: &Row| {
            Ok(Streak { entrant: entrant(row)?, wins: row.try_get("longest")?, ended: row.try_get("longest_ended")? })
        };
        rows.iter().map(streak).collect()
    }

    pub(crate) async fn wins_by_seat(&self, key: &BoardKey) -> Result<Vec<WinShare>, StoreError> {
        let mut shares = self.shares(key, "seat").await?;
        shares.sort_by_key(|share| share.what.parse::<u32>().unwrap_or(u32::MAX));
        Ok(shares)
    }

    pub(crate) async fn wins_by_class(&self, key: &BoardKey) -> Result<Vec<WinShare>, StoreError> {
        self.shares(key, "class").await
    }

    async fn shares(&self, key: &BoardKey, kind: &str) -> Result<Vec<WinShare>, StoreError> {
        let query = statement_of(format!("SELECT * FROM tally_shares WHERE {ON_BOARD} AND kind = $5 ORDER BY what"));
        let rows = of_board(query, key).bind(kind).fetch_all(self.pool()).await?;
        let share = |row: &Row| {
            Ok(WinShare { what: row.try_get("what")?, won: row.try_get("won")?, all: row.try_get("matches")? })
        };
        rows.iter().map(share).collect()
    }

    pub(crate) async fn ratings(
        &self,
        game: &str,
        eligibility: Eligibility,
        limit: u32,
    ) -> Result<Vec<(Entrant, Rated)>, StoreError> {
        // The last match of a guest, in any game, decides how long the guest stays.
        let last = "(SELECT max(totals.ended) FROM totals WHERE totals.person = ratings.person)";
        let stands = eligible("ratings.person", last, 2, 3);
        let query = statement_of(format!(
            "SELECT person, people.name, rating, deviation, matches FROM (SELECT * FROM ratings WHERE game = $1 AND listed \
             AND matches >= 3 AND {stands} ORDER BY sure DESC, person LIMIT $4) AS rated \
             JOIN people ON people.id = person ORDER BY sure DESC, person"
        ));
        let query = query.bind(game).bind(eligibility.guests_since).bind(eligibility.now).bind(limit);
        let rated = |row: &Row| {
            let billionths = |column: &str| Ok::<_, sqlx::Error>(row.try_get::<i64>(column)? as f64 / BILLION);
            let rated = Rated {
                rating: billionths("rating")?,
                margin: 2.0 * billionths("deviation")?,
                matches: row.try_get("matches")?,
            };
            Ok((entrant(row)?, rated))
        };
        query.fetch_all(self.pool()).await?.iter().map(rated).collect()
    }

    pub(crate) async fn totals(&self, person: &str) -> Result<Vec<Totals>, StoreError> {
        let query = statement("SELECT * FROM totals WHERE person = $1 ORDER BY game").bind(person);
        let totals = |row: &Row| {
            Ok(Totals {
                game: row.try_get("game")?,
                finished: row.try_get("finished")?,
                won: row.try_get("won")?,
                best: tallies::personal_best(row, "best")?,
                quickest: tallies::personal_best(row, "quickest")?,
                run: row.try_get("run")?,
                longest: row.try_get("longest")?,
                left: row.try_get("left_behind")?,
                ended: row.try_get("ended")?,
            })
        };
        query.fetch_all(self.pool()).await?.iter().map(totals).collect()
    }

    pub(crate) async fn progress(&self, person: &str) -> Result<Vec<BestProgress>, StoreError> {
        let query = statement(
            "SELECT game, achievement, count FROM progress WHERE person = $1 AND NOT EXISTS (SELECT 1 FROM awards \
             WHERE awards.person = progress.person AND awards.game = progress.game \
             AND awards.achievement = progress.achievement) ORDER BY game, achievement",
        );
        let progress = |row: &Row| {
            let (game, achievement) = (row.try_get("game")?, row.try_get("achievement")?);
            Ok(BestProgress { game, achievement, count: row.try_get("count")? })
        };
        query.bind(person).fetch_all(self.pool()).await?.iter().map(progress).collect()
    }

    pub(crate) async fn day_run(&self, person: &str) -> Result<Option<DayRun>, StoreError> {
        let row =
            statement("SELECT * FROM day_runs WHERE person = $1").bind(person).fetch_optional(self.pool()).await?;
        Ok(row.as_ref().map(tallies::day_run).transpose()?)
    }

    pub(crate) async fn waiting_since(&self, since: Timestamp, limit: u32) -> Result<Vec<Turn>, StoreError> {
        let query = turns_with(
            self.pool().dialect(),
            "turns.since",
            "turns.since <= $1 AND tables.phase = 'playing' AND tables.pace = 'none' AND NOT tables.practice \
             AND NOT tables.lesson AND tables.seed IS NOT NULL AND tables.real_kind IS NULL AND NOT EXISTS \
             (SELECT 1 FROM left_matches AS known WHERE known.table_id = turns.table_id AND known.person = turns.person) ORDER BY turns.since LIMIT $2",
        );
        let rows = query.bind(since).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(turn).collect()
    }

    pub(crate) async fn has_lines_to_expire(&self, since: Timestamp) -> Result<bool, StoreError> {
        let query = statement("SELECT 1 AS found FROM standings WHERE expires <= $1 LIMIT 1").bind(since);
        Ok(query.fetch_optional(self.pool()).await?.is_some())
    }

    pub(crate) async fn results(&self, table: &str) -> Result<Vec<SeatResult>, StoreError> {
        let query = statement("SELECT * FROM results WHERE table_id = $1 ORDER BY seat").bind(table);
        query.fetch_all(self.pool()).await?.iter().map(seat_result).collect()
    }

    pub(crate) async fn earned(&self, table: &str) -> Result<Vec<Earned>, StoreError> {
        let query = statement("SELECT seat, achievement FROM earned WHERE table_id = $1 ORDER BY seat, achievement");
        let rows = query.bind(table).fetch_all(self.pool()).await?;
        let earned =
            |row: &Row| Ok(Earned { seat: Seat(row.try_get("seat")?), achievement: row.try_get("achievement")? });
        rows.iter().map(earned).collect()
    }

    pub(crate) async fn awards(&self, person: &str) -> Result<Vec<Award>, StoreError> {
        let query = statement(
            "SELECT one.*, (tables.public AND tables.spectators) AS watchable FROM (SELECT game, achievement, table_id, ended \
             FROM awards WHERE person = $1 UNION ALL SELECT game, $2 AS achievement, table_id, ended FROM learned \
             WHERE person = $1) AS one JOIN tables ON tables.id = one.table_id ORDER BY one.ended, table_id, achievement",
        );
        let rows = query.bind(person).bind(LEARNED.id).fetch_all(self.pool()).await?;
        let award = |row: &Row| {
            Ok(Award {
                game: row.try_get("game")?,
                achievement: row.try_get("achievement")?,
                table: row.try_get("table_id")?,
                watchable: row.try_get("watchable")?,
                ended: row.try_get("ended")?,
            })
        };
        rows.iter().map(award).collect()
    }

    pub(crate) async fn earners(&self, game: &str) -> Result<Earners, StoreError> {
        let query = statement("SELECT people FROM tally_games WHERE game = $1").bind(game);
        let finishers = query.fetch_optional(self.pool()).await?.map_or(Ok(0), |row| row.try_get("people"))?;
        let query = statement("SELECT achievement, people FROM tally_achievements WHERE game = $1").bind(game);
        let rows = query.fetch_all(self.pool()).await?;
        let earner = |row: &Row| Ok::<_, StoreError>((row.try_get("achievement")?, row.try_get("people")?));
        let by_achievement = rows.iter().map(earner).collect::<Result<_, _>>()?;
        Ok(Earners { finishers, by_achievement })
    }

    pub(crate) async fn past_matches(&self, person: &str, limit: u32) -> Result<Vec<PastMatch>, StoreError> {
        let query = statement(
            "SELECT results.*, (tables.public AND tables.spectators) AS watchable FROM results \
             JOIN tables ON tables.id = results.table_id WHERE results.person = $1 AND results.kind <> 'race' \
             AND NOT EXISTS (SELECT 1 FROM results AS other WHERE other.table_id = results.table_id \
             AND other.person = results.person AND other.seat < results.seat) ORDER BY results.ended DESC, results.table_id LIMIT $2",
        );
        let rows = query.bind(person).bind(limit).fetch_all(self.pool()).await?;
        rows.iter()
            .map(|row| Ok(PastMatch { result: seat_result(row)?, watchable: row.try_get("watchable")? }))
            .collect()
    }

    pub(crate) async fn finished_tables(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let query = statement(
            "SELECT DISTINCT tables.id, tables.created FROM seats JOIN tables ON tables.id = seats.table_id \
             WHERE seats.person = $1 AND seats.ended IS NOT NULL ORDER BY tables.created, tables.id",
        );
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(crate) async fn has_learned(&self, person: &str, game: &str) -> Result<bool, StoreError> {
        let query = statement("SELECT 1 AS found FROM learned WHERE person = $1 AND game = $2").bind(person).bind(game);
        Ok(query.fetch_optional(self.pool()).await?.is_some())
    }

    pub(crate) async fn lessons(&self) -> Result<Vec<String>, StoreError> {
        let query = statement("SELECT id FROM tables WHERE lesson ORDER BY created, id");
        query.fetch_all(self.pool()).await?.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(crate) async fn without_results(&self) -> Result<Vec<String>, StoreError> {
        let query = statement(
            "SELECT id FROM tables WHERE phase = 'over' AND NOT practice AND NOT lesson AND seed IS NOT NULL \
             AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.person IS NOT NULL) \
             AND NOT EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.id) ORDER BY touched, id",
        );
        query.fetch_all(self.pool()).await?.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }
}

/// Binds the key of a board to a statement.
fn of_board<'v>(query: Statement<'v>, key: &'v BoardKey) -> Statement<'v> {
    query.bind(&key.game).bind(key.seats).bind(&key.variant).bind(&key.company)
}

/// Binds the key of a board, and who may be on it.
fn on_board<'v>(query: Statement<'v>, key: &'v BoardKey, eligibility: Eligibility) -> Statement<'v> {
    of_board(query, key).bind(eligibility.guests_since).bind(eligibility.now)
}

pub(super) fn board_key(row: &Row) -> Result<BoardKey, sqlx::Error> {
    Ok(BoardKey {
        game: row.try_get("game")?,
        seats: row.try_get("seats")?,
        variant: row.try_get("variant")?,
        company: row.try_get("company")?,
    })
}

fn entrant(row: &Row) -> Result<Entrant, StoreError> {
    Ok(Entrant { person: row.try_get("person")?, name: row.try_get("name")? })
}

pub(super) fn seat_result(row: &Row) -> Result<SeatResult, StoreError> {
    Ok(SeatResult {
        table: row.try_get("table_id")?,
        seat: Seat(row.try_get("seat")?),
        kind: named(row, "kind", MatchKind::named)?,
        board: board_key(row)?,
        person: row.try_get("person")?,
        bot: row.try_get("bot")?,
        class: row.try_get("class")?,
        place: row.try_get("place")?,
        won: row.try_get("won")?,
        score: row.try_get("score")?,
        steps: row.try_get("steps")?,
        by_bots: row.try_get("by_bots")?,
        ended: row.try_get("ended")?,
        ranked: row.try_get("ranked")?,
        early: row.try_get("early")?,
        rivals: row.try_get("rivals")?,
        traces: traces(row)?,
    })
}
