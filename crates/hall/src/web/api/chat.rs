//! Calls for the chat at a table and for reactions to its steps.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};
use model::Reaction;
use serde::Deserialize;
use serde_json::json;
use text::{Text, t};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::Body;
use crate::{
    fault::Fault,
    tables::chat as table_talk,
    web::{AppState, HandlerResult, callers::Caller, schema},
};

/// Returns these calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(talk, say, set_talk))
        .routes(routes!(mute, hear_again))
        .routes(routes!(react, take_reaction_back))
}

/// Returns the chat of a table, without people whom the caller has muted.
#[utoipa::path(get, path = "/api/v1/tables/{id}/talk", responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn talk(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> HandlerResult {
    let muted = app.muted(&caller).await?;
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let heard = guard.talk.remarks.iter().filter(|remark| !muted.contains(&remark.person));
    let remarks = heard.map(|remark| {
        json!({
            "n": remark.n,
            "seat": remark.seat,
            "player": remark.name,
            "you": caller.id() == Some(&remark.person),
            "step": remark.step,
            "text": remark.text,
            "at": remark.at,
        })
    });
    let reactions = guard.talk.reactions.iter().filter(|row| !muted.contains(&row.person));
    let reactions = reactions.map(|row| {
        let you = caller.id() == Some(&row.person);
        json!({ "step": row.step, "seat": row.seat, "player": row.name, "you": you, "reaction": row.reaction })
    });
    let answer = json!({
        "setting": guard.header.talk,
        "phrases": guard.phrases().map(Text::source).collect::<Vec<_>>(),
        "remarks": remarks.collect::<Vec<_>>(),
        "reactions": reactions.collect::<Vec<_>>(),
    });
    Ok(Json(answer).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Say {
    text: String,
}

/// Adds a remark to the chat.
#[utoipa::path(post, path = "/api/v1/tables/{id}/talk", request_body = Say, responses((status = 201, description = "It was said", body = schema::SaidAnswer), (status = 403, description = "`talk_refused`: the caller may not say that here", body = schema::Failure)))]
async fn say(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(said): Body<Say>,
) -> HandlerResult {
    let n = table_talk::say(&app.registry, caller.voice()?, &id, &said.text).await?;
    Ok((StatusCode::CREATED, Json(json!({ "n": n }))).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Setting {
    setting: String,
}

/// Sets how much chat is allowed at a table.
#[utoipa::path(put, path = "/api/v1/tables/{id}/talk", request_body = Setting, responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn set_talk(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wanted): Body<Setting>,
) -> HandlerResult {
    table_talk::set(&app.registry, &caller.known()?.id, &id, table_talk::setting(&wanted.setting)?).await?;
    talk(State(app), caller, Path(id)).await
}

/// Mutes the author of a remark for the caller, at any table.
#[utoipa::path(put, path = "/api/v1/tables/{id}/talk/mutes/{remark}", responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn mute(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, remark)): Path<(String, String)>,
) -> HandlerResult {
    set_muted(app, caller, id, &remark, true).await
}

/// Unmutes the author of a remark for the caller.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/talk/mutes/{remark}", responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn hear_again(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, remark)): Path<(String, String)>,
) -> HandlerResult {
    set_muted(app, caller, id, &remark, false).await
}

async fn set_muted(app: AppState, caller: Caller, id: String, remark: &str, muted: bool) -> HandlerResult {
    let remark = remark.parse().map_err(|_| Fault::bad(t!("a remark is a whole number, from 1")))?;
    table_talk::mute(&app.registry, &caller.known()?.id, &id, remark, muted).await?;
    talk(State(app), caller, Path(id)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct React {
    reaction: String,
}

/// Sets the caller's reaction to a step.
#[utoipa::path(put, path = "/api/v1/tables/{id}/reactions/{step}", request_body = React, responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn react(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, step)): Path<(String, String)>,
    Body(given): Body<React>,
) -> HandlerResult {
    set_reaction(app, caller, id, &step, Some(table_talk::reaction(&given.reaction)?)).await
}

/// Removes the caller's reaction to a step.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/reactions/{step}", responses((status = 200, description = "What is said there", body = schema::TalkAnswer)))]
async fn take_reaction_back(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, step)): Path<(String, String)>,
) -> HandlerResult {
    set_reaction(app, caller, id, &step, None).await
}

async fn set_reaction(
    app: AppState,
    caller: Caller,
    id: String,
    step: &str,
    reaction: Option<Reaction>,
) -> HandlerResult {
    let step = step.parse().map_err(|_| Fault::bad(t!("a step is a whole number, from 1")))?;
    table_talk::react(&app.registry, caller.voice()?, &id, step, reaction).await?;
    talk(State(app), caller, Path(id)).await
}
