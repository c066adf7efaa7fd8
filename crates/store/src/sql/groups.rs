//! Groups, their members, and their tables.

use super::{
    Connection, ReadPool, Row,
    company::{entrant, evenings},
    notices::{self, told_since, told_within},
    statement, statement_of,
};
use crate::{
    DueMember, Evening, Group, GroupOf, GroupScore, GroupWrite, MEMBERS, Member, StoreError, TableHeader, Timestamp,
    Webhook, now,
};

impl ReadPool {
    pub(crate) async fn group(&self, column: &str, value: &str) -> Result<Option<Group>, StoreError> {
        let query = statement_of(format!("SELECT * FROM groups WHERE {column} = $1")).bind(value);
        Ok(query.fetch_optional(self.pool()).await?.as_ref().map(group).transpose()?)
    }

    pub(crate) async fn groups_of(&self, person: &str) -> Result<Vec<GroupOf>, StoreError> {
        let query = statement(
            "SELECT groups.*, (SELECT count(*) FROM members AS all_members WHERE all_members.group_id = groups.id) AS members \
             FROM members JOIN groups ON groups.id = members.group_id WHERE members.person = $1 ORDER BY groups.name, groups.id",
        );
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(GroupOf { group: group(row)?, members: row.try_get("members")? })).collect()
    }

    pub(crate) async fn members(&self, group: &str, me: &str) -> Result<Vec<Member>, StoreError> {
        let query = statement(
            "SELECT members.person, members.joined, members.mention, people.name, \
             NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.person = members.person) AS guest, \
             CASE WHEN people.hidden OR EXISTS (SELECT 1 FROM blocks WHERE blocks.person = members.person AND blocked = $2) \
             THEN NULL ELSE (SELECT max(used) FROM sessions WHERE sessions.person = members.person) END AS seen \
             FROM members JOIN people ON people.id = members.person WHERE members.group_id = $1 \
             ORDER BY members.joined, members.person",
        );
        let rows = query.bind(group).bind(me).fetch_all(self.pool()).await?;
        let member = |row: &Row| {
            Ok(Member {
                person: row.try_get("person")?,
                name: row.try_get("name")?,
                guest: row.try_get("guest")?,
                joined: row.try_get("joined")?,
                seen: row.try_get("seen")?,
                mention: row.try_get("mention")?,
            })
        };
        rows.iter().map(member).collect()
    }

    pub(crate) async fn is_member(&self, group: &str, person: &str) -> Result<bool, StoreError> {
        let query = statement("SELECT 1 AS found FROM members WHERE group_id = $1 AND person = $2");
        Ok(query.bind(group).bind(person).fetch_optional(self.pool()).await?.is_some())
    }

    pub(crate) async fn group_tables(&self, group: &str, limit: u32) -> Result<Vec<TableHeader>, StoreError> {
        let query = statement(
            "SELECT * FROM tables WHERE group_id = $1 \
             ORDER BY CASE WHEN phase = 'over' THEN 1 ELSE 0 END, touched DESC, id LIMIT $2",
        );
        let rows = query.bind(group).bind(limit).fetch_all(self.pool()).await?;
        self.headers(&rows).await
    }

    pub(crate) async fn last_of_group(&self, group: &str) -> Result<Option<TableHeader>, StoreError> {
        let query = statement("SELECT * FROM tables WHERE group_id = $1 ORDER BY created DESC, id LIMIT 1");
        let rows = query.bind(group).fetch_all(self.pool()).await?;
        Ok(self.headers(&rows).await?.pop())
    }

    pub(crate) async fn group_evenings(&self, group: &str, limit: u32) -> Result<Vec<Evening>, StoreError> {
        let query = statement(
            "SELECT evenings.*, people.name FROM (SELECT evenings.first, max(evenings.ended) AS last FROM evenings \
             JOIN tables ON tables.id = evenings.first WHERE tables.group_id = $1 AND evenings.matches > 1 \
             GROUP BY evenings.first ORDER BY last DESC, evenings.first LIMIT $2) AS latest \
             JOIN evenings ON evenings.first = latest.first JOIN people ON people.id = evenings.person \
             ORDER BY evenings.ended DESC, evenings.first, evenings.points DESC, people.name, evenings.person",
        );
        evenings(&query.bind(group).bind(limit).fetch_all(self.pool()).await?)
    }

    pub(crate) async fn group_scores(&self, group: &str) -> Result<Vec<GroupScore>, StoreError> {
        // A person may have several seats, and a bot that has played for a person takes their
        // match off the board.
        let query = statement(
            "WITH own AS (SELECT results.table_id, results.game, results.person, min(results.place) AS place, \
             max(CASE WHEN results.won THEN 1 ELSE 0 END) AS won, max(CASE WHEN results.rivals THEN 1 ELSE 0 END) AS rivals, \
             max(results.score) AS score FROM tables JOIN results ON results.table_id = tables.id \
             JOIN members ON members.group_id = tables.group_id AND members.person = results.person \
             WHERE tables.group_id = $1 AND results.by_bots = 0 GROUP BY results.table_id, results.game, results.person), \
             scored AS (SELECT own.*, CASE WHEN rivals = 0 THEN won ELSE (SELECT count(*) FROM own AS other \
             WHERE other.table_id = own.table_id AND other.place > own.place) END AS points FROM own \
             WHERE (SELECT count(*) FROM own AS other WHERE other.table_id = own.table_id) > 1) \
             SELECT scored.game, scored.person, people.name, count(*) AS matches, CAST(sum(won) AS BIGINT) AS won, \
             CAST(sum(points) AS BIGINT) AS points, max(score) AS best FROM scored JOIN people ON people.id = scored.person \
             GROUP BY scored.game, scored.person, people.name \
             ORDER BY scored.game, points DESC, won DESC, matches, people.name, scored.person",
        );
        let score = |row: &Row| {
            Ok(GroupScore {
                game: row.try_get("game")?,
                entrant: entrant(row, "person", "name")?,
                matches: row.try_get("matches")?,
                won: row.try_get("won")?,
                points: row.try_get("points")?,
                best: row.try_get("best")?,
            })
        };
        query.bind(group).fetch_all(self.pool()).await?.iter().map(score).collect()
    }

    pub(crate) async fn group_webhook(&self, group: &str) -> Result<Option<Webhook>, StoreError> {
        self.webhook_in(notices::OF_GROUP, group).await
    }

    pub(crate) async fn due_members(
        &self,
        after: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<DueMember>, StoreError> {
        let (since, within) = (told_since(), told_within());
        let query = statement_of(format!(
            "SELECT turns.person, turns.table_id, {since} AS since, tables.game, tables.group_id, people.name, \
             coalesce(members.mention, '') AS mention FROM turns JOIN tables ON tables.id = turns.table_id \
             JOIN group_webhooks ON group_webhooks.group_id = tables.group_id JOIN people ON people.id = turns.person \
             LEFT JOIN members ON members.group_id = tables.group_id AND members.person = turns.person \
             WHERE NOT turns.group_told AND {within} AND tables.phase = 'playing' \
             AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = turns.table_id AND seats.person <> turns.person) \
             AND tables.id NOT IN (SELECT table_id FROM closed_tables) ORDER BY {since}, turns.table_id LIMIT $3",
        ));
        let due = |row: &Row| {
            Ok(DueMember {
                group: row.try_get("group_id")?,
                table: row.try_get("table_id")?,
                game: row.try_get("game")?,
                person: row.try_get("person")?,
                name: row.try_get("name")?,
                mention: row.try_get("mention")?,
                since: row.try_get("since")?,
            })
        };
        query.bind(after).bind(until).bind(limit).fetch_all(self.pool()).await?.iter().map(due).collect()
    }
}

