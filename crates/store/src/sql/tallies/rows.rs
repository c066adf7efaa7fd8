//! Reads and writes the rows of sums and rankings.

use std::{collections::BTreeSet, sync::LazyLock};

use kernel::Seat;
use model::GameTotals;

use super::has_account;
use crate::{
    BoardKey, DayRun, Earned, HeadToHead, LeftMatch, MatchResults, PersonalBest, StoreError, Timestamp,
    sql::{Connection, Row, Statement, company::head_to_head, results::board_key, statement},
    tallies::{FirstEarned, Line, PersonGame, Run, Share, ShareOf, Standing, Strength, Tallies, Together},
};

/// The columns of a standing, without its key.
const LINES: [&str; 14] = [
    "best_table",
    "best_score",
    "best_won",
    "best_steps",
    "best_ended",
    "quickest_table",
    "quickest_score",
    "quickest_steps",
    "quickest_ended",
    "run",
    "run_ended",
    "longest",
    "longest_ended",
    "expires",
];

/// Returns the stored values with which counting a match begins: those of its people.
pub(super) async fn load(
    db: &mut Connection<'_>,
    results: &MatchResults,
    guests_since: Timestamp,
) -> Result<Tallies, sqlx::Error> {
    let mut tallies = Tallies { guests_since, ..Tallies::default() };
    let Some(board) = results.seats.first().map(|seat| &seat.board) else { return Ok(tallies) };
    let people: BTreeSet<&String> = results.seats.iter().filter_map(|seat| seat.person.as_ref()).collect();
    for person in people {
        if has_account(db, person).await? {
            tallies.accounts.insert(person.clone());
        }
        let query = statement("SELECT * FROM totals WHERE person = $1 AND game = $2").bind(person).bind(&board.game);
        if let Some(row) = query.fetch_optional(&mut *db).await? {
            tallies.totals.extend([totals(&row)?]);
        }
        let query = statement(
            "SELECT * FROM standings WHERE game = $1 AND seats = $2 AND variant = $3 AND company = $4 AND person = $5",
        );
        let query = of_board(query, board).bind(person);
        if let Some(row) = query.fetch_optional(&mut *db).await? {
            tallies.standings.extend([standing(&row)?]);
        }
        let query = statement("SELECT * FROM ratings WHERE person = $1 AND game = $2").bind(person).bind(&board.game);
        if let Some(row) = query.fetch_optional(&mut *db).await? {
            tallies.ratings.extend([strength(&row)?]);
        }
        let query = statement("SELECT * FROM awards WHERE person = $1 AND game = $2").bind(person).bind(&board.game);
        for row in query.fetch_all(&mut *db).await? {
            tallies.awards.extend([award(&row)?]);
        }
        let query = statement("SELECT * FROM progress WHERE person = $1 AND game = $2").bind(person).bind(&board.game);
        for row in query.fetch_all(&mut *db).await? {
            tallies.progress.extend([progress(&row)?]);
        }
        if let Some(row) =
            statement("SELECT * FROM day_runs WHERE person = $1").bind(person).fetch_optional(&mut *db).await?
        {
            tallies.days.insert(person.clone(), day_run(&row)?);
        }
    }
    let people: BTreeSet<&str> = results.seats.iter().filter_map(|seat| seat.person.as_deref()).collect();
    let query = statement(
        "SELECT * FROM evenings WHERE first = (SELECT first FROM evenings WHERE people = $1 ORDER BY ended DESC LIMIT 1)",
    );
    let key = people.into_iter().collect::<Vec<_>>().join(" ");
    add_evenings(&mut tallies, &query.bind(&key).fetch_all(db).await?)?;
    Ok(tallies)
}

