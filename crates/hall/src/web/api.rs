//! The pages' actions for programs: JSON under `/api/v1/`.

mod agreements;
mod chat;
mod seats;
mod steps;
mod tables;
mod views;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{FromRequest, Request, State},
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use text::t;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) use tables::told;

use super::{
    AppState, accounts, boards,
    callers::Caller,
    company, daily, deadlines,
    errors::{self, FaultAnswer},
    events, export,
    fields::QueryFields,
    groups, import, notice_settings, openapi, packs, people_api, puzzles_api,
    schema::*,
    site, vacations,
};
use crate::{
    fault::{Code, Fault},
    store::{TableHeader, Turn},
    tables::seals,
    views::lists,
};

/// Returns the calls as a service. Each has its whole address: a nested router would rewrite the
/// address for every request.
pub(crate) fn routes() -> Router<AppState> {
    calls().split_for_parts().0
}

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(openapi::openapi))
        .merge(people_api::calls())
        .merge(company::calls())
        .merge(groups::calls())
        .routes(routes!(games))
        .routes(routes!(seal))
        .routes(routes!(waiting))
        .routes(routes!(own_tables))
        .merge(daily::calls())
        .merge(tables::calls())
        .merge(seats::calls())
        .merge(agreements::calls())
        .merge(steps::calls())
        .merge(chat::calls())
        .merge(views::calls())
        .routes(routes!(site::record))
        .routes(routes!(events::events))
        .merge(notice_settings::calls())
        .merge(deadlines::calls())
        .merge(vacations::calls())
        .merge(boards::calls())
        .merge(export::calls())
        .merge(import::calls())
        .merge(packs::calls())
        .merge(puzzles_api::calls())
}

/// A JSON body; an empty body counts as `{}`.
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = FaultAnswer;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, FaultAnswer> {
        let bytes =
            Bytes::from_request(request, state).await.map_err(|no| errors::unread(no.status(), super::BODY_LIMIT))?;
        // A valid body is read at once. Any other is read again step by step, for a precise error.
        if bytes.first() == Some(&b'{')
            && let Ok(body) = serde_json::from_slice(&bytes)
        {
            return Ok(Body(body));
        }
        let value: Value = match bytes.iter().all(u8::is_ascii_whitespace) {
            true => Map::new().into(),
            false => serde_json::from_slice(&bytes).map_err(|error| {
                Fault::new(Code::BadJson, t!("the body is not JSON: {error}", error = error.to_string()))
            })?,
        };
        if !value.is_object() {
            return Err(Fault::bad(t!("the body must be a JSON object")).into());
        }
        T::deserialize(value)
            .map(Body)
            .map_err(|error| Fault::bad(t!("the body does not fit: {error}", error = error.to_string())).into())
    }
}

/// Draws a seal, for players who want to see it before they choose their share.
#[utoipa::path(post, path = "/api/v1/seals", responses((status = 201, description = "A seal that one table can be opened with", body = SealAnswer)))]
async fn seal(State(app): State<AppState>) -> Created<SealAnswer> {
    created(SealAnswer { seal: seals::draw(&app.store).await? })
}

/// Lists all games, with their options and bots.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, description = "The games", body = GamesAnswer)))]
async fn games() -> Json<GamesAnswer> {
    Json(GamesAnswer { games: roster::list() })
}

/// Lists a page of the caller's tables: waiting for them, under way, or finished.
#[utoipa::path(
    get,
    path = "/api/v1/me/tables",
    params(
        ("list" = Option<String>, Query, description = "`waiting`, `under-way` (unless it is said), `finished` or `put-away`"),
        ("page" = Option<u32>, Query, description = "Which page, from 1"),
    ),
    responses((status = 200, description = "The tables", body = OwnTablesAnswer))
)]
async fn own_tables(State(app): State<AppState>, caller: Caller, query: QueryFields) -> Answer<OwnTablesAnswer> {
    let me = &caller.known()?.id;
    let wanted = accounts::wanted_list(&query);
    let (headers, counts) = (lists::page_of(&app.store, me, wanted).await?, lists::counts(&app.store, me).await?);
    let table = |header: TableHeader| {
        let phase = header.status.name();
        OwnTable { table: header.id, game: header.game, phase, touched: header.touched }
    };
    let [waiting, under_way, finished, put_away] = counts;
    Ok(Json(OwnTablesAnswer {
        list: wanted.list.name(),
        page: wanted.page,
        pages: accounts::pages(counts, wanted.list),
        counts: ListCounts { waiting, under_way, finished, put_away },
        tables: headers.into_iter().map(table).collect(),
    }))
}

/// Lists the matches that wait for the caller, and the caller's invitations.
#[utoipa::path(get, path = "/api/v1/waiting", responses((status = 200, description = "The matches", body = WaitingAnswer)))]
async fn waiting(State(app): State<AppState>, caller: Caller) -> Answer<WaitingAnswer> {
    let me = &caller.known()?.id;
    let turns = lists::waiting(&app.store, Some(me)).await?;
    let invitations = app.store.invitations(me).await?.into_iter().map(|one| company::invitation(&app, one));
    let turn = |Turn { table, game, with, since, .. }: Turn| {
        let title =
            app.registry.roster().find(&game).map_or_else(|_| game.clone(), |known| known.meta().title.to_owned());
        TurnAnswer { table, game, title, with, since }
    };
    Ok(Json(WaitingAnswer { waiting: turns.into_iter().map(turn).collect(), invitations: invitations.collect() }))
}
