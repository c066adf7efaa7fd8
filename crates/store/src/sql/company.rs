//! People who have played together, blocks and invitations.

use std::collections::BTreeSet;

use super::{Connection, ReadPool, Row, read::list, statement, statement_of};
use crate::{Companion, Entrant, Evening, HeadToHead, INVITED, Invitation, PublicSeat, StoreError, Timestamp, now};

/// The condition that a table has a free seat.
const HAS_FREE_SEAT: &str = "EXISTS (SELECT 1 FROM seats AS free WHERE free.table_id = tables.id \
                             AND free.person IS NULL AND free.bot IS NULL)";

/// Selects invitations that count: neither person has blocked the other, and the person does not
/// sit there. `$1` is the earliest time.
const INVITATIONS: &str = "SELECT invitations.*, people.name AS inviter_name, tables.game, tables.seats, \
     tables.phase = 'playing' AS begun, (SELECT count(*) FROM seats AS taken WHERE taken.table_id = tables.id \
     AND (taken.person IS NOT NULL OR taken.bot IS NOT NULL)) AS taken \
     FROM invitations JOIN tables ON tables.id = invitations.table_id JOIN people ON people.id = invitations.inviter \
     WHERE invitations.at > $1 AND NOT declined AND tables.id NOT IN (SELECT table_id FROM closed_tables) \
     AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = invitations.person AND blocks.blocked = invitations.inviter \
     OR blocks.person = invitations.inviter AND blocks.blocked = invitations.person) \
     AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = invitations.table_id AND seats.person = invitations.person)";

impl ReadPool {
    pub(crate) async fn companions(&self, person: &str, limit: u32) -> Result<Vec<Companion>, StoreError> {
        let query = statement(
            "SELECT last.*, people.name, \
             NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.person = last.other) AS guest, \
             CASE WHEN people.hidden OR EXISTS (SELECT 1 FROM blocks WHERE blocks.person = last.other AND blocked = $1) \
             THEN NULL ELSE (SELECT max(used) FROM sessions WHERE sessions.person = last.other) END AS seen \
             FROM (SELECT * FROM companions WHERE person = $1 \
             AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = $1 AND blocked = companions.other) \
             ORDER BY ended DESC, other LIMIT $2) AS last JOIN people ON people.id = last.other \
             ORDER BY ended DESC, other",
        );
        let rows = query.bind(person).bind(limit).fetch_all(self.pool()).await?;
        let companion = |row: &Row| {
            Ok(Companion {
                person: row.try_get("other")?,
                name: row.try_get("name")?,
                guest: row.try_get("guest")?,
                game: row.try_get("game")?,
                matches: row.try_get("matches")?,
                won: row.try_get("won")?,
                record: head_to_head(row)?,
                ended: row.try_get("ended")?,
                seen: row.try_get("seen")?,
            })
        };
        rows.iter().map(companion).collect()
    }

    pub(crate) async fn last_game_of(&self, person: &str, other: &str) -> Result<Option<String>, StoreError> {
        let query = statement(
            "SELECT game FROM companions WHERE person = $1 AND other = $2 \
             AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = $1 AND blocked = $2)",
        );
        let row = query.bind(person).bind(other).fetch_optional(self.pool()).await?;
        Ok(row.map(|row| row.try_get("game")).transpose()?)
    }

    pub(crate) async fn companions_among(
        &self,
        person: &str,
        others: &BTreeSet<&str>,
    ) -> Result<BTreeSet<String>, StoreError> {
        let query = statement_of(format!(
            "SELECT other FROM companions WHERE other IN {} AND person = ${}",
            list(others.len()),
            others.len() + 1
        ));
        let query = others.iter().fold(query, |query, other| query.bind(*other)).bind(person);
        query.fetch_all(self.pool()).await?.iter().map(|row| Ok(row.try_get("other")?)).collect()
    }

    pub(crate) async fn evenings(&self, person: &str, limit: u32) -> Result<Vec<Evening>, StoreError> {
        let query = statement(
            "SELECT evenings.*, people.name FROM (SELECT first FROM evenings WHERE person = $1 AND matches > 1 \
             ORDER BY ended DESC, first LIMIT $2) AS last JOIN evenings ON evenings.first = last.first \
             JOIN people ON people.id = evenings.person \
             ORDER BY evenings.ended DESC, evenings.first, evenings.points DESC, people.name, evenings.person",
        );
        evenings(&query.bind(person).bind(limit).fetch_all(self.pool()).await?)
    }