/// Adds evenings, by the rows of their people.
fn add_evenings(tallies: &mut Tallies, rows: &[Row]) -> Result<(), sqlx::Error> {
    for row in rows {
        let first: String = row.try_get("first")?;
        let evening = tallies.evenings.entry(first.clone()).or_default();
        evening.people = row.try_get("people")?;
        evening.began = row.try_get("began")?;
        evening.ended = row.try_get("ended")?;
        evening.matches = row.try_get("matches")?;
        evening.points.insert(row.try_get("person")?, row.try_get("points")?);
        tallies.last_evenings.insert(evening.people.clone(), first);
    }
    Ok(())
}

/// Returns all stored sums and rankings.
pub(super) async fn load_all(db: &mut Connection<'_>) -> Result<Tallies, StoreError> {
    let mut tallies = Tallies::default();
    for row in statement("SELECT * FROM tally_games").fetch_all(&mut *db).await? {
        tallies.finishers.insert(row.try_get("game")?, row.try_get("people")?);
    }
    for row in statement("SELECT * FROM tally_achievements").fetch_all(&mut *db).await? {
        tallies.holders.insert((row.try_get("game")?, row.try_get("achievement")?), row.try_get("people")?);
    }
    for row in statement("SELECT * FROM tally_boards").fetch_all(&mut *db).await? {
        tallies.boards.insert(board_key(&row)?, row.try_get("matches")?);
    }
    for row in statement("SELECT * FROM tally_shares").fetch_all(&mut *db).await? {
        let what: String = row.try_get("what")?;
        let of = match row.try_get::<String>("kind")?.as_str() {
            "seat" => ShareOf::Seat(what.parse().unwrap_or_default()),
            _ => ShareOf::Class(what),
        };
        let share = Share { won: row.try_get("won")?, matches: row.try_get("matches")? };
        tallies.shares.insert((board_key(&row)?, of), share);
    }
    for row in statement("SELECT * FROM standings").fetch_all(&mut *db).await? {
        tallies.standings.extend([standing(&row)?]);
    }
    for row in statement("SELECT * FROM totals").fetch_all(&mut *db).await? {
        tallies.totals.extend([totals(&row)?]);
    }
    for row in statement("SELECT * FROM awards").fetch_all(&mut *db).await? {
        tallies.awards.extend([award(&row)?]);
    }
    for row in statement("SELECT * FROM companions").fetch_all(&mut *db).await? {
        let together = Together {
            game: row.try_get("game")?,
            matches: row.try_get("matches")?,
            won: row.try_get("won")?,
            record: head_to_head(&row)?,
            ended: row.try_get("ended")?,
        };
        tallies.companions.insert((row.try_get("person")?, row.try_get("other")?), together);
    }
    add_evenings(&mut tallies, &statement("SELECT * FROM evenings").fetch_all(&mut *db).await?)?;
    for row in statement("SELECT * FROM ratings").fetch_all(&mut *db).await? {
        tallies.ratings.extend([strength(&row)?]);
    }
    for row in statement("SELECT * FROM progress").fetch_all(&mut *db).await? {
        tallies.progress.extend([progress(&row)?]);
    }
    for row in statement("SELECT * FROM day_runs").fetch_all(&mut *db).await? {
        tallies.days.insert(row.try_get("person")?, day_run(&row)?);
    }
    Ok(tallies)
}

