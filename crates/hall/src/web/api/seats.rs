//! Calls for seats and their players, before and during the match.

use axum::extract::{Path, State};
use bots::Bot;
use serde::Deserialize;
use text::t;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Body,
    tables::{changed, table},
};
use crate::{
    fault::Fault,
    store::Proposed,
    tables::{
        absence,
        characters::BotChoice,
        create::{self, Start},
        proposals,
        seats::{self, SeatChange},
        settings,
    },
    web::{AppState, callers::Caller, schema::*},
};

/// Returns these calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(sit, leave))
        .routes(routes!(let_stand_in, end_stand_in))
        .routes(routes!(ask_for_seat, answer_request, withdraw_request))
        .routes(routes!(set_ready))
        .routes(routes!(start))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Sit {
    bot: Option<String>,
    share: Option<String>,
    /// A name for the player there, if the caller has several seats at the table; empty for the
    /// caller's own name. On a seat of the caller's it replaces the name, also during the match.
    name: Option<String>,
}

pub(super) fn seat_number(text: &str) -> Result<u64, Fault> {
    text.parse().map_err(|_| Fault::bad(t!("a seat is a whole number, from 0")))
}

/// Returns the proposal to take over the seat of a bot.
fn seat_of_bot(text: &str) -> Result<Proposed, Fault> {
    proposals::seat(seat_number(text)?)
}

/// Takes a seat, or gives it to a bot.
#[utoipa::path(put, path = "/api/v1/tables/{id}/seats/{seat}", request_body = Sit, responses((status = 200, description = "The table", body = TableAnswer)))]
async fn sit(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
    Body(sit): Body<Sit>,
) -> Answer<TableAnswer> {
    let what = match sit.bot {
        Some(bot) => {
            let guard = app.registry.lock(&id).await?;
            SeatChange::Bot(BotChoice::named(guard.title, &bot)?)
        }
        None => {
            app.count_ranked(&caller, &id).await?;
            SeatChange::Take { share: sit.share, called: sit.name }
        }
    };
    seats::change(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?, what).await?;
    changed(&app, &caller, &id).await
}

/// Leaves a seat, or dismisses a bot.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/seats/{seat}", responses((status = 200, description = "The table", body = TableAnswer)))]
async fn leave(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
) -> Answer<TableAnswer> {
    seats::change(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?, SeatChange::Leave).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StandIn {
    bot: Option<String>,
}

/// Lets a bot replace an absent player, or agrees to it.
#[utoipa::path(post, path = "/api/v1/tables/{id}/seats/{seat}/stand-in", request_body = StandIn, responses((status = 200, description = "The table", body = TableAnswer)))]
async fn let_stand_in(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
    Body(wanted): Body<StandIn>,
) -> Answer<TableAnswer> {
    let bot = wanted.bot.map_or(Ok(Bot::Normal), |bot| bot.parse())?;
    absence::let_stand_in(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?, bot).await?;
    table(State(app), caller, Path(id)).await
}

/// Takes back the agreement; on the caller's own seat, the caller plays on.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/seats/{seat}/stand-in", responses((status = 200, description = "The table", body = TableAnswer)))]
async fn end_stand_in(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
) -> Answer<TableAnswer> {
    absence::end_stand_in(&app.registry, &caller.known()?.id, &id, seat_number(&seat)?).await?;
    table(State(app), caller, Path(id)).await
}

/// Asks to take over the seat of a bot in a match.
#[utoipa::path(post, path = "/api/v1/tables/{id}/seats/{seat}/request", responses((status = 200, description = "The table", body = TableAnswer)))]
async fn ask_for_seat(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
) -> Answer<TableAnswer> {
    proposals::propose(&app.registry, caller.known()?, &id, seat_of_bot(&seat)?).await?;
    table(State(app), caller, Path(id)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RequestAnswer {
    accept: bool,
}

/// Agrees to a request for the seat of a bot, or refuses it.
#[utoipa::path(put, path = "/api/v1/tables/{id}/seats/{seat}/request", request_body = RequestAnswer, responses((status = 200, description = "The table", body = TableAnswer)))]
async fn answer_request(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
    Body(given): Body<RequestAnswer>,
) -> Answer<TableAnswer> {
    proposals::answer_to(&app.registry, &caller.known()?.id, &id, seat_of_bot(&seat)?, given.accept).await?;
    table(State(app), caller, Path(id)).await
}

/// Withdraws the caller's request for the seat of a bot.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/seats/{seat}/request", responses((status = 200, description = "The table", body = TableAnswer)))]
async fn withdraw_request(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
) -> Answer<TableAnswer> {
    proposals::withdraw_from(&app.registry, &caller.known()?.id, &id, seat_of_bot(&seat)?).await?;
    table(State(app), caller, Path(id)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Begin {
    /// Whether free seats go away; without it a free seat is an error.
    #[serde(default)]
    close_free: bool,
    /// Whether bots play for people who are not ready, until they come. The host may do so when
    /// nothing has happened at the table for a minute.
    #[serde(default)]
    without_unready: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Ready {
    ready: bool,
}

/// Says whether the caller is ready for the match.
///
/// A person who sits down is ready. A change of the settings takes the marks back, except that of
/// the host, who is always ready.
#[utoipa::path(put, path = "/api/v1/tables/{id}/ready", request_body = Ready, responses((status = 200, description = "The table", body = TableAnswer)))]
async fn set_ready(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<Ready>,
) -> Answer<TableAnswer> {
    settings::set_ready(&app.registry, &caller.known()?.id, &id, given.ready).await?;
    changed(&app, &caller, &id).await
}

/// Begins the match.
#[utoipa::path(post, path = "/api/v1/tables/{id}/start", request_body = Begin, responses((status = 200, description = "The table", body = TableAnswer)))]
async fn start(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(begin): Body<Begin>,
) -> Answer<TableAnswer> {
    app.check_matches(&caller).await?;
    let how = Start { close_free: begin.close_free, without_unready: begin.without_unready };
    create::start(&app.registry, &caller.known()?.id, &id, how).await?;
    changed(&app, &caller, &id).await
}
