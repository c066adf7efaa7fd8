//! The calls about the caller's vacation.

use axum::{Json, extract::State};
use model::{VACATION_DAYS, VacationState};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{AppState, api::Body, callers::Caller, schema::*};
use crate::tables::vacations;

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(vacation, begin_vacation, end_vacation))
}

/// Returns whether the caller is on vacation, and how many days they have left.
#[utoipa::path(get, path = "/api/v1/me/vacation", responses((status = 200, description = "How it is now", body = VacationAnswer)))]
async fn vacation(State(app): State<AppState>, caller: Caller) -> Answer<VacationAnswer> {
    let VacationState { until, left } = vacations::state(&app.store, &caller.known()?.id).await?;
    Ok(Json(VacationAnswer { until, left, allowance: VACATION_DAYS }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Days {
    /// How many days it is to last, from now on.
    days: u32,
}

/// Begins a vacation. The caller's clocks stand still in all matches that are played over days.
#[utoipa::path(put, path = "/api/v1/me/vacation", request_body = Days, responses((status = 200, description = "How it is now", body = VacationAnswer), (status = 409, description = "`wrong_phase`: the caller is on vacation", body = Late)))]
async fn begin_vacation(
    State(app): State<AppState>,
    caller: Caller,
    Body(wanted): Body<Days>,
) -> Answer<VacationAnswer> {
    vacations::begin(&app.registry, &caller.known()?.id, wanted.days).await?;
    vacation(State(app), caller).await
}

/// Ends the caller's vacation, if they are on vacation.
#[utoipa::path(delete, path = "/api/v1/me/vacation", responses((status = 200, description = "How it is now", body = VacationAnswer)))]
async fn end_vacation(State(app): State<AppState>, caller: Caller) -> Answer<VacationAnswer> {
    vacations::end(&app.registry, &caller.known()?.id).await?;
    vacation(State(app), caller).await
}