/// Adds sums to the stored ones, and replaces all other values.
pub(super) async fn save(db: &mut Connection<'_>, tallies: &Tallies) -> Result<(), sqlx::Error> {
    for (game, people) in &tallies.finishers {
        let query = statement(
            "INSERT INTO tally_games (game, people) VALUES ($1, $2) \
             ON CONFLICT (game) DO UPDATE SET people = tally_games.people + excluded.people",
        );
        query.bind(game).bind(people).execute(&mut *db).await?;
    }
    for ((game, achievement), people) in &tallies.holders {
        let query = statement(
            "INSERT INTO tally_achievements (game, achievement, people) VALUES ($1, $2, $3) \
             ON CONFLICT (game, achievement) DO UPDATE SET people = tally_achievements.people + excluded.people",
        );
        query.bind(game).bind(achievement).bind(people).execute(&mut *db).await?;
    }
    for (board, matches) in &tallies.boards {
        let query = statement(
            "INSERT INTO tally_boards (game, seats, variant, company, matches) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (game, seats, variant, company) DO UPDATE SET matches = tally_boards.matches + excluded.matches",
        );
        of_board(query, board).bind(matches).execute(&mut *db).await?;
    }
    for ((board, of), share) in &tallies.shares {
        let query = statement(
            "INSERT INTO tally_shares (game, seats, variant, company, kind, what, won, matches) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (game, seats, variant, company, kind, what) \
             DO UPDATE SET won = tally_shares.won + excluded.won, matches = tally_shares.matches + excluded.matches",
        );
        let (kind, what) = of.name();
        of_board(query, board).bind(kind).bind(what).bind(share.won).bind(share.matches).execute(&mut *db).await?;
    }
    for ((person, other), together) in &tallies.companions {
        let query = statement(
            "INSERT INTO companions (person, other, game, matches, won, ahead, behind, level, together, together_won, ended) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (person, other) DO UPDATE SET \
             game = CASE WHEN excluded.ended >= companions.ended THEN excluded.game ELSE companions.game END, \
             matches = companions.matches + excluded.matches, won = companions.won + excluded.won, \
             ahead = companions.ahead + excluded.ahead, behind = companions.behind + excluded.behind, \
             level = companions.level + excluded.level, together = companions.together + excluded.together, \
             together_won = companions.together_won + excluded.together_won, \
             ended = CASE WHEN excluded.ended > companions.ended THEN excluded.ended ELSE companions.ended END",
        );
        let HeadToHead { ahead, behind, level, together: on_one_side, together_won } = together.record;
        let query = query.bind(person).bind(other).bind(&together.game).bind(together.matches).bind(together.won);
        let query = query.bind(ahead).bind(behind).bind(level).bind(on_one_side).bind(together_won);
        query.bind(together.ended).execute(&mut *db).await?;
    }
    for (first, evening) in &tallies.evenings {
        for (person, points) in &evening.points {
            let query = statement(
                "INSERT INTO evenings (first, person, people, began, ended, matches, points) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (first, person) DO UPDATE SET began = excluded.began, \
                 ended = excluded.ended, matches = excluded.matches, points = excluded.points",
            );
            let query = query.bind(first).bind(person).bind(&evening.people).bind(evening.began).bind(evening.ended);
            query.bind(evening.matches).bind(points).execute(&mut *db).await?;
        }
    }
    for ((person, game, achievement), first) in &tallies.awards {
        let query = statement(
            "INSERT INTO awards (person, game, achievement, table_id, ended) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (person, game, achievement) DO UPDATE SET table_id = excluded.table_id, ended = excluded.ended",
        );
        let query = query.bind(person).bind(game).bind(achievement).bind(&first.table).bind(first.ended);
        query.execute(&mut *db).await?;
    }
    for ((person, game, achievement), count) in &tallies.progress {
        let query = statement(
            "INSERT INTO progress (person, game, achievement, count) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (person, game, achievement) DO UPDATE SET count = excluded.count",
        );
        query.bind(person).bind(game).bind(achievement).bind(count).execute(&mut *db).await?;
    }
    for (person, run) in &tallies.days {
        let query = statement(
            "INSERT INTO day_runs (person, last, days, longest) VALUES ($1, $2, $3, $4) ON CONFLICT (person) \
             DO UPDATE SET last = excluded.last, days = excluded.days, longest = excluded.longest",
        );
        query.bind(person).bind(run.last).bind(run.days).bind(run.longest).execute(&mut *db).await?;
    }
    save_people(db, tallies).await?;
    for ((person, game), strength) in &tallies.ratings {
        let query = statement(
            "INSERT INTO ratings (game, person, rating, deviation, sure, matches, listed) \
             VALUES ($1, $2, $3, $4, $5, $6, TRUE) ON CONFLICT (game, person) DO UPDATE SET rating = excluded.rating, \
             deviation = excluded.deviation, sure = excluded.sure, matches = excluded.matches",
        );
        let query = query.bind(game).bind(person).bind(strength.rating).bind(strength.deviation);
        query.bind(strength.sure()).bind(strength.matches).execute(&mut *db).await?;
    }
    // A person who has just finished a match is listed in all games.
    let people: BTreeSet<&String> = tallies.totals.keys().map(|(person, _)| person).collect();
    for person in people {
        let query = statement("UPDATE ratings SET listed = TRUE WHERE person = $1 AND NOT listed");
        query.bind(person).execute(&mut *db).await?;
    }
    Ok(())
}

