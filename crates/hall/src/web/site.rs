//! Pages for people, and files. Everything here works with links and forms alone.

use ::views::{trial, verified};
use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use maud::Markup;
use pages::{Asset, FrontPage, ShownGoals, Visitor};
use text::t;

use super::{
    AppState, HandlerResult, attending, callers::Caller, compressed, errors::html, fields::QueryFields, follow,
    origin::Origin, packs, puzzles, schema,
};
use crate::{
    contained,
    fault::{Code, Fault},
    random,
    store::TableStatus,
    tables::{absence, check_id, create},
    views::{
        audience::{self, Span, ViewOptions},
        company, daily,
        front::Tables,
        goals, lists, lookups,
    },
};

/// Returns the addresses of the pages.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/", get(front))
        .route("/games", get(games))
        .route("/fairness", get(fairness))
        .route("/manifest.webmanifest", get(manifest))
        .route("/games/{id}", get(game))
        .route("/games/{id}/drawing.svg", get(drawing))
        .route("/tables/{id}", get(table))
        .route("/tables/{id}/chronicle", get(chronicle))
        .route("/tables/{id}/next", get(next_waiting))
        .route("/tables/{id}/events", get(follow::follow))
        .route("/tables/{id}/version", get(attending::version))
        .route("/tables/{id}/left", post(attending::leave))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/verify", get(verify))
        .route("/replays/{id}", get(replay))
        .route("/assets/{*name}", get(asset))
        .route("/service-worker.js", get(service_worker))
}

async fn front(State(app): State<AppState>, caller: Caller, origin: Origin) -> HandlerResult {
    let me = caller.id();
    let tables = Tables::find(&app.registry, &app.store, me).await?;
    let [yours, rematches, open] = tables.cards(me);
    let own = tables.own(yours.first());
    let daily = daily::card(&app.registry, &app.store, me).await?;
    let today: Vec<_> = daily.into_iter().chain(puzzles::card(&app, &caller).await?).collect();
    let others = if own.is_some() { &yours[1..] } else { &yours[..] };
    let goals = match me {
        Some(me) => goals::within_reach(&app.store, app.registry.roster(), me).await?,
        None => ShownGoals::default(),
    };
    let page = FrontPage {
        games: &lists::games(),
        own,
        yours: others,
        rematches: &rematches,
        invitations: &company::invitations(&app.registry, &app.store, me).await?,
        shown: tables.shown(),
        today: &today,
        open: &open,
        last: tables.last(me),
        goals: &goals,
    };
    Ok(html(StatusCode::OK, pages::front(&app.visitor(&caller).await?.at(origin.url.as_deref()), &page)))
}

/// Redirects from a table to the next one where a match waits for the visitor: the one with the
/// nearest deadline.
async fn next_waiting(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> HandlerResult {
    check_id(&id)?;
    let turns = lists::waiting(&app.store, caller.id()).await?;
    let next = turns.into_iter().find(|turn| turn.table != id);
    let to = next.map_or_else(|| "/".to_owned(), |turn| format!("/tables/{}", turn.table));
    Ok(Redirect::to(&to).into_response())
}

async fn games(State(app): State<AppState>, caller: Caller, origin: Origin) -> HandlerResult {
    let visitor = app.visitor(&caller).await?;
    Ok(html(StatusCode::OK, pages::games(&visitor.at(origin.url.as_deref()), &lists::games())))
}

async fn fairness(State(app): State<AppState>, caller: Caller, origin: Origin) -> HandlerResult {
    let visitor = app.visitor(&caller).await?;
    Ok(html(StatusCode::OK, pages::fairness(&visitor.at(origin.url.as_deref()))))
}

/// Answers with a game's own page. `?opt.KEY=VALUE` tries a value of a text option: the page
/// previews a match with it.
async fn game(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: QueryFields,
    origin: Origin,
) -> HandlerResult {
    let title = app.registry.roster().find(&id)?;
    let meta = title.meta();
    let unlocked = create::allowed_level(&app.registry, caller.id(), meta.id).await?.unwrap_or(0);
    let visitor = app.visitor(&caller).await?.at(origin.url.as_deref());
    let trial = trial::of(title, &query.0, u64::from_le_bytes(random::bytes()));
    let packs = packs::choice(&app, &caller, meta.id, query.get("opt.pack")).await?;
    Ok(html(StatusCode::OK, pages::game(&visitor, meta, unlocked, None, trial.as_ref(), &packs)))
}

/// Answers with the picture of a preview: a match with these options.
async fn drawing(State(app): State<AppState>, Path(id): Path<String>, query: QueryFields) -> HandlerResult {
    let drawing = trial::drawing(app.registry.roster().find(&id)?, &query.0);
    let drawing = drawing.ok_or_else(|| Fault::new(Code::NotFound, t!("there is nothing to show of these options")))?;
    let kind = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "private, max-age=3600")];
    Ok((kind, drawing).into_response())
}

