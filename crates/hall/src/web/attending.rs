//! Pages that follow a table without a stream.
//!
//! Over HTTP/1.1 a browser opens six connections to a server, and a stream takes one of them for as
//! long as it is open. So only the three pages of a browser that were used last have a stream. The
//! others ask for the table's version now and then. The person at such a page counts as present
//! until the page has not asked for a while, or reports that it closes. A page in the background
//! does not bring a player back from a stand-in; a page that opens its stream does.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use text::t;
use tokio::time::Instant;

use super::{
    AppState,
    callers::Caller,
    fields::QueryFields,
    limits::Listening,
    schema::{Answer, VersionAnswer},
};
use crate::{
    fault::{Code, Fault},
    tables::{LockedTable, Presence, TableHandle},
};

/// The maximal length of a page's own name, in bytes.
const LONGEST: usize = 40;

/// How much later than the report that a page has closed a question of the page may arrive: the two
/// take different connections.
const OVERTAKEN: Duration = Duration::from_secs(2);

/// The person for whom a page was drawn, compared with the caller who asks for its table now. Only
/// pages of people who have a seat or host the table name that person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Drawn {
    /// The caller, or anybody.
    Caller,
    /// A person, while the caller is not signed in.
    SignedOut,
    /// Another person, who has signed in meanwhile.
    Other,
}

impl Drawn {
    /// Compares the person whom the page names as `me` with the caller.
    pub(super) fn of(query: &QueryFields, caller: &Caller) -> Drawn {
        match (query.get("me"), caller.id()) {
            (None, _) => Drawn::Caller,
            (Some(me), Some(id)) if me == id => Drawn::Caller,
            (Some(_), Some(_)) => Drawn::Other,
            (Some(_), None) => Drawn::SignedOut,
        }
    }
}

/// `GET /tables/ID/version?me=PERSON&page=NAME`: the version of a table for the caller. With `page`
/// the caller counts as present, as if the page of this name had a stream. The presence ends when
/// the page has not asked for a while or calls [`leave`].
pub(super) async fn version(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
    query: QueryFields,
) -> Answer<VersionAnswer> {
    match Drawn::of(&query, &caller) {
        Drawn::Caller => {}
        Drawn::SignedOut => return Err(Fault::new(Code::Unauthorized, t!("you are signed out here")).into()),
        Drawn::Other => return Err(Fault::new(Code::NotYourSeat, t!("somebody else is signed in here now")).into()),
    }
    let (slot, guard) = app.registry.look(&id, caller.id()).await?;
    if let Some(page) = query.get("page") {
        app.attending.attend(&caller, (&id, page), (&slot, &guard))?;
    }
    Ok(Json(VersionAnswer { version: slot.version(caller.id()) }))
}

/// `POST /tables/ID/left?page=NAME`: the page of this name, which has no stream, has closed.
pub(super) async fn leave(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
    query: QueryFields,
) -> StatusCode {
    if let Some(page) = query.get("page") {
        app.attending.leave(&id, &caller, page);
    }
    StatusCode::NO_CONTENT
}

/// All pages that follow a table without a stream.
#[derive(Clone, Default)]
pub(super) struct Attending(Arc<Mutex<HashMap<Key, Attendant>>>);

/// A page, by its table, its person (empty for one whom the server does not know) and its own name.
type Key = (String, String, String);

/// A page that follows a table without a stream.
struct Attendant {
    /// The time until which it counts as open.
    until: Instant,
    _here: (Presence, Listening),
}

impl Attending {
    /// Notes that a page of the caller's is open.
    ///
    /// # Errors
    /// If the page has no fit name, or the caller has too many.
    fn attend(
        &self,
        caller: &Caller,
        (table, page): (&str, &str),
        at: (&Arc<TableHandle>, &LockedTable),
    ) -> Result<(), Fault> {
        let (slot, guard) = at;
        if page.is_empty() || page.len() > LONGEST {
            return Err(Fault::bad(t!("a page's name has at most {LONGEST} bytes")));
        }
        let key = key(table, caller, page);
        let until = Instant::now() + slot.lease();
        let mut all = self.all();
        if let Some(known) = all.get_mut(&key) {
            known.until = until;
            return Ok(());
        }
        let listening = caller.share().listen(caller.id())?;
        let person = caller.id().unwrap_or_default().to_owned();
        let presence = Presence::new(slot.clone(), person, guard.is_at_table(caller.id()), guard.step());
        all.insert(key.clone(), Attendant { until, _here: (presence, listening) });
        drop(all);
        tokio::spawn(self.clone().end_in_time(key, until));
        Ok(())
    }

    /// Ends the presence of a page that has closed, or that has a stream now; also if a question of
    /// it was on the way and arrives later.
    pub(super) fn leave(&self, table: &str, caller: &Caller, page: &str) {
        let (pages, key) = (self.clone(), key(table, caller, page));
        pages.all().remove(&key);
        tokio::spawn(async move {
            tokio::time::sleep(OVERTAKEN).await;
            pages.all().remove(&key);
        });
    }

    /// Waits until a page has not asked for a while, and then ends its presence.
    async fn end_in_time(self, key: Key, mut until: Instant) {
        loop {
            tokio::time::sleep_until(until).await;
            let mut all = self.all();
            match all.get(&key) {
                Some(page) if page.until > until => until = page.until,
                Some(page) if page.until == until => return drop(all.remove(&key)),
                // The page has left, and perhaps come back since.
                _ => return,
            }
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Key, Attendant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(table: &str, caller: &Caller, page: &str) -> Key {
    (table.to_owned(), caller.id().unwrap_or_default().to_owned(), page.to_owned())
}
