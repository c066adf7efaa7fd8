//! Health checks, as plain text for monitoring.

use axum::{Router, extract::State, http::StatusCode, routing::get};

use super::AppState;

/// Returns the addresses of the checks.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/healthz", get(health)).route("/readyz", get(ready))
}

/// `GET /healthz`: the server runs and answers, whatever the state of its store. The text says
/// whether writing works.
async fn health(State(app): State<AppState>) -> String {
    match app.store.probe().await {
        Ok(()) => "ok\n".into(),
        Err(error) => format!("alive, but nothing can be written: {error}\n"),
    }
}

/// `GET /readyz`: whether the server could write a change just now.
async fn ready(State(app): State<AppState>) -> (StatusCode, String) {
    match app.store.probe().await {
        Ok(()) => (StatusCode::OK, "ok\n".into()),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("nothing can be written: {error}\n")),
    }
}