fn group(row: &Row) -> Result<Group, sqlx::Error> {
    Ok(Group {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        note: row.try_get("note")?,
        owner: row.try_get("owner")?,
        link: row.try_get("link")?,
        created: row.try_get("created")?,
    })
}

/// Makes one change; returns `false`, with nothing changed, if it is refused.
pub(super) async fn make(db: &mut Connection<'_>, write: &GroupWrite) -> Result<bool, sqlx::Error> {
    match write {
        GroupWrite::Make(group) => {
            let query =
                statement("INSERT INTO groups (id, name, note, owner, link, created) VALUES ($1, $2, $3, $4, $5, $6)");
            let query = query.bind(&group.id).bind(&group.name).bind(&group.note).bind(&group.owner);
            query.bind(&group.link).bind(group.created).execute(&mut *db).await?;
            return join(db, &group.link, &group.owner).await;
        }
        GroupWrite::Change(group) => {
            let query = statement("UPDATE groups SET name = $1, note = $2, link = $3 WHERE id = $4");
            let query = query.bind(&group.name).bind(&group.note).bind(&group.link).bind(&group.id);
            return Ok(query.execute(db).await? == 1);
        }
        GroupWrite::Join { link, person } => return join(db, link, person).await,
        GroupWrite::Leave { group, person, link } => return leave(db, group, person, link.as_deref()).await,
        GroupWrite::SetMention { group, person, mention } => {
            let query = statement("UPDATE members SET mention = $1 WHERE group_id = $2 AND person = $3");
            return Ok(query.bind(mention).bind(group).bind(person).execute(db).await? == 1);
        }
        GroupWrite::SetWebhook { group, webhook } => {
            notices::set_webhook(db, notices::OF_GROUP, group, webhook.as_ref()).await?;
        }
        GroupWrite::Invite { group, table, inviter } => {
            let query = statement(
                "INSERT INTO invitations (person, table_id, inviter, at) SELECT person, $1, $2, $3 FROM members \
                 WHERE group_id = $4 AND person <> $2 ON CONFLICT DO NOTHING",
            );
            query.bind(table).bind(inviter).bind(now()).bind(group).execute(db).await?;
        }
        GroupWrite::Tell(due) => {
            let query = statement(
                "UPDATE turns SET group_told = TRUE WHERE person = $1 AND table_id = $2 AND since <= $3 AND NOT group_told",
            );
            return Ok(query.bind(&due.person).bind(&due.table).bind(due.since).execute(db).await? == 1);
        }
    }
    Ok(true)
}