async fn table(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    Ok(html(StatusCode::OK, table_markup(&app, &caller, &id, query.view_options(&headers)).await?))
}

/// Answers with the entries of the chronicle before `?before=STEP`, for the script; `?replay=1` for
/// those of a replay.
async fn chronicle(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    let replay = query.get("replay").is_some();
    if replay && app.registry.look(&id, caller.id()).await?.1.header.status != TableStatus::Over {
        return Err(Fault::new(Code::WrongPhase, t!("the match is not over")).into());
    }
    let before = query.get("before").and_then(|before| before.parse().ok());
    let view = ViewOptions { before: before.or(Some(0)), replay, ..query.view_options(&headers) };
    Ok(html(StatusCode::OK, table_markup(&app, &caller, &id, view).await?))
}

/// Returns a table's page, as the caller may see it.
pub(super) async fn table_markup(
    app: &AppState,
    caller: &Caller,
    id: &str,
    view: ViewOptions,
) -> Result<Markup, Fault> {
    if let Some(me) = caller.id() {
        absence::arrive(&app.registry, me, id).await?;
    }
    let frame = {
        let (slot, guard) = app.registry.look(id, caller.id()).await?;
        if let Some(me) = caller.id() {
            slot.note_seen(me);
        }
        let muted = app.silences(caller).await?;
        let lookups = lookups::look_up(&app.registry, &app.store, (&slot, &guard), caller.id(), muted).await?;
        audience::frame(slot.around(&guard, caller.id()), &guard, lookups, caller.person(), Span::Whole, view)?
    };
    Ok(audience::drawn(&frame, &app.visitor_at(caller, Some(id)).await?))
}

async fn replay(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    replayed(&app, &caller, &id, query.view_options(&headers)).await
}

/// Answers with a page of a finished match at one of its steps; while the match goes on, redirects
/// to its table.
pub(super) async fn replayed(app: &AppState, caller: &Caller, id: &str, view: ViewOptions) -> HandlerResult {
    let (_, guard) = app.registry.look(id, caller.id()).await?;
    let over = guard.header.status == TableStatus::Over && !guard.header.is_race();
    drop(guard);
    if !over {
        return Ok(Redirect::to(&format!("/tables/{id}")).into_response());
    }
    let view = ViewOptions { replay: true, fragment: false, ..view };
    Ok(html(StatusCode::OK, replay_markup(app, caller, id, view).await?))
}

/// Returns the page of a finished match. The whole match is replayed for it, so a blocking thread
/// does it.
async fn replay_markup(app: &AppState, caller: &Caller, id: &str, view: ViewOptions) -> Result<Markup, Fault> {
    if let Some(me) = caller.id() {
        absence::arrive(&app.registry, me, id).await?;
    }
    let waiting = app.visitor_at(caller, Some(id)).await?.waiting;
    let muted = app.silences(caller).await?;
    // The table is locked only when it is the page's turn, so that nobody waits for the table
    // meanwhile.
    let turn = app.works.enter(caller)?.turn().await?;
    let (slot, guard) = app.registry.look(id, caller.id()).await?;
    if let Some(me) = caller.id() {
        slot.note_seen(me);
    }
    let lookups = lookups::look_up(&app.registry, &app.store, (&slot, &guard), caller.id(), muted).await?;
    let (caller, language) = (caller.clone(), caller.language());
    let draw = move || {
        let frame =
            audience::frame(slot.around(&guard, caller.id()), &guard, lookups, caller.person(), Span::Whole, view)?;
        drop(guard);
        let visitor = Visitor { waiting, ..audience::visitor(caller.person()) };
        Ok(audience::drawn(&frame, &visitor))
    };
    turn.run(move || language.speak(draw)).await?
}

