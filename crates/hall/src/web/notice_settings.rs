//! Settings for turn notices: forms on the caller's page, and the same for programs.

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect},
    routing::get,
};
use data_encoding::BASE64URL_NOPAD;
use maud::Markup;
use pages::{Entered, Notice, NoticeKind, NoticesInfo};
use serde::Deserialize;
use text::t;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    AppState, HandlerResult,
    api::Body,
    callers::Caller,
    deadlines,
    errors::{HttpFault, html},
    fields::Fields,
    origin::Origin,
    schema::*,
};
use crate::{
    fault::Fault,
    notices::trouble_of,
    store::{PushSubscription, WebhookForm},
    views::audience,
};

/// Returns the calls with their descriptions.
pub(super) fn calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(settings))
        .routes(routes!(set_webhook, remove_webhook))
        .routes(routes!(try_webhook))
        .routes(routes!(add_browser, remove_browser))
}

/// Returns the addresses of the forms.
pub(super) fn forms() -> Router<AppState> {
    Router::new().route("/me/notices", get(page).post(change))
}

/// Returns the form of a webhook of this name.
pub(super) fn form(name: &str) -> Result<WebhookForm, Fault> {
    WebhookForm::named(name)
        .ok_or_else(|| Fault::bad(t!("a webhook takes its messages as \"discord\", as \"slack\" or as \"json\"")))
}

/// Returns how the caller is notified that a match waits.
#[utoipa::path(get, path = "/api/v1/notices", responses((status = 200, description = "How the caller is told now", body = NoticesAnswer)))]
async fn settings(State(app): State<AppState>, caller: Caller) -> Answer<NoticesAnswer> {
    let me = &caller.known()?.id;
    let webhook = app.store.webhook(me).await?.map(WebhookAnswer::from);
    let browsers = app.store.push_subscriptions(me).await?.len();
    Ok(Json(NoticesAnswer { key: app.notices.key(), webhook, browsers }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenWebhook {
    url: String,
    form: String,
}

/// Sets the webhook to which notices are posted.
#[utoipa::path(put, path = "/api/v1/notices/webhook", request_body = GivenWebhook, responses((status = 200, description = "How the caller is told now", body = NoticesAnswer)))]
async fn set_webhook(
    State(app): State<AppState>,
    caller: Caller,
    Body(given): Body<GivenWebhook>,
) -> Answer<NoticesAnswer> {
    let to = Some((given.url.as_str(), form(&given.form)?));
    app.notices.set_webhook(&caller.known()?.id, to).await?;
    settings(State(app), caller).await
}

/// Removes the webhook.
#[utoipa::path(delete, path = "/api/v1/notices/webhook", responses((status = 200, description = "How the caller is told now", body = NoticesAnswer)))]
async fn remove_webhook(State(app): State<AppState>, caller: Caller) -> Answer<NoticesAnswer> {
    app.notices.set_webhook(&caller.known()?.id, None).await?;
    settings(State(app), caller).await
}

/// Posts a test message to the webhook.
#[utoipa::path(post, path = "/api/v1/notices/webhook/test", responses((status = 200, description = "How the caller is told now", body = NoticesAnswer), (status = 404, description = "`not_found`: none is set", body = Failure), (status = 502, description = "`not_sent`: it did not take it", body = Failure)))]
async fn try_webhook(State(app): State<AppState>, caller: Caller) -> Answer<NoticesAnswer> {
    app.notices.try_webhook(&caller.known()?.id).await?;
    settings(State(app), caller).await
}

#[derive(Deserialize, ToSchema)]
struct GivenBrowser {
    endpoint: String,
    keys: GivenKeys,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GivenKeys {
    p256dh: String,
    auth: String,
}

/// Subscribes a browser to Web Push notices; the body is the value of `PushSubscription.toJSON()`.
#[utoipa::path(put, path = "/api/v1/notices/push", request_body = GivenBrowser, responses((status = 200, description = "How the caller is told now", body = NoticesAnswer)))]
async fn add_browser(
    State(app): State<AppState>,
    caller: Caller,
    Body(given): Body<GivenBrowser>,
) -> Answer<NoticesAnswer> {
    let bytes = |text: &str| {
        let plain = text.trim_end_matches('=').as_bytes();
        BASE64URL_NOPAD.decode(plain).map_err(|_| Fault::bad(t!("the keys must be given in base64url")))
    };
    let (key, auth) = (bytes(&given.keys.p256dh)?, bytes(&given.keys.auth)?);
    let browser = PushSubscription { endpoint: given.endpoint, key, auth };
    app.notices.add_browser(&caller.known()?.id, browser).await?;
    settings(State(app), caller).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GoneBrowser {
    endpoint: String,
}

/// Unsubscribes a browser from Web Push notices.
#[utoipa::path(delete, path = "/api/v1/notices/push", request_body = GoneBrowser, responses((status = 200, description = "How the caller is told now", body = NoticesAnswer)))]
async fn remove_browser(
    State(app): State<AppState>,
    caller: Caller,
    Body(gone): Body<GoneBrowser>,
) -> Answer<NoticesAnswer> {
    app.notices.remove_browser(&caller.known()?.id, gone.endpoint).await?;
    settings(State(app), caller).await
}

/// Changes the settings as the form's `do` asks: `save`, `test` or `remove`. Errors are shown on
/// the page.
async fn change(State(app): State<AppState>, caller: Caller, origin: Origin, fields: Fields) -> HandlerResult {
    let done = match fields.need("do")? {
        "remove" => {
            let me = caller.or_guest(&app.store).await?;
            app.notices.set_webhook(&me.id, None).await
        }
        what => save(&app, &caller, &fields, what == "test").await,
    };
    let notice = match done {
        Ok(()) if fields.get("do") != Some("test") => return Ok(Redirect::to("/me/notices").into_response()),
        Ok(()) => Notice { kind: NoticeKind::Info, text: t!("Sent. It should be in your chat now.").into() },
        Err(fault) => {
            let error = audience::fault_notice(&fault).text;
            let entered = Entered::new("/me/notices", &fields.0, "url", error);
            let page = own_page(&app, &caller, &origin, None, &entered).await?;
            return Ok((fault.retry_after(), html(fault.status(), page)).into_response());
        }
    };
    Ok(html(StatusCode::OK, own_page(&app, &caller, &origin, Some(notice), &Entered::default()).await?))
}

/// Answers with the caller's page about notices.
async fn page(State(app): State<AppState>, caller: Caller, origin: Origin) -> HandlerResult {
    Ok(html(StatusCode::OK, own_page(&app, &caller, &origin, None, &Entered::default()).await?))
}

async fn own_page(
    app: &AppState,
    caller: &Caller,
    origin: &Origin,
    notice: Option<Notice>,
    entered: &Entered,
) -> Result<Markup, Fault> {
    let webhook = match caller.id() {
        Some(id) => app.store.webhook(id).await?,
        None => None,
    };
    let calendar = deadlines::address(app, caller, origin).await?;
    let info = NoticesInfo { calendar, trouble: webhook.as_ref().and_then(trouble_of), webhook, notice };
    Ok(pages::own_notices(&app.visitor(caller).await?, &info, entered))
}

async fn save(app: &AppState, caller: &Caller, fields: &Fields, test: bool) -> Result<(), Fault> {
    let to = (fields.need("url")?, form(fields.need("form")?)?);
    let me = caller.or_guest(&app.store).await?;
    app.notices.set_webhook(&me.id, Some(to)).await?;
    match test {
        true => app.notices.try_webhook(&me.id).await,
        false => Ok(()),
    }
}
