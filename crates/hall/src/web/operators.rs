//! Calls for operators, as JSON below `/api/v1/operator/`. Operators send a token that is in a file
//! of the server.

use std::{io::Write, path::Path, time::Duration};

use axum::{
    Json, Router,
    extract::{Path as UrlPath, Request, State},
    http::header,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;
use tower::util::MapResponseLayer;

use service::OPERATOR_TOKEN_FILE;

use super::{
    AppState,
    api::Body,
    callers::bearer,
    errors::FaultAnswer,
    never_stored, nothing_here,
    schema::{
        Answer, AuditAnswer, AuthorAnswer, ListedAnswer, NewNameAnswer, PeopleAtAnswer, RestrictionAnswer,
        RestrictionsAnswer,
    },
};
use crate::{
    Error,
    fault::{Code, Fault},
    files,
    people::{
        self,
        moderation::{Motive, address_text},
    },
    store::{Remark, RestrictionKind, Subject},
    tables::account_removal,
};

/// How many entries of the audit log are given.
const LISTED: u32 = 1000;

/// Returns the token of the data folder. If there is none, makes one that only its owner can read.
///
/// # Errors
/// If the file cannot be read or written, or holds no token.
pub(super) fn read_or_make_token(data: &Path) -> Result<String, Error> {
    let path = data.join(OPERATOR_TOKEN_FILE);
    let wrong = |why: String| Error::OperatorToken { path: path.clone(), why };
    match std::fs::read_to_string(&path) {
        Ok(text) if text.trim().len() >= 32 => Ok(text.trim().to_owned()),
        Ok(_) => Err(wrong("it is too short".into())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let (token, _) = people::new_token();
            let made = files::make_private(&path);
            let written = made.and_then(|mut file| writeln!(file, "{token}").and_then(|()| file.sync_all()));
            written.map_err(|error| wrong(error.to_string()))?;
            Ok(token)
        }
        Err(error) => Err(wrong(error.to_string())),
    }
}

/// Returns the addresses of the calls; each needs the token.
pub(super) fn routes(app: &AppState) -> Router<AppState> {
    let calls = Router::new()
        .route("/restrictions", get(restrictions).post(restrict).delete(lift))
        .route("/tables/{id}", get(people_at))
        .route("/tables/{id}/close", post(close).delete(reopen))
        .route("/packs/{hash}", post(list_pack).delete(unlist_pack))
        .route("/people/{id}/name", axum::routing::delete(reset_name))
        .route("/audit", get(audit))
        .fallback(nothing_here)
        .layer(middleware::from_fn_with_state(app.clone(), admit))
        .layer(MapResponseLayer::new(never_stored));
    Router::new().nest("/api/v1/operator", calls)
}

/// Lets only requests with the token pass.
async fn admit(State(app): State<AppState>, request: Request, next: Next) -> Response {
    // The server compares hashes, so that the time of the comparison reveals nothing of the token.
    match bearer(request.headers()).map(people::token_hash) {
        Some(hash) if hash == app.operator => next.run(request).await,
        _ => {
            let text =
                format!("this is for operators: send the token in the file {OPERATOR_TOKEN_FILE} of the hall's folder");
            let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
            (challenge, FaultAnswer::from(Fault::new(Code::Unauthorized, text))).into_response()
        }
    }
}

/// An action of an operator: its subject, its reason and the operator's name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    operator: String,
    why: String,
    kind: Option<String>,
    person: Option<String>,
    address: Option<String>,
    seconds: Option<u64>,
}

impl Act {
    fn motive(&self) -> Result<Motive, Fault> {
        Motive::new(&self.operator, &self.why)
    }

    fn kind(&self) -> Result<RestrictionKind, Fault> {
        let named = [RestrictionKind::Ban, RestrictionKind::Mute].into_iter();
        let found = named.into_iter().find(|kind| Some(kind.name()) == self.kind.as_deref());
        found.ok_or_else(|| Fault::bad("kind is \"ban\" or \"mute\""))
    }

    fn subject(&self) -> Result<Subject, Fault> {
        match (&self.person, &self.address) {
            (Some(id), None) => Ok(Subject::Person(id.clone())),
            (None, Some(address)) => {
                // A network is named by any address in it.
                let first = address.split('/').next().unwrap_or_default();
                let address = first.parse().map_err(|_| Fault::bad(format!("{address:?} is no address")))?;
                Ok(Subject::Address(address_text(address)))
            }
            _ => Err(Fault::bad("name either a person, by id, or an address")),
        }
    }
}