/// Returns the record as a file: one JSON object per line.
///
/// It has seed and steps once the match is over.
#[utoipa::path(get, path = "/api/v1/tables/{id}/record", responses((status = 200, description = "The record", content_type = "application/jsonl", body = String), (status = 409, description = "`wrong_phase`: the match has not begun", body = schema::Late)))]
pub(super) async fn record(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> HandlerResult {
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let record = guard.record(&app.names(&id).await?, app.registry.may_open(&guard).await?)?;
    let name = format!("attachment; filename=\"{}-{id}.jsonl\"", guard.header.game);
    let kind = "application/jsonl; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], record.to_string()).into_response())
}

async fn verify(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> HandlerResult {
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let seal = guard
        .seal()
        .ok_or_else(|| Fault::new(Code::NotFound, t!("this match had real dice: there is no seal to check")))?;
    let over = guard.playing()?.outcome().is_some();
    if over && !app.registry.may_open(&guard).await? {
        if guard.header.raced_in().is_some() {
            let text = t!("the seed of a race is opened when all its matches are over");
            return Err(Fault::new(Code::WrongPhase, text).into());
        }
        let text = t!("the seed of a day is opened when the day is over and nobody plays its match any more");
        return Err(Fault::new(Code::WrongPhase, text).into());
    }
    let text = guard.record(&app.names(&id).await?, true)?.to_string();
    let place = guard.place();
    drop(guard);
    let checked = app
        .works
        .run(&caller, move || contained::here("checking a record", &place, || verified::Verified::of(&text, over)));
    let broke_off = || Fault::new(Code::Internal, t!("The check broke off."));
    let checked = checked.await?.ok_or_else(broke_off)??;
    let visitor = app.visitor(&caller).await?;
    Ok(html(StatusCode::OK, checked.page(&visitor, &id, &seal)))
}

/// Answers with the web app manifest, with which a device can install the site as an app.
async fn manifest() -> HandlerResult {
    let kind = [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((kind, pages::manifest()).into_response())
}

/// Answers with the service worker, which the browser runs even when no page is open. Its address
/// determines the pages for which it works.
async fn service_worker() -> HandlerResult {
    served(pages::asset("service-worker.js"), None)
}

async fn asset(Path(name): Path<String>, query: QueryFields, headers: HeaderMap) -> HandlerResult {
    // An address with the mark of this build's content always has that content. An address with the
    // mark of another build gets this build's file.
    let marked = query.0.get("v").map(|mark| pages::mark(&name).is_some_and(|own| own == mark));
    let found = match pages::is_slow(&name) {
        true => {
            let name = name.clone();
            tokio::task::spawn_blocking(move || pages::asset(&name)).await.ok().flatten()
        }
        false => pages::asset(&name),
    };
    let Some(small) = compressed::file(&name, found.as_ref(), &headers).await else { return served(found, marked) };
    let encoded = [(header::CONTENT_ENCODING, "gzip"), (header::VARY, "accept-encoding")];
    let mut answer = served(found, marked)?;
    *answer.body_mut() = small.into();
    Ok((encoded, answer).into_response())
}

/// The cache policy of a file whose address always has the same content.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// Answers with a file. Browsers may cache it permanently if its name allows it, or if its address
/// has the right mark.
fn served(found: Option<Asset>, marked: Option<bool>) -> HandlerResult {
    let file = found.ok_or_else(|| Fault::new(Code::NotFound, t!("there is no such file")))?;
    let keep = match marked {
        _ if file.for_good => FOR_GOOD,
        Some(true) => FOR_GOOD,
        Some(false) => "no-cache",
        None => "public, max-age=300",
    };
    Ok(([(header::CONTENT_TYPE, file.kind), (header::CACHE_CONTROL, keep)], file.bytes).into_response())
}
