//! Calls for steps: acting, premoves, hints and undo.

use std::{convert::Infallible, sync::Arc};

use axum::{
    Json,
    extract::{FromRequestParts, Path, State},
    http::{HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};
use kernel::{Seat, Viewer};
use serde::Deserialize;
use serde_json::Value;
use text::t;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Body, tables::changed};
use crate::{
    fault::Fault,
    tables::{
        Expected, TableState,
        auto_actions::{self, AutoActionRequest},
        hints,
        moves::{self, AnswerRequest, MoveRequest, MoveResult},
        premoves::{self, ArmRequest},
        undo,
    },
    web::{AppState, HandlerResult, callers::Caller, limits::Quota, schema::*},
};

/// The maximal length of an idempotency key, in bytes.
const LONGEST_KEY: usize = 200;

/// Returns these calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(act))
        .routes(routes!(answer))
        .routes(routes!(hint))
        .routes(routes!(order))
        .routes(routes!(arm))
        .routes(routes!(take_back))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Act {
    seat: u64,
    step: usize,
    epoch: Option<usize>,
    action: Value,
}

/// Takes a step.
#[utoipa::path(post, path = "/api/v1/tables/{id}/act", request_body = Act, params(("Idempotency-Key" = Option<String>, Header, description = "A name for the request: asked again with the same name and action it is answered as the first time, and not done twice")), responses((status = 200, description = "The step was taken, or waits for an outcome", body = Progress), (status = 409, description = "`stale`: the table has moved on, with the present state; `not_awaited`, `wrong_phase`", body = Late), (status = 422, description = "`illegal_action`: it is not among the legal actions", body = Failure)))]
async fn act(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    RequestName(name): RequestName,
    Body(act): Body<Act>,
) -> HandlerResult {
    let me = caller.known()?;
    let request = match name.as_ref().map(HeaderValue::to_str) {
        None => None,
        Some(Ok(key)) if key.len() <= LONGEST_KEY => Some(key.to_owned()),
        Some(_) => {
            return Err(Fault::bad(t!("an Idempotency-Key is at most {LONGEST_KEY} printable characters")).into());
        }
    };
    let viewer = Viewer::Seat(Seat(act.seat.min(255) as u8));
    let asked = MoveRequest {
        seat: act.seat,
        expected: Expected { step: act.step, epoch: act.epoch },
        action: act.action,
        request,
    };
    Ok(match moves::act(&app.registry, &me.id, &id, asked, progress).await? {
        MoveResult::Made(answer) => written(&answer),
        MoveResult::Repeated(n) => {
            let then = moves::progress_at(&app.registry, &me.id, &id, n, viewer).await?;
            Json(Progress::from(then)).into_response()
        }
    })
}

/// The idempotency key of a request, if any.
struct RequestName(Option<HeaderValue>);

impl<S: Sync> FromRequestParts<S> for RequestName {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<RequestName, Infallible> {
        Ok(RequestName(parts.headers.get("idempotency-key").cloned()))
    }
}

/// Returns the state of the match for the player who has moved, as JSON.
fn progress(live: &mut TableState, me: &str, viewer: Viewer) -> Arc<str> {
    live.progress(Some(me), viewer, Progress::written)
}

/// Returns a response with JSON that is already written.
fn written(json: &str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json.to_owned()).into_response()
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenAnswer {
    step: usize,
    answers: Option<usize>,
    value: Value,
}

/// Enters an outcome of real dice.
#[utoipa::path(post, path = "/api/v1/tables/{id}/answer", request_body = GivenAnswer, responses((status = 200, description = "The step was taken, or waits for an outcome", body = Progress), (status = 422, description = "`bad_answer`: that cannot fall", body = Failure)))]
async fn answer(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<GivenAnswer>,
) -> HandlerResult {
    let value = match given.value {
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        _ => return Err(Fault::bad(t!("value must be a number or a text")).into()),
    };
    let asked = AnswerRequest { step: given.step, answers: given.answers, value };
    Ok(written(&moves::answer(&app.registry, &caller.known()?.id, &id, asked, progress).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HintRequest {
    seat: u64,
    step: usize,
    epoch: Option<usize>,
}

/// Returns the move that a bot would make on the caller's seat.
#[utoipa::path(post, path = "/api/v1/tables/{id}/hint", request_body = HintRequest, responses((status = 200, description = "What a bot would do", body = HintAnswer), (status = 409, description = "`stale`: the table has moved on, with the present state; `not_awaited`, `wrong_phase`", body = Late)))]
async fn hint(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(ask): Body<HintRequest>,
) -> Answer<HintAnswer> {
    caller.count(Quota::Hints)?;
    let advice =
        hints::hint(&app.registry, &caller.known()?.id, &id, ask.seat, Expected { step: ask.step, epoch: ask.epoch })
            .await?;
    Ok(Json(HintAnswer {
        step: ask.step,
        action: advice.action.clone(),
        text: advice.text.plain(kernel::unnamed),
        reason: advice.reason(),
        estimates: advice.estimates.iter().map(Estimate::from).collect(),
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenOrder {
    seat: u64,
    step: Option<usize>,
    epoch: Option<usize>,
    order: Option<String>,
    limit: Option<i32>,
}

/// Starts an auto-action, or ends it.
#[utoipa::path(post, path = "/api/v1/tables/{id}/orders", request_body = GivenOrder, responses((status = 200, description = "The table", body = TableAnswer), (status = 422, description = "`illegal_action`: there is nothing to do by it", body = Failure)))]
async fn order(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<GivenOrder>,
) -> Answer<TableAnswer> {
    let step = match (&given.order, given.step) {
        (_, Some(step)) => step,
        (None, None) => 0,
        (Some(_), None) => return Err(Fault::bad(t!("an auto-action needs the step that you have seen")).into()),
    };
    let expected = Expected { step, epoch: given.epoch };
    let asked = AutoActionRequest { seat: given.seat, expected, auto_action: given.order, limit: given.limit };
    auto_actions::give(&app.registry, &caller.known()?.id, &id, asked).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenArm {
    seat: u64,
    step: Option<usize>,
    epoch: Option<usize>,
    action: Option<Value>,
}

/// Sets the premove of a seat, or cancels it.
#[utoipa::path(post, path = "/api/v1/tables/{id}/armed", request_body = GivenArm, responses((status = 200, description = "The table", body = TableAnswer), (status = 422, description = "`illegal_action`: it is not among the legal actions", body = Failure)))]
async fn arm(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(given): Body<GivenArm>,
) -> Answer<TableAnswer> {
    let step = match (&given.action, given.step) {
        (_, Some(step)) => step,
        (None, None) => 0,
        (Some(_), None) => return Err(Fault::bad(t!("a premove needs the step that you have seen")).into()),
    };
    let expected = Expected { step, epoch: given.epoch };
    let asked = ArmRequest { seat: given.seat, expected, action: given.action };
    premoves::arm(&app.registry, &caller.known()?.id, &id, asked).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UndoRequest {
    step: usize,
}

/// Takes back the last step.
#[utoipa::path(post, path = "/api/v1/tables/{id}/undo", request_body = UndoRequest, responses((status = 200, description = "Where the table stands then", body = Progress), (status = 409, description = "`undo_refused`, `stale`", body = Late)))]
async fn take_back(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<UndoRequest>,
) -> Answer<Progress> {
    let me = caller.known()?;
    undo::undo(&app.registry, &me.id, &id, asked.step).await?;
    let guard = app.registry.lock(&id).await?;
    guard.playing()?;
    Ok(Json(guard.present(Some(&me.id)).into()))
}
