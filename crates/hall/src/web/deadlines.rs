//! Deadlines of matches over days as a calendar, at a secret address.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use text::{Language, t};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, HandlerResult, callers::Caller, fields::Fields, origin::Origin, schema::*};
use crate::{
    fault::{Code, Fault},
    random,
    store::PeopleWrite,
    views::calendar,
};

/// The length of the secret of an address.
const SECRET: usize = 24;

/// Returns the addresses of the form and of calendars.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/me/deadlines", post(change)).route("/calendar/{token}", get(feed))
}

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(deadlines)).routes(routes!(make_calendar, remove_calendar))
}

/// Returns the absolute address of the caller's calendar, for their page.
pub(super) async fn address(app: &AppState, caller: &Caller, origin: &Origin) -> Result<Option<String>, Fault> {
    let secret = app.store.calendar(caller.id().unwrap_or_default()).await?;
    let url = origin.url.as_deref().unwrap_or_default();
    Ok(secret.map(|secret| format!("{url}{}", path(&secret))))
}

/// Returns the path of a calendar.
fn path(secret: &str) -> String {
    format!("/calendar/{secret}.ics")
}

/// Makes another address, or removes it.
async fn change(State(app): State<AppState>, caller: Caller, fields: Fields) -> HandlerResult {
    let wanted = match fields.need("do")? {
        "make" => true,
        "remove" => false,
        _ => return Err(Fault::bad(t!("the address of a calendar can be made and removed")).into()),
    };
    let me = caller.or_guest(&app.store).await?;
    set_calendar(&app, &me.id, wanted).await?;
    Ok(Redirect::to("/me/notices#deadlines").into_response())
}

async fn set_calendar(app: &AppState, me: &str, wanted: bool) -> Result<(), Fault> {
    let secret = wanted.then(random::id::<SECRET>);
    Ok(app.store.write(PeopleWrite::SetCalendar { person: me.to_owned(), secret }.into()).await?)
}

/// Answers with the deadlines of the person whose address it is, as a calendar.
async fn feed(State(app): State<AppState>, Path(token): Path<String>, origin: Origin) -> HandlerResult {
    let secret = token.strip_suffix(".ics").unwrap_or(&token);
    let person = app.store.calendar_of(secret).await?;
    let person =
        person.ok_or_else(|| Fault::new(Code::NotFound, t!("there is no such calendar; make another address")))?;
    let language = translations::named(&person.language).unwrap_or_else(Language::english);
    let due = calendar::due(&app.registry, &app.store, &person.id).await?;
    let text = language.speak(|| calendar::text(&due, origin.url.as_deref().unwrap_or_default()));
    Ok(([(header::CONTENT_TYPE, "text/calendar; charset=utf-8")], text).into_response())
}

/// Returns the address of the caller's calendar of deadlines.
#[utoipa::path(get, path = "/api/v1/deadlines", responses((status = 200, description = "How it is now", body = DeadlinesAnswer)))]
async fn deadlines(State(app): State<AppState>, caller: Caller) -> Answer<DeadlinesAnswer> {
    let calendar = app.store.calendar(&caller.known()?.id).await?;
    Ok(Json(DeadlinesAnswer { calendar: calendar.as_deref().map(path) }))
}

/// Makes a secret address at which the caller's deadlines are a calendar, in place of an earlier
/// one.
#[utoipa::path(put, path = "/api/v1/deadlines/calendar", responses((status = 200, description = "How it is now", body = DeadlinesAnswer)))]
async fn make_calendar(State(app): State<AppState>, caller: Caller) -> Answer<DeadlinesAnswer> {
    set_calendar(&app, &caller.known()?.id, true).await?;
    deadlines(State(app), caller).await
}

/// Removes the address of the caller's calendar.
#[utoipa::path(delete, path = "/api/v1/deadlines/calendar", responses((status = 200, description = "How it is now", body = DeadlinesAnswer)))]
async fn remove_calendar(State(app): State<AppState>, caller: Caller) -> Answer<DeadlinesAnswer> {
    set_calendar(&app, &caller.known()?.id, false).await?;
    deadlines(State(app), caller).await
}
