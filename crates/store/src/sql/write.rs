//! Writes each change as SQL, many in a transaction.

use kernel::{EarlyEnd, LuckKind, record::GivenBy};
use serde::Serialize;
use sqlx::{
    ConnectOptions, Connection as _, PgConnection, SqliteConnection, postgres::PgConnectOptions,
    sqlite::SqliteConnectOptions,
};

use super::{
    Connection, Statement, connection::Transaction, daily, groups, notices, packs, peers, people, puzzles, results,
    statement, statement_of, steps, tallies,
};
use crate::{
    MatchEnd, Occupant, PeerEvent, Remark, StepRow, StoreError, TableHeader, TableStatus, Timestamp, Write, now,
    postgres, sqlite,
};

/// The connection that writes. A connection that failed is dropped, because it may be stuck in a
/// transaction. The next transaction gets a new one.
#[derive(Debug)]
pub(crate) enum WriteConnection {
    /// To a SQLite file.
    Sqlite(SqliteConnectOptions, Option<SqliteConnection>),
    /// To PostgreSQL.
    Postgres {
        /// The options for a new connection.
        options: PgConnectOptions,
        /// The connection, unless it failed.
        kept: Option<PgConnection>,
        /// The name of this process among those that share the database.
        process: String,
    },
}

/// The outcome of each change.
type Outcomes = Vec<Result<(), StoreError>>;

impl WriteConnection {
    /// Makes all changes in one transaction. A change that came too late is left out and returns an
    /// error; any other failure undoes all.
    pub(crate) async fn apply(&mut self, writes: &[Write]) -> Result<Outcomes, sqlx::Error> {
        let outcomes = self.make_all(writes).await;
        if outcomes.is_err() {
            match self {
                WriteConnection::Sqlite(_, kept) => drop(kept.take()),
                WriteConnection::Postgres { kept, .. } => drop(kept.take()),
            }
        }
        outcomes
    }

    async fn make_all(&mut self, writes: &[Write]) -> Result<Outcomes, sqlx::Error> {
        let (mut transaction, process) = self.begin(writes).await?;
        if let Some(appended) = steps::append_all(&mut transaction.connection(), writes).await? {
            return make_others(transaction, writes, &appended, process).await;
        }
        // A step came too late, which is rare: one by one tells which.
        drop(transaction);
        let (transaction, process) = self.begin(writes).await?;
        make_others(transaction, writes, &vec![false; writes.len()], process).await
    }

    /// Begins a transaction that makes these changes; returns the name of this process with it if
    /// others share the database.
    async fn begin(&mut self, writes: &[Write]) -> Result<(Transaction<'_>, Option<&str>), sqlx::Error> {
        match self {
            WriteConnection::Sqlite(options, kept) => {
                let connection = match kept {
                    Some(connection) => connection,
                    None => kept.insert(options.connect().await?),
                };
                Ok((Transaction::Sqlite(connection.begin_with("BEGIN IMMEDIATE").await?), None))
            }
            WriteConnection::Postgres { options, kept, process } => {
                let connection = match kept {
                    Some(connection) => connection,
                    None => kept.insert(postgres::connect(options).await?),
                };
                let mut transaction = postgres::answered(connection.begin()).await?;
                postgres::answered(postgres::wait_for_turn(&mut transaction, writes)).await?;
                Ok((Transaction::Postgres(transaction), Some(process)))
            }
        }
    }

    /// Closes the connection cleanly.
    pub(crate) async fn close(self) {
        match self {
            WriteConnection::Sqlite(_, Some(connection)) => sqlite::close(connection).await,
            WriteConnection::Postgres { kept: Some(connection), .. } => postgres::close(connection).await,
            WriteConnection::Sqlite(_, None) | WriteConnection::Postgres { kept: None, .. } => {}
        }
    }
}