    pub(crate) async fn blocked(&self, person: &str) -> Result<Vec<Entrant>, StoreError> {
        let query = statement(
            "SELECT blocked, people.name FROM blocks JOIN people ON people.id = blocked WHERE person = $1 \
             ORDER BY at DESC, blocked",
        );
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(entrant(row, "blocked", "name")?)).collect()
    }

    pub(crate) async fn kept_apart(&self, person: &str) -> Result<BTreeSet<String>, StoreError> {
        let query = statement(
            "SELECT blocked AS other FROM blocks WHERE person = $1 UNION SELECT person AS other FROM blocks WHERE blocked = $1",
        );
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(row.try_get("other")?)).collect()
    }

    pub(crate) async fn invitations(&self, person: &str, since: Timestamp) -> Result<Vec<Invitation>, StoreError> {
        let query = statement_of(format!(
            "{INVITATIONS} AND invitations.person = $2 AND (tables.phase = 'open' AND {HAS_FREE_SEAT} \
             OR tables.phase = 'playing' AND tables.spectators) ORDER BY invitations.at DESC, tables.id"
        ));
        let rows = query.bind(since).bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(invitation).collect()
    }

    pub(crate) async fn untold_invitations(&self, since: Timestamp, limit: u32) -> Result<Vec<Invitation>, StoreError> {
        let query = statement_of(format!(
            "{INVITATIONS} AND NOT told AND tables.phase = 'open' AND {HAS_FREE_SEAT} \
             AND invitations.person IN (SELECT person FROM webhooks UNION SELECT person FROM push_subscriptions) \
             ORDER BY invitations.at LIMIT $2"
        ));
        query.bind(since).bind(limit).fetch_all(self.pool()).await?.iter().map(invitation).collect()
    }

    pub(crate) async fn invited_to(&self, table: &str) -> Result<BTreeSet<String>, StoreError> {
        let query = statement("SELECT person FROM invitations WHERE table_id = $1").bind(table);
        query.fetch_all(self.pool()).await?.iter().map(|row| Ok(row.try_get("person")?)).collect()
    }

    pub(crate) async fn public_tables_of(&self, people: &[&str]) -> Result<Vec<PublicSeat>, StoreError> {
        let query = statement_of(format!(
            "SELECT seats.person, tables.id, tables.game, tables.phase = 'open' AS open FROM seats JOIN tables ON tables.id = seats.table_id \
             WHERE seats.person IN {} AND seats.ended IS NULL AND tables.public \
             AND (tables.phase = 'open' AND {HAS_FREE_SEAT} OR tables.phase = 'playing' AND tables.spectators) ORDER BY tables.touched DESC, tables.id LIMIT 50",
            list(people.len())
        ));
        let rows = people.iter().fold(query, |query, person| query.bind(*person)).fetch_all(self.pool()).await?;
        let seat = |row: &Row| {
            Ok(PublicSeat {
                person: row.try_get("person")?,
                table: row.try_get("id")?,
                game: row.try_get("game")?,
                open: row.try_get("open")?,
            })
        };
        rows.iter().map(seat).collect()
    }
}

pub(super) fn head_to_head(row: &Row) -> Result<HeadToHead, sqlx::Error> {
    Ok(HeadToHead {
        ahead: row.try_get("ahead")?,
        behind: row.try_get("behind")?,
        level: row.try_get("level")?,
        together: row.try_get("together")?,
        together_won: row.try_get("together_won")?,
    })
}

/// Returns evenings from the rows of their people, which are in order.
pub(super) fn evenings(rows: &[Row]) -> Result<Vec<Evening>, StoreError> {
    let mut evenings: Vec<Evening> = Vec::new();
    for row in rows {
        let first: String = row.try_get("first")?;
        if evenings.last().is_none_or(|evening| evening.first != first) {
            evenings.push(Evening {
                first,
                began: row.try_get("began")?,
                ended: row.try_get("ended")?,
                matches: row.try_get("matches")?,
                points: Vec::new(),
            });
        }
        let points = (entrant(row, "person", "name")?, row.try_get("points")?);
        evenings.last_mut().into_iter().for_each(|evening| evening.points.push(points.clone()));
    }
    Ok(evenings)
}

pub(super) fn entrant(row: &Row, person: &str, name: &str) -> Result<Entrant, sqlx::Error> {
    Ok(Entrant { person: row.try_get(person)?, name: row.try_get(name)? })
}

fn invitation(row: &Row) -> Result<Invitation, StoreError> {
    Ok(Invitation {
        person: row.try_get("person")?,
        table: row.try_get("table_id")?,
        game: row.try_get("game")?,
        inviter: entrant(row, "inviter", "inviter_name")?,
        at: row.try_get("at")?,
        begun: row.try_get("begun")?,
        taken: row.try_get("taken")?,
        seats: row.try_get("seats")?,
    })
}

pub(super) async fn block(
    db: &mut Connection<'_>,
    person: &str,
    other: &str,
    blocked: bool,
) -> Result<(), sqlx::Error> {
    let query = match blocked {
        true => statement("INSERT INTO blocks (person, blocked, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(person)
            .bind(other)
            .bind(now()),
        false => statement("DELETE FROM blocks WHERE person = $1 AND blocked = $2").bind(person).bind(other),
    };
    query.execute(db).await.map(drop)
}

pub(super) async fn invite(
    db: &mut Connection<'_>,
    person: &str,
    table: &str,
    inviter: &str,
) -> Result<(), sqlx::Error> {
    let query = statement("DELETE FROM invitations WHERE person = $1 AND at <= $2");
    query.bind(person).bind(now() - INVITED).execute(&mut *db).await?;
    let query = statement(
        "INSERT INTO invitations (person, table_id, inviter, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    );
    query.bind(person).bind(table).bind(inviter).bind(now()).execute(db).await.map(drop)
}