/// Replaces the stored lines and totals of people.
pub(super) async fn save_people(db: &mut Connection<'_>, tallies: &Tallies) -> Result<(), sqlx::Error> {
    for ((person, game), totals) in &tallies.totals {
        let query = statement(
            "INSERT INTO totals (person, game, finished, won, run, longest, ended, left_behind, best, best_table, \
             best_before, quickest, quickest_table, quickest_before) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (person, game) DO UPDATE SET \
             finished = excluded.finished, won = excluded.won, run = excluded.run, longest = excluded.longest, \
             ended = excluded.ended, left_behind = excluded.left_behind, best = excluded.best, \
             best_table = excluded.best_table, best_before = excluded.best_before, quickest = excluded.quickest, \
             quickest_table = excluded.quickest_table, quickest_before = excluded.quickest_before",
        );
        let query = query.bind(person).bind(game).bind(totals.finished).bind(totals.won).bind(totals.run);
        let query = query.bind(totals.longest).bind(totals.ended).bind(totals.left);
        let query = of_best(of_best(query, totals.best.as_ref()), totals.quickest.as_ref());
        query.execute(&mut *db).await?;
    }
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let places: Vec<String> = (0..LINES.len()).map(|n| format!("${}", n + 6)).collect();
        let set: Vec<String> = LINES.iter().map(|column| format!("{column} = excluded.{column}")).collect();
        format!(
            "INSERT INTO standings (game, seats, variant, company, person, {}) VALUES ($1, $2, $3, $4, $5, {}) \
             ON CONFLICT (game, seats, variant, company, person) DO UPDATE SET {}",
            LINES.join(", "),
            places.join(", "),
            set.join(", ")
        )
    });
    for ((board, person), standing) in &tallies.standings {
        let (best, quickest) = (standing.best.as_ref(), standing.quickest.as_ref());
        let query = of_board(statement(&TEXT), board).bind(person);
        let query = query.bind(best.map(|line| line.table.as_str())).bind(best.and_then(|line| line.score));
        let query = query.bind(best.map(|line| i64::from(line.won))).bind(best.map(|line| i64::from(line.steps)));
        let query = query.bind(best.map(|line| line.ended));
        let query = query.bind(quickest.map(|line| line.table.as_str())).bind(quickest.and_then(|line| line.score));
        let query = query.bind(quickest.map(|line| i64::from(line.steps))).bind(quickest.map(|line| line.ended));
        let query = query.bind(standing.run.wins).bind(standing.run.ended);
        let query = query.bind(standing.longest.wins).bind(standing.longest.ended);
        query.bind(standing.expires(tallies.accounts.contains(person))).execute(&mut *db).await?;
    }
    Ok(())
}

/// Binds the key of a board to a statement.
fn of_board<'v>(query: Statement<'v>, key: &'v BoardKey) -> Statement<'v> {
    query.bind(&key.game).bind(key.seats).bind(&key.variant).bind(&key.company)
}

