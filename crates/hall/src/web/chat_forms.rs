//! The forms of a table's chat: remarks, reactions, and whose words a visitor reads.

use axum::{Router, routing::post};

use super::{
    AppState, HandlerResult,
    fields::{Fields, TableRequest},
    forms::{back, of_table},
};
use crate::tables::chat;

/// Returns the addresses of the forms.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/tables/{id}/talk", of_table(post(say)))
        .route("/tables/{id}/talk/setting", of_table(post(set_talk)))
        .route("/tables/{id}/talk/mute", of_table(post(mute)))
        .route("/tables/{id}/talk/block", of_table(post(block)))
        .route("/tables/{id}/react", of_table(post(react)))
}

async fn say(request: TableRequest, fields: Fields) -> HandlerResult {
    let text = fields.need("text")?;
    let done = match request.caller.voice() {
        Ok(me) => chat::say(&request.app.registry, me, &request.id, text).await,
        Err(fault) => Err(fault),
    };
    back(&request, done).await
}

async fn set_talk(request: TableRequest, fields: Fields) -> HandlerResult {
    let setting = chat::setting(fields.need("setting")?)?;
    back(&request, chat::set(&request.app.registry, request.me(), &request.id, setting).await).await
}

async fn mute(request: TableRequest, fields: Fields) -> HandlerResult {
    let (remark, muted) = (fields.number("remark")?, fields.need("muted")? == "yes");
    let me = request.caller.known()?;
    back(&request, chat::mute(&request.app.registry, &me.id, &request.id, remark, muted).await).await
}

async fn block(request: TableRequest, fields: Fields) -> HandlerResult {
    let remark = fields.number("remark")?;
    let me = request.caller.known()?;
    back(&request, chat::block(&request.app.registry, &me.id, &request.id, remark).await).await
}

async fn react(request: TableRequest, fields: Fields) -> HandlerResult {
    let reaction = match fields.need("reaction")? {
        "" => None,
        name => Some(chat::reaction(name)?),
    };
    let step = fields.number("step")?;
    let done = match request.caller.voice() {
        Ok(me) => chat::react(&request.app.registry, me, &request.id, step, reaction).await,
        Err(fault) => Err(fault),
    };
    back(&request, done).await
}