async fn join(db: &mut Connection<'_>, link: &str, person: &str) -> Result<bool, sqlx::Error> {
    let query = statement(
        "INSERT INTO members (group_id, person, joined, mention) SELECT id, $1, $2, '' FROM groups WHERE link = $3 \
         AND (SELECT count(*) FROM members WHERE members.group_id = groups.id) < $4 ON CONFLICT DO NOTHING",
    );
    Ok(query.bind(person).bind(now()).bind(link).bind(MEMBERS).execute(db).await? == 1)
}

async fn leave(db: &mut Connection<'_>, group: &str, person: &str, link: Option<&str>) -> Result<bool, sqlx::Error> {
    let query = statement("DELETE FROM members WHERE group_id = $1 AND person = $2").bind(group).bind(person);
    if query.execute(&mut *db).await? == 0 {
        return Ok(false);
    }
    let query = statement(
        "SELECT members.person FROM members LEFT JOIN accounts ON accounts.person = members.person WHERE group_id = $1 \
         ORDER BY CASE WHEN accounts.person IS NULL THEN 1 ELSE 0 END, joined, members.person LIMIT 1",
    );
    match query.bind(group).fetch_optional(&mut *db).await? {
        Some(row) => {
            let heir: String = row.try_get("person")?;
            let query = statement("UPDATE groups SET owner = $1 WHERE id = $2 AND owner = $3");
            query.bind(heir).bind(group).bind(person).execute(&mut *db).await?;
            let query = statement("UPDATE groups SET link = coalesce($1, link) WHERE id = $2");
            query.bind(link).bind(group).execute(db).await?;
        }
        None => {
            notices::set_webhook(db, notices::OF_GROUP, group, None).await?;
            statement("DELETE FROM groups WHERE id = $1").bind(group).execute(db).await?;
        }
    }
    Ok(true)
}

/// Removes a person who is deleted from all groups.
pub(super) async fn forget(db: &mut Connection<'_>, person: &str) -> Result<(), sqlx::Error> {
    for row in statement("SELECT group_id FROM members WHERE person = $1").bind(person).fetch_all(&mut *db).await? {
        leave(db, &row.try_get::<String>("group_id")?, person, None).await?;
    }
    Ok(())
}
