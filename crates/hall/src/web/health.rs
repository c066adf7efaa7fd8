//! Health checks, as plain text for whoever watches over the hall.

use axum::{Router, extract::State, http::StatusCode, routing::get};

use super::AppState;

/// The checks' addresses.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/healthz", get(health)).route("/readyz", get(ready))
}

/// `GET /healthz`: the hall lives and answers, be its store as it may. The text says whether writing works.
async fn health(State(app): State<AppState>) -> String {
    match app.store.probe().await {
        Ok(()) => "ok\n".into(),
        Err(error) => format!("alive, but nothing can be written: {error}\n"),
    }
}

/// `GET /readyz`: whether a change could be written just now.
async fn ready(State(app): State<AppState>) -> (StatusCode, String) {
    match app.store.probe().await {
        Ok(()) => (StatusCode::OK, "ok\n".into()),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("nothing can be written: {error}\n")),
    }
}