/// Binds a best value, its table and the value before it to a statement.
fn of_best<'v>(query: Statement<'v>, best: Option<&'v PersonalBest>) -> Statement<'v> {
    let query = query.bind(best.map(|best| best.value)).bind(best.map(|best| best.table.as_str()));
    query.bind(best.and_then(|best| best.before))
}

/// Reads the best value of this name. Values counted by an earlier version have no table.
pub(in crate::sql) fn personal_best(row: &Row, name: &str) -> Result<Option<PersonalBest>, sqlx::Error> {
    let Some(value) = row.try_get(name)? else { return Ok(None) };
    let table = row.try_get::<Option<String>>(&format!("{name}_table"))?.unwrap_or_default();
    Ok(Some(PersonalBest { value, table, before: row.try_get(&format!("{name}_before"))? }))
}

fn standing(row: &Row) -> Result<((BoardKey, String), Standing), sqlx::Error> {
    let best = match row.try_get::<Option<String>>("best_table")? {
        None => None,
        Some(table) => Some(Line {
            table,
            score: row.try_get("best_score")?,
            won: row.try_get::<i64>("best_won")? != 0,
            steps: row.try_get("best_steps")?,
            ended: row.try_get("best_ended")?,
        }),
    };
    let quickest = match row.try_get::<Option<String>>("quickest_table")? {
        None => None,
        Some(table) => Some(Line {
            table,
            score: row.try_get("quickest_score")?,
            won: true,
            steps: row.try_get("quickest_steps")?,
            ended: row.try_get("quickest_ended")?,
        }),
    };
    let run = Run { wins: row.try_get("run")?, ended: row.try_get("run_ended")? };
    let longest = Run { wins: row.try_get("longest")?, ended: row.try_get("longest_ended")? };
    Ok(((board_key(row)?, row.try_get("person")?), Standing { best, quickest, run, longest }))
}

fn totals(row: &Row) -> Result<(PersonGame, GameTotals), sqlx::Error> {
    let totals = GameTotals {
        finished: row.try_get("finished")?,
        won: row.try_get("won")?,
        best: personal_best(row, "best")?,
        quickest: personal_best(row, "quickest")?,
        run: row.try_get("run")?,
        longest: row.try_get("longest")?,
        left: row.try_get("left_behind")?,
        ended: row.try_get("ended")?,
    };
    Ok(((row.try_get("person")?, row.try_get("game")?), totals))
}

fn strength(row: &Row) -> Result<(PersonGame, Strength), sqlx::Error> {
    let strength = Strength {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        matches: row.try_get("matches")?,
    };
    Ok(((row.try_get("person")?, row.try_get("game")?), strength))
}

fn award(row: &Row) -> Result<((String, String, String), FirstEarned), sqlx::Error> {
    let first = FirstEarned { ended: row.try_get("ended")?, table: row.try_get("table_id")? };
    Ok(((row.try_get("person")?, row.try_get("game")?, row.try_get("achievement")?), first))
}

fn progress(row: &Row) -> Result<((String, String, String), i64), sqlx::Error> {
    Ok(((row.try_get("person")?, row.try_get("game")?, row.try_get("achievement")?), row.try_get("count")?))
}

pub(in crate::sql) fn day_run(row: &Row) -> Result<DayRun, sqlx::Error> {
    Ok(DayRun { last: row.try_get("last")?, days: row.try_get("days")?, longest: row.try_get("longest")? })
}

pub(super) fn left(row: &Row) -> Result<LeftMatch, sqlx::Error> {
    Ok(LeftMatch {
        table: row.try_get("table_id")?,
        person: row.try_get("person")?,
        board: board_key(row)?,
        class: row.try_get("class")?,
        at: row.try_get("at")?,
    })
}

pub(super) fn earned(row: &Row) -> Result<Earned, sqlx::Error> {
    Ok(Earned { seat: Seat(row.try_get("seat")?), achievement: row.try_get("achievement")? })
}
