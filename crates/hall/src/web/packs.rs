//! Packs of house cards: the page and its forms, and the same for programs.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Multipart, Path, State, rejection::BytesRejection},
    http::StatusCode,
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use kernel::PACK_LIMIT;
use pages::{Entered, PackChoice};
use text::t;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, HandlerResult,
    callers::Caller,
    errors::{HttpFault, html, unread},
    fields::{self, Fields},
    schema::{Answer, Failure, PackAnswer, PacksAnswer},
};
use crate::{fault::Fault, tables::packs};

/// The largest body, in bytes: a pack with what a form puts around it.
const LIMIT: usize = PACK_LIMIT + 4 * 1024;

/// Returns the addresses of the page and its forms.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/me/packs", get(page).post(form))
        .route("/me/packs/{hash}", post(change).get(|| async { Redirect::to("/me/packs") }))
        .layer(DefaultBodyLimit::max(LIMIT))
}

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_packs, add_pack))
        .routes(routes!(remove_pack))
        .layer(DefaultBodyLimit::max(LIMIT))
}

async fn page(State(app): State<AppState>, caller: Caller) -> HandlerResult {
    packs_page(&app, &caller, StatusCode::OK, Entered::default()).await
}

async fn packs_page(app: &AppState, caller: &Caller, status: StatusCode, entered: Entered) -> HandlerResult {
    let (own, account) = match caller.id() {
        Some(me) => (app.store.packs_of(me).await?, app.store.account(me).await?.is_some()),
        None => (Vec::new(), false),
    };
    Ok(html(status, pages::packs(&app.visitor(caller).await?, &own, account, &entered)))
}

/// Adds a pack from a file that a person chose. Its mistakes are shown at the field.
async fn form(State(app): State<AppState>, caller: Caller, form: Multipart) -> HandlerResult {
    let (name, text) =
        fields::file(form, "pack", LIMIT).await?.ok_or_else(|| Fault::bad(t!("choose the file of a pack")))?;
    match brought(&app, &caller, name.unwrap_or_else(|| "pack.toml".into()), text).await {
        Ok(_) => Ok(Redirect::to("/me/packs").into_response()),
        Err(fault) => {
            let entered = Entered::new("/me/packs", &[], "pack", fault.message.clone());
            packs_page(&app, &caller, fault.status(), entered).await
        }
    }
}

/// Removes a pack.
async fn change(
    State(app): State<AppState>,
    caller: Caller,
    Path(hash): Path<String>,
    fields: Fields,
) -> HandlerResult {
    if fields.need("do")? != "remove" {
        return Err(Fault::bad(t!("the form asks for nothing that can be done with house cards")).into());
    }
    packs::remove(&app.store, &caller.known()?.id, &hash).await?;
    Ok(Redirect::to("/me/packs").into_response())
}

/// Reads a pack, and adds it to those of the caller; returns its hash.
async fn brought(app: &AppState, caller: &Caller, name: String, text: Bytes) -> Result<String, Fault> {
    let me = caller.voice()?.id.clone();
    packs::check_account(&app.store, &me).await?;
    app.count_table(caller).await?;
    let text = String::from_utf8(text.into()).map_err(|_| Fault::bad(t!("a pack is text in UTF-8")))?;
    let (registry, language) = (Arc::clone(&app.registry), caller.language());
    let read = move || language.speak(|| packs::read(registry.roster(), &name, &text));
    let pack = app.works.run(caller, read).await??;
    packs::bring(&app.registry, &me, pack).await
}

/// Lists the packs of house cards that the caller has brought.
#[utoipa::path(get, path = "/api/v1/me/packs", responses((status = 200, description = "The packs", body = PacksAnswer)))]
async fn list_packs(State(app): State<AppState>, caller: Caller) -> Answer<PacksAnswer> {
    let packs = app.store.packs_of(&caller.known()?.id).await?;
    Ok(Json(PacksAnswer { packs: packs.into_iter().map(Into::into).collect() }))
}

/// Adds a pack of house cards to the caller's, who has an account.
///
/// The body is the pack as JSON, or as TOML. Every mistake is told with its line. Bots try the pack
/// in random matches; once it has passed, the caller may open tables with it: its hash is the value
/// of their option `pack`.
#[utoipa::path(post, path = "/api/v1/me/packs", request_body(content = String, content_type = "text/plain"), responses((status = 200, description = "The pack; one that the caller has already stays", body = PackAnswer), (status = 400, description = "`bad_options`: the pack has mistakes", body = Failure)))]
async fn add_pack(
    State(app): State<AppState>,
    caller: Caller,
    body: Result<Bytes, BytesRejection>,
) -> Answer<PackAnswer> {
    let body = body.map_err(|no| unread(no.status(), LIMIT))?;
    let name = if body.trim_ascii_start().starts_with(b"{") { "pack.json" } else { "pack.toml" };
    let hash = brought(&app, &caller, name.into(), body).await?;
    let own = app.store.packs_of(&caller.known()?.id).await?;
    let pack = own.into_iter().find(|one| one.hash == hash);
    Ok(Json(pack.ok_or_else(|| Fault::bad(t!("the pack was removed at the same moment")))?.into()))
}

/// Removes a pack from the caller's. Tables that have it keep it.
#[utoipa::path(delete, path = "/api/v1/me/packs/{hash}", responses((status = 200, description = "The packs that are left", body = PacksAnswer), (status = 404, description = "`not_found`: the caller has no such pack", body = Failure)))]
async fn remove_pack(State(app): State<AppState>, caller: Caller, Path(hash): Path<String>) -> Answer<PacksAnswer> {
    packs::remove(&app.store, &caller.known()?.id, &hash).await?;
    list_packs(State(app), caller).await
}

/// Returns the packs with which a caller may open a table of a game, and the chosen one.
pub(super) async fn choice(
    app: &AppState,
    caller: &Caller,
    game: &str,
    chosen: Option<&str>,
) -> Result<PackChoice, Fault> {
    let packs = app.store.packs_for(caller.id().unwrap_or_default(), game).await?;
    Ok(PackChoice { packs, chosen: chosen.unwrap_or_default().to_owned() })
}
