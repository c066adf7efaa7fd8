//! Reads stored data of people as values.

use std::collections::HashMap;

use kernel::Seat;

use crate::{
    Account, AuditEntry, CardTitle, ClosedTable, Looks, Person, PlayerCard, Restriction, RestrictionKind, SeatedPerson,
    Session, Shown, StoreError, Subject, Timestamp, TokenHash, Vacation,
    sql::{
        Row,
        lists::OVER_DAYS,
        read::{ReadPool, list, person},
        statement, statement_of,
    },
};

/// The selected columns of an account, and its tables.
const ACCOUNTS: &str = "SELECT accounts.person, people.name, accounts.password, accounts.recovery IS NOT NULL AS has_link \
                        FROM accounts JOIN people ON people.id = accounts.person";

impl ReadPool {
    pub(crate) async fn session(&self, token: &TokenHash) -> Result<Option<(Person, Timestamp)>, StoreError> {
        let query = statement(
            "SELECT id, name, theme, speed, language, quiet_bots, hidden, used FROM sessions JOIN people ON people.id = sessions.person WHERE sessions.token = $1",
        );
        let row = query.bind(token).fetch_optional(self.pool()).await?;
        row.map(|row| Ok((person(&row)?, row.try_get("used")?))).transpose()
    }

    pub(crate) async fn card(&self, person: &str) -> Result<PlayerCard, StoreError> {
        let query = statement("SELECT portrait, game, achievement, shown FROM cards WHERE person = $1").bind(person);
        let Some(row) = query.fetch_optional(self.pool()).await? else { return Ok(PlayerCard::default()) };
        let (game, achievement): (String, String) = (row.try_get("game")?, row.try_get("achievement")?);
        let title = (!achievement.is_empty()).then_some(CardTitle { game, achievement });
        let shown: String = row.try_get("shown")?;
        let shown = Shown::named(&shown).ok_or_else(|| StoreError::Unread(format!("there is no choice {shown:?}")))?;
        Ok(PlayerCard { portrait: row.try_get("portrait")?, title, shown })
    }

    pub(crate) async fn sessions(&self, person: &str) -> Result<Vec<Session>, StoreError> {
        let query = statement("SELECT token, device, made, used FROM sessions WHERE person = $1 ORDER BY used DESC");
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter()
            .map(|row| {
                let token: Vec<u8> = row.try_get("token")?;
                let token =
                    token.try_into().map_err(|_| StoreError::Unread("a token's hash is not 32 bytes".into()))?;
                Ok(Session {
                    token,
                    device: row.try_get("device")?,
                    made: row.try_get("made")?,
                    used: row.try_get("used")?,
                })
            })
            .collect()
    }

    pub(crate) async fn seated(&self, tables: &[&str]) -> Result<HashMap<String, Vec<SeatedPerson>>, StoreError> {
        let query = statement_of(format!(
            "SELECT seats.table_id, seats.seat, seats.person, COALESCE(seats.name, people.name) AS name FROM seats JOIN people ON people.id = seats.person \
             WHERE seats.table_id IN {} ORDER BY seats.table_id, seats.seat",
            list(tables.len())
        ));
        let mut seated: HashMap<_, Vec<_>> = HashMap::new();
        let query = tables.iter().fold(query, |query, table| query.bind(*table));
        for row in query.fetch_all(self.pool()).await? {
            let (person, name) = (row.try_get("person")?, row.try_get("name")?);
            let one = SeatedPerson { seat: Seat(row.try_get("seat")?), person, name };
            seated.entry(row.try_get("table_id")?).or_default().push(one);
        }
        Ok(seated)
    }

    pub(crate) async fn account(&self, person: &str) -> Result<Option<Account>, StoreError> {
        let query = format!("{ACCOUNTS} WHERE accounts.person = $1");
        let query = statement_of(query).bind(person);
        query.fetch_optional(self.pool()).await?.as_ref().map(account).transpose()
    }

    pub(crate) async fn account_named(&self, looks: &Looks) -> Result<Option<Account>, StoreError> {
        let query = format!(
            "{ACCOUNTS} WHERE accounts.person IN (SELECT person FROM account_names WHERE look IN ($1, $2)) \
             ORDER BY (SELECT count(*) FROM account_names WHERE person = accounts.person AND look IN ($1, $2)) DESC LIMIT 1"
        );
        let query = statement_of(query).bind(&looks[0]).bind(&looks[1]);
        query.fetch_optional(self.pool()).await?.as_ref().map(account).transpose()
    }

