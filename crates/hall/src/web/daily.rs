//! The daily match: its pages, their forms, and the same as JSON.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect},
    routing::{get, post},
};
use model::Day;
use pages::{Better, OwnResult, OwnTry, ShownDaily, ShownTry};
use text::t;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, HandlerResult, callers::Caller, errors::html, origin::Origin, schema::*};
use crate::{
    fault::{Code, Fault},
    tables::daily as matches,
    views::daily,
};

/// Returns the addresses of the pages and forms.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/daily", get(all))
        .route("/daily/{game}", get(today).post(begin))
        .route("/daily/{game}/{day}", get(one))
        .route("/daily/{game}/{day}/practice", post(practise))
}

/// Returns the calls for programs, with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(dailies))
        .routes(routes!(try_daily))
        .routes(routes!(daily_of))
        .routes(routes!(practise_daily))
}

async fn all(State(app): State<AppState>, caller: Caller, origin: Origin) -> HandlerResult {
    let shown = shown_today(&app, &caller).await?;
    let visitor = app.visitor(&caller).await?.at(origin.url.as_deref());
    Ok(html(StatusCode::OK, pages::dailies(&visitor, &shown)))
}

/// Returns today's match of every game that has one.
async fn shown_today(app: &AppState, caller: &Caller) -> Result<Vec<ShownDaily>, Fault> {
    let day = app.registry.calendar.today();
    let mut shown = Vec::new();
    for title in roster::GAMES {
        match daily::shown(&app.registry, &app.store, title.meta().id, day, caller.id()).await {
            Ok(one) => shown.push(one),
            // The game has no daily match.
            Err(fault) if fault.code == Code::NotFound => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(shown)
}

async fn today(State(app): State<AppState>, caller: Caller, Path(game): Path<String>, origin: Origin) -> HandlerResult {
    page(&app, &caller, &game, app.registry.calendar.today(), origin).await
}

async fn one(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, day)): Path<(String, String)>,
    origin: Origin,
) -> HandlerResult {
    page(&app, &caller, &game, read_day(&day)?, origin).await
}

async fn page(app: &AppState, caller: &Caller, game: &str, day: Day, origin: Origin) -> HandlerResult {
    let shown = daily::shown(&app.registry, &app.store, game, day, caller.id()).await?;
    let visitor = app.visitor(caller).await?.at(origin.url.as_deref());
    Ok(html(StatusCode::OK, pages::daily(&visitor, &shown, &[])))
}

fn read_day(text: &str) -> Result<Day, Fault> {
    text.parse().map_err(|_| Fault::new(Code::NotFound, t!("a day is written as 2026-11-21")))
}

async fn begin(State(app): State<AppState>, caller: Caller, Path(game): Path<String>) -> HandlerResult {
    app.registry.roster().find(&game)?;
    let me = caller.or_guest(&app.store).await?;
    let begun = try_today(&app, &caller, &me.id, &game).await?;
    Ok(Redirect::to(&format!("/tables/{}", begun.table)).into_response())
}

/// Begins the caller's try, or finds it; only a new one counts as a table.
async fn try_today(app: &AppState, caller: &Caller, me: &str, game: &str) -> Result<matches::Begun, Fault> {
    let day = app.registry.calendar.today();
    if app.store.try_of(day, game, me).await?.is_none() {
        app.count_table(caller).await?;
    }
    matches::begin(&app.registry, me, game).await
}

async fn practise(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, day)): Path<(String, String)>,
) -> HandlerResult {
    let day = read_day(&day)?;
    let me = caller.or_guest(&app.store).await?;
    app.count_table(&caller).await?;
    let table = matches::practise(&app.registry, &me.id, &game, day).await?;
    Ok(Redirect::to(&format!("/tables/{table}")).into_response())
}

/// Lists today's match of every game, as the caller may see it.
#[utoipa::path(get, path = "/api/v1/daily", responses((status = 200, description = "The matches", body = DailiesAnswer)))]
async fn dailies(State(app): State<AppState>, caller: Caller) -> Answer<DailiesAnswer> {
    let all = shown_today(&app, &caller).await?;
    Ok(Json(DailiesAnswer { dailies: all.into_iter().map(told).collect() }))
}

/// Begins the caller's one ranked try of today's match, or finds the one already begun.
#[utoipa::path(post, path = "/api/v1/daily/{game}", responses((status = 201, description = "The try, begun now", body = TryAnswer), (status = 200, description = "The try that the caller had begun", body = TryAnswer), (status = 404, description = "`unknown_game`", body = Failure)))]
async fn try_daily(State(app): State<AppState>, caller: Caller, Path(game): Path<String>) -> Created<TryAnswer> {
    let begun = try_today(&app, &caller, &caller.known()?.id, &game).await?;
    let status = if begun.new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(TryAnswer { table: begun.table })))
}

/// Returns the match of a day, as the caller may see it.
#[utoipa::path(get, path = "/api/v1/daily/{game}/{day}", responses((status = 200, description = "The match", body = DailyAnswer), (status = 404, description = "There is none", body = Failure)))]
async fn daily_of(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, day)): Path<(String, String)>,
) -> Answer<DailyAnswer> {
    let shown = daily::shown(&app.registry, &app.store, &game, read_day(&day)?, caller.id()).await?;
    Ok(Json(told(shown)))
}

/// Begins the match of a day for practice.
///
/// It is open to a caller whose own try has ended, and to everybody when the match is opened.
#[utoipa::path(post, path = "/api/v1/daily/{game}/{day}/practice", responses((status = 201, description = "The table", body = TryAnswer), (status = 409, description = "`wrong_phase`: the caller's own try comes first", body = Late)))]
async fn practise_daily(
    State(app): State<AppState>,
    caller: Caller,
    Path((game, day)): Path<(String, String)>,
) -> Created<TryAnswer> {
    let day = read_day(&day)?;
    let me = caller.known()?;
    app.count_table(&caller).await?;
    created(TryAnswer { table: matches::practise(&app.registry, &me.id, &game, day).await? })
}

fn told(daily: ShownDaily) -> DailyAnswer {
    let one = |one: ShownTry| RankedTryAnswer {
        place: one.place,
        you: one.you,
        person: one.person,
        name: one.name,
        reached: one.words,
        finished: one.finished,
        table: one.table,
    };
    let result = |result: OwnResult| OwnResultAnswer {
        place: result.place,
        reached: result.words,
        finished: result.finished,
        better: result.better.map(|Better { percent, all }| BetterAnswer { percent, matches: all }),
    };
    let own = |OwnTry { table, until, result: reached }| OwnTryAnswer { table, until, result: reached.map(result) };
    DailyAnswer {
        game: daily.meta.id,
        title: daily.words.title.as_str(),
        day: daily.day.to_string(),
        ends: daily.day.ends(),
        options: daily.options,
        seal: daily.seal,
        seed: daily.seed,
        tried: daily.tried,
        playing: daily.playing,
        top: daily.top,
        you: daily.own.map(own),
        streak: daily.streak,
        practice: daily.practice,
        tries: daily.visible.then(|| daily.best.into_iter().map(one).collect()),
    }
}