/// Makes the changes that are not made yet, and commits the transaction.
async fn make_others(
    mut transaction: Transaction<'_>,
    writes: &[Write],
    made: &[bool],
    process: Option<&str>,
) -> Result<Outcomes, sqlx::Error> {
    let mut outcomes = Vec::with_capacity(writes.len());
    let mut news = Vec::new();
    for (write, made) in writes.iter().zip(made) {
        let made = *made || make(&mut transaction.connection(), write).await?;
        outcomes.push(if made { Ok(()) } else { Err(StoreError::Conflict) });
        news.extend(process.filter(|_| made).and_then(|_| PeerEvent::of(write)));
    }
    if let Some(process) = process {
        peers::tell(&mut transaction.connection(), process, &news).await?;
    }
    transaction.commit().await?;
    Ok(outcomes)
}

/// Makes one change; returns `false`, with nothing changed, if another change was first.
async fn make(db: &mut Connection<'_>, write: &Write) -> Result<bool, sqlx::Error> {
    match write {
        Write::Probe => {
            let query =
                statement("INSERT INTO probes (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at");
            query.bind(now()).execute(db).await?;
        }
        Write::NoteOpen { opened, seen } => {
            let query = statement(
                "INSERT INTO openings (opened, seen) VALUES ($1, $2) \
                 ON CONFLICT (opened) DO UPDATE SET seen = excluded.seen WHERE excluded.seen > openings.seen",
            );
            query.bind(opened).bind(seen).execute(db).await?;
        }
        Write::AddPerson(person, looks, session) => return people::add(db, person, looks, session.as_ref()).await,
        Write::Daily(write) => return daily::make(db, write).await,
        Write::People(write) => return people::make(db, write).await,
        Write::Group(write) => return groups::make(db, write).await,
        Write::Pack(write) => return packs::make(db, write).await,
        Write::UpdatePerson(person, looks) => return people::update(db, person, looks).await,
        Write::CreateTable(header) => return create(db, header).await,
        Write::CreateTableFrom(header, steps) => {
            if !create_begun(db, header).await? {
                return Ok(false);
            }
            steps::append_journal(db, &header.id, steps).await?;
        }
        Write::SetLobby(header) => return set_lobby(db, header).await,
        Write::ChangeSeat { table, seat, was, now } => {
            let query = statement(
                "UPDATE seats SET person = $1, bot = $2, character = $3, share = $4, share_by = $5, name = $6, stand_in = NULL WHERE table_id = $7 AND seat = $8 AND person IS NOT DISTINCT FROM $9 AND bot IS NOT DISTINCT FROM $10 AND character IS NOT DISTINCT FROM $11",
            );
            let query = query.bind(now.person()).bind(now.bot()).bind(now.character()).bind(share(now));
            let query = query.bind(giver(now)).bind(now.called()).bind(table).bind(seat.0);
            let sat = query.bind(was.person()).bind(was.bot()).bind(was.character()).execute(&mut *db).await?;
            if sat == 0 {
                return Ok(false);
            }
            touch(db, table).await?;
        }
        Write::RemovePerson { table, removed } => {
            let query = statement(
                "UPDATE seats SET person = NULL, share = NULL, share_by = NULL, name = NULL WHERE table_id = $1 AND person = $2",
            );
            if query.bind(table).bind(&removed.person).execute(&mut *db).await? == 0 {
                return Ok(false);
            }
            let query = statement(
                "INSERT INTO removed (table_id, n, person, name) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            );
            let query = query.bind(table).bind(removed.n as i64).bind(&removed.person).bind(&removed.name);
            query.execute(&mut *db).await?;
            touch(db, table).await?;
        }
        Write::LetIn { table, person } => {
            let query = statement("DELETE FROM removed WHERE table_id = $1 AND person = $2");
            query.bind(table).bind(person).execute(db).await?;
        }
        Write::SetAccess { table, access } => {
            let query = statement("UPDATE tables SET public = $1, spectators = $2 WHERE id = $3");
            query.bind(access.public).bind(access.spectators).bind(table).execute(db).await?;
        }
        Write::SetHost { table, host } => {
            statement("UPDATE tables SET host = $1 WHERE id = $2").bind(host).bind(table).execute(db).await?;
        }
        Write::NamePlayer { table, seat, person, name } => {
            let query = statement("UPDATE seats SET name = $1 WHERE table_id = $2 AND seat = $3 AND person = $4");
            let query = query.bind(name).bind(table).bind(seat.0).bind(person);
            return Ok(query.execute(db).await? == 1);
        }
        Write::SetStandIn { table, seat, person, bot } => {
            let query = statement("UPDATE seats SET stand_in = $1 WHERE table_id = $2 AND seat = $3 AND person = $4");
            let query = query.bind(bot).bind(table).bind(seat.0).bind(person);
            return Ok(query.execute(db).await? == 1);
        }
        Write::StartMatch { table, shares, givers, rules, setup, practice, at } => {
            let query = statement(
                "UPDATE tables SET phase = 'playing', rules = $1, shares = $2, givers = $3, setup = $4, practice = $5, \
                 started = $6, touched = $6 WHERE id = $7 AND phase = 'open'",
            );
            let query = query
                .bind(rules)
                .bind(text(shares))
                .bind(text(givers))
                .bind(setup.as_ref().map(text))
                .bind(practice)
                .bind(at);
            return Ok(query.bind(table).execute(db).await? == 1);
        }
        Write::StartRace { table, rules, at, racers } => {
            let query = statement(
                "UPDATE tables SET phase = 'playing', rules = $1, started = $2, touched = $2 WHERE id = $3 AND phase = 'open'",
            );
            if query.bind(rules).bind(at).bind(table).execute(&mut *db).await? == 0 {
                return Ok(false);
            }
            for racer in racers {
                create_begun(db, racer).await?;
            }
        }
        Write::NoteRace { table, at, results } => {
            let query = statement("UPDATE tables SET touched = $1 WHERE id = $2 AND phase = 'playing'");
            if query.bind(at).bind(table).execute(&mut *db).await? == 0 {
                return Ok(false);
            }
            if let Some(results) = results {
                statement("UPDATE tables SET phase = 'over' WHERE id = $1").bind(table).execute(&mut *db).await?;
                note_seats_ended(db, table, *at).await?;
                results::set(db, table, results).await?;
            }
        }
        Write::RecordSetup { table, setup } => {
            let query = statement("UPDATE tables SET setup = $1, touched = $2 WHERE id = $3 AND setup IS NULL");
            return Ok(query.bind(text(setup)).bind(now()).bind(table).execute(db).await? == 1);
        }
        Write::AppendStep { table, row, end, learned, touches } => {
            if !steps::append_one(db, table, row).await? {
                return Ok(false);
            }
            if let Some(person) = learned {
                results::note_learned(db, table, person, row.at).await?;
            }
            match end {
                None if *touches => touch(db, table).await?,
                None => {}
                Some(end) => return finish(db, table, None, end, row.at).await,
            }
        }
        Write::EndMatch { table, ended, end, at } => return finish(db, table, Some(ended), end, *at).await,
        Write::Agree { table, writes, proposals, incidents } => {
            for write in writes {
                if !Box::pin(make(db, write)).await? {
                    return Ok(false);
                }
            }
            let query = statement("UPDATE tables SET proposals = $1, incidents = $2 WHERE id = $3");
            query.bind(text(proposals)).bind(text(incidents)).bind(table).execute(db).await?;
        }
        Write::PutAway { person, table, away } => {
            let query = statement(match away {
                true => "INSERT INTO put_away (person, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                false => "DELETE FROM put_away WHERE person = $1 AND table_id = $2",
            });
            query.bind(person).bind(table).execute(db).await?;
        }
        Write::SetResults { table, results } => results::set(db, table, results).await?,
        Write::SetCard { person, card } => people::set_card(db, person, card).await?,
        Write::NoteLearned { table, person, at } => results::note_learned(db, table, person, *at).await?,
        Write::ForgetResults => results::forget_all(db).await?,
        Write::NoteLeft(left) => return tallies::leave(db, left).await,
        Write::CountAll => tallies::count_all(db).await?,
        Write::ExpireLines { since, people } => tallies::expire(db, *since, *people).await?,
        Write::RemoveSteps { table, from, last } => {
            let query = statement(
                "DELETE FROM steps WHERE table_id = $1 AND n BETWEEN $2 AND $3 \
                 AND NOT EXISTS (SELECT 1 FROM steps AS later WHERE later.table_id = $1 AND later.n = $3 + 1)",
            );
            if query.bind(table).bind(*from as i64).bind(*last as i64).execute(&mut *db).await? == 0 {
                return Ok(false);
            }
            let query = statement("DELETE FROM reactions WHERE table_id = $1 AND step >= $2");
            query.bind(table).bind(*from as i64).execute(&mut *db).await?;
            touch(db, table).await?;
        }
        Write::SetTalk { table, talk } => {
            statement("UPDATE tables SET talk = $1 WHERE id = $2").bind(talk.name()).bind(table).execute(db).await?;
        }
        Write::Say { table, remark, kept } => return say(db, table, remark, *kept).await,
        Write::React { table, row } => {
            let query = statement(
                "INSERT INTO reactions (table_id, step, person, seat, name, reaction, at) SELECT $1, $2, $3, $4, $5, $6, $7 \
                 WHERE EXISTS (SELECT 1 FROM steps WHERE table_id = $1 AND n = $2) \
                 ON CONFLICT (table_id, step, person) DO UPDATE SET reaction = excluded.reaction, seat = excluded.seat, name = excluded.name",
            );
            let query = query.bind(table).bind(row.step as i64).bind(&row.person).bind(row.seat.0).bind(&row.name);
            return Ok(query.bind(&row.reaction).bind(now()).execute(db).await? == 1);
        }
        Write::Unreact { table, step, person } => {
            let query = statement("DELETE FROM reactions WHERE table_id = $1 AND step = $2 AND person = $3");
            query.bind(table).bind(*step as i64).bind(person).execute(db).await?;
        }
        Write::Mute { person, other, muted } => {
            let query = statement(match muted {
                true => "INSERT INTO mutes (person, muted) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                false => "DELETE FROM mutes WHERE person = $1 AND muted = $2",
            });
            query.bind(person).bind(other).execute(db).await?;
        }
        Write::AtVersion { table, changes, write } => {
            if !peers::count_change(db, table, *changes, write.counts()).await? {
                return Ok(false);
            }
            return Box::pin(make(db, write)).await;
        }
        Write::KeepSeal { seal, seed, at, since, kept } => {
            let query = statement(
                "DELETE FROM seals WHERE at <= $1 OR at <= (SELECT at FROM seals ORDER BY at DESC LIMIT 1 OFFSET $2)",
            );
            query.bind(since).bind(kept).execute(&mut *db).await?;
            let query = statement("INSERT INTO seals (seal, seed, at) VALUES ($1, $2, $3)");
            query.bind(seal).bind(seed).bind(at).execute(db).await?;
        }
        Write::UseSeal(seal) => {
            return Ok(statement("DELETE FROM seals WHERE seal = $1").bind(seal).execute(db).await? == 1);
        }
        Write::WithTurns(write, turns) => {
            if !Box::pin(make(db, write)).await? {
                return Ok(false);
            }
            steps::set_turns(db, &[turns]).await?;
        }
        Write::SetTurns(turns) => steps::set_turns(db, &[turns]).await?,
        Write::TellTurn(turn) => return notices::tell(db, turn).await,
        Write::SetWebhook { person, webhook } => {
            notices::set_webhook(db, notices::OF_PERSON, person, webhook.as_ref()).await?
        }
        Write::AddPush { person, subscription, kept } => notices::add_push(db, person, subscription, *kept).await?,
        Write::AnswerPuzzle { person, answer } => puzzles::answer(db, person, answer).await?,
        Write::RemovePush { endpoint, person } => {
            let query = statement("DELETE FROM push_subscriptions WHERE endpoint = $1 AND ($2 IS NULL OR person = $2)");
            query.bind(endpoint).bind(person).execute(db).await?;
        }
        Write::CreateRematch { after, next } => {
            let query = statement("UPDATE tables SET next = $1 WHERE id = $2 AND next IS NULL");
            if query.bind(&next.id).bind(after).execute(&mut *db).await? == 0 {
                return Ok(false);
            }
            if !create(db, next).await? {
                return Ok(false);
            }
            let query = statement(
                "INSERT INTO removed (table_id, n, person, name) SELECT $1, n, person, name FROM removed WHERE table_id = $2",
            );
            query.bind(&next.id).bind(after).execute(db).await?;
        }
    }
    Ok(true)
}

/// Ends a match by its last step, which has just been appended, or earlier, as the players `ended`
/// it. Returns `false` if it is over already.
async fn finish(
    db: &mut Connection<'_>,
    table: &str,
    ended: Option<&EarlyEnd>,
    end: &MatchEnd,
    at: Timestamp,
) -> Result<bool, sqlx::Error> {
    // A match whose last step is in the journal is not over yet.
    let under_way = if ended.is_some() { "AND phase = 'playing'" } else { "" };
    let query = statement_of(format!(
        "UPDATE tables SET phase = 'over', outcome = $1, ended = $2, touched = $3 WHERE id = $4 {under_way}"
    ));
    let query = query.bind(text(&end.outcome)).bind(ended.map(text)).bind(at).bind(table);
    if query.execute(&mut *db).await? == 0 {
        return Ok(false);
    }
    note_seats_ended(db, table, at).await?;
    if let Some(result) = &end.try_result {
        daily::keep_result(db, table, result).await?;
    }
    for unlock in &end.unlocks {
        let query = statement(
            "INSERT INTO unlocked (person, game, level) VALUES ($1, $2, $3) ON CONFLICT (person, game) \
             DO UPDATE SET level = excluded.level WHERE excluded.level > unlocked.level",
        );
        let query = query.bind(&unlock.person).bind(&unlock.game).bind(unlock.level);
        query.execute(&mut *db).await?;
    }
    results::set(db, table, &end.results).await?;
    Ok(true)
}

/// Notes when a match ended on its seats, by which lists find it.
async fn note_seats_ended(db: &mut Connection<'_>, table: &str, at: Timestamp) -> Result<(), sqlx::Error> {
    let query = statement("UPDATE seats SET ended = $1 WHERE table_id = $2").bind(at);
    query.bind(table).execute(db).await.map(drop)
}

/// Adds a table whose match has begun, and may be over; returns `false` if the person has begun
/// this daily match already.
async fn create_begun(db: &mut Connection<'_>, header: &TableHeader) -> Result<bool, sqlx::Error> {
    if !create(db, header).await? {
        return Ok(false);
    }
    let query = statement(
        "UPDATE tables SET shares = $1, givers = $2, setup = $3, started = $4, outcome = $5, ended = $6, incidents = $7 \
         WHERE id = $8",
    );
    let query = query.bind(text(&header.shares)).bind(text(&header.givers)).bind(header.setup.as_ref().map(text));
    let query =
        query.bind(header.started).bind(header.outcome.as_ref().map(text)).bind(header.ended.as_ref().map(text));
    query.bind(text(&header.incidents)).bind(&header.id).execute(&mut *db).await?;
    if header.status == TableStatus::Over {
        note_seats_ended(db, &header.id, header.touched).await?;
    }
    Ok(true)
}

async fn touch(db: &mut Connection<'_>, table: &str) -> Result<(), sqlx::Error> {
    statement("UPDATE tables SET touched = $1 WHERE id = $2").bind(now()).bind(table).execute(db).await.map(drop)
}

/// Adds a table with its seats; returns `false` if the person has begun this daily match already.
async fn create(db: &mut Connection<'_>, header: &TableHeader) -> Result<bool, sqlx::Error> {
    // A person has one try of each daily match.
    let unless = if header.tried_day().is_some() { "ON CONFLICT DO NOTHING" } else { "" };
    let query = statement_of(format!(
        "INSERT INTO tables (id, game, rules, options, seats, host, phase, seed, practice, talk, pace, created, touched, public, \
         spectators, lesson, ranked, title, note, group_id, real_kind, daily, rest, race, lesson_number) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25) \
         {unless}",
    ));
    let query = query.bind(&header.id).bind(&header.game).bind(header.rules).bind(text(&header.options));
    let query = query.bind(header.seats.len() as i64).bind(&header.host).bind(header.status.name());
    let query = query.bind(header.seed.as_ref()).bind(header.practice).bind(header.talk.name());
    let query = query.bind(header.pace.name()).bind(header.created).bind(header.touched);
    let query = query.bind(header.access.public).bind(header.access.spectators).bind(header.lesson.is_some());
    let query = query.bind(header.ranked).bind(&header.title).bind(&header.note).bind(group(header));
    let query = query.bind(header.real.map(LuckKind::name));
    let query = query.bind(header.daily.map(|day| day.0)).bind(rest(header)).bind(race(header));
    let query = query.bind(header.lesson.unwrap_or(1));
    if query.execute(&mut *db).await? == 0 {
        return Ok(false);
    }
    if let Some(day) = header.tried_day() {
        let query = statement("UPDATE dailies SET tried = tried + 1 WHERE day = $1 AND game = $2");
        query.bind(day.0).bind(&header.game).execute(&mut *db).await?;
    }
    add_seats(db, header).await?;
    Ok(true)
}

/// Replaces the settings and the seats of a table; returns `false` if its match has begun.
async fn set_lobby(db: &mut Connection<'_>, header: &TableHeader) -> Result<bool, sqlx::Error> {
    let query = statement(
        "UPDATE tables SET game = $1, rules = $2, options = $3, seats = $4, seed = $5, practice = $6, ranked = $7, \
         talk = $8, pace = $9, unready = $10, title = $11, note = $12, group_id = $13, \
         real_kind = $14, touched = $15, rest = $16, race = $17 WHERE id = $18 AND phase = 'open'",
    );
    let query = query.bind(&header.game).bind(header.rules).bind(text(&header.options)).bind(header.seats.len() as i64);
    let query = query.bind(header.seed.as_ref()).bind(header.practice).bind(header.ranked).bind(header.talk.name());
    let query = query.bind(header.pace.name()).bind(text(&header.unready)).bind(&header.title).bind(&header.note);
    let query = query.bind(group(header)).bind(header.real.map(LuckKind::name)).bind(header.touched);
    let query = query.bind(rest(header)).bind(race(header)).bind(&header.id);
    if query.execute(&mut *db).await? == 0 {
        return Ok(false);
    }
    statement("DELETE FROM seats WHERE table_id = $1").bind(&header.id).execute(&mut *db).await?;
    add_seats(db, header).await?;
    Ok(true)
}

/// Returns the group of a table.
fn group(header: &TableHeader) -> Option<&str> {
    header.group.as_deref().map(String::as_str)
}

/// Returns the race of a table.
fn race(header: &TableHeader) -> Option<&str> {
    header.race.as_deref().map(String::as_str)
}

/// Returns the rest of a table as JSON, if it has any.
fn rest(header: &TableHeader) -> Option<String> {
    (!header.rest.is_none()).then(|| text(&header.rest))
}

/// Adds the seats of a table that has none.
async fn add_seats(db: &mut Connection<'_>, header: &TableHeader) -> Result<(), sqlx::Error> {
    for (seat, occupant) in header.seats.iter().enumerate() {
        let query = statement(
            "INSERT INTO seats (table_id, seat, person, bot, character, share, share_by, stand_in, name) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        );
        let query = query.bind(&header.id).bind(seat as i64).bind(occupant.person()).bind(occupant.bot());
        let query = query.bind(occupant.character()).bind(share(occupant)).bind(giver(occupant));
        query.bind(occupant.stand_in()).bind(occupant.called()).execute(&mut *db).await?;
    }
    Ok(())
}

/// Binds the columns of a step of a table to a statement; nulls without a step.
pub(super) fn bind_step<'v>(query: Statement<'v>, step: Option<(&'v str, &'v StepRow)>) -> Statement<'v> {
    let (table, row) = step.unzip();
    let step = row.map(|row| &row.step);
    let query = query.bind(table).bind(step.map(|step| step.n as i64)).bind(step.map(|step| i64::from(step.seat.0)));
    let query = query.bind(step.map(|step| text(&step.action))).bind(step.map(|step| text(&step.chance)));
    let query = query.bind(row.and_then(|row| row.request.as_deref())).bind(row.map(|row| row.at));
    query.bind(step.and_then(|step| step.bot.as_deref()))
}

