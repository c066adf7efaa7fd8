//! Turns, and the webhooks and browsers that receive notices of them.

use super::{
    Connection, Dialect, ReadPool, Row, Statement,
    lists::{OVER_DAYS, THAT_WAIT, due},
    statement, statement_of,
};
use crate::{PushSubscription, StoreError, Timestamp, Turn, Turns, Webhook, WebhookForm, now};

/// Returns an expression for the time since which a player is to be told of a turn: at a table that
/// is played over days, not before the end of a vacation.
pub(super) fn told_since() -> String {
    format!(
        "(SELECT coalesce(max(vacations.until), turns.since) FROM vacations WHERE vacations.person = turns.person \
         AND vacations.until > turns.since AND {OVER_DAYS})"
    )
}

/// Returns the condition on turns of which a player is to be told since a time after `$1`, up to
/// `$2`. It begins with what a turn itself tells, so that old turns cost no look at their tables.
pub(super) fn told_within() -> String {
    let since = told_since();
    format!(
        "turns.since <= $2 AND (turns.since > $1 OR turns.person IN (SELECT person FROM vacations WHERE until > $1)) \
         AND {since} > $1 AND {since} <= $2"
    )
}

/// Returns a statement for turns with the content of their notices; `since` says from when each
/// counts. Tables closed by an operator are left out.
pub(super) fn turns_with(dialect: Dialect, since: &str, conditions: &str) -> Statement<'static> {
    let names = dialect.list_of("people.name");
    statement_of(format!(
        "SELECT turns.person, turns.table_id, {since} AS since, tables.game, \
         (SELECT {names} FROM seats JOIN people ON people.id = seats.person \
          WHERE seats.table_id = turns.table_id AND seats.person <> turns.person) AS others \
         FROM turns CROSS JOIN tables WHERE tables.id = turns.table_id \
         AND tables.id NOT IN (SELECT table_id FROM closed_tables) AND {conditions}"
    ))
}

impl ReadPool {
    pub(crate) async fn turns(&self, table: &str) -> Result<Vec<String>, StoreError> {
        let query = statement(
            "SELECT turns.person FROM seats JOIN turns ON turns.person = seats.person AND turns.table_id = seats.table_id \
             WHERE seats.table_id = $1",
        );
        let rows = query.bind(table).fetch_all(self.pool()).await?;
        let people: Vec<String> = rows.iter().map(|row| row.try_get("person")).collect::<Result<_, _>>()?;
        Ok(Turns::people(people))
    }

    pub(crate) async fn waiting_for(&self, person: &str, since: Timestamp) -> Result<Vec<Turn>, StoreError> {
        let those = format!("{THAT_WAIT} ORDER BY {}, turns.since, turns.table_id", due());
        let query = turns_with(self.pool().dialect(), "turns.since", &those);
        query.bind(person).bind(since).fetch_all(self.pool()).await?.iter().map(turn).collect()
    }

    pub(crate) async fn untold_turns(
        &self,
        after: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Turn>, StoreError> {
        let since = told_since();
        let query = turns_with(
            self.pool().dialect(),
            &since,
            &format!(
                "NOT turns.told AND {} AND tables.phase = 'playing' \
                 AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = turns.table_id AND seats.person <> turns.person) \
                 AND turns.person IN (SELECT person FROM webhooks UNION SELECT person FROM push_subscriptions) \
                 ORDER BY {since} LIMIT $3",
                told_within()
            ),
        );
        query.bind(after).bind(until).bind(limit).fetch_all(self.pool()).await?.iter().map(turn).collect()
    }

    pub(crate) async fn webhook(&self, person: &str) -> Result<Option<Webhook>, StoreError> {
        self.webhook_in(OF_PERSON, person).await
    }

    /// Returns the webhook of a person or of a group.
    pub(super) async fn webhook_in(
        &self,
        (table, column): (&str, &str),
        owner: &str,
    ) -> Result<Option<Webhook>, StoreError> {
        let query = statement_of(format!("SELECT url, form, trouble FROM {table} WHERE {column} = $1")).bind(owner);
        let Some(row) = query.fetch_optional(self.pool()).await? else { return Ok(None) };
        let form = super::read::named(&row, "form", WebhookForm::named)?;
        Ok(Some(Webhook { url: row.try_get("url")?, form, trouble: row.try_get("trouble")? }))
    }

    pub(crate) async fn push_subscriptions(&self, person: &str) -> Result<Vec<PushSubscription>, StoreError> {
        let query = statement("SELECT endpoint, key, auth FROM push_subscriptions WHERE person = $1 ORDER BY created");
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        let subscription = |row: &Row| {
            Ok(PushSubscription {
                endpoint: row.try_get("endpoint")?,
                key: row.try_get("key")?,
                auth: row.try_get("auth")?,
            })
        };
        rows.iter().map(subscription).collect()
    }
}

pub(super) fn turn(row: &Row) -> Result<Turn, StoreError> {
    Ok(Turn {
        person: row.try_get("person")?,
        table: row.try_get("table_id")?,
        game: row.try_get("game")?,
        with: super::read::read(row, "others")?,
        since: row.try_get("since")?,
    })
}

/// Marks a turn as notified; returns `false` if the turn is over or already notified.
pub(super) async fn tell(db: &mut Connection<'_>, turn: &Turn) -> Result<bool, sqlx::Error> {
    let query =
        statement("UPDATE turns SET told = TRUE WHERE person = $1 AND table_id = $2 AND since <= $3 AND NOT told");
    let told = query.bind(&turn.person).bind(&turn.table).bind(turn.since).execute(db).await?;
    Ok(told == 1)
}

/// The table with the webhooks of people, and its key.
pub(super) const OF_PERSON: (&str, &str) = ("webhooks", "person");
/// The table with the webhooks of groups, and its key.
pub(super) const OF_GROUP: (&str, &str) = ("group_webhooks", "group_id");

/// Sets the webhook of a person or of a group; `None` removes it.
pub(super) async fn set_webhook(
    db: &mut Connection<'_>,
    (table, column): (&str, &str),
    owner: &str,
    webhook: Option<&Webhook>,
) -> Result<(), sqlx::Error> {
    let Some(webhook) = webhook else {
        let query = statement_of(format!("DELETE FROM {table} WHERE {column} = $1"));
        return query.bind(owner).execute(db).await.map(drop);
    };
    let query = statement_of(format!(
        "INSERT INTO {table} ({column}, url, form, trouble) VALUES ($1, $2, $3, $4) ON CONFLICT ({column}) \
         DO UPDATE SET url = excluded.url, form = excluded.form, trouble = excluded.trouble"
    ));
    let query = query.bind(owner).bind(&webhook.url).bind(webhook.form.name()).bind(&webhook.trouble);
    query.execute(db).await.map(drop)
}

pub(super) async fn add_push(
    db: &mut Connection<'_>,
    person: &str,
    added: &PushSubscription,
    kept: u32,
) -> Result<(), sqlx::Error> {
    let query = statement(
        "INSERT INTO push_subscriptions (endpoint, person, key, auth, created) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, key = excluded.key, auth = excluded.auth, \
         created = excluded.created",
    );
    let query = query.bind(&added.endpoint).bind(person).bind(&added.key).bind(&added.auth).bind(now());
    query.execute(&mut *db).await?;
    let query = statement(
        "DELETE FROM push_subscriptions WHERE person = $1 AND endpoint NOT IN \
         (SELECT endpoint FROM push_subscriptions WHERE person = $1 ORDER BY created DESC LIMIT $2)",
    );
    query.bind(person).bind(kept).execute(db).await.map(drop)
}
