//! Writes changes to the stored data of people as SQL.

use crate::{
    AuditEntry, Decision, IncidentRow, Looks, NewSession, PeopleWrite, Person, PlayerCard, Proposal, RestrictionKind,
    SESSION_UNUSED, Subject, now,
    sql::{
        Connection, company, groups, packs,
        read::read,
        statement,
        tallies::{self, unread},
        write::text,
    },
};

/// Adds a person; returns `false` if the name looks like that of an account.
pub(in crate::sql) async fn add(
    db: &mut Connection<'_>,
    person: &Person,
    looks: &Looks,
    session: Option<&NewSession>,
) -> Result<bool, sqlx::Error> {
    if is_taken(db, looks, &person.id).await? {
        return Ok(false);
    }
    let query = statement(
        "INSERT INTO people (id, name, theme, speed, language, quiet_bots, hidden, created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    let query = query.bind(&person.id).bind(&person.name).bind(&person.theme).bind(&person.speed);
    query.bind(&person.language).bind(person.quiet_bots).bind(person.hidden).bind(now()).execute(&mut *db).await?;
    if let Some(session) = session {
        begin(db, &person.id, session).await?;
    }
    Ok(true)
}

/// Sets a person's name and display preferences; returns `false` if the name is new and looks like
/// another person's account.
pub(in crate::sql) async fn update(
    db: &mut Connection<'_>,
    person: &Person,
    looks: &Looks,
) -> Result<bool, sqlx::Error> {
    let query = statement(
        "UPDATE people SET theme = $1, speed = $2, language = $3, quiet_bots = $4, hidden = $5 WHERE id = $6",
    );
    let same = statement("SELECT 1 FROM people WHERE id = $1 AND name = $2").bind(&person.id).bind(&person.name);
    let renamed = same.fetch_optional(&mut *db).await?.is_none();
    if renamed && !rename(db, &person.id, &person.name, looks).await? {
        return Ok(false);
    }
    let query = query.bind(&person.theme).bind(&person.speed).bind(&person.language).bind(person.quiet_bots);
    query.bind(person.hidden).bind(&person.id).execute(db).await?;
    Ok(true)
}

/// Stores how a person shows themselves.
pub(in crate::sql) async fn set_card(
    db: &mut Connection<'_>,
    person: &str,
    card: &PlayerCard,
) -> Result<(), sqlx::Error> {
    let query = statement(
        "INSERT INTO cards (person, portrait, game, achievement, shown) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person) \
         DO UPDATE SET portrait = excluded.portrait, game = excluded.game, achievement = excluded.achievement, \
         shown = excluded.shown",
    );
    let title = card.title.as_ref();
    let query = query.bind(person).bind(&card.portrait).bind(title.map_or("", |title| title.game.as_str()));
    let query = query.bind(title.map_or("", |title| title.achievement.as_str())).bind(card.shown.name());
    query.execute(db).await.map(drop)
}

/// Makes one change; returns `false`, with nothing changed, if another change was first.
pub(in crate::sql) async fn make(db: &mut Connection<'_>, write: &PeopleWrite) -> Result<bool, sqlx::Error> {
    match write {
        PeopleWrite::Claim { person, name, looks, password, recovery, session } => {
            let claimed = statement("SELECT 1 FROM accounts WHERE person = $1").bind(person);
            if claimed.fetch_optional(&mut *db).await?.is_some() || is_taken(db, looks, person).await? {
                return Ok(false);
            }
            let query = statement("INSERT INTO accounts (person, password, recovery, created) VALUES ($1, $2, $3, $4)");
            let query = query.bind(person).bind(password).bind(recovery.as_ref()).bind(now());
            query.execute(&mut *db).await?;
            if let Some(session) = session {
                statement("DELETE FROM sessions WHERE person = $1").bind(person).execute(&mut *db).await?;
                begin(db, person, session).await?;
            }
            // Lines of people with an account never expire.
            tallies::count_person(db, person, tallies::guests_since()).await?;
            return rename(db, person, name, looks).await;
        }
        PeopleWrite::SetPassword { person, password, keep } => {
            let query = statement("UPDATE accounts SET password = $1 WHERE person = $2").bind(password).bind(person);
            if query.execute(&mut *db).await? == 0 {
                return Ok(false);
            }
            let query = statement("DELETE FROM sessions WHERE person = $1 AND token IS DISTINCT FROM $2").bind(person);
            query.bind(keep.as_ref()).execute(db).await?;
        }
        PeopleWrite::SetRecovery { person, recovery } => {
            let query = statement("UPDATE accounts SET recovery = $1 WHERE person = $2").bind(recovery);
            return Ok(query.bind(person).execute(db).await? == 1);
        }
        PeopleWrite::UseRecovery { was, now, password, session } => {
            let query = statement(
                "UPDATE accounts SET recovery = $1, password = coalesce($2, password) WHERE recovery = $3 RETURNING person",
            );
            let query = query.bind(now).bind(password).bind(was);
            let Some(row) = query.fetch_optional(&mut *db).await? else { return Ok(false) };
            let person: String = row.try_get("person")?;
            if password.is_some() {
                statement("DELETE FROM sessions WHERE person = $1").bind(&person).execute(&mut *db).await?;
            }
            begin(db, &person, session).await?;
        }
        PeopleWrite::BeginSession { person, session } => {
            let query = statement("SELECT 1 FROM accounts WHERE person = $1").bind(person);
            if query.fetch_optional(&mut *db).await?.is_none() {
                return Ok(false);
            }
            begin(db, person, session).await?;
        }
        PeopleWrite::UseSession { token, at } => {
            let query = statement("UPDATE sessions SET used = $1 WHERE token = $2").bind(at).bind(token);
            query.execute(db).await?;
        }
        PeopleWrite::EndSession(token) => {
            statement("DELETE FROM sessions WHERE token = $1").bind(token).execute(db).await?;
        }
        PeopleWrite::EndSessions(person) => {
            statement("DELETE FROM sessions WHERE person = $1").bind(person).execute(db).await?;
        }
        PeopleWrite::EndUnused => {
            statement("DELETE FROM sessions WHERE used < $1").bind(now() - SESSION_UNUSED).execute(db).await?;
        }
        PeopleWrite::Block { person, other, blocked } => company::block(db, person, other, *blocked).await?,
        PeopleWrite::Invite { person, table, inviter } => company::invite(db, person, table, inviter).await?,
        PeopleWrite::Decline { person, table } => {
            let query = statement("UPDATE invitations SET declined = TRUE WHERE person = $1 AND table_id = $2");
            query.bind(person).bind(table).execute(db).await?;
        }
        PeopleWrite::TellInvitation { person, table } => {
            let query =
                statement("UPDATE invitations SET told = TRUE WHERE person = $1 AND table_id = $2 AND NOT told");
            return Ok(query.bind(person).bind(table).execute(db).await? == 1);
        }
        PeopleWrite::SetCalendar { person, secret: Some(secret) } => {
            let query = statement(
                "INSERT INTO calendars (person, secret) VALUES ($1, $2) \
                 ON CONFLICT (person) DO UPDATE SET secret = excluded.secret",
            );
            query.bind(person).bind(secret).execute(db).await?;
        }
        PeopleWrite::SetCalendar { person, secret: None } => {
            statement("DELETE FROM calendars WHERE person = $1").bind(person).execute(db).await?;
        }
        PeopleWrite::BeginVacation { person, vacation } => {
            let query = statement(
                "INSERT INTO vacations (person, began, until) SELECT $1, $2, $3 \
                 WHERE NOT EXISTS (SELECT 1 FROM vacations WHERE person = $1 AND until > $2)",
            );
            return Ok(query.bind(person).bind(vacation.began).bind(vacation.until).execute(db).await? == 1);
        }
        PeopleWrite::EndVacation { person, at } => {
            let query = statement("UPDATE vacations SET until = $1 WHERE person = $2 AND until > $1");
            return Ok(query.bind(at).bind(person).execute(db).await? == 1);
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

async fn begin(db: &mut Connection<'_>, person: &str, session: &NewSession) -> Result<(), sqlx::Error> {
    let query = statement("INSERT INTO sessions (token, person, device, made, used) VALUES ($1, $2, $3, $4, $5)");
    let query = query.bind(&session.token).bind(person).bind(&session.device).bind(now()).bind(now());
    query.execute(db).await.map(drop)
}

/// Returns whether a name with these forms belongs to the account of another person.
async fn is_taken(db: &mut Connection<'_>, looks: &Looks, person: &str) -> Result<bool, sqlx::Error> {
    let query = statement("SELECT 1 FROM account_names WHERE look IN ($1, $2) AND person <> $3");
    Ok(query.bind(&looks[0]).bind(&looks[1]).bind(person).fetch_optional(db).await?.is_some())
}

/// Renames a person; returns `false` if the name looks like another person's account.
async fn rename(db: &mut Connection<'_>, person: &str, name: &str, looks: &Looks) -> Result<bool, sqlx::Error> {
    if is_taken(db, looks, person).await? {
        return Ok(false);
    }
    statement("UPDATE people SET name = $1 WHERE id = $2").bind(name).bind(person).execute(&mut *db).await?;
    statement("DELETE FROM account_names WHERE person = $1").bind(person).execute(&mut *db).await?;
    for look in looks {
        let query = statement(
            "INSERT INTO account_names (look, person) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM accounts WHERE person = $2) \
             ON CONFLICT DO NOTHING",
        );
        query.bind(look).bind(person).execute(&mut *db).await?;
    }
    Ok(true)
}

async fn forget(db: &mut Connection<'_>, person: &str, name: &str) -> Result<(), sqlx::Error> {
    for text in [
        "DELETE FROM account_names WHERE person = $1",
        "DELETE FROM accounts WHERE person = $1",
        "DELETE FROM sessions WHERE person = $1",
        "DELETE FROM unlocked WHERE person = $1",
        "DELETE FROM turns WHERE person = $1",
        "DELETE FROM put_away WHERE person = $1",
        "DELETE FROM webhooks WHERE person = $1",
        "DELETE FROM push_subscriptions WHERE person = $1",
        "DELETE FROM cards WHERE person = $1",
        "DELETE FROM calendars WHERE person = $1",
        "DELETE FROM vacations WHERE person = $1",
        "DELETE FROM packs WHERE person = $1",
        "DELETE FROM mutes WHERE person = $1",
        "DELETE FROM mutes WHERE muted = $1",
        "DELETE FROM blocks WHERE person = $1",
        "DELETE FROM blocks WHERE blocked = $1",
        "DELETE FROM invitations WHERE person = $1",
        "DELETE FROM invitations WHERE inviter = $1",
    ] {
        statement(text).bind(person).execute(&mut *db).await?;
    }
    groups::forget(db, person).await?;
    tallies::count_person(db, person, tallies::guests_since()).await?;
    for text in [
        "UPDATE people SET name = $1, theme = '', speed = '' WHERE id = $2",
        "UPDATE talk SET name = $1 WHERE person = $2",
        "UPDATE reactions SET name = $1 WHERE person = $2",
    ] {
        statement(text).bind(name).bind(person).execute(&mut *db).await?;
    }
    forget_in_journals(db, person, name).await
}

/// Replaces the name of a person in the incidents and proposals of tables.
async fn forget_in_journals(db: &mut Connection<'_>, person: &str, name: &str) -> Result<(), sqlx::Error> {
    let query = statement(
        "SELECT id, incidents, proposals FROM tables WHERE incidents LIKE $1 OR proposals LIKE $1 ORDER BY id",
    );
    let rows = query.bind(format!("%\"{person}\"%")).fetch_all(&mut *db).await?;
    for row in rows {
        let mut incidents: Vec<IncidentRow> = read(&row, "incidents").map_err(unread)?;
        let mut proposals: Vec<Proposal> = read(&row, "proposals").map_err(unread)?;
        for one in incidents.iter_mut().filter(|one| one.person == person) {
            name.clone_into(&mut one.incident.player);
        }
        for one in proposals.iter_mut().filter(|one| one.person == person) {
            name.clone_into(&mut one.name);
        }
        let query = statement("UPDATE tables SET incidents = $1, proposals = $2 WHERE id = $3");
        let query = query.bind(text(&incidents)).bind(text(&proposals)).bind(row.try_get::<String>("id")?);
        query.execute(&mut *db).await?;
    }
    Ok(())
}

async fn decide(db: &mut Connection<'_>, decision: &Decision) -> Result<bool, sqlx::Error> {
    match decision {
        Decision::Restrict(restriction) => {
            let query = statement(
                "INSERT INTO restrictions (kind, who, subject, until, why, at) VALUES ($1, $2, $3, $4, $5, $6) \
                 ON CONFLICT (kind, who, subject) DO UPDATE SET until = excluded.until, why = excluded.why, at = excluded.at",
            );
            let (kind, subject) = (restriction.kind, &restriction.subject);
            let query = query.bind(kind.name()).bind(subject.kind()).bind(subject.text()).bind(restriction.until);
            query.bind(&restriction.why).bind(restriction.at).execute(db).await?;
        }
        Decision::Lift(kind, subject) => return lift(db, *kind, subject).await,
        Decision::Close(closed) => {
            let query =
                statement("INSERT INTO closed_tables (table_id, why, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING");
            let query = query.bind(&closed.table).bind(&closed.why).bind(closed.at);
            return Ok(query.execute(db).await? == 1);
        }
        Decision::Reopen(table) => {
            let query = statement("DELETE FROM closed_tables WHERE table_id = $1").bind(table);
            return Ok(query.execute(db).await? == 1);
        }
        Decision::ListPack(hash, listed) => return packs::list(db, hash, *listed).await,
        Decision::Rename(person, name, looks) => return rename(db, person, name, looks).await,
    }
    Ok(true)
}

async fn lift(db: &mut Connection<'_>, kind: RestrictionKind, subject: &Subject) -> Result<bool, sqlx::Error> {
    let query = statement("DELETE FROM restrictions WHERE kind = $1 AND who = $2 AND subject = $3");
    let query = query.bind(kind.name()).bind(subject.kind()).bind(subject.text());
    Ok(query.execute(db).await? == 1)
}

async fn note(db: &mut Connection<'_>, entry: &AuditEntry) -> Result<(), sqlx::Error> {
    let query = statement("INSERT INTO audit (at, operator, act, subject, why) VALUES ($1, $2, $3, $4, $5)");
    let query = query.bind(entry.at).bind(&entry.operator).bind(&entry.act).bind(&entry.subject).bind(&entry.why);
    query.execute(db).await.map(drop)
}