    pub(crate) async fn account_by_link(&self, recovery: &TokenHash) -> Result<Option<Account>, StoreError> {
        let query = format!("{ACCOUNTS} WHERE accounts.recovery = $1");
        let query = statement_of(query).bind(recovery);
        query.fetch_optional(self.pool()).await?.as_ref().map(account).transpose()
    }

    pub(crate) async fn calendar(&self, person: &str) -> Result<Option<String>, StoreError> {
        let query = statement("SELECT secret FROM calendars WHERE person = $1").bind(person);
        let row = query.fetch_optional(self.pool()).await?;
        row.map(|row| Ok(row.try_get("secret")?)).transpose()
    }

    pub(crate) async fn calendar_of(&self, secret: &str) -> Result<Option<Person>, StoreError> {
        let query = statement(
            "SELECT people.* FROM calendars JOIN people ON people.id = calendars.person WHERE calendars.secret = $1",
        );
        query.bind(secret).fetch_optional(self.pool()).await?.as_ref().map(person).transpose()
    }

    pub(crate) async fn vacations(&self, person: &str) -> Result<Vec<Vacation>, StoreError> {
        let query = statement("SELECT began, until FROM vacations WHERE person = $1 ORDER BY began").bind(person);
        let rows = query.fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(Vacation { began: row.try_get("began")?, until: row.try_get("until")? })).collect()
    }

    pub(crate) async fn played_over_days(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let query = statement_of(format!(
            "SELECT id FROM tables WHERE phase = 'playing' AND {OVER_DAYS} \
             AND id IN (SELECT table_id FROM seats WHERE person = $1) ORDER BY id",
        ));
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    pub(crate) async fn seats_held(&self, person: &str) -> Result<Vec<(String, Seat)>, StoreError> {
        let query = statement(
            "SELECT table_id, seat FROM seats JOIN tables ON tables.id = seats.table_id \
             WHERE seats.person = $1 AND tables.phase <> 'over'",
        );
        let rows = query.bind(person).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok((row.try_get("table_id")?, Seat(row.try_get("seat")?)))).collect()
    }

    pub(crate) async fn restrictions(&self) -> Result<Vec<Restriction>, StoreError> {
        let query = statement("SELECT kind, who, subject, until, why, at FROM restrictions ORDER BY at DESC");
        query.fetch_all(self.pool()).await?.iter().map(restriction).collect()
    }

    pub(crate) async fn closed_tables(&self) -> Result<Vec<ClosedTable>, StoreError> {
        let query = statement("SELECT table_id, why, at FROM closed_tables ORDER BY at DESC");
        let rows = query.fetch_all(self.pool()).await?;
        rows.iter()
            .map(|row| {
                Ok(ClosedTable { table: row.try_get("table_id")?, why: row.try_get("why")?, at: row.try_get("at")? })
            })
            .collect()
    }

    pub(crate) async fn audit(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let query = statement("SELECT at, operator, act, subject, why FROM audit ORDER BY n DESC LIMIT $1");
        let rows = query.bind(limit).fetch_all(self.pool()).await?;
        rows.iter()
            .map(|row| {
                Ok(AuditEntry {
                    at: row.try_get("at")?,
                    operator: row.try_get("operator")?,
                    act: row.try_get("act")?,
                    subject: row.try_get("subject")?,
                    why: row.try_get("why")?,
                })
            })
            .collect()
    }
}

fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        person: row.try_get("person")?,
        name: row.try_get("name")?,
        password: row.try_get("password")?,
        has_link: row.try_get("has_link")?,
    })
}

fn restriction(row: &Row) -> Result<Restriction, StoreError> {
    let (kind, who): (String, String) = (row.try_get("kind")?, row.try_get("who")?);
    let kind = match kind.as_str() {
        "ban" => RestrictionKind::Ban,
        "mute" => RestrictionKind::Mute,
        other => return Err(StoreError::Unread(format!("there is no restriction {other:?}"))),
    };
    let subject: String = row.try_get("subject")?;
    let subject = if who == "person" { Subject::Person(subject) } else { Subject::Address(subject) };
    Ok(Restriction { kind, subject, until: row.try_get("until")?, why: row.try_get("why")?, at: row.try_get("at")? })
}
