//! Calls for the view of a seat or a spectator: as data, as a scene, and as numbers for an agent.

use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
};
use kernel::{Seat, Viewer};
use serde::Deserialize;
use text::t;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::seats::seat_number;
use crate::{
    fault::{Code, Fault},
    tables::TableState,
    web::{AppState, callers::Caller, schema::*},
};

/// Returns these calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(view)).routes(routes!(scene)).routes(routes!(observation))
}

#[derive(Deserialize)]
struct SeatQuery {
    seat: Option<String>,
}

#[derive(Deserialize)]
struct ObservationQuery {
    seat: String,
    chosen: Option<u16>,
}

/// Returns the viewer as which the caller asks to look.
fn viewer_of(
    live: &TableState,
    caller: &Caller,
    query: Result<Query<SeatQuery>, QueryRejection>,
) -> Result<Viewer, Fault> {
    let Query(query) = query.map_err(|_| Fault::bad(t!("the query can have a seat, such as ?seat=0")))?;
    let Some(seat) = query.seat else { return Ok(Viewer::Spectator) };
    match own_seat(live, caller, &seat)? {
        (seat, true) => Ok(Viewer::Seat(seat)),
        (seat, false) => Err(Fault::new(
            Code::NotYourSeat,
            t!("seat {seat} is not yours; leave out seat to look as a spectator", seat = seat.0),
        )),
    }
}

/// Reads the number of a seat. Returns the seat, and whether it is the caller's.
fn own_seat(live: &TableState, caller: &Caller, seat: &str) -> Result<(Seat, bool), Fault> {
    let (seat, occupant) = live.occupant(seat_number(seat)?)?;
    Ok((seat, caller.id().is_some() && occupant.person() == caller.id()))
}

/// Returns the view of a seat or a spectator.
#[utoipa::path(get, path = "/api/v1/tables/{id}/view", params(("seat" = Option<u8>, Query, description = "A seat of the caller's; left out, what a spectator sees")), responses((status = 200, description = "The view", body = ViewAnswer), (status = 403, description = "`not_your_seat`", body = Failure), (status = 409, description = "`wrong_phase`: the match has not begun", body = Late)))]
async fn view(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<SeatQuery>, QueryRejection>,
) -> Answer<ViewAnswer> {
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let viewer = viewer_of(&guard, &caller, query)?;
    Ok(Json(ViewAnswer { view: guard.playing()?.view(viewer) }))
}

/// Returns the scene of a table as a seat or a spectator sees it.
#[utoipa::path(get, path = "/api/v1/tables/{id}/scene", params(("seat" = Option<u8>, Query, description = "A seat of the caller's; left out, what a spectator sees")), responses((status = 200, description = "The scene", body = SceneAnswer), (status = 403, description = "`not_your_seat`", body = Failure), (status = 409, description = "`wrong_phase`: the match has not begun", body = Late)))]
async fn scene(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<SeatQuery>, QueryRejection>,
) -> Answer<SceneAnswer> {
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let viewer = viewer_of(&guard, &caller, query)?;
    Ok(Json(SceneAnswer { scene: guard.playing()?.scene(viewer, None) }))
}

/// Returns the observation of a seat, and the numbers of its legal actions.
#[utoipa::path(get, path = "/api/v1/tables/{id}/observation", params(("seat" = u8, Query, description = "A seat of the caller's"), ("chosen" = Option<u16>, Query, description = "The first choice of an action of two choices, once it is made")), responses((status = 200, description = "The observation", body = ObservationAnswer), (status = 403, description = "`not_your_seat`", body = Failure), (status = 409, description = "`wrong_phase`: the match has not begun, or it is played with house cards", body = Late)))]
async fn observation(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<ObservationQuery>, QueryRejection>,
) -> Answer<ObservationAnswer> {
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let bad = |_| Fault::bad(t!("the query has a seat and can have a choice, such as ?seat=0&chosen=5"));
    let Query(query) = query.map_err(bad)?;
    let (seat, own) = own_seat(&guard, &caller, &query.seat)?;
    if !own {
        return Err(Fault::new(Code::NotYourSeat, t!("seat {seat} is not yours", seat = seat.0)).into());
    }
    let table = guard.playing()?;
    let unnumbered = || Fault::new(Code::WrongPhase, t!("no numbers describe this match now"));
    let encoded = guard.title.encoded().ok_or_else(unnumbered)?;
    let actions: Vec<_> = match table.awaited().contains(seat) {
        true => encoded.moves(table, seat).ok_or_else(unnumbered)?.paths().to_vec(),
        false => Vec::new(),
    };
    let chosen = query.chosen.as_slice();
    if !chosen.is_empty() && !actions.iter().any(|path| path.len() > 1 && path.starts_with(chosen)) {
        return Err(Fault::bad(t!("no action of two choices begins with this one")).into());
    }
    let mut numbers = vec![0.0; encoded.size()];
    if !encoded.observe(table, seat, chosen, &mut numbers) {
        return Err(unnumbered().into());
    }
    let actions = actions.into_iter().map(|path| path.to_vec()).collect();
    Ok(Json(ObservationAnswer {
        step: guard.step(),
        encoding: encoded.version(),
        choices: encoded.actions(),
        numbers,
        actions,
    }))
}