/// Adds a chat message; its number must be free. Only the last `kept` are stored.
async fn say(db: &mut Connection<'_>, table: &str, remark: &Remark, kept: u64) -> Result<bool, sqlx::Error> {
    let query = statement(
        "INSERT INTO talk (table_id, n, person, seat, name, step, text, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT DO NOTHING",
    );
    let query = query.bind(table).bind(remark.n as i64).bind(&remark.person).bind(remark.seat.0).bind(&remark.name);
    let query = query.bind(remark.step as i64).bind(&remark.text).bind(remark.at);
    if query.execute(&mut *db).await? == 0 {
        return Ok(false);
    }
    let query = statement("DELETE FROM talk WHERE table_id = $1 AND n <= $2");
    query.bind(table).bind(remark.n.saturating_sub(kept) as i64).execute(db).await?;
    Ok(true)
}

fn share(occupant: &Occupant) -> Option<&str> {
    match occupant {
        Occupant::Person { share, .. } => Some(share),
        Occupant::Nobody | Occupant::Bot(_) => None,
    }
}

/// The stored name of the giver of a share that a player gave.
pub(super) const PLAYER: &str = "player";

fn giver(occupant: &Occupant) -> Option<&'static str> {
    match occupant {
        Occupant::Person { by: GivenBy::Player, .. } => Some(PLAYER),
        Occupant::Person { by: GivenBy::Hall, .. } => Some("hall"),
        Occupant::Nobody | Occupant::Bot(_) => None,
    }
}

pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use sqlx::Executor;

    use super::*;
    use crate::{Address, Person, Place};

    #[tokio::test]
    async fn a_connection_that_a_full_disk_has_broken_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let address = Address::parse(&format!("sqlite://{}", dir.path().join("hall.db").display())).unwrap();
        let Place::Sqlite(options) = &address.place else { panic!("{address}") };
        let (_, _, mut writes) = sqlite::open(&address, options).await.unwrap();
        let WriteConnection::Sqlite(_, Some(connection)) = &mut writes else { panic!("{writes:?}") };
        // For SQLite a file that may not grow is a full disk: error 13.
        connection.execute("PRAGMA max_page_count = 1").await.unwrap();
        let person = |n: usize| {
            // This is more than the pages that migrations have left free.
            let name = "A name".repeat(10_000);
            let person = Person::new(n.to_string(), name);
            Write::AddPerson(person, [String::new(), String::new()], None)
        };
        let full = writes.apply(&[person(0)]).await.unwrap_err();
        assert_eq!(full.as_database_error().and_then(|error| error.code()).as_deref(), Some("13"), "{full}");
        assert_eq!(writes.apply(&[person(1)]).await.unwrap(), [Ok(())]);
        assert_eq!(writes.apply(&[Write::Probe, person(2)]).await.unwrap(), [Ok(()), Ok(())]);
    }
}
