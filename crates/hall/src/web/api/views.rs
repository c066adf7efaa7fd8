//! Calls for the view of a seat or a spectator, as data and as a scene.

use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
};
use kernel::Viewer;
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
    OpenApiRouter::new().routes(routes!(view)).routes(routes!(scene))
}

#[derive(Deserialize)]
struct SeatQuery {
    seat: Option<String>,
}

/// Returns the viewer as which the caller asks to look.
fn viewer_of(
    live: &TableState,
    caller: &Caller,
    query: Result<Query<SeatQuery>, QueryRejection>,
) -> Result<Viewer, Fault> {
    let Query(query) = query.map_err(|_| Fault::bad(t!("the query can have a seat, such as ?seat=0")))?;
    let Some(seat) = query.seat else { return Ok(Viewer::Spectator) };
    let (seat, occupant) = live.occupant(seat_number(&seat)?)?;
    match caller.id().is_some() && occupant.person() == caller.id() {
        true => Ok(Viewer::Seat(seat)),
        false => Err(Fault::new(
            Code::NotYourSeat,
            t!("seat {seat} is not yours; leave out seat to look as a spectator", seat = seat.0),
        )),
    }
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
