//! Changes to what is kept of people, as SQL.

use sqlx::SqliteConnection;

use crate::store::{AuditEntry, Decision, Looks, NewSession, PeopleWrite, Person, RestrictionKind, Subject, now};

/// Adds a person; `false` if the name looks like an account's.
pub(in crate::store::sqlite) async fn add(
    db: &mut SqliteConnection,
    person: &Person,
    looks: &Looks,
    session: Option<&NewSession>,
) -> Result<bool, sqlx::Error> {
    if is_taken(db, looks, &person.id).await? {
        return Ok(false);
    }
    let query = sqlx::query("INSERT INTO people (id, name, theme, speed, created) VALUES (?, ?, ?, ?, ?)");
    let query = query.bind(&person.id).bind(&person.name).bind(&person.theme).bind(&person.speed);
    query.bind(now()).execute(&mut *db).await?;
    if let Some(session) = session {
        begin(db, &person.id, session).await?;
    }
    Ok(true)
}

/// Sets a person's name, theme and speed; `false` if the name is new and looks like another's account.
pub(in crate::store::sqlite) async fn update(
    db: &mut SqliteConnection,
    person: &Person,
    looks: &Looks,
) -> Result<bool, sqlx::Error> {
    let query = sqlx::query("UPDATE people SET theme = ?, speed = ? WHERE id = ?");
    let same = sqlx::query("SELECT 1 FROM people WHERE id = ? AND name = ?").bind(&person.id).bind(&person.name);
    let renamed = same.fetch_optional(&mut *db).await?.is_none();
    if renamed && !rename(db, &person.id, &person.name, looks).await? {
        return Ok(false);
    }
    query.bind(&person.theme).bind(&person.speed).bind(&person.id).execute(db).await?;
    Ok(true)
}

/// Makes one change; `false` if somebody else was first, and then nothing is changed.
pub(in crate::store::sqlite) async fn make(
    db: &mut SqliteConnection,
    write: &PeopleWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        PeopleWrite::Claim { person, name, looks, password, recovery } => {
            let claimed = sqlx::query("SELECT 1 FROM accounts WHERE person = ?").bind(person);
            if claimed.fetch_optional(&mut *db).await?.is_some() || is_taken(db, looks, person).await? {
                return Ok(false);
            }
            let query = sqlx::query("INSERT INTO accounts (person, password, recovery, created) VALUES (?, ?, ?, ?)");
            let query = query.bind(person).bind(password).bind(recovery.map(Vec::from)).bind(now());
            query.execute(&mut *db).await?;
            return rename(db, person, name, looks).await;
        }
        PeopleWrite::SetPassword { person, password, keep } => {
            let query = sqlx::query("UPDATE accounts SET password = ? WHERE person = ?").bind(password).bind(person);
            if query.execute(&mut *db).await?.rows_affected() == 0 {
                return Ok(false);
            }
            let query = sqlx::query("DELETE FROM sessions WHERE person = ? AND token IS NOT ?").bind(person);
            query.bind(keep.map(Vec::from)).execute(db).await?;
        }
        PeopleWrite::SetRecovery { person, recovery } => {
            let query = sqlx::query("UPDATE accounts SET recovery = ? WHERE person = ?").bind(recovery.to_vec());
            return Ok(query.bind(person).execute(db).await?.rows_affected() == 1);
        }
        PeopleWrite::UseRecovery { was, now, password, session } => {
            let query = sqlx::query_scalar(
                "UPDATE accounts SET recovery = ?, password = coalesce(?, password) WHERE recovery = ? RETURNING person",
            );
            let query = query.bind(now.to_vec()).bind(password).bind(was.to_vec());
            let Some(person) = query.fetch_optional(&mut *db).await? else { return Ok(false) };
            let person: String = person;
            if password.is_some() {
                sqlx::query("DELETE FROM sessions WHERE person = ?").bind(&person).execute(&mut *db).await?;
            }
            begin(db, &person, session).await?;
        }
        PeopleWrite::BeginSession { person, session } => {
            let query = sqlx::query("SELECT 1 FROM accounts WHERE person = ?").bind(person);
            if query.fetch_optional(&mut *db).await?.is_none() {
                return Ok(false);
            }
            begin(db, person, session).await?;
        }
        PeopleWrite::UseSession { token, at } => {
            let query = sqlx::query("UPDATE sessions SET used = ? WHERE token = ?").bind(at).bind(token.to_vec());
            query.execute(db).await?;
        }
        PeopleWrite::EndSession(token) => {
            sqlx::query("DELETE FROM sessions WHERE token = ?").bind(token.to_vec()).execute(db).await?;
        }
        PeopleWrite::EndSessions(person) => {
            sqlx::query("DELETE FROM sessions WHERE person = ?").bind(person).execute(db).await?;
        }
        PeopleWrite::Forget { person, name } => forget(db, person, name).await?,
        PeopleWrite::Decide(decision, entry) => {
            if !decide(db, decision).await? {
                return Ok(false);
            }
            note(db, entry).await?;
        }
    }
    Ok(true)
}

