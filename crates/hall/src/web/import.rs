//! Matches that were played elsewhere: their records come as a file.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Multipart, State, rejection::BytesRejection},
    response::{IntoResponse, Redirect},
    routing::post,
};
use text::t;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, HandlerResult,
    callers::Caller,
    errors::unread,
    fields,
    schema::{Answer, ImportedAnswer, Late},
};
use crate::{fault::Fault, tables::import};

/// The largest file of records, in bytes.
pub(super) const RECORDS_LIMIT: usize = 8 * 1024 * 1024;

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(add_matches)).layer(DefaultBodyLimit::max(RECORDS_LIMIT))
}

/// Returns the address of the form.
pub(super) fn routes() -> Router<AppState> {
    let to_own = || async { Redirect::to("/me") };
    Router::new().route("/me/matches", post(form).get(to_own)).layer(DefaultBodyLimit::max(RECORDS_LIMIT))
}

/// Adds matches that were played elsewhere to the caller's, from their records.
///
/// The body is a file of records, as `GET /api/v1/me/matches.jsonl` and the hall without a server
/// save it. Every step is checked first. The caller has the seats of all people; the matches count
/// for nothing, and one that is not over goes on. A match that the caller has here already is not
/// added again.
#[utoipa::path(post, path = "/api/v1/me/matches", request_body(content = String, content_type = "application/jsonl"), responses((status = 200, description = "The tables of the records, in their order", body = ImportedAnswer), (status = 409, description = "`bad_record`: a record is malformed or false; none was added", body = Late)))]
async fn add_matches(
    State(app): State<AppState>,
    caller: Caller,
    body: Result<Bytes, BytesRejection>,
) -> Answer<ImportedAnswer> {
    let body = body.map_err(|no| unread(no.status(), RECORDS_LIMIT))?;
    Ok(Json(ImportedAnswer { tables: imported(&app, &caller, body).await? }))
}

/// Does the same for a file that a person chose.
async fn form(State(app): State<AppState>, caller: Caller, form: Multipart) -> HandlerResult {
    let file = fields::file(form, "records", RECORDS_LIMIT).await?;
    let (_, text) = file.ok_or_else(|| Fault::bad(t!("choose a file of records")))?;
    let tables = imported(&app, &caller, text).await?;
    let there = match &tables[..] {
        [one] => format!("/tables/{one}"),
        _ => "/me".to_owned(),
    };
    Ok(Redirect::to(&there).into_response())
}

/// Adds the matches of a text, and returns the ids of their tables.
async fn imported(app: &AppState, caller: &Caller, text: Bytes) -> Result<Vec<String>, Fault> {
    let text = String::from_utf8(text.into()).map_err(|_| Fault::bad(t!("a file of records is text in UTF-8")))?;
    let me = caller.or_guest(&app.store).await?.id.clone();
    app.count_table(caller).await?;
    let (registry, reader, language) = (Arc::clone(&app.registry), me.clone(), caller.language());
    let read = move || language.speak(|| import::read(registry.roster(), &reader, &text));
    let matches = app.works.run(caller, read).await??;
    import::import(&app.registry, &me, matches).await
}
