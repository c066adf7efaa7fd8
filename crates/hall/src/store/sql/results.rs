//! What finished matches came to: written, and read for boards and profiles.

use kernel::Seat;

use super::{
    Connection, Row, Statement,
    read::{ReadPool, named},
    statement, statement_of,
};
use crate::store::{
    Award, BoardKey, BoardLine, Earned, Earners, Eligibility, Entrant, MatchKind, MatchResults, ONE_SCREEN, PastMatch,
    Ranking, RivalPlace, SeatResult, StoreError, Streak, WinShare,
};

/// Writes down what a match came to, in the place of what was there.
pub(super) async fn set(db: &mut Connection<'_>, table: &str, results: &MatchResults) -> Result<(), sqlx::Error> {
    statement("DELETE FROM earned WHERE table_id = $1").bind(table).execute(&mut *db).await?;
    statement("DELETE FROM results WHERE table_id = $1").bind(table).execute(&mut *db).await?;
    for result in &results.seats {
        let query = statement(
            "INSERT INTO results (table_id, seat, game, kind, seats, variant, company, person, bot, class, place, won, score, \
             steps, by_bots, ended) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        );
        let query = query.bind(table).bind(result.seat.0).bind(&result.board.game).bind(result.kind.name());
        let query = query.bind(result.board.seats).bind(&result.board.variant).bind(&result.board.company);
        let query = query.bind(&result.person).bind(&result.bot).bind(&result.class).bind(result.place);
        let query = query.bind(result.won).bind(result.score).bind(result.steps).bind(result.by_bots);
        query.bind(result.ended).execute(&mut *db).await?;
    }
    for Earned { seat, achievement } in &results.earned {
        let query = statement("INSERT INTO earned (table_id, seat, achievement) VALUES ($1, $2, $3)");
        query.bind(table).bind(seat.0).bind(achievement).execute(&mut *db).await?;
    }
    Ok(())
}

/// Throws away what all matches came to.
pub(super) async fn forget_all(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    statement("DELETE FROM earned").execute(&mut *db).await?;
    statement("DELETE FROM results").execute(&mut *db).await?;
    Ok(())
}

/// The matches of a board; its key is `$1` to `$4`.
const ON_BOARD: &str = "results.game = $1 AND results.seats = $2 AND results.variant = $3 AND results.company = $4";

/// Whether the person of a row may stand on boards with a match that ended when the row says: people with an account may; guests
/// for a while, as long as they are signed in somewhere; those who are kept out may not. The two moments of the
/// [`Eligibility`] are values of these numbers.
fn eligible(row: &str, since: usize, now: usize) -> String {
    format!(
        "(EXISTS (SELECT 1 FROM accounts WHERE accounts.person = {row}.person) \
         OR ({row}.ended > ${since} AND EXISTS (SELECT 1 FROM sessions WHERE sessions.person = {row}.person))) \
         AND NOT EXISTS (SELECT 1 FROM restrictions WHERE kind = 'ban' AND who = 'person' AND subject = {row}.person \
         AND (until IS NULL OR until > ${now}))"
    )
}

impl ReadPool {
    pub(in crate::store) async fn boards(&self, game: &str, limit: u32) -> Result<Vec<(BoardKey, u32)>, StoreError> {
        let query = statement(
            "SELECT game, seats, variant, company, count(DISTINCT table_id) AS matches FROM results \
             WHERE game = $1 AND person IS NOT NULL AND company <> $2 GROUP BY game, seats, variant, company \
             ORDER BY matches DESC, seats, variant, company LIMIT $3",
        );
        let rows = query.bind(game).bind(ONE_SCREEN).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok((board_key(row)?, row.try_get("matches")?))).collect()
    }

    pub(in crate::store) async fn board(
        &self,
        key: &BoardKey,
        ranking: Ranking,
        eligibility: Eligibility,
        limit: u32,
    ) -> Result<Vec<BoardLine>, StoreError> {
        let (counts, order) = match ranking {
            Ranking::Best => ("score IS NOT NULL", "score DESC, won DESC, steps, ended, table_id"),
            Ranking::Quickest => ("won", "steps, ended, table_id"),
        };
        let stands = eligible("results", 5, 6);
        let query = statement_of(format!(
            "WITH matches AS (SELECT results.*, row_number() OVER (PARTITION BY person ORDER BY {order}) AS nth FROM results \
             WHERE {ON_BOARD} AND {counts} AND by_bots = 0 AND {stands}) \
             SELECT matches.*, people.name, (tables.public AND tables.spectators) AS watchable FROM matches \
             JOIN people ON people.id = matches.person JOIN tables ON tables.id = matches.table_id \
             WHERE nth = 1 ORDER BY {order} LIMIT $7"
        ));
        let rows = on_board(query, key, eligibility).bind(limit).fetch_all(self.pool()).await?;
        let line = |row: &Row| {
            let watchable: bool = row.try_get("watchable")?;
            Ok(BoardLine {
                entrant: entrant(row)?,
                table: if watchable { Some(row.try_get("table_id")?) } else { None },
                score: row.try_get("score")?,
                won: row.try_get("won")?,
                steps: row.try_get("steps")?,
                ended: row.try_get("ended")?,
            })
        };
        rows.iter().map(line).collect()
    }

    pub(in crate::store) async fn streaks(
        &self,
        key: &BoardKey,
        eligibility: Eligibility,
        limit: u32,
    ) -> Result<Vec<Streak>, StoreError> {
        let stands = eligible("runs", 5, 6);
        // Wins between the same losses are a run. Whoever played several seats of a match played one match.
        let query = statement_of(format!(
            "WITH matches AS (SELECT person, table_id, max(ended) AS ended, \
             max(CASE WHEN won AND by_bots = 0 THEN 1 ELSE 0 END) AS win FROM results \
             WHERE {ON_BOARD} AND person IS NOT NULL GROUP BY person, table_id), \
             placed AS (SELECT person, ended, win, sum(1 - win) OVER (PARTITION BY person ORDER BY ended, table_id) AS losses \
             FROM matches), \
             runs AS (SELECT person, count(*) AS wins, max(ended) AS ended FROM placed WHERE win = 1 GROUP BY person, losses), \
             longest AS (SELECT runs.*, row_number() OVER (PARTITION BY person ORDER BY wins DESC, ended) AS nth FROM runs \
             WHERE {stands}) \
             SELECT longest.*, people.name FROM longest JOIN people ON people.id = longest.person \
             WHERE nth = 1 AND wins > 1 ORDER BY wins DESC, ended LIMIT $7"
        ));
        let rows = on_board(query, key, eligibility).bind(limit).fetch_all(self.pool()).await?;
        let streak =
            |row: &Row| Ok(Streak { entrant: entrant(row)?, wins: row.try_get("wins")?, ended: row.try_get("ended")? });
        rows.iter().map(streak).collect()
    }

    pub(in crate::store) async fn wins_by_seat(&self, key: &BoardKey) -> Result<Vec<WinShare>, StoreError> {
        let query = format!("SELECT seat AS what, {SHARES} WHERE {ON_BOARD} GROUP BY seat ORDER BY seat");
        let rows = of_board(statement_of(query), key).fetch_all(self.pool()).await?;
        let share = |row: &Row| win_share(row, (row.try_get::<i64>("what")? + 1).to_string());
        rows.iter().map(share).collect()
    }

    pub(in crate::store) async fn wins_by_class(&self, key: &BoardKey) -> Result<Vec<WinShare>, StoreError> {
        let query = statement_of(format!(
            "SELECT class AS what, {SHARES} WHERE {ON_BOARD} AND class IS NOT NULL AND person IS NOT NULL AND by_bots = 0 \
             GROUP BY class ORDER BY class"
        ));
        let rows = of_board(query, key).fetch_all(self.pool()).await?;
        rows.iter().map(|row| win_share(row, row.try_get("what")?)).collect()
    }

    pub(in crate::store) async fn rival_places(&self, game: &str) -> Result<Vec<RivalPlace>, StoreError> {
        let query = statement(
            "SELECT table_id, person, place FROM results WHERE game = $1 AND person IS NOT NULL AND company <> $2 \
             AND (SELECT count(*) FROM results AS others WHERE others.table_id = results.table_id AND others.person IS NOT NULL) > 1 \
             ORDER BY ended, table_id, seat",
        );
        let rows = query.bind(game).bind(ONE_SCREEN).fetch_all(self.pool()).await?;
        let place = |row: &Row| {
            Ok(RivalPlace {
                table: row.try_get("table_id")?,
                person: row.try_get("person")?,
                place: row.try_get("place")?,
            })
        };
        rows.iter().map(place).collect()
    }

    pub(in crate::store) async fn entrants(
        &self,
        people: &[String],
        eligibility: Eligibility,
    ) -> Result<Vec<Entrant>, StoreError> {
        if people.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<String> = (0..people.len()).map(|n| format!("${}", n + 3)).collect();
        let query = statement_of(format!(
            "SELECT id AS person, name FROM people WHERE id IN ({}) \
             AND EXISTS (SELECT 1 FROM results WHERE results.person = people.id AND {})",
            places.join(", "),
            eligible("results", 1, 2)
        ));
        let query = query.bind(eligibility.guests_since).bind(eligibility.now);
        let query = people.iter().fold(query, Statement::bind);
        query.fetch_all(self.pool()).await?.iter().map(entrant).collect()
    }

    pub(in crate::store) async fn results(&self, table: &str) -> Result<Vec<SeatResult>, StoreError> {
        let query = statement("SELECT * FROM results WHERE table_id = $1 ORDER BY seat").bind(table);
        query.fetch_all(self.pool()).await?.iter().map(seat_result).collect()
    }

    pub(in crate::store) async fn earned(&self, table: &str) -> Result<Vec<Earned>, StoreError> {
        let query = statement("SELECT seat, achievement FROM earned WHERE table_id = $1 ORDER BY seat, achievement");
        let rows = query.bind(table).fetch_all(self.pool()).await?;
        let earned =
            |row: &Row| Ok(Earned { seat: Seat(row.try_get("seat")?), achievement: row.try_get("achievement")? });
        rows.iter().map(earned).collect()
    }

    pub(in crate::store) async fn awards(&self, person: &str) -> Result<Vec<Award>, StoreError> {
        let query = statement(
            "WITH all_earned AS (SELECT results.game, earned.achievement, results.table_id, results.ended, row_number() OVER \
             (PARTITION BY results.game, earned.achievement ORDER BY results.ended, results.table_id) AS nth FROM results \
             JOIN earned ON earned.table_id = results.table_id AND earned.seat = results.seat WHERE results.person = $1) \
             SELECT all_earned.*, (tables.public AND tables.spectators) AS watchable FROM all_earned \
             JOIN tables ON tables.id = all_earned.table_id WHERE nth = 1 ORDER BY ended, table_id, achievement",
        );
        let rows = query.bind(person).fetch_all(self.pool()).await?;
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

    pub(in crate::store) async fn earners(&self, game: &str) -> Result<Earners, StoreError> {
        let query = statement("SELECT count(DISTINCT person) AS people FROM results WHERE game = $1");
        let row = query.bind(game).fetch_one(self.pool()).await?;
        let query = statement(
            "SELECT earned.achievement, count(DISTINCT results.person) AS people FROM results JOIN earned \
             ON earned.table_id = results.table_id AND earned.seat = results.seat WHERE results.game = $1 \
             GROUP BY earned.achievement",
        );
        let rows = query.bind(game).fetch_all(self.pool()).await?;
        let earner = |row: &Row| Ok::<_, StoreError>((row.try_get("achievement")?, row.try_get("people")?));
        let by_achievement = rows.iter().map(earner).collect::<Result<_, _>>()?;
        Ok(Earners { finishers: row.try_get("people")?, by_achievement })
    }

    pub(in crate::store) async fn past_matches(&self, person: &str) -> Result<Vec<PastMatch>, StoreError> {
        let query = statement(
            "SELECT results.*, (tables.public AND tables.spectators) AS watchable FROM results \
             JOIN tables ON tables.id = results.table_id WHERE results.person = $1 \
             AND NOT EXISTS (SELECT 1 FROM results AS other WHERE other.table_id = results.table_id \
             AND other.person = results.person AND other.seat < results.seat) ORDER BY results.ended DESC, results.table_id",
        );
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter()
            .map(|row| Ok(PastMatch { result: seat_result(row)?, watchable: row.try_get("watchable")? }))
            .collect()
    }

    pub(in crate::store) async fn finished_tables(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let query = statement(
            "SELECT id FROM tables WHERE phase = 'over' \
             AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.person = $1) ORDER BY created, id",
        );
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(in crate::store) async fn without_results(&self) -> Result<Vec<String>, StoreError> {
        let query = statement(
            "SELECT id FROM tables WHERE phase = 'over' AND NOT practice AND NOT lesson AND seed IS NOT NULL \
             AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.person IS NOT NULL) \
             AND NOT EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.id) ORDER BY created, id",
        );
        query.fetch_all(self.pool()).await?.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }
}

/// How many won, of how many.
const SHARES: &str = "sum(CASE WHEN won THEN 1 ELSE 0 END) AS won, count(*) AS matches FROM results";

/// Gives a statement the key of a board.
fn of_board<'v>(query: Statement<'v>, key: &'v BoardKey) -> Statement<'v> {
    query.bind(&key.game).bind(key.seats).bind(&key.variant).bind(&key.company)
}

/// Gives a statement the key of a board, and who may stand on it.
fn on_board<'v>(query: Statement<'v>, key: &'v BoardKey, eligibility: Eligibility) -> Statement<'v> {
    of_board(query, key).bind(eligibility.guests_since).bind(eligibility.now)
}

fn board_key(row: &Row) -> Result<BoardKey, sqlx::Error> {
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

fn win_share(row: &Row, what: String) -> Result<WinShare, StoreError> {
    Ok(WinShare { what, won: row.try_get("won")?, all: row.try_get("matches")? })
}

fn seat_result(row: &Row) -> Result<SeatResult, StoreError> {
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
    })
}
