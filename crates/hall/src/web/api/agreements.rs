//! Calls for what people decide about a match otherwise than by steps: leaving, proposals, and
//! putting it away.

use axum::extract::{Path, State};
use kernel::Seat;
use serde::Deserialize;
use text::t;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Body, tables::changed};
use crate::{
    fault::Fault,
    store::Proposed,
    tables::{leaving, proposals, put_away},
    web::{AppState, callers::Caller, schema::*},
};

/// Returns these calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(leave_match))
        .routes(routes!(propose))
        .routes(routes!(answer_proposal, withdraw_proposal))
        .routes(routes!(put_table_away, take_table_out))
}

/// Leaves a match under way. It counts as lost for the caller.
///
/// The match ends if nobody else plays, or one rival is left. Otherwise a bot plays on.
#[utoipa::path(post, path = "/api/v1/tables/{id}/leave", responses((status = 200, description = "The table", body = TableAnswer), (status = 403, description = "`not_your_seat`", body = Failure), (status = 409, description = "`wrong_phase`", body = Late)))]
async fn leave_match(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer<TableAnswer> {
    leaving::leave(&app.registry, &caller.known()?.id, &id).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Propose {
    what: ProposalKind,
    /// For `take_back`: the first step to take back; by default the last that the caller took.
    step: Option<usize>,
    /// For `remove`: the seat of the player.
    seat: Option<u8>,
}

/// Proposes to take steps back, to end the match, or to remove a player from it.
///
/// All who play must agree, except the player who is to be removed. A proposal ends when one of
/// them refuses, when its author withdraws it, or when a player who has not answered takes a step.
/// If somebody else has proposed the same, the caller agrees to that.
#[utoipa::path(post, path = "/api/v1/tables/{id}/proposals", request_body = Propose, responses((status = 200, description = "The table", body = TableAnswer), (status = 403, description = "`not_your_seat`", body = Failure), (status = 409, description = "`wrong_phase`", body = Late)))]
async fn propose(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wanted): Body<Propose>,
) -> Answer<TableAnswer> {
    let me = caller.known()?;
    let what = match (wanted.what, wanted.step, wanted.seat) {
        (ProposalKind::TakeBack, Some(step), None) => Proposed::TakeBack { step },
        (ProposalKind::TakeBack, None, None) => {
            let last = app.registry.lock(&id).await?.last_step_of(&me.id);
            Proposed::TakeBack { step: last.ok_or_else(|| Fault::bad(t!("you have taken no step yet")))? }
        }
        (ProposalKind::End, None, None) => Proposed::End,
        (ProposalKind::Remove, None, Some(seat)) => Proposed::Remove { seat: Seat(seat) },
        _ => return Err(Fault::bad(t!("take_back can have a step, remove has a seat, and end has neither")).into()),
    };
    proposals::propose(&app.registry, me, &id, what).await?;
    changed(&app, &caller, &id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ProposalReply {
    accept: bool,
}

/// Agrees to a proposal, or refuses it.
#[utoipa::path(put, path = "/api/v1/tables/{id}/proposals/{n}", request_body = ProposalReply, responses((status = 200, description = "The table", body = TableAnswer), (status = 403, description = "`not_your_seat`", body = Failure), (status = 409, description = "`not_asked`", body = Late)))]
async fn answer_proposal(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, n)): Path<(String, String)>,
    Body(reply): Body<ProposalReply>,
) -> Answer<TableAnswer> {
    proposals::answer(&app.registry, &caller.known()?.id, &id, number(&n)?, reply.accept).await?;
    changed(&app, &caller, &id).await
}

/// Withdraws a proposal of the caller's.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/proposals/{n}", responses((status = 200, description = "The table", body = TableAnswer)))]
async fn withdraw_proposal(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, n)): Path<(String, String)>,
) -> Answer<TableAnswer> {
    proposals::withdraw(&app.registry, &caller.known()?.id, &id, number(&n)?).await?;
    changed(&app, &caller, &id).await
}

fn number(text: &str) -> Result<u64, Fault> {
    text.parse().map_err(|_| Fault::bad(t!("the number of a proposal is a whole number, from 1")))
}

/// Takes a table off the caller's lists. It returns to them while a match there waits for the
/// caller.
#[utoipa::path(put, path = "/api/v1/tables/{id}/put-away", responses((status = 200, description = "The table", body = TableAnswer)))]
async fn put_table_away(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer<TableAnswer> {
    put_away::put_away(&app.registry, &caller.known()?.id, &id, true).await?;
    changed(&app, &caller, &id).await
}

/// Puts a table back on the caller's lists.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/put-away", responses((status = 200, description = "The table", body = TableAnswer)))]
async fn take_table_out(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer<TableAnswer> {
    put_away::put_away(&app.registry, &caller.known()?.id, &id, false).await?;
    changed(&app, &caller, &id).await
}