async fn begin(db: &mut SqliteConnection, person: &str, session: &NewSession) -> Result<(), sqlx::Error> {
    let query = sqlx::query("INSERT INTO sessions (token, person, device, made, used) VALUES (?, ?, ?, ?, ?)");
    let query = query.bind(session.token.to_vec()).bind(person).bind(&session.device).bind(now()).bind(now());
    query.execute(db).await.map(drop)
}

/// Whether a name of these looks is the account's of somebody else.
async fn is_taken(db: &mut SqliteConnection, looks: &Looks, person: &str) -> Result<bool, sqlx::Error> {
    let query = sqlx::query("SELECT 1 FROM account_names WHERE look IN (?, ?) AND person <> ?");
    Ok(query.bind(&looks[0]).bind(&looks[1]).bind(person).fetch_optional(db).await?.is_some())
}

/// Gives a person a name; `false` if it looks like the account's of somebody else.
async fn rename(db: &mut SqliteConnection, person: &str, name: &str, looks: &Looks) -> Result<bool, sqlx::Error> {
    if is_taken(db, looks, person).await? {
        return Ok(false);
    }
    sqlx::query("UPDATE people SET name = ? WHERE id = ?").bind(name).bind(person).execute(&mut *db).await?;
    sqlx::query("DELETE FROM account_names WHERE person = ?").bind(person).execute(&mut *db).await?;
    for look in looks {
        let query = sqlx::query(
            "INSERT INTO account_names (look, person) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM accounts WHERE person = ?2) \
             ON CONFLICT DO NOTHING",
        );
        query.bind(look).bind(person).execute(&mut *db).await?;
    }
    Ok(true)
}

async fn forget(db: &mut SqliteConnection, person: &str, name: &str) -> Result<(), sqlx::Error> {
    for statement in [
        "DELETE FROM account_names WHERE person = ?",
        "DELETE FROM accounts WHERE person = ?",
        "DELETE FROM sessions WHERE person = ?",
        "DELETE FROM unlocked WHERE person = ?",
        "DELETE FROM turns WHERE person = ?",
        "DELETE FROM webhooks WHERE person = ?",
        "DELETE FROM push_subscriptions WHERE person = ?",
        "DELETE FROM mutes WHERE person = ?",
        "DELETE FROM turns WHERE person = ?",
        "DELETE FROM webhooks WHERE person = ?",
        "DELETE FROM push_subscriptions WHERE person = ?",
        "DELETE FROM mutes WHERE muted = ?",
    ] {
        sqlx::query(statement).bind(person).execute(&mut *db).await?;
    }
    for statement in [
        "UPDATE people SET name = ?, theme = '', speed = '' WHERE id = ?",
        "UPDATE talk SET name = ? WHERE person = ?",
        "UPDATE reactions SET name = ? WHERE person = ?",
    ] {
        sqlx::query(statement).bind(name).bind(person).execute(&mut *db).await?;
    }
    Ok(())
}

async fn decide(db: &mut SqliteConnection, decision: &Decision) -> Result<bool, sqlx::Error> {
    match decision {
        Decision::Restrict(restriction) => {
            let query = sqlx::query(
                "INSERT INTO restrictions (kind, who, subject, until, why, at) VALUES (?, ?, ?, ?, ?, ?) \
                 ON CONFLICT DO UPDATE SET until = excluded.until, why = excluded.why, at = excluded.at",
            );
            let (kind, subject) = (restriction.kind, &restriction.subject);
            let query = query.bind(kind.name()).bind(subject.kind()).bind(subject.text()).bind(restriction.until);
            query.bind(&restriction.why).bind(restriction.at).execute(db).await?;
        }
        Decision::Lift(kind, subject) => return lift(db, *kind, subject).await,
        Decision::Close(closed) => {
            let query =
                sqlx::query("INSERT INTO closed_tables (table_id, why, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
            let query = query.bind(&closed.table).bind(&closed.why).bind(closed.at);
            return Ok(query.execute(db).await?.rows_affected() == 1);
        }
        Decision::Reopen(table) => {
            let query = sqlx::query("DELETE FROM closed_tables WHERE table_id = ?").bind(table);
            return Ok(query.execute(db).await?.rows_affected() == 1);
        }
        Decision::Rename(person, name, looks) => return rename(db, person, name, looks).await,
    }
    Ok(true)
}

async fn lift(db: &mut SqliteConnection, kind: RestrictionKind, subject: &Subject) -> Result<bool, sqlx::Error> {
    let query = sqlx::query("DELETE FROM restrictions WHERE kind = ? AND who = ? AND subject = ?");
    let query = query.bind(kind.name()).bind(subject.kind()).bind(subject.text());
    Ok(query.execute(db).await?.rows_affected() == 1)
}

async fn note(db: &mut SqliteConnection, entry: &AuditEntry) -> Result<(), sqlx::Error> {
    let query = sqlx::query("INSERT INTO audit (at, operator, act, subject, why) VALUES (?, ?, ?, ?, ?)");
    let query = query.bind(entry.at).bind(&entry.operator).bind(&entry.act).bind(&entry.subject).bind(&entry.why);
    query.execute(db).await.map(drop)
}
