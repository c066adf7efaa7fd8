//! Calls for the chat at a table and for reactions to its steps.

use axum::{
    Json,
    extract::{Path, State},
};
use model::Reaction;
use serde::Deserialize;
use text::{Text, t};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::Body;
use crate::{
    fault::Fault,
    tables::chat as table_talk,
    web::{AppState, callers::Caller, schema::*},
};

/// Returns these calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(talk, say, set_talk))
        .routes(routes!(mute, hear_again))
        .routes(routes!(react, take_reaction_back))
}

/// Returns the chat of a table, without people whom the caller has muted and those whom a block
/// keeps apart.
#[utoipa::path(get, path = "/api/v1/tables/{id}/talk", responses((status = 200, description = "What is said there", body = TalkAnswer)))]
async fn talk(State(app): State<AppState>, caller: Caller, Path(id): Path<String>) -> Answer<TalkAnswer> {
    let muted = app.silences(&caller).await?;
    let (_, guard) = app.registry.look(&id, caller.id()).await?;
    let heard = guard.talk.remarks.iter().filter(|remark| !muted.contains_key(&remark.person));
    let remarks = heard.map(|remark| RemarkAnswer {
        n: remark.n,
        seat: remark.seat.0,
        player: remark.name.clone(),
        you: caller.id() == Some(&remark.person),
        step: remark.step,
        text: remark.text.clone(),
        at: remark.at,
    });
    let reactions = guard.talk.reactions.iter().filter(|row| !muted.contains_key(&row.person));
    let reactions = reactions.map(|row| ReactionAnswer {
        step: row.step,
        seat: row.seat.0,
        player: row.name.clone(),
        you: caller.id() == Some(&row.person),
        reaction: row.reaction.clone(),
    });
    Ok(Json(TalkAnswer {
        setting: guard.header.talk,
        phrases: guard.phrases().map(Text::source).collect(),
        remarks: remarks.collect(),
        reactions: reactions.collect(),
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Say {
    text: String,
}

/// Adds a remark to the chat.
#[utoipa::path(post, path = "/api/v1/tables/{id}/talk", request_body = Say, responses((status = 201, description = "It was said", body = SaidAnswer), (status = 403, description = "`talk_refused`: the caller may not say that here", body = Failure)))]
async fn say(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(said): Body<Say>,
) -> Created<SaidAnswer> {
    created(SaidAnswer { n: table_talk::say(&app.registry, caller.voice()?, &id, &said.text).await? })
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Setting {
    setting: String,
}

/// Sets how much chat is allowed at a table.
#[utoipa::path(put, path = "/api/v1/tables/{id}/talk", request_body = Setting, responses((status = 200, description = "What is said there", body = TalkAnswer)))]
async fn set_talk(
    State(app): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wanted): Body<Setting>,
) -> Answer<TalkAnswer> {
    table_talk::set(&app.registry, &caller.known()?.id, &id, table_talk::setting(&wanted.setting)?).await?;
    talk(State(app), caller, Path(id)).await
}

/// Mutes the author of a remark for the caller, at any table.
#[utoipa::path(put, path = "/api/v1/tables/{id}/talk/mutes/{remark}", responses((status = 200, description = "What is said there", body = TalkAnswer)))]
async fn mute(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, remark)): Path<(String, String)>,
) -> Answer<TalkAnswer> {
    set_muted(app, caller, id, &remark, true).await
}

/// Unmutes the author of a remark for the caller.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/talk/mutes/{remark}", responses((status = 200, description = "What is said there", body = TalkAnswer)))]
async fn hear_again(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, remark)): Path<(String, String)>,
) -> Answer<TalkAnswer> {
    set_muted(app, caller, id, &remark, false).await
}

async fn set_muted(app: AppState, caller: Caller, id: String, remark: &str, muted: bool) -> Answer<TalkAnswer> {
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
#[utoipa::path(put, path = "/api/v1/tables/{id}/reactions/{step}", request_body = React, responses((status = 200, description = "What is said there", body = TalkAnswer)))]
async fn react(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, step)): Path<(String, String)>,
    Body(given): Body<React>,
) -> Answer<TalkAnswer> {
    set_reaction(app, caller, id, &step, Some(table_talk::reaction(&given.reaction)?)).await
}

/// Removes the caller's reaction to a step.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/reactions/{step}", responses((status = 200, description = "What is said there", body = TalkAnswer)))]
async fn take_reaction_back(
    State(app): State<AppState>,
    caller: Caller,
    Path((id, step)): Path<(String, String)>,
) -> Answer<TalkAnswer> {
    set_reaction(app, caller, id, &step, None).await
}

async fn set_reaction(
    app: AppState,
    caller: Caller,
    id: String,
    step: &str,
    reaction: Option<Reaction>,
) -> Answer<TalkAnswer> {
    let step = step.parse().map_err(|_| Fault::bad(t!("a step is a whole number, from 1")))?;
    table_talk::react(&app.registry, caller.voice()?, &id, step, reaction).await?;
    talk(State(app), caller, Path(id)).await
}