async fn restrict(State(app): State<AppState>, Body(act): Body<Act>) -> Answer<RestrictionsAnswer> {
    let (kind, subject, motive) = (act.kind()?, act.subject()?, act.motive()?);
    app.moderation.restrict(kind, subject.clone(), act.seconds.map(Duration::from_secs), motive).await?;
    if let (RestrictionKind::Ban, Subject::Person(id)) = (kind, &subject) {
        // A banned person cannot come, so nobody should wait for them.
        account_removal::give_up_seats(&app.registry, id).await?;
    }
    restrictions(State(app)).await
}

async fn lift(State(app): State<AppState>, Body(act): Body<Act>) -> Answer<RestrictionsAnswer> {
    app.moderation.lift(act.kind()?, act.subject()?, act.motive()?).await?;
    restrictions(State(app)).await
}

/// Lists the people and addresses under restrictions, and the closed tables.
async fn restrictions(State(app): State<AppState>) -> Answer<RestrictionsAnswer> {
    let mut restrictions = Vec::new();
    for one in app.store.restrictions().await? {
        let name = match &one.subject {
            Subject::Person(id) => app.store.person(id).await?.map(|person| person.name),
            Subject::Address(_) => None,
        };
        restrictions.push(RestrictionAnswer::new(one, name));
    }
    let closed_tables = app.store.closed_tables().await?.into_iter().map(Into::into).collect();
    Ok(Json(RestrictionsAnswer { restrictions, closed_tables }))
}

/// Lists the people at a table and in its chat, with the ids that an operator needs to name them.
async fn people_at(State(app): State<AppState>, UrlPath(id): UrlPath<String>) -> Answer<PeopleAtAnswer> {
    let (header, _) = app.store.load(&id).await?.ok_or_else(|| Fault::unknown_table(&id))?;
    let seats = app.store.seated(&[&id]).await?.remove(&id).unwrap_or_default();
    let (remarks, _) = app.store.talk(&id).await?;
    let author =
        |one: Remark| AuthorAnswer { n: one.n, person: one.person, name: one.name, text: one.text, at: one.at };
    Ok(Json(PeopleAtAnswer {
        game: header.game,
        phase: header.status.name(),
        host: header.host,
        closed: app.registry.is_closed(&id),
        seats: seats.into_iter().map(Into::into).collect(),
        remarks: remarks.into_iter().map(author).collect(),
        table: id,
    }))
}

async fn close(
    State(app): State<AppState>,
    UrlPath(id): UrlPath<String>,
    Body(act): Body<Act>,
) -> Answer<RestrictionsAnswer> {
    // A table that does not exist cannot be closed. A closed table exists, and locking it would
    // fail.
    if !app.registry.is_closed(&id) {
        drop(app.registry.lock(&id).await?);
    }
    let alone = app.moderation.alone().await;
    let why = app.moderation.close(&id, act.motive()?).await?;
    app.registry.set_closed(&id, Some(why));
    drop(alone);
    restrictions(State(app)).await
}

async fn reopen(
    State(app): State<AppState>,
    UrlPath(id): UrlPath<String>,
    Body(act): Body<Act>,
) -> Answer<RestrictionsAnswer> {
    let alone = app.moderation.alone().await;
    app.moderation.reopen(&id, act.motive()?).await?;
    app.registry.set_closed(&id, None);
    drop(alone);
    restrictions(State(app)).await
}

async fn reset_name(
    State(app): State<AppState>,
    UrlPath(id): UrlPath<String>,
    Body(act): Body<Act>,
) -> Answer<NewNameAnswer> {
    let name = app.moderation.reset_name(&id, act.motive()?).await?;
    account_removal::rename(&app.registry, &id, &name).await;
    Ok(Json(NewNameAnswer { person: id, name }))
}

async fn list_pack(
    State(app): State<AppState>,
    UrlPath(hash): UrlPath<String>,
    Body(act): Body<Act>,
) -> Answer<ListedAnswer> {
    app.moderation.list_pack(&hash, true, act.motive()?).await?;
    Ok(Json(ListedAnswer { hash, listed: true }))
}

async fn unlist_pack(
    State(app): State<AppState>,
    UrlPath(hash): UrlPath<String>,
    Body(act): Body<Act>,
) -> Answer<ListedAnswer> {
    app.moderation.list_pack(&hash, false, act.motive()?).await?;
    Ok(Json(ListedAnswer { hash, listed: false }))
}

async fn audit(State(app): State<AppState>) -> Answer<AuditAnswer> {
    let audit = app.store.audit(LISTED).await?.into_iter().map(Into::into).collect();
    Ok(Json(AuditAnswer { audit }))
}
