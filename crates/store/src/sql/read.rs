//! Reads rows as values of the store.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use kernel::{
    Answer, LuckKind, Pace, Seat, TableTalk,
    record::{GivenBy, Step},
};
use model::Day;
use serde::de::DeserializeOwned;

use super::{Pool, Row, statement, statement_of, steps::places, write::PLAYER};
use crate::{
    Access, Occupant, Options, Person, ReactionRow, Remark, RemovedPerson, SeatedBot, Silence, StepRow, StoreError,
    TableHeader, TableStatus, TableVersion, Timestamp,
};

/// The connections that read.
#[derive(Clone, Debug)]
pub(crate) struct ReadPool(Pool);

impl ReadPool {
    pub(crate) fn new(pool: Pool) -> ReadPool {
        ReadPool(pool)
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.0
    }

    pub(crate) async fn close(&self) {
        self.0.close().await;
    }

    pub(crate) async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        let query =
            statement("SELECT id, name, theme, speed, language, quiet_bots, hidden FROM people WHERE id = $1").bind(id);
        query.fetch_optional(&self.0).await?.as_ref().map(person).transpose()
    }

    /// Returns a table with its journal after step `n`.
    pub(crate) async fn load_after(
        &self,
        table: &str,
        n: usize,
    ) -> Result<Option<(TableHeader, Vec<StepRow>)>, StoreError> {
        // One transaction, so that the header and the steps show the same state.
        let mut transaction = self.0.snapshot().await?;
        let mut db = transaction.connection();
        let query = statement("SELECT * FROM tables WHERE id = $1").bind(table);
        let Some(row) = query.fetch_optional(&mut db).await? else { return Ok(None) };
        let query = statement(
            "SELECT table_id, person, bot, character, share, share_by, stand_in, name FROM seats WHERE table_id = $1 ORDER BY seat",
        );
        let seats = query.bind(table).fetch_all(&mut db).await?;
        let header = header(&row, seats.iter().map(occupant).collect::<Result<_, _>>()?)?;
        let query = statement(
            "SELECT n, seat, action, chance, bot, request, at FROM steps WHERE table_id = $1 AND n > $2 ORDER BY n",
        );
        let rows = query.bind(table).bind(n as i64).fetch_all(&mut db).await?;
        let steps = rows.iter().map(step).collect::<Result<_, _>>()?;
        transaction.commit().await?;
        Ok(Some((header, steps)))
    }

    pub(crate) async fn sealed(&self, seal: &str, since: Timestamp) -> Result<Option<[u8; 32]>, StoreError> {
        let query = statement("SELECT seed FROM seals WHERE seal = $1 AND at > $2").bind(seal).bind(since);
        query.fetch_optional(&self.0).await?.map(|row| seed_of(row.try_get("seed")?)).transpose()
    }

    pub(crate) async fn talk(&self, table: &str) -> Result<(Vec<Remark>, Vec<ReactionRow>), StoreError> {
        let query = statement("SELECT n, person, seat, name, step, text, at FROM talk WHERE table_id = $1 ORDER BY n");
        let remarks = query.bind(table).fetch_all(&self.0).await?;
        let query = statement(
            "SELECT step, person, seat, name, reaction FROM reactions WHERE table_id = $1 ORDER BY step, at, person",
        );
        let reactions = query.bind(table).fetch_all(&self.0).await?;
        Ok((
            remarks.iter().map(remark).collect::<Result<_, _>>()?,
            reactions.iter().map(reaction).collect::<Result<_, _>>()?,
        ))
    }

    pub(crate) async fn silences(&self, person: &str) -> Result<BTreeMap<String, Silence>, StoreError> {
        let query = statement("SELECT muted FROM mutes WHERE person = $1").bind(person);
        let mut silences = BTreeMap::new();
        for row in query.fetch_all(&self.0).await? {
            silences.insert(row.try_get("muted")?, Silence::Muted);
        }
        silences.extend(self.kept_apart(person).await?.into_iter().map(|other| (other, Silence::Blocked)));
        Ok(silences)
    }

    pub(crate) async fn removed(&self, table: &str) -> Result<Vec<RemovedPerson>, StoreError> {
        let query = statement("SELECT n, person, name FROM removed WHERE table_id = $1 ORDER BY n");
        let rows = query.bind(table).fetch_all(&self.0).await?;
        let one = |row: &Row| {
            let n: i64 = row.try_get("n")?;
            Ok(RemovedPerson { n: n as u64, person: row.try_get("person")?, name: row.try_get("name")? })
        };
        rows.iter().map(one).collect()
    }

    pub(crate) async fn offered_by(&self, host: &str) -> Result<Vec<String>, StoreError> {
        let query = statement("SELECT id FROM tables WHERE host = $1 AND phase = 'open' AND public");
        let rows = query.bind(host).fetch_all(&self.0).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(crate) async fn rematches_for(
        &self,
        person: &str,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<TableHeader>, StoreError> {
        let query = statement(
            "SELECT * FROM tables WHERE phase = 'open' AND touched > $2 AND EXISTS (SELECT 1 FROM tables AS before \
             WHERE before.next = tables.id AND before.next IS NOT NULL \
             AND $1 IN (SELECT person FROM seats WHERE seats.table_id = before.id)) \
             AND EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND person IS NULL AND bot IS NULL) \
             AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND person = $1) \
             AND NOT EXISTS (SELECT 1 FROM removed WHERE table_id = tables.id AND person = $1) \
             ORDER BY touched DESC LIMIT $3",
        );
        let rows = query.bind(person).bind(since).bind(limit).fetch_all(&self.0).await?;
        self.headers(&rows).await
    }

    pub(crate) async fn open_tables(&self, since: Timestamp, limit: u32) -> Result<Vec<TableHeader>, StoreError> {
        let query = statement(
            "SELECT * FROM tables WHERE phase = 'open' AND public AND touched > $1 AND EXISTS \
             (SELECT 1 FROM seats WHERE table_id = tables.id AND person IS NULL AND bot IS NULL) ORDER BY touched DESC LIMIT $2",
        );
        let rows = query.bind(since).bind(limit).fetch_all(&self.0).await?;
        self.headers(&rows).await
    }

    pub(crate) async fn played_since(
        &self,
        status: TableStatus,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<TableHeader>, StoreError> {
        let query = statement(
            "SELECT * FROM tables WHERE phase = $1 AND public AND spectators AND touched > $2 AND race IS NULL AND EXISTS \
             (SELECT 1 FROM seats WHERE table_id = tables.id AND person IS NOT NULL) ORDER BY touched DESC LIMIT $3",
        );
        let rows = query.bind(status.name()).bind(since).bind(limit).fetch_all(&self.0).await?;
        self.headers(&rows).await
    }

    pub(super) async fn headers(&self, rows: &[Row]) -> Result<Vec<TableHeader>, StoreError> {
        let query = statement_of(format!(
            "SELECT table_id, person, bot, character, share, share_by, stand_in, name FROM seats WHERE table_id IN {} \
             ORDER BY table_id, seat",
            list(rows.len())
        ));
        let ids = rows.iter().map(|row| row.try_get::<String>("id")).collect::<Result<Vec<_>, _>>()?;
        let mut seats: HashMap<String, Vec<Occupant>> = HashMap::new();
        let query = ids.iter().fold(query, |query, id| query.bind(id));
        for row in query.fetch_all(&self.0).await? {
            seats.entry(row.try_get("table_id")?).or_default().push(occupant(&row)?);
        }
        rows.iter().zip(&ids).map(|(row, id)| header(row, seats.remove(id).unwrap_or_default())).collect()
    }

    pub(crate) async fn hosted_since(&self, host: &str, since: Timestamp) -> Result<u64, StoreError> {
        let query = statement(
            "SELECT count(*) AS count FROM tables WHERE phase = 'playing' AND NOT lesson AND touched > $1 AND host = $2",
        );
        let row = query.bind(since).bind(host).fetch_one(&self.0).await?;
        Ok(row.try_get::<i64>("count")?.unsigned_abs())
    }

    pub(crate) async fn going_on(&self) -> Result<Vec<String>, StoreError> {
        let query = statement(
            "SELECT id FROM tables WHERE phase = 'playing' AND NOT lesson AND (pace <> 'none' OR race = id OR EXISTS \
             (SELECT 1 FROM seats WHERE table_id = tables.id AND (bot IS NOT NULL OR stand_in IS NOT NULL))) \
             ORDER BY touched DESC",
        );
        let rows = query.fetch_all(&self.0).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(crate) async fn racers(&self, race: &str) -> Result<Vec<String>, StoreError> {
        let query = statement("SELECT id FROM tables WHERE race = $1 AND id <> $1 ORDER BY id").bind(race);
        query.fetch_all(&self.0).await?.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(crate) async fn racer_journals(&self, race: &str) -> Result<Vec<(TableHeader, Vec<StepRow>)>, StoreError> {
        let mut journals = Vec::new();
        for id in self.racers(race).await? {
            journals.extend(self.load_after(&id, 0).await?);
        }
        Ok(journals)
    }

    pub(crate) async fn is_race_over(&self, race: &str) -> Result<bool, StoreError> {
        let query = statement("SELECT 1 AS found FROM tables WHERE id = $1 AND race = id AND phase = 'over'");
        Ok(query.bind(race).fetch_optional(&self.0).await?.is_some())
    }

    pub(crate) async fn openings(&self) -> Result<Vec<(Timestamp, Timestamp)>, StoreError> {
        let rows = statement("SELECT opened, seen FROM openings ORDER BY opened").fetch_all(&self.0).await?;
        rows.iter().map(|row| Ok((row.try_get("opened")?, row.try_get("seen")?))).collect()
    }

    pub(crate) async fn guest_since(&self, person: &str) -> Result<Option<Timestamp>, StoreError> {
        let query = statement(
            "SELECT created FROM people WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM accounts WHERE person = people.id)",
        );
        let row = query.bind(person).fetch_optional(&self.0).await?;
        row.map(|row| Ok(row.try_get("created")?)).transpose()
    }

    pub(crate) async fn ranked_together(&self, person: &str, other: &str, since: Timestamp) -> Result<u32, StoreError> {
        let query = statement(
            "SELECT count(DISTINCT tables.id) AS count FROM seats AS own \
             JOIN seats AS theirs ON theirs.table_id = own.table_id AND theirs.person = $2 \
             JOIN tables ON tables.id = own.table_id AND tables.ranked AND tables.started > $3 \
             WHERE own.person = $1 AND (own.ended IS NULL OR own.ended > $3)",
        );
        let row = query.bind(person).bind(other).bind(since).fetch_one(&self.0).await?;
        Ok(row.try_get("count")?)
    }

    pub(crate) async fn unlocked(&self, person: &str, game: &str) -> Result<u32, StoreError> {
        let query = statement("SELECT level FROM unlocked WHERE person = $1 AND game = $2").bind(person).bind(game);
        let row = query.fetch_optional(&self.0).await?;
        row.map_or(Ok(0), |row| Ok(row.try_get("level")?))
    }
}

pub(super) fn person(row: &Row) -> Result<Person, StoreError> {
    Ok(Person {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        theme: row.try_get("theme")?,
        speed: row.try_get("speed")?,
        language: row.try_get("language")?,
        quiet_bots: row.try_get("quiet_bots")?,
        hidden: row.try_get("hidden")?,
    })
}

fn occupant(row: &Row) -> Result<Occupant, StoreError> {
    let (person, bot): (Option<String>, Option<String>) = (row.try_get("person")?, row.try_get("bot")?);
    let share: Option<String> = row.try_get("share")?;
    Ok(match (person, bot) {
        (Some(id), _) => {
            let by: Option<String> = row.try_get("share_by")?;
            let by = if by.as_deref() == Some(PLAYER) { GivenBy::Player } else { GivenBy::Hall };
            let (stand_in, called) = (row.try_get("stand_in")?, row.try_get("name")?);
            Occupant::Person { id, share: share.unwrap_or_default(), by, stand_in, called }
        }
        (None, Some(name)) => Occupant::Bot(SeatedBot { name, character: row.try_get("character")? }),
        (None, None) => Occupant::Nobody,
    })
}

/// Returns a list of so many values for a condition: `($1, $2)`. No value gives a list that nothing
/// is in.
pub(super) fn list(count: usize) -> String {
    if count == 0 { "(NULL)".into() } else { places(1, count) }
}

fn header(row: &Row, seats: Vec<Occupant>) -> Result<TableHeader, StoreError> {
    let seed: Option<Vec<u8>> = row.try_get("seed")?;
    Ok(TableHeader {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        rules: row.try_get("rules")?,
        options: options(row)?,
        title: row.try_get("title")?,
        note: row.try_get("note")?,
        group: row.try_get::<Option<String>>("group_id")?.map(Arc::new),
        seats,
        host: row.try_get("host")?,
        access: Access { public: row.try_get("public")?, spectators: row.try_get("spectators")? },
        unready: read(row, "unready")?,
        status: named(row, "phase", TableStatus::named)?,
        seed: seed.map(seed_of).transpose()?,
        real: row.try_get::<Option<String>>("real_kind")?.as_deref().and_then(LuckKind::named),
        shares: read(row, "shares")?,
        givers: read(row, "givers")?,
        setup: read_optional::<Vec<Answer>>(row, "setup")?,
        practice: row.try_get("practice")?,
        lesson: row.try_get::<bool>("lesson")?.then(|| row.try_get("lesson_number")).transpose()?,
        daily: row.try_get::<Option<i64>>("daily")?.map(Day),
        race: row.try_get::<Option<String>>("race")?.map(Arc::new),
        ranked: row.try_get("ranked")?,
        talk: named(row, "talk", TableTalk::named)?,
        pace: named(row, "pace", Pace::named)?,
        rest: read_optional(row, "rest")?.unwrap_or_default(),
        started: row.try_get("started")?,
        outcome: read_optional(row, "outcome")?,
        ended: read_optional(row, "ended")?,
        incidents: read(row, "incidents")?,
        proposals: read(row, "proposals")?,
        next: row.try_get::<Option<String>>("next")?.map(Arc::new),
        created: row.try_get("created")?,
        touched: row.try_get("touched")?,
        version: TableVersion {
            changes: row.try_get("changes")?,
            branch: row.try_get("branch")?,
            asides: row.try_get("asides")?,
        },
    })
}

fn options(row: &Row) -> Result<Options, StoreError> {
    let text: String = row.try_get("options")?;
    table::rows::read_options(&text).map_err(|error| StoreError::Unread(format!("column options: {error}")))
}

pub(super) fn seed_of(bytes: Vec<u8>) -> Result<[u8; 32], StoreError> {
    bytes.try_into().map_err(|_| StoreError::Unread("a seed is not 32 bytes long".into()))
}

fn step(row: &Row) -> Result<StepRow, StoreError> {
    let n: i64 = row.try_get("n")?;
    let step = Step {
        n: n as usize,
        seat: Seat(row.try_get("seat")?),
        action: read(row, "action")?,
        chance: read(row, "chance")?,
        bot: row.try_get("bot")?,
    };
    Ok(StepRow { step, request: row.try_get("request")?, at: row.try_get("at")? })
}

fn remark(row: &Row) -> Result<Remark, StoreError> {
    let (n, step): (i64, i64) = (row.try_get("n")?, row.try_get("step")?);
    Ok(Remark {
        n: n as u64,
        person: row.try_get("person")?,
        seat: Seat(row.try_get("seat")?),
        name: row.try_get("name")?,
        step: step as usize,
        text: row.try_get("text")?,
        at: row.try_get("at")?,
    })
}

fn reaction(row: &Row) -> Result<ReactionRow, StoreError> {
    let step: i64 = row.try_get("step")?;
    Ok(ReactionRow {
        step: step as usize,
        person: row.try_get("person")?,
        seat: Seat(row.try_get("seat")?),
        name: row.try_get("name")?,
        reaction: row.try_get("reaction")?,
    })
}

pub(super) fn named<T>(row: &Row, column: &str, find: impl Fn(&str) -> Option<T>) -> Result<T, StoreError> {
    let name: String = row.try_get(column)?;
    find(&name).ok_or_else(|| StoreError::Unread(format!("column {column}: there is no {name:?}")))
}

pub(super) fn read<T: DeserializeOwned>(row: &Row, column: &str) -> Result<T, StoreError> {
    let text: String = row.try_get(column)?;
    serde_json::from_str(&text).map_err(|error| StoreError::Unread(format!("column {column}: {error}")))
}

pub(super) fn read_optional<T: DeserializeOwned>(row: &Row, column: &str) -> Result<Option<T>, StoreError> {
    match row.try_get::<Option<String>>(column)? {
        Some(_) => read(row, column).map(Some),
        None => Ok(None),
    }
}
